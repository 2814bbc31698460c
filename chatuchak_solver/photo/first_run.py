"""Compilation of every kernel of this package by a first call."""

import numpy as np

from chatuchak_solver.photo.kernels.measures import MEASURES
from chatuchak_solver.photo.kernels.patches import measure_patches
from chatuchak_solver.photo.kernels.reading import read_image
from chatuchak_solver.puzzle import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COLORS


def run_kernels() -> None:
    """Call the kernels on a blank image."""
    spots, columns, colors = STANDARD_BOARD.spots, STANDARD_BOARD.columns, len(STANDARD_COLORS)
    corners = np.array([[2, 2], [12, 2], [12, 10], [2, 10]], float)
    limits = np.zeros((3, colors + 1), np.int64)
    limits[1] = spots
    read_image(
        np.zeros((13, 15, 3), np.uint8), corners, columns, limits[0], limits[1],
        limits[2, :colors], 0.0, np.zeros(spots), np.zeros((colors, 3)), True,
        np.zeros(spots, np.int64), np.zeros(spots, np.int64), np.zeros(spots), np.zeros(MEASURES),
    )  # fmt: skip
    measure_patches(np.zeros((2, 2), np.int64), np.zeros(4, np.int64), np.zeros((4, 6)))
