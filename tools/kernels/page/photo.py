"""Kernels and constants of the photo module, loaded only with a photo; see `solver`."""

from typing import Final

from chatuchak_solver.photo.kernels.measures import UNUSUAL_PRICE
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles

EXPORTS: Final = (read_tiles, read_tile)
CONSTANTS: Final = {
    "OPTIONS": (
        *(5.0, 5.0, 5.0, 5.0, 5.0, 1.0, 6.0, 6.0, 6.0, 6.0, 6.0, 1.0),
        *(6.0, 6.0, 6.0, 6.0, 5.0, UNUSUAL_PRICE, 0.0, *[4.0] * 29),
    )
}
"""``OPTIONS`` are the defaults of `read_photo`; see `read_tile`."""
