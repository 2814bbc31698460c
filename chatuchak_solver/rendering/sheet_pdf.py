"""Start tiles and stand cards as PDF, to print and cut.

Needs the extra ``print`` (fpdf2), imported on first use.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import board_svg, grid_svg
from chatuchak_solver.rendering.stand_svg import CARD_SIZE, card_svg
from chatuchak_solver.rendering.svg import INK, PAPER
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck

if TYPE_CHECKING:
    from fpdf import FPDF


Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}

MARGIN = 8.0
"""Unprintable margin, also for cut marks, in millimeters."""
MARK = 5.0
"""In millimeters."""
MARK_GAP = 1.0
"""Distance from bleed to cut mark, in millimeters."""
MIN_BACK_TEXT = 9.0
"""Minimum font size on backs, in points."""
MARK_TEXT = 6.0
"""Font size of the mark, in points."""
NUMBER_SHARE = 0.28
"""Height of the number, relative to the tile."""
KEY_SHARE = 0.4
"""Height of the key, relative to the tile."""

CARD_WIDTH = 60.0
"""Width of a card in millimeters: three per row."""

POINTS = 72 / 25.4


class SheetTile(NamedTuple):
    """A tile or card to cut out.

    Attributes
    ----------
    number
        Large text on the back.
    mark
        Small print on the back, e.g. a note about assumptions; the page's note is cut off.
    has_moves
        Whether the lines name spots; the back then has a small numbered board.
    """

    front: Grid | Card
    number: str = ""
    lines: tuple[str, ...] = ()
    mark: str = ""
    has_moves: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Size of the front in user units."""
        return board_size(self.front.board) if isinstance(self.front, Grid) else CARD_SIZE


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """Paper and layout of pages, in millimeters.

    Attributes
    ----------
    width
        Width of a cut tile; its height follows from the board.
    bleed
        Background beyond the cut.
    backs
        Add a page of backs after each page, mirrored for duplex printing along the long edge.
    note
        A line at the bottom of front pages.
    """

    paper: Paper = "A4"
    width: float = 88.0
    bleed: float = 2.0
    backs: bool = True
    note: str = ""

    def __post_init__(self) -> None:
        check_choice(self.paper, PAPERS, name="paper")
        if not 0 <= self.bleed <= 10:
            raise InputError(f"invalid bleed {self.bleed:g}: expected 0..10 mm")
        max_width = SIZES[self.paper][0] - 2 * (MARGIN + self.bleed)
        if not 20 <= self.width <= max_width:
            raise InputError(
                f"invalid tile width {self.width:g}: expected 20..{max_width:g} mm on {self.paper}"
            )


def sheet_pdf(
    tiles: Sequence[SheetTile], sheet: SheetLayout | None = None, *, title: str = "Start tiles"
) -> bytes:
    """Return a PDF of tiles or cards, as many per page as fit.

    The tiles have the same size; by default they are 88 mm wide, six on a page of A4.

    Examples
    --------
    >>> sheet_pdf([SheetTile(Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"), "1")])[:5]
    b'%PDF-'
    """
    sheet = sheet or SheetLayout()
    if not tiles:
        raise InputError("no tiles: expected at least one")
    if len(sizes := {tile.size for tile in tiles}) > 1:
        raise InputError("invalid tiles of several boards: expected a single board")
    ((width, height),) = sizes
    height *= sheet.width / width
    fronts, backs = (_corners(sheet, height, mirrored=mirrored) for mirrored in (False, True))
    if not fronts:
        raise InputError(f"invalid tile height {height:.0f} mm: expected to fit on {sheet.paper}")
    pdf = new_pdf(sheet.paper, title)
    for first in range(0, len(tiles), len(fronts)):
        page = tiles[first : first + len(fronts)]
        _add_page(pdf, sheet, height, dict(zip(fronts, page, strict=False)), _draw_front)
        if sheet.note:
            pdf.set_font("helvetica", size=7)
            pdf.set_xy(0, SIZES[sheet.paper][1] - 4)
            pdf.cell(SIZES[sheet.paper][0], 3, sheet.note, align="C")
        if sheet.backs:
            _add_page(pdf, sheet, height, dict(zip(backs, page, strict=False)), _draw_back)
    return bytes(pdf.output())


