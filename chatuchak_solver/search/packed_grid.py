"""Grids in the two words that kernels take; see `chatuchak_solver.search.kernels.packed_state`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.search.kernels.packed_state import EMPTY_CODE, PREVIOUS_SHIFT

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["pack_grid"]


def pack_grid(grid: Grid) -> tuple[int, int]:
    """Return the two words of a grid that no move has led to."""
    planes = [0, 0, 0]
    codes = [(1 + color, mask) for color, mask in enumerate(grid.color_masks)]
    for code, mask in (*codes, (EMPTY_CODE, 1 << grid.empty)):
        for plane in range(3):
            if code >> plane & 1:
                planes[plane] |= mask
    return planes[0] | planes[1] << 32, planes[2] | grid.empty << PREVIOUS_SHIFT
