"""Starts the web server and prints its address."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chatuchak_cli.web.limits import WebSettings
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.rendering.templates import text

try:
    import uvicorn

    from chatuchak_cli.web.address import check_public_url, lan_address, qr_text
    from chatuchak_cli.web.app import AUTHORITY, make_app
    from chatuchak_cli.web.certificate import Certificate, certificate_for
    from chatuchak_cli.web.connections import LimitedListener
except ModuleNotFoundError as error:
    if error.name not in ("anyio", "cryptography", "segno", "starlette", "trustme", "uvicorn"):
        raise
    raise MissingExtraError("the web page", "web") from None

if TYPE_CHECKING:
    from starlette.applications import Starlette

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")

EVERYWHERE: Final = "0.0.0.0"
"""All addresses of this machine."""

LAN_NOTE: Final = "note: every machine of the same network may play, without a password"

BACKLOG: Final = 32
"""Connections accepted before the event loop reads any."""
KEEP_ALIVE_S: Final = 10
CLOSE_S: Final = 3
"""Seconds for the last requests and responses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The options of ``serve``."""

    host: str
    port: int
    names: tuple[str, ...]
    open_browser: bool
    lan: bool = False
    https: bool = False
    public_url: str | None = None
    formula: Path | None = None
    box: Box = field(default_factory=Box.default)
    playtest: Path | None = None

    def settings(self, *, port: int = 0, lan: str | None = None) -> WebSettings:
        """Return the server's limits; ``lan`` is this machine's address in the local network."""
        names = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in self.names)}
        names.add(f"[{self.host}]" if ":" in self.host else self.host.lower())
        public_url = None
        if lan is not None:
            names.add(lan)
            public_url = _url("https" if self.https else "http", lan, port)
        if self.public_url is not None:
            public_url, name = check_public_url(self.public_url)
            names.add(name)
        return WebSettings(
            hosts=None if "*" in self.names else frozenset(names),
            private_only=self.lan,
            public_url=public_url,
        )


def make_server(app: Starlette, certificate: Certificate | None = None) -> uvicorn.Server:
    """Return the server of an application; https with a certificate."""
    config = uvicorn.Config(
        app,
        log_level="error",  # each invalid request is a warning
        access_log=False,
        server_header=False,
        proxy_headers=False,  # read by the application, behind its guard
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=CLOSE_S,
        h11_max_incomplete_event_size=16 * 1024,
        http="h11",
        ws="none",
        lifespan="off",
        loop="asyncio:SelectorEventLoop",  # the only one that accepts by `LimitedListener`
    )
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # invalid HTTP after a response
    config.load()
    config.ssl = None if certificate is None else certificate.context
    server = uvicorn.Server(config)
    app.state.work.is_closing = lambda: server.should_exit
    return server


def run_server(options: ServerOptions) -> None:
    """Serve until Ctrl-C; InputError if the address is unavailable or the data unreadable."""
    data = PageData.of_box(options.box, options.formula)
    store = None if options.playtest is None else PlaytestStore(options.playtest)
    lan = lan_address() if options.lan else None
    with listen(EVERYWHERE if options.lan else options.host, options.port) as listener:
        host, port = listener.getsockname()[:2]
        settings = options.settings(port=port, lan=lan)
        if options.lan:
            click.echo(LAN_NOTE + ("" if options.https else " and without encryption"), err=True)
        elif options.host not in LOOPBACK:
            click.echo(f"note: {options.host} may be reached by other machines", err=True)
        certificate = None
        if options.https and lan is not None:
            certificate = certificate_for([lan, "127.0.0.1", "localhost", *options.names])
        authority = None if certificate is None else certificate.authority
        app = make_app(settings, data, authority=authority, store=store)
        listener.limiter = app.state.limiter
        server = make_server(app, certificate)
        scheme = "http" if certificate is None else "https"
        url = _url(scheme, "127.0.0.1" if host == EVERYWHERE else host, port)
        hint = "; --lan lets phones play too" if settings.public_url is None else ""
        click.echo(f"Serving on {url} - Ctrl-C ends it{hint}.", err=True)
        if settings.public_url is not None:
            print_address(settings.public_url, certificate)
        if options.open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        server.run([listener])


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def listen(host: str, port: int) -> LimitedListener:
    """Return a listening socket; ``::`` also accepts IPv4. InputError if it is unavailable."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        is_dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        plain = socket.create_server(
            address, family=family, backlog=BACKLOG, dualstack_ipv6=is_dual
        )
    except OSError as error:
        reason = str(error.strerror).partition(" (while attempting")[0]
        raise InputError(f"cannot listen on {host}, port {port}: {reason}") from None
    return LimitedListener(plain.family, plain.type, plain.proto, plain.detach())


def print_address(url: str, certificate: Certificate | None = None) -> None:
    """Print the page's address for other machines, on a terminal with a QR code."""
    click.echo(f"For phones and other machines: {url}", err=True)
    if sys.stderr.isatty():
        code = qr_text(url)
        with suppress(UnicodeEncodeError):  # a terminal without block characters
            click.echo(code, err=True)
    note = text("offline_use.txt", url=url, path=AUTHORITY, certificate=certificate)
    click.echo(note, err=True, nl=False)
