"""Final scores as tables and as pictures: boards and composition of points."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering import svg
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import score_report as stands_report
from chatuchak_solver.rendering.templates import report

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chatuchak_solver.games.score_form import Cell, PlayerRow, ScoreReport
    from chatuchak_solver.puzzle.grid import Grid

ABREAST: Final = 2
"""Panels per row."""

MARGIN: Final = 24
LINE: Final = 24
NAME: Final = 15
NOTE: Final = 11
MIN_WIDTH: Final = 260

HEADS: Final[Mapping[str, str]] = {
    "clusters": "groups and single booths",
    "unplaced": "unplaced restaurants",
    "worst": "worst color",
}

LABELS: Final = {color.letter: color.label for color in Color}


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


def score_report(score: ScoreReport) -> RenderableType:
    """Return a score for the terminal: tables and winners."""
    if score.by_stands:
        return stands_report(score.result, [row.picture for row in score.players])
    if score.text is not None:
        return Text(score.text)
    return report("scores.txt", score=score, head=_head, cell_text=_format)


def report_svg(score: ScoreReport) -> svg.Svg:
    """Return the picture of a score."""
    title, rows = score.title, score.players
    if not score.by_stands:
        panels = [
            ScorePanel(row.name, (*row.lines, *_cell_lines(score, row)), row.grid, row.wins)
            for row in rows
        ]
        return score_svg(panels, title=title)
    if unseen := [row for row in rows if row.picture is None]:
        return score_svg([ScorePanel(row.name, row.lines, row.grid) for row in unseen], title=title)
    stands = [
        StandPanel(row.picture, row.stand, row.name, row.lines)
        for row in rows
        if row.picture is not None
    ]
    return stands_svg(stands, title=title)


def _cell_lines(score: ScoreReport, row: PlayerRow) -> list[str]:
    """Return the nonempty cells of a row, one line each."""
    cells = zip(score.head, row.cells, strict=True) if score.head else ()
    return [f"{_head(key)}: {_format(cell)}" for key, cell in cells if cell != ""]


def _head(key: str) -> str:
    return HEADS.get(key, key.replace("-", " "))


def _format(cell: Cell) -> str:
    return re.sub("color:([A-Z])", lambda match: LABELS[match[1]], str(cell))
