"""Composition of scores as tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.text import Text

from chatuchak_solver.games.facts import SummaryTable
from chatuchak_solver.games.score_form import Cell, ScoreReport
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering.score_svg import ScorePanel, score_svg
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import score_report as stands_report
from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.rendering.tables import TextTable, text_table

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADS: Final[Mapping[str, str]] = {
    "clusters": "groups and single booths",
    "unplaced": "unplaced restaurants",
    "worst": "worst color",
}

LABELS: Final = {color.letter: color.label for color in Color}


def score_table(table: SummaryTable) -> TextTable:
    """Return a table for the terminal; ``color:R 5`` is a number of a color."""
    who, *columns = map(_head, table.head)
    drawn = text_table(f"<{who}", *columns, header_style="bold")
    for row in table.rows:
        drawn.add_row(*(Text(_format(cell)) for cell in row))
    return drawn


def row_lines(table: SummaryTable, number: int) -> tuple[str, ...]:
    """Return the nonempty cells of a row, one line each."""
    cells = zip(table.head[1:], table.rows[number][1:], strict=True)
    return tuple(f"{_head(key)}: {_format(cell)}" for key, cell in cells if cell != "")


def score_report(report: ScoreReport) -> RenderableType:
    """Return a score for the terminal: tables and winners."""
    if report.by_stands:
        return stands_report(report.result, [row.picture for row in report.players])
    if report.text is not None:
        return Text(report.text)
    parts = [part for table in report.tables for part in (score_table(table), "")]
    winners = report.winners
    if not winners:
        return Group(*parts[:-1])
    return Group(*parts, f"{' and '.join(winners)} {'share the win' if winners[1:] else 'wins'}.")


def report_svg(report: ScoreReport) -> Svg:
    """Return the picture of a score."""
    if report.by_stands and all(row.picture for row in report.players):
        return stands_svg(
            [
                StandPanel(row.picture, row.stand, row.name, row.lines)
                for row in report.players
                if row.picture is not None
            ],
            title=report.title,
        )
    panels = [
        ScorePanel(
            row.name,
            row.lines if report.by_stands or not report.head
            else (*row.lines, *row_lines(report.points, number)),
            row.grid,
            row.wins and not report.by_stands,
        )
        for number, row in enumerate(report.players)
        if not (report.by_stands and row.picture)
    ]  # fmt: skip
    return score_svg(panels, title=report.title)


def _head(key: str) -> str:
    return HEADS.get(key, key.replace("-", " "))


def _format(cell: Cell) -> str:
    return re.sub("color:([A-Z])", lambda match: LABELS[match[1]], str(cell))