def deck_pdf(deck: Deck, sheet: SheetLayout | None = None) -> bytes:
    """Return a PDF of the cards of a deck, with names and assumptions on the backs.

    The default layout is A4 with cards `CARD_WIDTH` wide, 18 per page.
    """
    mark = "assumed, not a published card" if deck.assumed else ""
    cards = [SheetTile(card, card.id, mark=mark) for card in deck]
    return sheet_pdf(cards, sheet or SheetLayout(width=CARD_WIDTH), title=f"Cards: {deck.name}")


def new_pdf(paper: Paper, title: str) -> FPDF:
    """Return an empty document; equal content gives equal bytes."""
    # PDF pictures have no titles and descriptions.
    logging.getLogger("fpdf.svg").setLevel(logging.ERROR)
    pdf: FPDF = imported("fpdf", "PDF", "print").FPDF(unit="mm", format=SIZES[paper])
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.set_creator("chatuchak-solver")
    pdf.set_title(title)
    pdf.set_lang("en")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # for reproducible files
    return pdf


def _corners(
    sheet: SheetLayout, height: float, *, mirrored: bool = False
) -> list[tuple[float, float]]:
    """Return the upper left corners of a page's tiles, by row; backs are mirrored."""
    wide, high = sheet.width + 2 * sheet.bleed, height + 2 * sheet.bleed
    paper_width, paper_height = SIZES[sheet.paper]
    columns = int((paper_width - 2 * MARGIN) // wide)
    rows = int((paper_height - 2 * MARGIN) // high)
    left = (paper_width - columns * wide) / 2 + sheet.bleed
    top = (paper_height - rows * high) / 2 + sheet.bleed
    order = range(columns)[:: -1 if mirrored else 1]
    return [(left + x * wide, top + y * high) for y in range(rows) for x in order]


def _add_page(
    pdf: FPDF, sheet: SheetLayout, height: float, tiles: Mapping[tuple[float, float], SheetTile],
    draw: Callable[[FPDF, SheetTile, float, float, float, float], None],
) -> None:  # fmt: skip
    pdf.add_page()
    pdf.set_text_color(INK)
    bleed = sheet.bleed
    for (x, y), tile in tiles.items():
        pdf.set_fill_color(PAPER)
        pdf.rect(x - bleed, y - bleed, sheet.width + 2 * bleed, height + 2 * bleed, style="F")
        draw(pdf, tile, x, y, sheet.width, height)
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    corners = _corners(sheet, height)
    columns = sorted({x for x, _ in corners})
    rows = sorted({y for _, y in corners})
    gap = bleed + MARK_GAP
    left, right = columns[0] - gap, columns[-1] + sheet.width + gap
    top, bottom = rows[0] - gap, rows[-1] + height + gap
    for x in (cut for start in columns for cut in (start, start + sheet.width)):
        pdf.line(x, top - MARK, x, top)
        pdf.line(x, bottom, x, bottom + MARK)
    for y in (cut for start in rows for cut in (start, start + height)):
        pdf.line(left - MARK, y, left, y)
        pdf.line(right, y, right + MARK, y)


def _draw_front(
    pdf: FPDF, tile: SheetTile, x: float, y: float, width: float, height: float
) -> None:
    front = tile.front
    picture = grid_svg(front) if isinstance(front, Grid) else card_svg(front)
    pdf.image(io.BytesIO(picture.encode()), x=x, y=y, w=width, h=height)


def _draw_back(pdf: FPDF, tile: SheetTile, x: float, y: float, width: float, height: float) -> None:
    size = height * NUMBER_SHARE * POINTS
    pdf.set_font("helvetica", style="B", size=size)
    pdf.set_xy(x, y + 0.2 * height)
    pdf.cell(width, size / POINTS, tile.number, align="C")
    pdf.set_font("helvetica", size=max(MIN_BACK_TEXT, height / 6))
    left, room = x + 4, width - 8
    if tile.has_moves and isinstance(tile.front, Grid):
        key = io.BytesIO(board_svg(tile.front.board).encode())
        pdf.image(key, x=left, y=y + 0.5 * height, h=KEY_SHARE * height)
        left, room = left + 0.55 * height, room - 0.55 * height
    pdf.set_xy(left, y + 0.55 * height)
    pdf.multi_cell(room, None, "\n".join(tile.lines), align="C")
    pdf.set_font("helvetica", size=MARK_TEXT)
    pdf.set_xy(x, y + height - 5)
    pdf.cell(width, 3, tile.mark, align="C")
