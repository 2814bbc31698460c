"""Score sheets as PDF: what each game asks for at its end, a column for each player.

Needs the extra ``print`` (fpdf2), imported on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import escaped
from chatuchak_solver.rendering.sheet_page import SIZES, Paper, new_pdf
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["SCORE_SHEETS", "ScoreSheet", "score_sheet_pdf"]

MARGIN: Final = 12.0
"""Around the sheet, in millimetres."""
LABELS: Final = 66.0
"""Width of the column that says what to write."""
MOST_HEIGHT: Final = 11.0
"""Of a row, in millimetres."""
PER_PAGE: Final = 2


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What is to be written down of one game.

    Attributes
    ----------
    title
        The game.
    columns
        How many players, or games, there is place for.
    rows
        What to write, from the top; the last is the result.
    notes
        How to count, one line each.
    per_page
        How many sheets go on one page.
    """

    title: str
    columns: int
    rows: tuple[str, ...]
    notes: tuple[str, ...]
    per_page: int = PER_PAGE


SCORE_SHEETS: Final[Mapping[str, ScoreSheet]] = MappingProxyType(
    {
        "puzzle": ScoreSheet(
            "The puzzle: moves needed",
            5,
            (*(f"Tile {number}" for number in range(1, 17)), "Sum"),
            ("Names or dates stand at the top; chatuchak rank tells what tiles need at least.",),
            per_page=1,
        ),
        "stand": ScoreSheet(
            "Market stand",
            4,
            (
                "I announce", "Strawberries", "Bananas", "Grapes", "Carrots", "Mushrooms",
                "Mice: -2 each", "Total",
            ),
            (
                "A good that anybody announces counts once for everybody:",
                "spaces of the biggest group x number of groups.",
                "Two players announce two goods each. Ties: fewest mice.",
            ),
        ),
        "chatuchak": ScoreSheet(
            "Chatuchak, the jump game",
            5,
            (
                "Stars on markers in the grid", "Stars on general tokens",
                "Stars on tokens of groups", "Stars on mix tokens",
                "Stars on path and rectangle tokens", "Worst color: groups + single booths, minus",
                "Total",
            ),
            (
                "A marker beside the grid counts nothing.",
                "Ties: most stars on general tokens, then most mix tokens.",
            ),
        ),
        "mercado": ScoreSheet(
            "Mercado de Lisboa",
            4,
            ("Coins", "Unplaced restaurants: -1 each", "Stands in the market, for ties", "Total"),
            ("Most coins win, then most stands in the market.",),
        ),
        "river-market": ScoreSheet(
            "River Market, solo",
            4,
            ("Helpers hired", "Final score", "Resource most left over", "Ended by", "Title"),
            ("chatuchak score river-market tells the title that these four answers earn.",),
        ),
    }
)  # fmt: skip
"""The sheets that there are, by the names of the games."""


def score_sheet_pdf(game: str, *, paper: Paper = "A4") -> bytes:
    """Return one page with score sheets of a game.

    Parameters
    ----------
    game
        One of `SCORE_SHEETS`.

    Raises
    ------
    InputError
        If there is no such sheet, or no such paper.
    MissingExtraError
        If the extra ``print`` is not installed.
    """
    if game not in SCORE_SHEETS:
        known = ", ".join(SCORE_SHEETS)
        raise InputError(f"no score sheet {escaped(repr(game))}; expected one of {known}")
    if paper not in SIZES:
        raise InputError(f"unknown paper {escaped(repr(paper))}; expected {' or '.join(SIZES)}")
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
    """Draw a sheet below ``top``: its title, the table, and how to count."""
    pdf.set_text_color(INK)
    pdf.set_draw_color(INK)
    pdf.set_line_width(0.25)
    pdf.set_font("helvetica", style="B", size=15)
    pdf.set_xy(MARGIN, top)
    pdf.cell(width, 8, sheet.title)
    top += 11
    row_height = min(MOST_HEIGHT, (height - 11 - 10 * len(sheet.notes)) / (len(sheet.rows) + 1))
    column = (width - LABELS) / sheet.columns
    for number, label in enumerate(("", *sheet.rows)):
        last = number == len(sheet.rows)
        pdf.set_xy(MARGIN, top + number * row_height)
        pdf.set_fill_color(PAPER)
        pdf.set_font("helvetica", style="B" if last else "", size=9)
        pdf.cell(LABELS, row_height, label, border=1 if label else 0, fill=bool(label))
        for _ in range(sheet.columns):
            pdf.cell(column, row_height, border=1)
    pdf.set_font("helvetica", size=8)
    pdf.set_xy(MARGIN, top + (len(sheet.rows) + 1) * row_height + 2)
    pdf.multi_cell(width, 4, "\n".join(sheet.notes))
