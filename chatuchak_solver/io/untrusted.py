"""Bounded reading of external input, and safe quotation in messages.

`read_file` and `read_stream` limit the size of all input. `escape` and `quote` make external text
in messages printable and short, as does `errors.one_line` for whole messages.
"""

from json import detect_encoding
from pathlib import Path
from typing import BinaryIO

from chatuchak_solver.errors import InvalidInstanceError, one_line

MAX_BYTES = 4 * 2**20
"""Decks and records are a few thousand bytes."""

MAX_SHOWN = 60
"""Maximum characters quoted in a message."""


def escape(text: str, limit: int = MAX_SHOWN) -> str:
    r"""Return ``text`` on one line, unprintable characters escaped, cut to ``limit``.

    Examples
    --------
    >>> escape("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    return shorten(one_line(shorten(text, limit), 10 * limit), limit)


def describe(value: object) -> str:
    """Return the escaped ``repr`` of a value, or its type if ``repr`` fails."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"  # for example an integer with thousands of digits
    return escape(text)


def quote(text: str, limit: int = MAX_SHOWN) -> str:
    """Return the ``repr`` of ``text`` cut to ``limit``."""
    return repr(shorten(text, limit))


def shorten(text: str, limit: int = MAX_SHOWN) -> str:
    """Return ``text``, cut to ``limit`` characters with three dots at the end."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def decode_text(data: bytes, *, source: str) -> str:
    """Decode a file's bytes and normalize line ends to LF.

    Detects UTF-8 and UTF-16, with or without a byte order mark.
    """
    try:
        return data.decode(detect_encoding(data)).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(error.encoding, "replace").splitlines(keepends=True)
        line = len(before) + (not before or before[-1].endswith(("\n", "\r")))
        place = f"{source}, line {line}" if source else f"line {line}"
        name = "-".join(error.encoding.upper().split("-")[:2])
        raise InvalidInstanceError(
            f"{place}: byte {error.start} of the file is not text ({name})"
        ) from None


def read_file(path: Path) -> bytes:
    """Return a file's content."""
    with path.open("rb") as stream:
        return read_stream(stream, source=str(path))


def read_stream(stream: BinaryIO, *, source: str) -> bytes:
    """Return a stream's content; ``source`` is its name in messages."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InvalidInstanceError(f"{escape(source)} is longer than {MAX_BYTES:,} bytes")
    return data
