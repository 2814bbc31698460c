"""Booth colors: five of the game and four for other grids."""

from enum import IntEnum
from typing import Self

from chatuchak_solver.arguments import reject_unknown
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quote

STANDARD_LETTERS = "RYGBP"
COLOR_LETTERS = STANDARD_LETTERS + "TVWK"
EMPTY_LETTER = "."
LETTERS = COLOR_LETTERS + EMPTY_LETTER
"""By color; index -1 is the empty spot."""

MIN_BOOTHS = 2
"""A single booth can never form a group."""
MAX_BOOTHS = 9
COUNTS = (0, *range(MIN_BOOTHS, MAX_BOOTHS + 1))
"""Allowed numbers of booths of a color."""

STANDARD_COUNTS = (6, 6, 6, 6, 5)
"""Booths per color, in the order of `Color`. Assumed: the rulebook has no counts."""


class Color(IntEnum):
    """A booth color, the index of tuples ordered by color."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    PINK = 4
    TANGERINE = 5
    VIOLET = 6
    WHITE = 7
    BLACK = 8

    _missing_ = classmethod(reject_unknown)

    @classmethod
    def parse(cls, letter: str) -> Self:
        """Return the color of a letter."""
        if letter not in tuple(COLOR_LETTERS):
            raise InputError(
                f"invalid color {quote(letter)}: expected one letter of {COLOR_LETTERS}"
            )
        return cls(COLOR_LETTERS.index(letter))

    @property
    def letter(self) -> str:
        """Letter in grid notation."""
        return COLOR_LETTERS[self]

    @property
    def label(self) -> str:
        """Name in lower case."""
        return self.name.lower()


STANDARD_COLORS = tuple(Color)[: len(STANDARD_LETTERS)]
