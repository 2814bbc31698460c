"""Several numbered grids in one picture."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.arguments import check_int
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, draw_grid
from chatuchak_solver.rendering.svg import PAPER, Rows, Svg, add, document, finish, write

MAX_GRIDS: Final = 400
"""Maximum grids per picture."""

CAPTION: Final = 24
GAP: Final = 16


def gallery_svg(
    grids: Sequence[Grid], *, columns: int = 5, numbers: bool = False, groups: bool = False,
    title: str = "Chatuchak grids",
) -> Svg:  # fmt: skip
    """Return a picture of several grids by row, numbered from 1.

    Parameters
    ----------
    grids
        1 to `MAX_GRIDS` grids.
    columns
        Grids per row, 1 or more.
    numbers, groups
        See `chatuchak_solver.rendering.grid_svg.grid_svg`.

    Raises
    ------
    InputError
        If ``columns`` or the number of grids is out of range.
    """
    columns = check_int(columns, 1, name="columns")
    if not 1 <= len(grids) <= MAX_GRIDS:
        raise InputError(f"invalid number of grids {len(grids)}: expected 1..{MAX_GRIDS}")
    sizes = [board_size(grid.board) for grid in grids]
    wide, high = (max(sides) for sides in zip(*sizes, strict=True))
    rows = Rows.of(len(grids), columns, (wide, high + CAPTION), gap=GAP, edge=GAP)
    words = "\n\n".join(f"{n}: {describe_grid(grid)}" for n, grid in enumerate(grids, 1))
    root = document(rows.width, rows.height, title=title, description=words)
    define_booths(root, tuple(sorted({color for grid in grids for color in grid.colors})))
    add(root, "rect", width=rows.width, height=rows.height, rx=14, fill=PAPER)
    for number, (grid, (left, top)) in enumerate(zip(grids, rows.corners, strict=True), 1):
        write(root, str(number), x=left + 4, y=top + 16, size=14, weight=2)
        board = add(root, "g", transform=f"translate({left} {top + CAPTION})")
        draw_grid(board, grid, numbers=numbers, groups=groups or grid.is_solved)
    return finish(root)
