"""Exports of the photo module, loaded only with a photo; see `solver`."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import types

from chatuchak_solver.kernels.numba_internals import carray
from chatuchak_solver.photo.kernels.measures import MAX_TILES, MAX_UNREADABLE, TILE, UNUSUAL_PRICE
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles as read_all
from tools.kernels.page.memory import Address, page_kernel

OPTIONS: Final = (
    *(5.0, 5.0, 5.0, 5.0, 5.0, 1.0, 6.0, 6.0, 6.0, 6.0, 6.0, 1.0),
    *(6.0, 6.0, 6.0, 6.0, 5.0, UNUSUAL_PRICE, 0.0, *[4.0] * 29),
)
"""The defaults of `read_photo`; see `read_tile`."""


@page_kernel
def _options() -> Any:
    options = np.zeros(len(OPTIONS))
    for place in range(len(OPTIONS)):
        options[place] = OPTIONS[place]
    return options


def read_tiles(
    image_at: Address, height: int, width: int, tiles_at: Address, unreadable_at: Address
) -> int:
    """Read all tiles of a photo and return their number.

    Parameters
    ----------
    image_at
        RGB image, uint8 (height, width, 3).
    tiles_at
        Output, float64 (`MAX_TILES`, `TILE`).
    unreadable_at
        Output, float64 (`MAX_UNREADABLE`, 3).
    """
    image = carray(image_at, (height, width, 3))
    tiles = carray(tiles_at, (MAX_TILES, TILE))
    unreadable = carray(unreadable_at, (MAX_UNREADABLE, 3))
    found = np.zeros(1, np.int64)
    return read_all(image, _options(), MAX_TILES, tiles, unreadable, found)


def read_corners(image_at: Address, height: int, width: int, tile_at: Address) -> int:
    """Read the tile at four corners; return 1, or 0 if no grid has these corners."""
    image = carray(image_at, (height, width, 3))
    return 1 if read_tile(image, _options(), carray(tile_at, TILE)) else 0


INT: Final = types.int64
IMAGE: Final = types.CPointer(types.uint8), INT, INT
NUMBERS: Final = types.CPointer(types.float64)
EXPORTS: dict[str, tuple[Callable[..., int], Any]] = {
    "read_tiles": (read_tiles, INT(*IMAGE, NUMBERS, NUMBERS)),
    "read_corners": (read_corners, INT(*IMAGE, NUMBERS)),
}
