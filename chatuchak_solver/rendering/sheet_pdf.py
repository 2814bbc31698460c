"""Start tiles and cards of the market stand as PDF, to print and cut.

Needs the extra ``print`` (fpdf2). Letters and shapes tell colors and goods apart without color.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import board_size, board_svg, grid_svg
from chatuchak_solver.rendering.sheet_page import Sheet, SheetCell, cells_pdf
from chatuchak_solver.rendering.stand_svg import CARD_SIZE, card_svg
from chatuchak_solver.stand.deck import Deck

CARD_WIDTH: Final = 60.0
"""Width of a card of the market stand in millimeters: three of them abreast."""


@dataclass(frozen=True, slots=True)
class SheetTile:
    """One tile: its grid, and what its back says.

    Attributes
    ----------
    grid
        What the front shows.
    number
        What stands large on the back.
    lines
        What stands below it.
    mark
        What stands small at the foot of the back, such as that it is no published tile.
    has_moves
        Whether the lines name spots by number; a small board beside them then shows which is which.
    """

    grid: Grid
    number: str = ""
    lines: tuple[str, ...] = ()
    mark: str = ""
    has_moves: bool = False


def sheet_pdf(tiles: Sequence[SheetTile], sheet: Sheet | None = None) -> bytes:
    """Return pages with the tiles, as many on each as fit.

    Parameters
    ----------
    tiles
        At least one; all of one board.
    sheet
        The paper; A4 and tiles 88 mm wide by default, six on a page.

    Raises
    ------
    InputError
        If there is no tile, boards differ, or a tile is too high for the paper.
    MissingExtraError
        If the extra ``print`` is not installed.

    Examples
    --------
    >>> sheet_pdf([SheetTile(Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"), "1")])[:5]
    b'%PDF-'
    """
    sheet = sheet or Sheet()
    if not tiles:
        raise InputError("no tiles; expected one at least")
    board = tiles[0].grid.board
    for tile in tiles:
        if tile.grid.board != board:
            raise InputError(
                f"the tiles have boards of {board} and of {tile.grid.board}; expected one board"
            )
    key = board_svg(board)
    cells = [
        SheetCell(
            grid_svg(one.grid), one.number, one.lines, one.mark, key if one.has_moves else None
        )
        for one in tiles
    ]
    return cells_pdf(cells, sheet, shape=board_size(board), title="Start tiles")


def deck_pdf(deck: Deck, sheet: Sheet | None = None) -> bytes:
    """Return pages with the cards of a deck; the backs tell their names, and what is assumed.

    Parameters
    ----------
    sheet
        The paper; A4 and cards `CARD_WIDTH` wide by default, 18 on a page.

    Raises
    ------
    InputError
        If a card is too high for the paper.
    MissingExtraError
        If the extra ``print`` is not installed.
    """
    mark = "assumed, not a published card" if deck.assumed else ""
    cells = [SheetCell(card_svg(card), card.id, mark=mark) for card in deck]
    return cells_pdf(
        cells, sheet or Sheet(width=CARD_WIDTH), shape=CARD_SIZE, title=f"Cards: {deck.name}"
    )
