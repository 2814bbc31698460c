"""Score sheets as PDF, with a column per player.

Needs the extra ``print`` (fpdf2), imported on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.codec import Form, convert, parse_json
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.rendering.sheet_pdf import PAPERS, SIZES, Paper, new_pdf
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER

if TYPE_CHECKING:
    from fpdf import FPDF


MARGIN = 12.0
"""In millimeters."""
LABELS = 66.0
"""Width of labels in millimeters."""
MAX_ROW_HEIGHT = 11.0
"""In millimeters."""


class ScoreSheet(Form, frozen=True):
    """A paper sheet.

    Attributes
    ----------
    columns
        The number of players, or of games.
    rows
        The rows from the top; without column heads the last is the result.
    per_page
        The number of sheets on a page.
    heads
        The column heads; by default space for names.
    """

    title: str
    columns: int
    rows: tuple[str, ...]
    notes: tuple[str, ...]
    per_page: int = 2
    heads: tuple[str, ...] = ()


SCORE_SHEETS: Mapping[str, ScoreSheet] = convert(
    parse_json(read_bytes("score_sheets.json")[0])["sheets"], dict[str, ScoreSheet]
)
"""The sheets by the name of a score form, or of another game."""


def score_sheet_pdf(game: str, *, paper: Paper = "A4") -> bytes:
    """Return a page of score sheets.

    Parameters
    ----------
    game
        One of `SCORE_SHEETS`.
    """
    check_choice(game, tuple(SCORE_SHEETS), name="score sheet")
    check_choice(paper, PAPERS, name="paper")
    sheet = SCORE_SHEETS[game]
    pdf = new_pdf(paper, f"Score sheet: {sheet.title}")
    pdf.add_page()
    width, height = SIZES[paper]
    for number in range(sheet.per_page):
        top = number * height / sheet.per_page
        if number:
            pdf.set_draw_color(EDGE)
            pdf.set_dash_pattern(dash=2, gap=2)
            pdf.line(0, top, width, top)
            pdf.set_dash_pattern()
        _draw(pdf, sheet, top + MARGIN, width - 2 * MARGIN, height / sheet.per_page - 2 * MARGIN)
    return bytes(pdf.output())


def _draw(pdf: FPDF, sheet: ScoreSheet, top: float, width: float, height: float) -> None:
    pdf.set_text_color(INK)
    pdf.set_draw_color(INK)
    pdf.set_line_width(0.25)
    pdf.set_font("helvetica", style="B", size=15)
    pdf.set_xy(MARGIN, top)
    pdf.cell(width, 8, sheet.title)
    top += 11
    row_height = min(MAX_ROW_HEIGHT, (height - 11 - 10 * len(sheet.notes)) / (len(sheet.rows) + 1))
    column = (width - LABELS) / sheet.columns
    for number, label in enumerate(("", *sheet.rows)):
        is_result = number == len(sheet.rows) and not sheet.heads
        pdf.set_xy(MARGIN, top + number * row_height)
        pdf.set_fill_color(PAPER)
        pdf.set_font("helvetica", style="B" if is_result else "", size=9)
        pdf.cell(LABELS, row_height, label, border=1 if label else 0, fill=bool(label))
        for place in range(sheet.columns):
            head = sheet.heads[place] if number == 0 and sheet.heads else ""
            pdf.cell(column, row_height, head, border=1)
    pdf.set_font("helvetica", size=8)
    pdf.set_xy(MARGIN, top + (len(sheet.rows) + 1) * row_height + 2)
    pdf.multi_cell(width, 4, "\n".join(sheet.notes))
