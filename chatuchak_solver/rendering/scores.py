"""Final scores as tables and as pictures: boards and composition of points."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering import svg
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import score_report as stands_report
from chatuchak_solver.rendering.templates import report

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chatuchak_solver.games.score_form import Cell, PlayerRow, ScoreReport

ABREAST = 2
"""Panels per row."""

MARGIN = 24
LINE = 24
NAME = 15
NOTE = 11
MIN_WIDTH = 260

HEADS: Mapping[str, str] = {
    "clusters": "groups and single booths",
    "unplaced": "unplaced restaurants",
    "worst": "worst color",
}

LABELS = {color.letter: color.label for color in Color}


def score_svg(rows: Sequence[PlayerRow], *, title: str = "Final score") -> svg.Svg:
    """Return an SVG document of one or more final scores, with board and lines, two per row."""
    boards = [(0, 0) if row.grid is None else board_size(row.grid.board) for row in rows]
    texts = [svg.text_width(row.name, size=NAME) for row in rows]
    texts += [svg.text_width(line, size=NOTE) for row in rows for line in row.lines]
    wide = max(MIN_WIDTH, math.ceil(max(texts)), *(width for width, _ in boards)) + 2 * MARGIN
    lines = [LINE * (len(row.lines) + 2) + MARGIN for row in rows]
    high = max(board[1] + text for board, text in zip(boards, lines, strict=True))
    width, height, corners = svg.arrange(len(rows), ABREAST, (wide, high), MARGIN)
    width = max(width, math.ceil(svg.text_width(title, size=NAME)) + 60)
    colors = next((row.grid.colors for row in rows if row.grid is not None), ())
    return svg.svg_picture(
        "scores.svg", width, height + 2 * LINE, title=title, heading=title, colors=colors,
        panels=list(zip(rows, boards, corners, strict=True)), wide=wide, high=high,
        description=svg.description("score_panels.txt", rows=rows),
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
        full = [replace(row, lines=(*row.lines, *_cell_lines(score, row))) for row in rows]
        return score_svg(full, title=title)
    if unseen := [replace(row, wins=False) for row in rows if row.picture is None]:
        return score_svg(unseen, title=title)
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
