"""The web page's server as a real process on a free loopback port."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

BRIEF = """
import runpy
from chatuchak_cli.web.games import routes
routes.ADVICE_S = 0.2
runpy.run_module("chatuchak_cli", run_name="__main__")
"""
"""A server with a shorter time limit for advice."""


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
def serving(*arguments: str, is_brief: bool = False) -> Iterator[str]:
    """Start ``chatuchak serve``, yield its address, and end it by Ctrl-C."""
    with running_server(*arguments, is_brief=is_brief) as server:
        yield server.url
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(120) in (0, 130)
    assert "Traceback" not in "".join(server.said), server.said
