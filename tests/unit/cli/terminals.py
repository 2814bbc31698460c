"""Commands on a pseudo-terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from typing import Self


class Terminal:
    """A command on a pseudo-terminal."""

    def __init__(self, *arguments: object, columns: int = 200, term: str = "dumb") -> None:
        self.master, follower = pty.openpty()
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chatuchak_cli", *map(str, arguments)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            env={**os.environ, "TERM": term, "COLUMNS": str(columns)},
        )
        os.close(follower)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def expect(self, text: str, *, interrupting: bool = False) -> None:
        """Read until a new occurrence of a text.

        With ``interrupting``, press Ctrl-C now and then: just before the program waits for a line
        it is noticed only after the line.
        """
        end = time.monotonic() + 60
        while text not in self.seen:
            if interrupting:
                self.process.send_signal(signal.SIGINT)
            assert time.monotonic() < end, f"{text!r} did not come; there was {self.seen!r}"
            if select.select([self.master], [], [], 0.5)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode().replace("\r\n", "\n")
                except OSError:  # the other side is closed
                    break
        assert text in self.seen, self.seen
        self.seen = self.seen.partition(text)[2]

    def rest(self) -> str:
        """Return the output until the command ends."""
        while True:
            try:
                read = os.read(self.master, 4096)
            except OSError:  # the other side is closed
                read = b""
            if not read:
                return self.seen
            self.seen += read.decode().replace("\r\n", "\n")

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def exit_code(self) -> int:
        return self.process.wait(timeout=120)
