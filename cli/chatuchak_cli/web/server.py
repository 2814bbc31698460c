"""Starting the web server and telling where it is."""

from __future__ import annotations

import asyncio
import os
import socket
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks

try:
    import uvicorn

    from chatuchak_cli.web.app import make_app
except ModuleNotFoundError as error:
    if error.name not in ("uvicorn", "starlette"):
        raise
    raise MissingExtraError("the web page", "web") from None

__all__ = ["ServerOptions", "run_server"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """What the options of ``serve`` say."""

    host: str
    port: int
    names: tuple[str, ...]
    parallel: int | None
    time_limit_s: float
    tiles: Path | None
    ranks: Path | None
    open_browser: bool

    def settings(self) -> WebSettings:
        """Return the server's bounds."""
        hosts = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in self.names)}
        if ":" in self.host:
            hosts.add(f"[{self.host}]")
        else:
            hosts.add(self.host.lower())
        return WebSettings(
            solve_s=self.time_limit_s,
            parallel=self.parallel or os.cpu_count() or 1,
            hosts=None if "*" in self.names else frozenset(hosts),
        )


class Server(uvicorn.Server):
    """A server that tells its address as soon as it takes requests."""

    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell the address."""
        await super().startup(sockets)
        if sockets and self.started:
            host, port = sockets[0].getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            url = f"http://{shown}:{port}/"
            click.echo(f"Serving on {url} - Ctrl-C ends it.", err=True)
            if self.open_browser:
                await asyncio.to_thread(webbrowser.open, url)


def run_server(options: ServerOptions) -> None:
    """Serve until Ctrl-C.

    Raises
    ------
    InputError
        If the address cannot be listened on, or the tiles or ranks cannot be read.
    """
    app = make_app(
        options.settings(),
        tiles=load_start_tiles(options.tiles),
        ranks=load_solo_ranks(options.ranks),
    )
    listener = _listen(options.host, options.port)
    if options.host not in LOOPBACK:
        click.echo(f"note: {options.host} may be reached by other machines", err=True)
    server = Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=1000,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=3,
            h11_max_incomplete_event_size=16 * 1024,
            http="h11",
            ws="none",
        )
    )
    server.open_browser = options.open_browser
    with listener, compile_notice():
        server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(512)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise InputError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return listener
