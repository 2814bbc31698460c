"""Certificates for ``serve --https``, issued by trustme and stored for the next run.

The authority's key is discarded after one signature: a phone that trusts the authority trusts only
this server. The certificate is reused while it is valid and covers the addresses, so a phone needs
to trust it once.
"""

import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from chatuchak_cli.web.address import is_of_private_network
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import replace_file
from chatuchak_solver.io.paths import make_folder, user_folder
from chatuchak_solver.kernels.code_cache import OPEN_FLAGS, distrust

VALID_FOR = timedelta(days=365)
"""Safari rejects more than 825 days."""
RENEWED_BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A server certificate, its key and its authority.

    Attributes
    ----------
    fingerprint
        SHA-256 of the server's certificate, as browsers show it.
    authority
        The authority's certificate (DER), for phones to trust.
    """

    context: ssl.SSLContext
    fingerprint: str
    authority: bytes
    authority_fingerprint: str


def certificate_for(hosts: Iterable[str], folder: Path | None = None) -> Certificate:
    """Return the stored certificate for addresses and names of this machine, or a new one.

    Parameters
    ----------
    hosts
        Private addresses, ``localhost`` and names in ``.local``; others are ignored.
    folder
        The user's cache folder by default.

    Raises
    ------
    InputError
        If the certificate cannot be stored, or the user has no home.
    """
    names = {
        name
        for name in (host.strip("[]").lower() for host in hosts)
        if name == "localhost" or name.endswith(".local") or is_of_private_network(name)
    }
    folder = folder or user_folder("cache")
    if folder is None:
        raise InputError("no folder for certificates: expected HOME or XDG_CACHE_HOME")
    path = folder / "https" / "server.pem"
    return _load(path, names) or _issue(path, names)


def _load(path: Path, names: set[str]) -> Certificate | None:
    """Return the stored certificate; None if untrusted, damaged, expired or for other addresses."""
    try:
        with open(os.open(path, OPEN_FLAGS), "rb") as file:
            if distrust(os.fstat(file.fileno()), is_secret=True) is not None:
                return None
            server, certificate = _parse(path, file.read())
        known = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):  # ssl.SSLError is an OSError
        return None
    covered = {str(name.value) for name in known}
    now = datetime.now(UTC)
    is_valid = server.not_valid_before_utc <= now < server.not_valid_after_utc - RENEWED_BEFORE
    return certificate if is_valid and names <= covered else None


def _issue(path: Path, names: set[str]) -> Certificate:
    """Store a new key, its certificate and the authority's, as PEM."""
    now = datetime.now(UTC)
    authority = trustme.CA(organization_name="chatuchak", organization_unit_name="this machine")
    issued = authority.issue_cert(
        *sorted(names), not_before=now - timedelta(days=1), not_after=now + VALID_FOR
    )
    content = issued.private_key_and_cert_chain_pem.bytes() + authority.cert_pem.bytes()
    try:
        make_folder(path.parent, 0o700)
        replace_file(path, content, mode=0o600)
    except OSError as error:
        raise InputError(f"{path}: cannot write it: {error.strerror}") from None
    return _parse(path, content)[1]


def _parse(path: Path, content: bytes) -> tuple[x509.Certificate, Certificate]:
    server, authority = x509.load_pem_x509_certificates(content)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(path)
    der = authority.public_bytes(Encoding.DER)
    return server, Certificate(context, _fingerprint(server), der, _fingerprint(authority))


def _fingerprint(certificate: x509.Certificate) -> str:
    """Return SHA-256 in capital hexadecimal pairs, joined by colons."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()
