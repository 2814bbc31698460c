"""The markers of the multiplayer game, by kind and name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, Self, cast

from chatuchak_solver.errors import NotationError
from chatuchak_solver.puzzle.colors import STANDARD_COLORS, STANDARD_LETTERS, Color

MarkerKind = Literal["group", "mix", "path", "rectangle"]

_NAME: Final = re.compile(
    rf"(?:(group):([{STANDARD_LETTERS}])|(mix):([{STANDARD_LETTERS}]{{2}})|(path)|(rectangle))"
)


@dataclass(frozen=True, slots=True, order=True)
class Marker:
    """One marker, and the token that matches it.

    Attributes
    ----------
    kind
        The required shape.
    colors
        The color of a group marker; the two colors, in the order of `Color`, of a mix marker;
        none for the path and the rectangle, which may be of any color.
    """

    kind: MarkerKind
    colors: tuple[Color, ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The marker's name, for example ``group:R``, ``mix:RG`` or ``path``."""
        letters = "".join(color.letter for color in self.colors)
        return f"{self.kind}:{letters}" if letters else self.kind

    @classmethod
    def parse(cls, name: str) -> Self:
        """Read a marker's name; the colors of a mix marker are in any order."""
        match = _NAME.fullmatch(name)
        kinds = [part for part in match.groups() if part] if match else []
        letters = "".join(kinds[1:])
        colors = tuple(sorted(Color(STANDARD_LETTERS.index(letter)) for letter in letters))
        if not kinds or (len(colors) == 2 and colors[0] == colors[1]):
            raise NotationError(
                f"{name!r} is no marker; expected group:R, mix:RG (two of {STANDARD_LETTERS}), "
                "path or rectangle"
            )
        return cls(cast("MarkerKind", kinds[0]), colors)


PATH: Final = Marker("path")
RECTANGLE: Final = Marker("rectangle")

ALL_MIXES: Final = tuple(Marker("mix", pair) for pair in combinations(STANDARD_COLORS, 2))
"""The ten sides of the five mix markers."""


def markers_in_play(mixes: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return the markers of a game: each color's group, the drawn mixes, path and rectangle."""
    groups = (Marker("group", (color,)) for color in STANDARD_COLORS)
    return (*groups, *mixes, PATH, RECTANGLE)
