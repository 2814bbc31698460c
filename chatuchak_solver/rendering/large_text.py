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
    marks: dict[int | None, tuple[str, str]] = dict.fromkeys(legal, LEGAL)
    marks |= {hinted: HINTED, chosen: CHOSEN}
    letters, columns = grid.letters, grid.board.columns
    width = COMPACT_WIDTH if compact else WIDTH
    lines = []
    for start in range(0, grid.board.spots, columns):
        upper, lower = Text(no_wrap=True), Text(no_wrap=True)
        for spot in range(start, start + columns):
            letter = letters[spot]
            left, right = marks.get(spot, (" ", " "))
            is_joined = spot > start and letter == letters[spot - 1]
            for line, cell in ((upper, f"{left}{letter}{right}"), (lower, str(spot))):
                style = STYLES.get(letter, EMPTY_STYLE)
                if spot > start:
                    line.append(" ", style=style if is_joined else "")
                line.append(cell.center(width), style=style)
        lines += [upper] if compact else [upper, lower]
    return Text("\n").join(lines)
