"""Final scores as a picture: board and composition of points per player."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering import svg
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid

ABREAST: Final = 2
"""Panels per row."""

MARGIN: Final = 24
LINE: Final = 24
NAME: Final = 15
NOTE: Final = 11
MIN_WIDTH: Final = 260


@dataclass(frozen=True, slots=True)
class ScorePanel:
    """Final score of a player.

    Attributes
    ----------
    wins
        Frame the panel as a winner's.
    """

    name: str
    lines: tuple[str, ...]
    grid: Grid | None = None
    wins: bool = False

    @property
    def drawn(self) -> tuple[int, int]:
        """Width and height of the drawn grid."""
        return (0, 0) if self.grid is None else board_size(self.grid.board)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in user units."""
        texts = [svg.text_width(self.name, size=NAME)]
        texts += [svg.text_width(line, size=NOTE) for line in self.lines]
        wide = max(MIN_WIDTH, self.drawn[0], math.ceil(max(texts)))
        return wide + 2 * MARGIN, self.drawn[1] + LINE * (len(self.lines) + 2) + MARGIN

    def describe(self) -> str:
        """Return a text alternative."""
        words = [self.name, *self.lines]
        return "\n".join(words if self.grid is None else [*words, describe_grid(self.grid)])


def score_svg(panels: Sequence[ScorePanel], *, title: str = "Final score") -> svg.Svg:
    """Return an SVG document of one or more final scores, two per row."""
    wide, high = (max(sides) for sides in zip(*(panel.size for panel in panels), strict=True))
    width, height, corners = svg.arrange(len(panels), ABREAST, (wide, high), MARGIN)
    width = max(width, math.ceil(svg.text_width(title, size=NAME)) + 60)
    height += 2 * LINE
    words = "\n\n".join(panel.describe() for panel in panels)
    colors = next((panel.grid.colors for panel in panels if panel.grid is not None), ())
    return svg.svg_picture(
        "scores.svg", width, height, title=title, description=words, heading=title, colors=colors,
        panels=list(zip(panels, corners, strict=True)), wide=wide, high=high,
    )  # fmt: skip
