"""Telling others where the page is, and what of it stays on a phone without this machine."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

import click

from chatuchak_cli.web.address import qr_text
from chatuchak_cli.web.app import AUTHORITY
from chatuchak_cli.web.certificate import Certificate

OVER_HTTP: Final = """\
What stays on a phone when this machine or the network is away:
  this address         until it is closed or reloaded: over http no browser keeps a page
  the page as a file   all of it: "Save the page as one file" on the page,
                       or chatuchak page --one-file chatuchak.html
  serve --lan --https  all of it, once the phone trusts this machine's certificate"""

BEHIND_HTTPS: Final = "Phones that have opened it keep it when the network is away."

OVER_HTTPS: Final = """\
The phone will say that it does not know the certificate ("not private"). It is this machine's if
its SHA-256 fingerprint is
  {fingerprint}
What stays on the phone when this machine or the network is away:
  past the warning     until it is closed or reloaded, in most browsers
  trusted              all of it, and it can be installed: open {url}{path}
                       and install it as a CA certificate; it counts for private networks alone.
                       Its own fingerprint: {authority}
  the page as a file   all of it: "Save the page as one file" on the page"""


def tell_others(url: str, certificate: Certificate | None = None) -> None:
    """Say at which address other machines find the page, as a QR code too on a terminal.

    Parameters
    ----------
    url
        The address.
    certificate
        What the server speaks https by; None for plain http.
    """
    click.echo(f"For phones and other machines: {url}", err=True)
    if sys.stderr.isatty():
        code = qr_text(url)
        with suppress(UnicodeEncodeError):  # a terminal without block characters
            click.echo(code, err=True)
    click.echo(_staying(url, certificate), err=True)


def _staying(url: str, certificate: Certificate | None) -> str:
    if certificate is None:
        return BEHIND_HTTPS if url.startswith("https:") else OVER_HTTP
    return OVER_HTTPS.format(
        url=url,
        path=AUTHORITY,
        fingerprint=certificate.fingerprint,
        authority=certificate.authority_fingerprint,
    )
