"""Grids as planes: one per color, then one for the empty spot."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s
from chatuchak_solver.puzzle import Grid


def grid_planes(grid: Grid) -> tuple[int, int, int]:
    """Return the shape of a grid's planes: colors and the empty spot, rows, columns."""
    return len(grid.color_masks) + 1, grid.board.rows, grid.board.columns


def write_planes(grid: Grid, planes: Float32s) -> None:
    """Write a grid to planes of zeros."""
    spots = np.arange(grid.board.spots)
    flat = planes.reshape(len(planes), -1)
    for plane, mask in zip(flat, grid.color_masks, strict=False):
        plane[:] = (mask >> spots) & 1
    flat[-1, grid.empty] = 1
