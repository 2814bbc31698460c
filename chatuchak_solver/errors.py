"""Exceptions.

Messages are one printable line: the invalid value, its place and the expected value.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Self

MAX_MESSAGE_LENGTH = 1000


def one_line(text: str, limit: int = MAX_MESSAGE_LENGTH) -> str:
    r"""Return a message with escaped unprintable characters, cut in the middle; idempotent.

    Examples
    --------
    >>> print(one_line("a\nb\x1b[2J"))
    a\nb\x1b[2J
    >>> one_line("x" * 50, limit=12)
    'xxxxx...xxxx'
    """
    text = _without_middle(text, limit)
    if text.isprintable():
        return text
    harmless = (char if char.isprintable() else repr(char)[1:-1] for char in text)
    return _without_middle("".join(harmless), limit)


def _without_middle(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = (limit - 3) // 2
    return f"{text[: limit - 3 - end]}...{text[len(text) - end :]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "move"), counted(2000, "move"), counted(0, "mouse", "mice")
    ('1 move', '2,000 moves', '0 mice')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


class Sentence(str):
    """English text of a message; the page has texts of its code in every language.

    Attributes
    ----------
    code
        Key of the texts.
    values
        Values of the placeholders.
    place
        Path of the invalid value, for example ``players[0].grid``; the text begins with it.
    """

    code: str
    values: dict[str, str | int]
    place: str

    def __new__(cls, code: str, text: str, place: str = "", **values: str | int) -> Self:
        """Create the sentence ``text``."""
        sentence = super().__new__(cls, text)
        sentence.code, sentence.place, sentence.values = code, place, values
        return sentence


def at(place: str, message: str) -> str:
    """Return the message after its place; a `Sentence` remains one."""
    text = f"{place}: {message}" if place else message
    if not isinstance(message, Sentence):
        return text
    places = ": ".join(part for part in (place, message.place) if part)
    return Sentence(message.code, text, places, **message.values)


class ChatuchakError(Exception):
    """Base class of this library's exceptions."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class InputError(ChatuchakError, ValueError):
    """Invalid argument; the message names its place and the expected value."""


class NotationError(InputError):
    """Text that cannot be parsed."""


class InvalidPositionError(InputError):
    """Well-formed text or value of an impossible position.

    Attributes
    ----------
    reasons
        All violated constraints; the message joins them with semicolons.
    """

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__("; ".join(self.reasons))


class IllegalMoveError(InputError):
    """Illegal move or action; the message names the violated rule."""


class InvalidInstanceError(InputError):
    """Invalid instance, file or set of options."""


class MissingExtraError(ChatuchakError, ImportError):
    """Missing optional dependency.

    ``purpose`` is the feature that needs it, for example ``PNG``; ``extra`` installs it.
    """

    def __init__(self, purpose: str, extra: str) -> None:
        # A source checkout has its project file here.
        checkout = Path(__file__).parents[1] / "pyproject.toml"
        project = "." if checkout.is_file() else "chatuchak-solver"
        super().__init__(f"{purpose} needs the extra '{extra}': pip install '{project}[{extra}]'")


class SolverError(ChatuchakError):
    """Internal error, independent of the input."""


class VerificationError(SolverError):
    """Answer that failed its independent replay."""


class WorkersLostError(ChatuchakError):
    """Loss of worker processes or machines; stored results remain."""
