"""Standard streams: closed or missing ones, and errors with their name."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self


class NullStream(io.TextIOWrapper):
    """The null device in place of a standard stream."""


def open_missing_streams() -> None:
    """Open the null device in place of closed or missing standard streams.

    They are missing after ``2>&-`` and without a console (``pythonw``). Their descriptors are used,
    too, so a file that is opened later is not mistaken for a standard stream.
    """
    for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
        stream = getattr(sys, name)
        if stream is None or getattr(stream, "closed", False):
            number = os.open(os.devnull, os.O_RDONLY if mode == "rb" else os.O_WRONLY)
            null = open(number, mode, closefd=False)  # noqa: SIM115
            setattr(sys, name, NullStream(null, encoding="utf-8"))


class Output(io.TextIOWrapper):
    """Standard output whose errors, for example of a full disk, include its name."""

    @classmethod
    def replacing(cls, stream: io.TextIOWrapper) -> Self:
        """Return a stream in place of another one."""
        encoding, errors = stream.encoding, stream.errors
        is_buffered_by_line, is_unbuffered = stream.line_buffering, stream.write_through
        return cls(
            stream.detach(), encoding, errors, line_buffering=is_buffered_by_line,
            write_through=is_unbuffered,
        )  # fmt: skip

    def write(self, text: str, /) -> int:
        """Write a text."""
        with _named_errors():
            return super().write(text)

    def flush(self) -> None:
        """Write the buffered text."""
        with _named_errors():
            super().flush()


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = "standard output"
        raise
