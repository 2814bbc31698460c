"""Grids packed for kernels: masks of spots, and two words for a whole grid.

See `chatuchak_solver.search.kernels.packed_state` for the words.
"""

from typing import Any, TypeAlias

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import STANDARD_COLORS, Board, Grid
from chatuchak_solver.search.kernels.packed_state import EMPTY_CODE, PREVIOUS_SHIFT

NARROW_SPOTS = 32
"""Larger boards have 64-bit masks; kernels are compiled for each width on first use."""

MaskType: TypeAlias = "np.dtype[Any]"
"""`numpy.uint32` or `numpy.uint64`."""

MAX_COLORS = EMPTY_CODE - 1


def mask_type(board: Board) -> MaskType:
    """Return the narrowest mask type with a bit for each spot."""
    return np.dtype(np.uint32 if board.spots <= NARROW_SPOTS else np.uint64)


def is_packable(grid: Grid) -> bool:
    """Return whether a grid's spots and colors fit into two words."""
    return grid.board.spots <= NARROW_SPOTS and len(grid.colors) <= MAX_COLORS


def packable_grid(grid: Grid, author: str) -> Grid:
    """Return an equivalent grid with packable colors, renamed if necessary.

    Moves are equal for both grids. ``author``, the search's name, is for the message.

    Raises
    ------
    InputError
        If the grid does not fit into two words.
    """
    if not is_packable(grid):
        raise InputError(
            f"invalid grid of {grid.board.spots} spots and {len(grid.colors)} colors: expected up "
            f"to {NARROW_SPOTS} and {MAX_COLORS} for {author}; use goal (for jumps) or ida"
        )
    if len(grid.color_masks) == len(STANDARD_COLORS):
        return grid
    present = [mask for mask in grid.color_masks if mask]
    missing = max(0, len(STANDARD_COLORS) - len(present))
    return type(grid)(grid.board, (*present, *[0] * missing), grid.empty)


def pack_grid(grid: Grid) -> tuple[int, int]:
    """Return the two words of a root grid."""
    planes = [0, 0, 0]
    codes = [(1 + color, mask) for color, mask in enumerate(grid.color_masks)]
    for code, mask in (*codes, (EMPTY_CODE, 1 << grid.empty)):
        for plane in range(3):
            if code >> plane & 1:
                planes[plane] |= mask
    return planes[0] | planes[1] << 32, planes[2] | grid.empty << PREVIOUS_SHIFT
