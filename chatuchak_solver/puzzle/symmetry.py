"""Board symmetries, color renaming and the canonical form under both."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, product

from chatuchak_solver.arguments import check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.puzzle.grid import Grid


@cache
def board_symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the board, identity first: 4 of a rectangle, 8 of a square.

    A symmetry maps spots to images: ``image = symmetry[spot]``. Both move rules commute with it.
    """
    rows = [tuple(range(at, at + board.columns)) for at in range(0, board.spots, board.columns)]
    ways = (rows, list(zip(*rows, strict=True))) if board.rows == board.columns else (rows,)
    return tuple(
        tuple(chain.from_iterable(row[::right] for row in way[::down]))
        for way, down, right in product(ways, (1, -1), (1, -1))
    )


def apply_symmetry(grid: Grid, symmetry: Sequence[int]) -> Grid:
    """Return ``grid`` with each booth on the image of its spot; see `board_symmetries`."""
    if tuple(symmetry) not in board_symmetries(grid.board):
        raise InputError(
            f"invalid symmetry {describe(symmetry)} of a {grid.board} board: "
            f"expected one of board_symmetries(grid.board)"
        )
    masks = tuple(
        sum(1 << symmetry[spot] for spot in iter_spots(mask)) for mask in grid.color_masks
    )
    return Grid(grid.board, masks, symmetry[grid.empty])


def canonical_form(grid: Grid) -> Grid:
    """Return the representative of all grids that are the same puzzle as ``grid``.

    Grids have the same canonical form if and only if a symmetry of the board and a renaming of
    colors with equal counts map one to the other. Their optimal lengths agree under both move
    rules. O(symmetries x spots).
    """
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    return min(
        (_with_sorted_colors(apply_symmetry(grid, s)) for s in board_symmetries(grid.board)),
        key=lambda image: (image.empty, image.color_masks),
    )


def _with_sorted_colors(grid: Grid) -> Grid:
    masks = list(grid.color_masks)
    for count in set(grid.counts):
        colors = [color for color, other in enumerate(grid.counts) if other == count]
        ascending = sorted(masks[color] for color in colors)
        for color, mask in zip(colors, ascending, strict=True):
            masks[color] = mask
    return Grid(grid.board, tuple(masks), grid.empty)
