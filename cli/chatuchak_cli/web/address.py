"""The page's address for other machines, and its QR code."""

import io
import re
import socket
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

import segno

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quote

PUBLIC_URL = re.compile(r"(https?://(?:[a-z0-9._-]{1,180}|\[([0-9a-f:.]+)\])(?::([0-9]{1,5}))?)/?")


def lan_address() -> str:
    """Return this machine's local address; InputError without a network or if it is public."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # a documentation address; no data is sent
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


def url_of(scheme: str, host: str, port: int) -> str:
    """Return the URL of a page."""
    return f"{scheme}://{bracketed(host)}:{port}/"


def check_public_url(text: str) -> str:
    """Return the public address, with a final slash; InputError for other pages."""
    match = PUBLIC_URL.fullmatch(text.lower())
    with suppress(ValueError):
        if match and int(match[3] or 0) < 1 << 16:
            if match[2]:
                IPv6Address(match[2])
            return f"{match[1]}/"
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
