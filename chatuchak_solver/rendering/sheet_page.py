"""Pages to print and cut, with true sizes, bleed, cut marks and aligned backs.

Needs the extra ``print`` (fpdf2), imported on first use. Pictures remain vector graphics.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, get_args

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.rendering.svg import INK, PAPER, Svg

if TYPE_CHECKING:
    from fpdf import FPDF


Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES: Final = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}

MARGIN: Final = 8.0
"""Unprintable margin in millimeters, also used for cut marks."""
MARK: Final = 5.0
"""Length of a cut mark."""
MARK_GAP: Final = 1.0
"""Distance from the bleed to a cut mark."""
MIN_BACK_TEXT: Final = 9.0
"""Minimum font size on a back, in points."""
MARK_TEXT: Final = 6.0
"""Font size of the mark on a back, in points."""
NUMBER_SHARE: Final = 0.28
"""Height of the number on a back, relative to the tile."""
KEY_SHARE: Final = 0.4
"""Height of the key, relative to the tile."""

POINTS: Final = 72 / 25.4
"""Points per millimeter."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A piece to cut out.

    Attributes
    ----------
    picture
        The front.
    number
        Large text on the back.
    lines
        Lines below the number.
    mark
        Small print at the bottom of the back, e.g. a note about assumptions; the note of the page
        is cut off.
    key
        Small picture next to the lines, e.g. numbered spots.
    """

    picture: Svg
    number: str = ""
    lines: tuple[str, ...] = ()
    mark: str = ""
    key: Svg | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """Paper and layout of pages. All lengths are in millimeters.

    Attributes
    ----------
    paper
        ``A4`` or ``Letter``.
    width
        Width of a cut tile. Its height follows from the board.
    bleed
        Extent of the background beyond the cut.
    backs
        Whether each page is followed by a page of backs, mirrored for duplex printing along the
        long edge.
    note
        A line at the bottom of each front page.

    Raises
    ------
    InputError
        If a value is invalid.
    """

    paper: Paper = "A4"
    width: float = 88.0
    bleed: float = 2.0
    backs: bool = True
    note: str = field(default="")

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
    """Positions of the cells of a page. A cell is a tile with its bleed."""

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
        """Return the upper left corner of a cut tile."""
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


def cells_pdf(
    cells: Sequence[SheetCell], sheet: SheetLayout, *, shape: tuple[float, float], title: str
) -> bytes:
    """Return a PDF of pieces, as many per page as fit.

    Parameters
    ----------
    cells
        At least one piece.
    shape
        Width and height of all pictures, in their own units.
    title
        Title of the document.
    """
    width, height = shape
    layout = _Layout(sheet, sheet.width * height / width)
    if layout.rows < 1:
        raise InputError(
            f"invalid tile height {layout.height:.0f} mm: expected to fit on {sheet.paper}"
        )
    pdf = new_pdf(sheet.paper, title)
    per_page = layout.columns * layout.rows
    for first in range(0, len(cells), per_page):
        page = cells[first : first + per_page]
        _add_page(pdf, layout, page)
        if sheet.backs:
            _add_backs(pdf, layout, page)
    return bytes(pdf.output())


def new_pdf(paper: Paper, title: str) -> FPDF:
    """Return an empty document. Equal content gives equal bytes."""
    # Suppress warnings about titles and descriptions of pictures, which PDF does not support.
    logging.getLogger("fpdf.svg").setLevel(logging.ERROR)
    pdf: FPDF = imported("fpdf", "PDF", "print").FPDF(unit="mm", format=SIZES[paper])
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.set_creator("chatuchak-solver")
    pdf.set_title(title)
    pdf.set_lang("en")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # for reproducible files
    return pdf


def _add_page(pdf: FPDF, layout: _Layout, cells: Sequence[SheetCell]) -> None:
    pdf.add_page()
    for place, cell in enumerate(cells):
        x, y = layout.tile_corner(place)
        _fill_cell(pdf, layout, x, y)
        picture = io.BytesIO(cell.picture.encode())
        pdf.image(picture, x=x, y=y, w=layout.sheet.width, h=layout.height)
    _draw_marks(pdf, layout)
    if layout.sheet.note:
        pdf.set_font("helvetica", size=7)
        pdf.set_text_color(INK)
        pdf.set_xy(0, SIZES[layout.sheet.paper][1] - 4)
        pdf.cell(SIZES[layout.sheet.paper][0], 3, layout.sheet.note, align="C")


def _add_backs(pdf: FPDF, layout: _Layout, cells: Sequence[SheetCell]) -> None:
    pdf.add_page()
    sheet = layout.sheet
    pdf.set_text_color(INK)
    for place, cell in enumerate(cells):
        x, y = layout.tile_corner(place, mirrored=True)
        _fill_cell(pdf, layout, x, y)
        size = layout.height * NUMBER_SHARE * POINTS
        pdf.set_font("helvetica", style="B", size=size)
        pdf.set_xy(x, y + 0.2 * layout.height)
        pdf.cell(sheet.width, size / POINTS, cell.number, align="C")
        pdf.set_font("helvetica", size=max(MIN_BACK_TEXT, layout.height / 6))
        left, width = x + 4, sheet.width - 8
        if cell.key is not None:
            picture = io.BytesIO(cell.key.encode())
            pdf.image(picture, x=left, y=y + 0.5 * layout.height, h=KEY_SHARE * layout.height)
            taken = 0.55 * layout.height
            left, width = left + taken, width - taken
        pdf.set_xy(left, y + 0.55 * layout.height)
        pdf.multi_cell(width, None, "\n".join(cell.lines), align="C")
        pdf.set_font("helvetica", size=MARK_TEXT)
        pdf.set_xy(x, y + layout.height - 5)
        pdf.cell(sheet.width, 3, cell.mark, align="C")
    _draw_marks(pdf, layout)


def _fill_cell(pdf: FPDF, layout: _Layout, x: float, y: float) -> None:
    bleed = layout.sheet.bleed
    pdf.set_fill_color(PAPER)
    pdf.rect(x - bleed, y - bleed, *layout.cell, style="F")


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
