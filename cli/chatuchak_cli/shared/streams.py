"""Standard streams that are closed or missing."""

import io
import os
import sys


class NullStream(io.TextIOWrapper):
    """The null device in place of a standard stream."""


def open_missing_streams() -> None:
    """Open the null device in place of standard streams that are closed or missing.

    They are missing after ``2>&-`` and the like, and without a console (``pythonw``). Their
    descriptors are taken too, so that no file opened later passes for a standard stream.
    """
    for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
        stream = getattr(sys, name)
        if stream is None or getattr(stream, "closed", False):
            number = os.open(os.devnull, os.O_RDONLY if mode == "rb" else os.O_WRONLY)
            null = open(number, mode, closefd=False)  # noqa: SIM115
            setattr(sys, name, NullStream(null, encoding="utf-8"))
