"""What came from outside: read within bounds, and quoted in messages without harm.

Every file and stream is read through `read_file` or `read_stream`, so that nothing endless fills
the memory. Every foreign text in a message goes through `escaped` or `quoted`: it stays on one
line, sends no command to a terminal and is cut to a readable length. Every error passes its whole
message through `errors.one_line` besides, so that nothing is forgotten.
"""

from json import detect_encoding
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


def decode_text(data: bytes) -> str:
    """Return a file's bytes as text, with lines that end in LF.

    UTF-8 and UTF-16 are recognized, with or without a byte order mark; LF, CRLF and CR end lines.

    Raises
    ------
    UnicodeDecodeError
        If the bytes are neither.
    """
    return data.decode(detect_encoding(data)).replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, *, source: str) -> str:
    """Return a file's bytes as text; see `decode_text`.

    Parameters
    ----------
    source
        The file's name in messages.

    Raises
    ------
    InvalidInstanceError
        If they are no text; the message names the line and the byte.
    """
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(error.encoding, "replace").splitlines(keepends=True)
        line = len(before) + (not before or before[-1].endswith(("\n", "\r")))
        place = f"{source}, line {line}" if source else f"line {line}"
        raise InvalidInstanceError(
            f"{place}: byte {error.start} of the file is not text ({encoding_name(error.encoding)})"
        ) from None


def encoding_name(encoding: str) -> str:
    """Return the name of a text encoding for a message."""
    return "UTF-16" if "16" in encoding else "UTF-32" if "32" in encoding else "UTF-8"


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
