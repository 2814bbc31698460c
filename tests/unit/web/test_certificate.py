"""Certificates for https in the network at hand: trusted for private networks alone."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from chatuchak_cli.web import certificate
from chatuchak_cli.web.certificate import Certificate, certificate_for
from chatuchak_solver.errors import InputError

AT_HOME = "192.168.1.23"


def shaken_hands(certificate: Certificate, host: str) -> bytes:
    """Return the certificate that a client which trusts the authority takes for ``host``.

    Raises
    ------
    ssl.SSLCertVerificationError
        If it does not take it.
    """
    trusting = ssl.create_default_context(cadata=certificate.authority)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(to_client, to_server, server_hostname=host)
    server = certificate.context.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (client, server):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    certificate_bytes = client.getpeercert(binary_form=True)
    assert certificate_bytes is not None
    return certificate_bytes


def test_clients_that_trust_authority_accept_server_by_address_and_name(tmp_path: Path) -> None:
    issued = certificate_for([AT_HOME, "127.0.0.1", "localhost", "market.local"], tmp_path)
    for host in (AT_HOME, "127.0.0.1", "localhost", "market.local"):
        taken = x509.load_der_x509_certificate(shaken_hands(issued, host))
        digest = taken.fingerprint(hashes.SHA256())
        assert issued.fingerprint == ":".join(f"{byte:02X}" for byte in digest)
    with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
        shaken_hands(issued, "192.168.1.24")


def test_the_authority_signs_no_public_names_and_its_key_is_discarded(tmp_path: Path) -> None:
    issued = certificate_for(["8.8.8.8", "market.example", AT_HOME], tmp_path)
    for host in ("8.8.8.8", "market.example"):
        with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
            shaken_hands(issued, host)
    content = (tmp_path / "https/server.pem").read_bytes()
    assert content.count(b"PRIVATE KEY-----") == 2  # begin and end: the server's alone
    key = serialization.load_pem_private_key(content, password=None)
    authority = x509.load_der_x509_certificate(issued.authority)
    assert key.public_key() != authority.public_key()


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_trust_is_given_once_and_the_key_is_its_owners(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "new"
    before = os.umask(umask)
    try:
        first, second = (certificate_for([AT_HOME, "localhost"], folder) for _ in range(2))
    finally:
        os.umask(before)
    assert first.authority == second.authority
    assert first.fingerprint == second.fingerprint
    assert certificate_for([AT_HOME], folder).fingerprint == first.fingerprint
    for path in (folder / "https/server.pem", folder / "https", folder):
        assert path.stat().st_mode & 0o077 == 0
    moved = certificate_for(["192.168.1.24"], folder)
    assert moved.authority != first.authority
    assert certificate_for(["192.168.1.24"], folder).authority == moved.authority


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = path.stat().st_uid
    if owner == 0:
        os.chown(path, 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: owner + 1)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.chmod(0o640),
        lambda path: path.chmod(0o602),
        lambda path: path.write_bytes(path.read_bytes() + path.read_bytes()),
        lambda path: path.write_text("nothing", encoding="utf-8"),
        give_away,
    ],
    ids=["readable", "writable", "doubled", "damaged", "of somebody else"],
)
def test_a_key_that_is_not_to_be_trusted_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[..., object]
) -> None:
    first = certificate_for([AT_HOME], tmp_path)
    spoil(tmp_path / "https/server.pem", *([monkeypatch] if spoil is give_away else []))
    second = certificate_for([AT_HOME], tmp_path)
    assert second.fingerprint != first.fingerprint
    assert (tmp_path / "https/server.pem").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("days", "is_used"), [(-2, False), (0, True), (330, True), (340, False)])
def test_a_certificate_is_used_while_it_is_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, is_used: bool
) -> None:
    first = certificate_for([AT_HOME], tmp_path)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            return cls.fromtimestamp(time.time() + days * 86400, tz)

    monkeypatch.setattr(certificate, "datetime", Clock)
    assert (certificate_for([AT_HOME], tmp_path).fingerprint == first.fingerprint) == is_used


def test_an_unwritable_folder_is_an_error_of_a_single_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"server\.pem: cannot write it: ") as caught:
        certificate_for([AT_HOME], tmp_path / "file")
    assert "\n" not in str(caught.value)
