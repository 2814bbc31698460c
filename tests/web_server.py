"""The web page's server on a free loopback port, in a thread or as a real process."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.limits import LimitedListener
from chatuchak_cli.web.server import BACKLOG, make_server

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from chatuchak_cli.web.certificate import Certificate

ADVICE_S = 0.2
"""A shorter time limit for advice."""

BRIEF = f"""
import runpy
from chatuchak_cli.web.games import routes
routes.ADVICE_S = {ADVICE_S}
runpy.run_module("chatuchak_cli", run_name="__main__")
"""
"""A server with this limit."""


def page_data(script: str) -> dict[str, Any]:
    """Return the values that the page's ``data.js`` exports."""
    exports = re.findall(r"^export const (\w+) = (.*);$", script, re.MULTILINE)
    return {name: json.loads(value) for name, value in exports}


@dataclass
class RunningServer:
    """A running server.

    Attributes
    ----------
    url
        Its address.
    process
        Its process.
    said
        Its lines on standard error.
    """

    process: subprocess.Popen[str]
    url: str = ""
    said: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def listen(self) -> None:
        """Collect the server's output until it ends."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            found = re.search(r"Serving on (https?://\S+:\d+/)", line)
            if found:
                self.url = found[1]
                self.ready.set()
        self.ready.set()


@contextmanager
def running_server(*arguments: str, is_brief: bool = False) -> Iterator[RunningServer]:
    """Start ``chatuchak serve``, wait until it answers, and finally kill it."""
    program = ("-c", BRIEF) if is_brief else ("-m", "chatuchak_cli")
    environment = {name: value for name, value in os.environ.items() if name != "CHATUCHAK_TILES"}
    process = subprocess.Popen(
        (sys.executable, *program, "serve", "--port", "0", *arguments),
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    server = RunningServer(process)
    listener = threading.Thread(target=server.listen)
    listener.start()
    try:
        server.ready.wait()
        assert server.url, f"the server did not start: {server.said}"
        yield server
    finally:
        process.kill()
        process.wait()
        listener.join()
        if process.stderr is not None:
            process.stderr.close()


@contextmanager
def server_of(
    app: Starlette, certificate: Certificate | None = None
) -> Iterator[tuple[uvicorn.Server, tuple[str, int]]]:
    """Serve an application in a thread; yield the server and its address and port."""
    with LimitedListener() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(BACKLOG)
        listener.limiter = app.state.limiter
        server = make_server(app, certificate)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        place = listener.getsockname()
        thread.start()
        try:
            yield server, place
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def local_address(*arguments: Any, **options: Any) -> Iterator[str]:
    """Serve the application of `make_app` in a thread, and yield its address."""
    with server_of(make_app(*arguments, **options)) as (_, (host, port)):
        yield f"http://{host}:{port}/"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder without messages."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def folder_address(folder: Path) -> Iterator[str]:
    """Serve a folder by the standard library, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
