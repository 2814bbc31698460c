"""Start tiles and stand cards as PDF, to print and cut.

Needs the extra ``print`` (fpdf2). Letters and shapes identify colors and goods without color.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import board_size, board_svg, grid_svg
from chatuchak_solver.rendering.sheet_page import SheetCell, SheetLayout, cells_pdf
from chatuchak_solver.rendering.stand_svg import CARD_SIZE, card_svg
from chatuchak_solver.stand.deck import Deck

CARD_WIDTH: Final = 60.0
"""Width of a card in millimeters, for three cards per row."""


@dataclass(frozen=True, slots=True)
class SheetTile:
    """A start tile with the texts of its back.

    Attributes
    ----------
    grid
        The front.
    number
        Large text on the back.
    lines
        Lines below the number.
    mark
        Small print at the bottom, e.g. a note that the tile is not published.
    has_moves
        Whether the lines name spots by number. The back then has a small board with numbers.
    """

    grid: Grid
    number: str = ""
    lines: tuple[str, ...] = ()
    mark: str = ""
    has_moves: bool = False


def sheet_pdf(tiles: Sequence[SheetTile], sheet: SheetLayout | None = None) -> bytes:
    """Return a PDF of tiles, as many per page as fit.

    Parameters
    ----------
    tiles
        At least one tile, all of the same board.
    sheet
        Page layout, by default A4 and tiles 88 mm wide, six per page.

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
    board = tiles[0].grid.board
    for tile in tiles:
        if tile.grid.board != board:
            raise InputError(
                f"invalid board {tile.grid.board} of a tile: expected {board} as the first tile's"
            )
    key = board_svg(board)
    cells = [
        SheetCell(
            grid_svg(tile.grid), tile.number, tile.lines, tile.mark, key if tile.has_moves else None
        )
        for tile in tiles
    ]
    return cells_pdf(cells, sheet, shape=board_size(board), title="Start tiles")


def deck_pdf(deck: Deck, sheet: SheetLayout | None = None) -> bytes:
    """Return a PDF of the cards of a deck, with names and assumptions on the backs.

    Parameters
    ----------
    sheet
        Page layout, by default A4 and cards `CARD_WIDTH` wide, 18 per page.
    """
    mark = "assumed, not a published card" if deck.assumed else ""
    cells = [SheetCell(card_svg(card), card.id, mark=mark) for card in deck]
    return cells_pdf(
        cells, sheet or SheetLayout(width=CARD_WIDTH), shape=CARD_SIZE, title=f"Cards: {deck.name}"
    )
