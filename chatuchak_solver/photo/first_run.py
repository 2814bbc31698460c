"""Compilation of every kernel of this package by a first call."""

import numpy as np

from chatuchak_solver.photo.kernels.measures import MAX_UNREADABLE, TILE
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles
from chatuchak_solver.photo.reading import parse_options


def run_kernels() -> None:
    """Call the kernels on a blank image."""
    image, options = np.zeros((40, 50, 3), np.uint8), parse_options("likely", "standard")
    tile = np.zeros(TILE)
    tile[:8] = 5, 5, 45, 5, 45, 35, 5, 35
    read_tile(image, options, tile)
    read_tiles(
        image, options, 1, np.zeros((1, TILE)), np.zeros((MAX_UNREADABLE, 3)),
        np.zeros(1, np.int64),
    )  # fmt: skip
