"""Final scores as a picture: board, points and their composition per player."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering import svg
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, draw_grid

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
    name
        The heading.
    lines
        Composition of the points.
    grid
        The player's grid, if any.
    wins
        Whether to frame the panel as a winner's.
    """

    name: str
    lines: tuple[str, ...]
    grid: Grid | None = None
    wins: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in user units."""
        drawn = (0, 0) if self.grid is None else board_size(self.grid.board)
        texts = [svg.text_width(self.name, size=NAME)]
        texts += [svg.text_width(line, size=NOTE) for line in self.lines]
        wide = max(MIN_WIDTH, drawn[0], math.ceil(max(texts)))
        return wide + 2 * MARGIN, drawn[1] + LINE * (len(self.lines) + 2) + MARGIN

    def describe(self) -> str:
        """Return a text alternative."""
        words = [self.name, *self.lines]
        return "\n".join(words if self.grid is None else [*words, describe_grid(self.grid)])


def score_svg(panels: Sequence[ScorePanel], *, title: str = "Final score") -> svg.Svg:
    """Return an SVG document of a finished game, two players per row.

    Parameters
    ----------
    panels
        At least one.
    title
        Heading and accessible name.
    """
    wide, high = (max(sides) for sides in zip(*(panel.size for panel in panels), strict=True))
    rows = svg.Rows.of(len(panels), ABREAST, (wide, high), gap=MARGIN, edge=MARGIN)
    width = max(rows.width, math.ceil(svg.text_width(title, size=NAME)) + 60)
    height = rows.height + 2 * LINE
    words = "\n\n".join(panel.describe() for panel in panels)
    root = svg.document(width, height, title=title, description=words)
    grids = [panel.grid for panel in panels if panel.grid is not None]
    if grids:
        define_booths(root, grids[0].colors)
    svg.add(root, "rect", width=width, height=height, rx=14, fill=svg.PAPER)
    svg.write(root, title, x=MARGIN, y=MARGIN + NAME, size=NAME, weight=2.2)
    for panel, (left, top) in zip(panels, rows.corners, strict=True):
        group = svg.add(root, "g", transform=f"translate({left} {top + 2 * LINE})")
        ink = svg.INK if panel.wins else svg.EDGE
        svg.add(group, "rect", width=wide, height=high, rx=14, fill="#ffffff", stroke=ink,
            stroke_width=4 if panel.wins else 2)  # fmt: skip
        svg.write(group, panel.name, x=MARGIN, y=MARGIN + 8, size=NAME, weight=2)
        below = MARGIN + LINE
        if panel.grid is not None:
            draw_grid(svg.add(group, "g", transform=f"translate({MARGIN} {below})"), panel.grid,
                      groups=True)  # fmt: skip
            below += board_size(panel.grid.board)[1]
        for number, line in enumerate(panel.lines, start=1):
            svg.write(group, line, x=MARGIN, y=below + LINE * number - 4, size=NOTE)
    return svg.finish(root)
