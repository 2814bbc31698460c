"""Certificates for ``serve --https``: an authority of this machine's own, and a server's under it.

A phone that trusts the authority takes this page as it takes any page over https: it keeps it, and
can install it. The authority stays the same from run to run, so that trust is given once. It is
limited to addresses of private networks and to names that end in ``.local`` (RFC 5280, 4.2.1.10):
whoever got hold of its key could not pose as any other site.
"""

import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from chatuchak_solver.cache_folders import user_cache_folder
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import replace_file

PRIVATE: Final = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
"""What Python's ``is_private`` calls so, networks for tests and documentation included."""
PRIVATE_NAMES: Final = ("localhost", "local")

AUTHORITY_DAYS: Final = 1825
SERVER_DAYS: Final = 365
"""Safari takes no certificate of a server that is valid for more than 825 days."""
RENEWED_BEFORE: Final = timedelta(days=30)
SKEW: Final = timedelta(days=1)
"""How far a phone's clock may be behind."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a server needs to speak https.

    Attributes
    ----------
    context
        With the server's certificate and its key.
    fingerprint
        SHA-256 of the server's certificate, as browsers show it.
    authority
        The authority's certificate (DER), for phones to trust.
    authority_fingerprint
        Its SHA-256.
    """

    context: ssl.SSLContext
    fingerprint: str
    authority: bytes
    authority_fingerprint: str


def default_folder() -> Path:
    """Return where the authority is kept.

    Raises
    ------
    InputError
        If the user has no home.
    """
    if (folder := user_cache_folder()) is None:
        raise InputError("no folder to keep certificates in; expected HOME or XDG_CACHE_HOME")
    return folder / "https"


def certificate_for(hosts: Iterable[str], folder: Path | None = None) -> Certificate:
    """Return a certificate for addresses and names of this machine, made on the spot.

    Parameters
    ----------
    hosts
        Addresses of private networks, and names; others than ``localhost`` and ``*.local`` are
        left out.
    folder
        Where the authority is kept, for its owner alone; `default_folder` by default.

    Raises
    ------
    InputError
        If the authority can be neither read nor kept.
    """
    key, authority = _authority(folder or default_folder())
    own_key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = []
    for host in sorted(set(hosts)):
        try:
            names.append(x509.IPAddress(ip_address(host.strip("[]"))))
        except ValueError:
            if host == "localhost" or host.endswith(".local"):
                names.append(x509.DNSName(host))
    usages = [ExtendedKeyUsageOID.SERVER_AUTH]
    made = (
        _builder("chatuchak", authority.subject, SERVER_DAYS)
        .public_key(own_key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        _context(made, own_key),
        _fingerprint(made),
        authority.public_bytes(serialization.Encoding.DER),
        _fingerprint(authority),
    )


def _authority(folder: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    """Return the authority that is kept, or a new one where there is none or it is nearly over."""
    path = folder / "authority.pem"
    try:
        if path.exists():
            content = path.read_bytes()
            key = serialization.load_pem_private_key(content, password=None)
            authority = x509.load_pem_x509_certificate(content)
            still = authority.not_valid_after_utc - datetime.now(UTC)
            if isinstance(key, ec.EllipticCurvePrivateKey) and still > RENEWED_BEFORE:
                return key, authority
        key = ec.generate_private_key(ec.SECP256R1())
        authority = _new_authority(key)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        whole = _pem(key) + authority.public_bytes(serialization.Encoding.PEM)
        replace_file(path, whole, mode=0o600)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is damaged; remove it"
        raise InputError(f"{path}: cannot keep the certificate there: {reason}") from None
    return key, authority


def _new_authority(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = "chatuchak, this machine's own"
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    limits: list[x509.GeneralName] = [x509.IPAddress(ip_network(one)) for one in PRIVATE]
    limits += [x509.DNSName(one) for one in PRIVATE_NAMES]
    usage = x509.KeyUsage(
        key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip
    return (
        _builder(name, subject, AUTHORITY_DAYS)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(limits, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _builder(name: str, issuer: x509.Name, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now + timedelta(days=days))
    )


def _context(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> ssl.SSLContext:
    """Return a context with a certificate; Python takes keys from files alone, gone afterward."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    with TemporaryDirectory() as folder:
        path = Path(folder, "server.pem")
        path.touch(mode=0o600)
        path.write_bytes(_pem(key) + certificate.public_bytes(serialization.Encoding.PEM))
        context.load_cert_chain(path)
    return context


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _fingerprint(certificate: x509.Certificate) -> str:
    """Return SHA-256 as browsers show it: pairs of capital digits, joined by colons."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()
