"""Composition of scores as tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rich.text import Text

from chatuchak_solver.games.facts import SummaryTable
from chatuchak_solver.games.score_form import Cell, ScoreReport
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering.score_svg import ScorePanel, score_svg
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import score_report as stands_report
from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.rendering.templates import report

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADS: Final[Mapping[str, str]] = {
    "clusters": "groups and single booths",
    "unplaced": "unplaced restaurants",
    "worst": "worst color",
}

LABELS: Final = {color.letter: color.label for color in Color}


def row_lines(table: SummaryTable, number: int) -> tuple[str, ...]:
    """Return the nonempty cells of a row, one line each."""
    cells = zip(table.head[1:], table.rows[number][1:], strict=True)
    return tuple(f"{_head(key)}: {_format(cell)}" for key, cell in cells if cell != "")


def score_report(score: ScoreReport) -> RenderableType:
    """Return a score for the terminal: tables and winners."""
    if score.by_stands:
        return stands_report(score.result, [row.picture for row in score.players])
    if score.text is not None:
        return Text(score.text)
    return report("scores.txt", score=score, head=_head, cell_text=_format)


def report_svg(score: ScoreReport) -> Svg:
    """Return the picture of a score."""
    if score.by_stands and all(row.picture for row in score.players):
        return stands_svg(
            [
                StandPanel(row.picture, row.stand, row.name, row.lines)
                for row in score.players
                if row.picture is not None
            ],
            title=score.title,
        )
    panels = [
        ScorePanel(
            row.name,
            row.lines if score.by_stands or not score.head
            else (*row.lines, *row_lines(score.points, number)),
            row.grid,
            row.wins and not score.by_stands,
        )
        for number, row in enumerate(score.players)
        if not (score.by_stands and row.picture)
    ]  # fmt: skip
    return score_svg(panels, title=score.title)


def _head(key: str) -> str:
    return HEADS.get(key, key.replace("-", " "))


def _format(cell: Cell) -> str:
    return re.sub("color:([A-Z])", lambda match: LABELS[match[1]], str(cell))
