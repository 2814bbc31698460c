"""Commands on a pseudo-terminal."""

import os
import pty
import re
import select
import signal
import struct
import termios
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import Self

from tests.forked import TerminalProcess

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
VARIABLES = ("NO_COLOR", "FORCE_COLOR", "CHATUCHAK_TILES", "COLUMNS", "LINES")


class Terminal:
    """A command on a pseudo-terminal: a dumb one of 200 columns, or a real one of a size."""

    def __init__(
        self, *arguments: object, size: tuple[int, int] | None = None, term: str = "dumb",
        cwd: Path | None = None, **environment: str,
    ) -> None:  # fmt: skip
        self.master, follower = pty.openpty()
        self.raw = ""
        self.seen = 0
        inherited = dict(os.environ)
        if size is not None:
            self.resize(*size)
            inherited = {name: value for name, value in inherited.items() if name not in VARIABLES}
        else:
            inherited |= {"COLUMNS": "200", "LINES": "50"}
        self.process = TerminalProcess(
            arguments,
            os.ttyname(follower),
            is_controlling=size is not None,
            folder=cwd or Path.cwd(),
            environment={**inherited, "TERM": term, **environment},
        )
        os.close(follower)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def resize(self, lines: int, columns: int) -> None:
        ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, seconds: float) -> bool:
        """Read for a time; return False at the end of the output."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        with suppress(OSError):  # the other side is closed
            if data := os.read(self.master, 65536):
                self.raw += data.decode().replace("\r\n", "\n")
                return True
        return False

    def expect(self, text: str, *, interrupting: bool = False) -> None:
        """Read until a new occurrence of a text.

        With ``interrupting``, press Ctrl-C now and then: just before the program waits for a line
        it is noticed only after the line.
        """
        end, is_open, pressed = time.monotonic() + 60, True, 0.0
        while (place := self.raw.find(text, self.seen)) < 0 and is_open:
            if interrupting and time.monotonic() > pressed + 1:  # another one would stop the exit
                self.process.send_signal(signal.SIGINT)
                pressed = time.monotonic()
            assert time.monotonic() < end, f"{text!r} did not come: {self.raw[self.seen :]!r}"
            is_open = self.read(0.5)
        assert place >= 0, self.raw[self.seen :]
        self.seen = place + len(text)

    def wait_for(self, text: str) -> str:
        """Wait for a text after the last awaited one; return all output since."""
        end, is_open = time.monotonic() + 60, True
        while text not in (fresh := CONTROL.sub("", self.raw[self.seen :])):
            assert is_open, f"ended without {text!r}: {fresh!r}"
            assert time.monotonic() < end, f"no {text!r} in {fresh!r}"
            is_open = self.read(0.5)
        self.seen = len(self.raw)
        return fresh

    def rest(self) -> str:
        """Return the output until the command ends."""
        while self.read(120):
            pass
        return self.raw[self.seen :]

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def enter(self, *steps: tuple[str, str]) -> str:
        """Press keys and wait for a text, step by step; return the output after the last keys."""
        fresh = ""
        for keys, text in steps:
            self.press(keys)
            fresh = self.wait_for(text)
        return fresh

    def type(self, line: str) -> None:
        self.press(f"{line}\n")

    def exit_code(self) -> int:
        """Read the remaining output until the program ends; return the exit code."""
        end = time.monotonic() + 120
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it did not end: {self.raw[-200:]!r}"
            self.read(0.1)
        while select.select([self.master], [], [], 0.1)[0] and self.read(0):
            pass
        return self.process.wait()
