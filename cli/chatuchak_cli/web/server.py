"""Starts the web server and prints its address."""

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import click
import uvicorn
from starlette.applications import Starlette

from chatuchak_cli.web.address import bracketed, check_public_url, lan_address, qr_text, url_of
from chatuchak_cli.web.app import AUTHORITY, make_app
from chatuchak_cli.web.certificate import Certificate, certificate_for
from chatuchak_cli.web.limits import LOOPBACK_HOSTS, LimitedListener, WebSettings
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver import Box, InputError
from chatuchak_solver.analysis.playtest.store import PlaytestStore
from chatuchak_solver.rendering.templates import text

EVERYWHERE = "0.0.0.0"
"""All addresses of this machine."""

BACKLOG = 32
"""Connections accepted before the event loop reads any."""


def web_settings(
    host: str, names: Iterable[str] = (), *, lan_url: str | None = None,
    public_url: str | None = None,
) -> WebSettings:  # fmt: skip
    """Return the server's limits.

    Parameters
    ----------
    names
        Other names by which browsers may call the server; ``*`` for any.
    lan_url
        The page's address in the local network, which alone is answered then.
    """
    public_url = None if public_url is None else check_public_url(public_url)
    urls = [url for url in (lan_url, public_url) if url is not None]
    hosts = {bracketed(host), *names, *(bracketed(urlsplit(url).hostname or "") for url in urls)}
    return WebSettings(
        hosts=None if "*" in hosts else LOOPBACK_HOSTS | {name.lower() for name in hosts},
        private_only=lan_url is not None,
        public_url=public_url or lan_url,
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
        timeout_keep_alive=10,
        timeout_graceful_shutdown=3,  # for the last requests and responses
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


def run_server(
    *, host: str, port: int, names: tuple[str, ...], box: Box, formula: Path | None,
    playtest: Path | None, lan: bool, https: bool, public_url: str | None, open_browser: bool,
) -> None:  # fmt: skip
    """Serve until Ctrl-C; InputError if the address is unavailable or the data unreadable."""
    data = PageData.of_box(box, formula)
    store = None if playtest is None else PlaytestStore(playtest)
    own = lan_address() if lan else None
    scheme = "https" if https else "http"
    with listen(EVERYWHERE if lan else host, port) as listener:
        address, port = listener.getsockname()[:2]
        lan_url = None if own is None else url_of(scheme, own, port)
        settings = web_settings(host, names, lan_url=lan_url, public_url=public_url)
        if lan:
            note = "note: every machine of the same network may play, without a password"
            click.echo(note + ("" if https else " and without encryption"), err=True)
        elif bracketed(host) not in LOOPBACK_HOSTS:
            click.echo(f"note: {host} may be reached by other machines", err=True)
        covered = (own, "127.0.0.1", "localhost", *names)
        certificate = certificate_for(filter(None, covered)) if https else None
        authority = None if certificate is None else certificate.authority
        app = make_app(settings, data, authority=authority, store=store)
        listener.limiter = app.state.limiter
        server = make_server(app, certificate)
        url = url_of(scheme, "127.0.0.1" if address == EVERYWHERE else address, port)
        hint = "; --lan lets phones play too" if settings.public_url is None else ""
        click.echo(f"Serving on {url} - Ctrl-C ends it{hint}.", err=True)
        if settings.public_url is not None:
            print_address(settings.public_url, certificate)
        if open_browser:
            threading.Thread(target=open_page, args=(url,), daemon=True).start()
        server.run([listener])


def open_page(url: str) -> None:
    """Open the page in a browser, or print a message if there is none."""
    if not webbrowser.open(url):
        click.echo(f"no browser found: open {url} in one", err=True)


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
