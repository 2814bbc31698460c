"""What came from outside: read within bounds, and quoted in messages without harm.

Every file and stream is read through `read_file` or `read_stream`, so that nothing endless fills
the memory. Every foreign text in a message goes through `escaped` or `quoted`: it stays on one
line, sends no command to a terminal and is cut to a readable length. Every error passes its whole
message through `errors.one_line` besides, so that nothing is forgotten.
"""

from pathlib import Path
from typing import BinaryIO, Final

from chatuchak_solver.errors import InvalidInstanceError, one_line

MAX_BYTES: Final = 4 * 2**20
"""The longest file or stream that is read whole; decks and records take some thousand bytes."""

MAX_SHOWN: Final = 60
"""Characters of a foreign text that a message quotes."""


def escaped(text: str, limit: int = MAX_SHOWN) -> str:
    r"""Return ``text`` on one line, unprintable characters as escapes, cut to ``limit``.

    Examples
    --------
    >>> escaped("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    return shortened(one_line(shortened(text, limit), 10 * limit), limit)


def described(value: object, limit: int = MAX_SHOWN) -> str:
    """Return the ``repr`` of any value as `escaped`; its type if it has none."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"  # such as a number of thousands of digits
    return escaped(text, limit)


def quoted(text: str, limit: int = MAX_SHOWN) -> str:
    """Return ``text`` as `escaped`, in quotes, like ``repr``."""
    return repr(shortened(text, limit))


def shortened(text: str, limit: int = MAX_SHOWN) -> str:
    """Return ``text``, or its first characters and three dots where it is longer."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def decoded(data: bytes, *, source: str) -> str:
    """Return the text of a file's bytes; ``source`` is the file's name in messages.

    Raises
    ------
    InvalidInstanceError
        If it is no UTF-8; the message names the line and the byte.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidInstanceError(
            f"{source}, line {line}: byte {error.start} of the file is not text (UTF-8)"
        ) from None


def read_file(path: Path) -> bytes:
    """Return what a file holds.

    Raises
    ------
    OSError
        If it cannot be read.
    InvalidInstanceError
        If it is longer than `MAX_BYTES`.
    """
    with path.open("rb") as stream:
        return read_stream(stream, source=str(path))


def read_stream(stream: BinaryIO, *, source: str) -> bytes:
    """Return all that a stream holds.

    Parameters
    ----------
    source
        Its name in error messages.

    Raises
    ------
    InvalidInstanceError
        If that is more than `MAX_BYTES`.
    """
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InvalidInstanceError(f"{escaped(source)} is longer than {MAX_BYTES:,} bytes")
    return data
