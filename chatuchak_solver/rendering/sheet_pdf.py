"""Start tiles and stand cards as PDF, to print and cut.

Pages have true sizes, bleed, cut marks and aligned backs. Needs the extra ``print`` (fpdf2),
imported on first use.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import board_size, board_svg, grid_svg
from chatuchak_solver.rendering.stand_svg import CARD_SIZE, card_svg
from chatuchak_solver.rendering.svg import INK, PAPER
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck

if TYPE_CHECKING:
    from fpdf import FPDF


Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES: Final = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}

MARGIN: Final = 8.0
"""Unprintable margin, also for cut marks, in millimeters."""
MARK: Final = 5.0
"""In millimeters."""
MARK_GAP: Final = 1.0
"""Distance from bleed to cut mark, in millimeters."""
MIN_BACK_TEXT: Final = 9.0
"""Minimum font size on backs, in points."""
MARK_TEXT: Final = 6.0
"""Font size of the mark, in points."""
NUMBER_SHARE: Final = 0.28
"""Height of the number, relative to the tile."""
KEY_SHARE: Final = 0.4
"""Height of the key, relative to the tile."""

CARD_WIDTH: Final = 60.0
"""Width of a card in millimeters: three per row."""

POINTS: Final = 72 / 25.4


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
        if self.paper not in PAPERS:
            raise InputError(f"invalid paper {self.paper!r}: expected {' or '.join(PAPERS)}")
        if not 0 <= self.bleed <= 10:
            raise InputError(f"invalid bleed {self.bleed:g}: expected 0..10 mm")
        max_width = SIZES[self.paper][0] - 2 * (MARGIN + self.bleed)
        if not 20 <= self.width <= max_width:
            raise InputError(
                f"invalid tile width {self.width:g}: expected 20..{max_width:g} mm on {self.paper}"
            )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Positions of a page's cells, tiles with bleed."""

    sheet: SheetLayout
    height: float

    @property
    def cell(self) -> tuple[float, float]:
        return self.sheet.width + 2 * self.sheet.bleed, self.height + 2 * self.sheet.bleed

    @property
    def columns(self) -> int:
        return int((SIZES[self.sheet.paper][0] - 2 * MARGIN) // self.cell[0])

    @property
    def rows(self) -> int:
        return int((SIZES[self.sheet.paper][1] - 2 * MARGIN) // self.cell[1])

    def tile_corner(self, place: int, *, mirrored: bool = False) -> tuple[float, float]:
        row, column = divmod(place, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        left, top = (
            (size - count * cell) / 2
            for size, count, cell in zip(
                SIZES[self.sheet.paper], (self.columns, self.rows), self.cell, strict=True
            )
        )
        bleed = self.sheet.bleed
        return left + column * self.cell[0] + bleed, top + row * self.cell[1] + bleed


def sheet_pdf(
    tiles: Sequence[SheetTile], sheet: SheetLayout | None = None, *, title: str = "Start tiles"
) -> bytes:
    """Return a PDF of tiles or cards, as many per page as fit.

    Parameters
    ----------
    tiles
        At least one, all of the same size.
    sheet
        By default A4 and tiles 88 mm wide, six per page.

    Raises
    ------
    InputError
        If there are no tiles, boards differ, or a tile is too high for the paper.
    MissingExtraError
        If the extra ``print`` is not installed.

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
    layout = _Layout(sheet, sheet.width * height / width)
    if layout.rows < 1:
        raise InputError(
            f"invalid tile height {layout.height:.0f} mm: expected to fit on {sheet.paper}"
        )
    pdf = new_pdf(sheet.paper, title)
    per_page = layout.columns * layout.rows
    for first in range(0, len(tiles), per_page):
        page = tiles[first : first + per_page]
        _add_page(pdf, layout, page, _draw_front, mirrored=False)
        if sheet.note:
            pdf.set_font("helvetica", size=7)
            pdf.set_xy(0, SIZES[sheet.paper][1] - 4)
            pdf.cell(SIZES[sheet.paper][0], 3, sheet.note, align="C")
        if sheet.backs:
            _add_page(pdf, layout, page, _draw_back, mirrored=True)
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


def _add_page(
    pdf: FPDF, layout: _Layout, tiles: Sequence[SheetTile],
    draw: Callable[[FPDF, _Layout, SheetTile, float, float], None], *, mirrored: bool,
) -> None:  # fmt: skip
    pdf.add_page()
    pdf.set_text_color(INK)
    bleed = layout.sheet.bleed
    for place, tile in enumerate(tiles):
        x, y = layout.tile_corner(place, mirrored=mirrored)
        pdf.set_fill_color(PAPER)
        pdf.rect(x - bleed, y - bleed, *layout.cell, style="F")
        draw(pdf, layout, tile, x, y)
    _draw_marks(pdf, layout)


def _draw_front(pdf: FPDF, layout: _Layout, tile: SheetTile, x: float, y: float) -> None:
    front = tile.front
    picture = grid_svg(front) if isinstance(front, Grid) else card_svg(front)
    pdf.image(io.BytesIO(picture.encode()), x=x, y=y, w=layout.sheet.width, h=layout.height)


def _draw_back(pdf: FPDF, layout: _Layout, tile: SheetTile, x: float, y: float) -> None:
    width, height = layout.sheet.width, layout.height
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


def _draw_marks(pdf: FPDF, layout: _Layout) -> None:
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    for left, top, right, bottom in _mark_lines(layout):
        pdf.line(left, top, right, bottom)


def _mark_lines(layout: _Layout) -> Iterator[tuple[float, float, float, float]]:
    bleed = layout.sheet.bleed
    last = layout.columns * layout.rows - 1
    left, top = (corner - bleed - MARK_GAP for corner in layout.tile_corner(0))
    right, bottom = (
        corner + size + bleed + MARK_GAP
        for corner, size in zip(
            layout.tile_corner(last), (layout.sheet.width, layout.height), strict=True
        )
    )
    for column in range(layout.columns):
        x = layout.tile_corner(column)[0]
        for cut in (x, x + layout.sheet.width):
            yield cut, top - MARK, cut, top
            yield cut, bottom, cut, bottom + MARK
    for row in range(layout.rows):
        y = layout.tile_corner(row * layout.columns)[1]
        for cut in (y, y + layout.height):
            yield left - MARK, cut, left, cut
            yield right, cut, right + MARK, cut
