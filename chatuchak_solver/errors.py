"""Every error that the library raises on purpose.

Messages are one line and name the value, the place and what would be right, so that the command
line can print them as they are.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

MOST_ON_A_LINE: Final = 1000
"""Characters of a whole message; the longest of our own words are half of that."""


def one_line(text: str, limit: int = MOST_ON_A_LINE) -> str:
    r"""Return a message with every character that is not printable escaped, cut to ``limit``.

    The middle goes where it is too long: the start says where and the end what is right. A text
    that passed once passes again unchanged.

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
    harmless = (one if one.isprintable() else repr(one)[1:-1] for one in text)
    return _without_middle("".join(harmless), limit)


def _without_middle(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = (limit - 3) // 2
    return f"{text[: limit - 3 - end]}...{text[len(text) - end :]}"


class ChatuchakError(Exception):
    """Base of all errors of this library; the message is one printable line, never a long one."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class InputError(ChatuchakError, ValueError):
    """What the caller passed in is wrong; the message says what, where and what is right."""


class NotationError(InputError):
    """A text cannot be read."""


class InvalidPositionError(InputError):
    """A well-formed text or value describes an impossible position.

    Attributes
    ----------
    reasons
        Every reason, not only the first one; the message joins them with semicolons.
    """

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__("; ".join(self.reasons))


class IllegalMoveError(InputError):
    """A move or an action is not legal here; the message carries it and the rule it breaks."""


class InvalidInstanceError(InputError):
    """A file or a set of options is not a valid instance of its kind."""


class MissingExtraError(ChatuchakError, ImportError):
    """Something optional is not installed.

    Parameters
    ----------
    purpose
        What needs it, such as ``PNG``.
    extra
        The extra of this project that brings it.
    """

    def __init__(self, purpose: str, extra: str) -> None:
        # A checkout, installed for editing or not, has its project file next to the package.
        checkout = Path(__file__).parents[1] / "pyproject.toml"
        project = "." if checkout.is_file() else "chatuchak-solver"
        super().__init__(f"{purpose} needs the extra '{extra}': pip install '{project}[{extra}]'")


class SolverError(ChatuchakError):
    """A solver failed: a defect of this library, never of the input."""


class VerificationError(SolverError):
    """An answer failed its own independent replay."""


class WorkersLostError(ChatuchakError):
    """Processes or machines that worked for this program are gone; what is written stays."""
