"""The web page's server as a real process on a free port of loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["serving"]


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """Start ``chatuchak serve``, give its address, and end it by Ctrl-C."""
    environment = {name: value for name, value in os.environ.items() if name != "CHATUCHAK_TILES"}
    process = subprocess.Popen(
        (sys.executable, "-m", "chatuchak_cli", "serve", "--port", "0", *arguments),
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            found = re.search(r"http://\S+:\d+/", line)
            if found:
                break
        else:
            raise AssertionError(f"the server did not start: {said}")
        yield found[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
        rest = process.stderr.read()
        assert "Traceback" not in rest, rest
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
