"""The page's address for other machines, and its QR code."""

import io
import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quote

SOMEWHERE = ("192.0.2.1", 9)
"""A documentation address; no data is sent."""

MAX_URL_LENGTH = 200


def lan_address() -> str:
    """Return this machine's local address; InputError without a network or if it is public."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(SOMEWHERE)  # selects the own address
            found = str(probe.getsockname()[0])
    except OSError as error:
        raise InputError(f"this machine is in no network: {error.strerror}") from None
    if ip_address(found).is_loopback or not is_of_private_network(found):
        raise InputError(
            f"invalid address of this machine {found}: expected one of a private network; "
            "use --host for others"
        )
    return found


def is_of_private_network(address: str) -> bool:
    """Return whether an address is of this machine or a private network."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return False


def bracketed(host: str) -> str:
    """Return a host as in URLs: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def url_of(scheme: str, host: str, port: int | None = None) -> str:
    """Return the URL of a page."""
    return f"{scheme}://{bracketed(host)}{'' if port is None else f':{port}'}/"


def check_public_url(text: str) -> tuple[str, str]:
    """Return the public address, with a final slash, and its host; InputError for other pages."""
    with suppress(ValueError):
        parts = urlsplit(text if len(text) <= MAX_URL_LENGTH and text.isprintable() else "")
        host = parts.hostname or ""
        if ":" in host:
            ip_address(host)
        rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username)
        fits = re.fullmatch(r"[a-z0-9._-]+|[0-9a-f:.]+", host) is not None
        if parts.scheme in ("http", "https") and fits and not any(rest):
            return url_of(parts.scheme, host, parts.port), bracketed(host)
    raise InputError(
        f"invalid address of the page {quote(text)}: expected, for example, http://market.example/"
    )


def qr_svg(url: str) -> bytes:
    """Return a QR code as SVG, dark on light in any color scheme."""
    made = io.BytesIO()
    code = segno.make(url, micro=False)
    code.save(made, kind="svg", scale=6, border=4, dark="#000", light="#fff", svgclass=None)
    return made.getvalue()


def qr_text(url: str) -> str:
    """Return a QR code of block characters, for light text on dark ground."""
    made = io.StringIO()
    segno.make(url, micro=False).terminal(out=made, compact=True, border=2)
    return made.getvalue()
