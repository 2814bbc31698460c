"""Grids as large colored text for play in a terminal."""

from collections.abc import Collection
from typing import Final

from rich.style import Style
from rich.text import Text

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.text import STYLES

WIDTH: Final = 6
COMPACT_WIDTH: Final = 3
EMPTY_STYLE: Final = Style(dim=True)
CHOSEN: Final = ("[", "]")
HINTED: Final = (">", "<")
LEGAL: Final = ("'", "'")


def large_grid_text(
    grid: Grid, *, chosen: int | None = None, hinted: int | None = None,
    legal: Collection[int] = (), compact: bool = False,
) -> Text:  # fmt: skip
    """Return two lines per row and seven characters per spot, readable without color.

    Booths of a group touch, other booths are separate. Each spot has its letter and number.
    ``compact`` text has one line per row, four characters per spot and no numbers.

    Parameters
    ----------
    chosen
        Spot in brackets: ``[R]``.
    hinted
        Spot in arrows: ``>R<``.
    legal
        Spots of booths that may move: ``'R'``.
    """
    rows = []
    width = COMPACT_WIDTH if compact else WIDTH
    for row in range(grid.board.rows):
        letters, numbers = Text(no_wrap=True), Text(no_wrap=True)
        for column in range(grid.board.columns):
            spot = row * grid.board.columns + column
            color = grid.color_at(spot)
            style = EMPTY_STYLE if color is None else STYLES[color]
            left, right = _marks(spot, chosen, hinted, legal)
            letter = "." if color is None else color.letter
            letters.append(f"{left}{letter}{right}".center(width), style=style)
            numbers.append(str(spot).center(width), style=style)
            last = column == grid.board.columns - 1
            joined = not last and color is not None and grid.color_at(spot + 1) == color
            for line in (letters, numbers):
                if not last:
                    line.append(" ", style=style if joined else "")
        rows += [letters] if compact else [letters, numbers]
    return Text("\n").join(rows)


def _marks(
    spot: int, chosen: int | None, hinted: int | None, legal: Collection[int]
) -> tuple[str, str]:
    if spot == chosen:
        return CHOSEN
    if spot == hinted:
        return HINTED
    return LEGAL if spot in legal else (" ", " ")
