"""The booth colors and their letters: the game's own five, and four for grids beyond the game."""

from enum import IntEnum
from typing import Final, Self

from chatuchak_solver.arguments import refuse_others
from chatuchak_solver.errors import InputError

STANDARD_LETTERS: Final = "RYGBP"
"""The letters of the game's own colors."""
COLOR_LETTERS: Final = STANDARD_LETTERS + "TVWK"
EMPTY_LETTER: Final = "."

MIN_BOOTHS: Final = 2
"""The fewest booths of a color that is present: a single booth can never be a group."""
MAX_BOOTHS: Final = 9
"""The most booths of one color."""

STANDARD_COUNTS: Final = (6, 6, 6, 6, 5)
"""Booths per color (red, yellow, green, blue, pink). Assumed: the rulebook's text has no counts."""


class Color(IntEnum):
    """A booth color, by its index in every tuple that is ordered by color."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    PINK = 4
    TANGERINE = 5
    VIOLET = 6
    WHITE = 7
    BLACK = 8

    _missing_ = refuse_others("color")

    @classmethod
    def parse(cls, letter: str) -> Self:
        """Return the color of a letter."""
        if letter not in tuple(COLOR_LETTERS):
            raise InputError(f"expected one letter of {COLOR_LETTERS}")
        return cls(COLOR_LETTERS.index(letter))

    @property
    def letter(self) -> str:
        """The color's letter in grid notation."""
        return COLOR_LETTERS[self]

    @property
    def label(self) -> str:
        """The color's name in lower case."""
        return self.name.lower()


STANDARD_COLORS: Final = tuple(Color)[: len(STANDARD_LETTERS)]
"""The game's own colors."""
