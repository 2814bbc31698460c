"""Final points and winners.

Source: rulebook, End score.
"""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle import Color, Grid


class Result(NamedTuple):
    """The sort key of a player's final rank.

    Attributes
    ----------
    stars
        Stars on the markers in the grid and on all tokens.
    minus
        The highest number, over the colors, of groups plus single booths.
    general_stars
        The stars on general tokens: the first tie-break.
    mix_tokens
        The number of matching tokens of mix markers: the second one.
    """

    stars: int
    minus: int
    general_stars: int
    mix_tokens: int

    @property
    def total(self) -> int:
        """The points."""
        return self.stars - self.minus


def best(results: Sequence[Result]) -> tuple[int, ...]:
    """Return the indices of the winners: most points, then general stars, then mix tokens."""
    keys = [(result.total, result.general_stars, result.mix_tokens) for result in results]
    return tuple(index for index, key in enumerate(keys) if key == max(keys))


def clusters(grid: Grid) -> tuple[int, ...]:
    """Return, per color, the number of its groups plus its single booths."""
    return tuple(len(grid.component_masks(color)) for color in range(len(grid.color_masks)))


def worst_color(grid: Grid) -> tuple[Color, int]:
    """Return the color with the most groups plus single booths (first in a tie) and the count."""
    counts = clusters(grid)
    worst = max(counts)
    return Color(counts.index(worst)), worst
