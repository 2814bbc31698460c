"""Certificates for https in the network at hand: trusted for private networks alone."""

from __future__ import annotations

import ssl
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

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
    found = client.getpeercert(binary_form=True)
    assert found is not None
    return found


def test_who_trusts_the_authority_takes_the_server_by_address_and_name(tmp_path: Path) -> None:
    made = certificate_for([AT_HOME, "127.0.0.1", "localhost", "market.local"], tmp_path)
    for host in (AT_HOME, "127.0.0.1", "localhost", "market.local"):
        taken = x509.load_der_x509_certificate(shaken_hands(made, host))
        digest = taken.fingerprint(hashes.SHA256())
        assert made.fingerprint == ":".join(f"{byte:02X}" for byte in digest)
    with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
        shaken_hands(made, "192.168.1.24")


def test_the_authority_can_pose_as_no_other_site(tmp_path: Path) -> None:
    public = certificate_for(["8.8.8.8"], tmp_path)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shaken_hands(public, "8.8.8.8")
    other = certificate_for(["market.example", AT_HOME], tmp_path)
    with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
        shaken_hands(other, "market.example")


def test_trust_is_given_once_and_the_key_is_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "https"
    first, second = (certificate_for([AT_HOME], folder) for _ in range(2))
    assert first.authority == second.authority
    assert first.authority_fingerprint == second.authority_fingerprint
    assert first.fingerprint != second.fingerprint
    assert [one.name for one in folder.iterdir()] == ["authority.pem"]
    assert (folder / "authority.pem").stat().st_mode & 0o077 == 0


def test_a_damaged_authority_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_text("nothing", encoding="utf-8")
    with pytest.raises(InputError, match=r"authority\.pem: .* it is damaged; remove it") as caught:
        certificate_for([AT_HOME], tmp_path)
    assert "\n" not in str(caught.value)
