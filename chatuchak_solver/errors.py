"""Every error that the library raises on purpose.

Messages are one line and name the value, the place and what would be right, so that the command
line can print them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ChatuchakError",
    "IllegalMoveError",
    "InputError",
    "InvalidInstanceError",
    "InvalidPositionError",
    "MissingExtraError",
    "NotationError",
    "SolverError",
    "VerificationError",
]


class ChatuchakError(Exception):
    """Base of all errors of this library."""


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
        self.reasons = tuple(reasons)
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
        super().__init__(
            f"{purpose} needs the extra '{extra}': pip install 'chatuchak-solver[{extra}]'"
        )


class SolverError(ChatuchakError):
    """A solver failed: a defect of this library, never of the input."""


class VerificationError(SolverError):
    """An answer failed its own independent replay."""
