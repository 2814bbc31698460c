"""What the photo module can do; see `exports`, which is the same for the solver.

A module of its own, so that only who opens a photo loads it.
"""

from typing import Any, Final

import numpy as np
from numba import njit, types

from chatuchak_solver.kernels.numba_internals import carray
from chatuchak_solver.photo.kernels.measures import MEASURES, UNUSUAL_PRICE
from chatuchak_solver.photo.kernels.names import COLORS
from chatuchak_solver.photo.kernels.reading import read_image
from tools.kernels.page.functions import Address

SPOTS: Final = 30
COLUMNS: Final = 6
CORNERS: Final = 8
KINDS: Final = COLORS + 1


def read_photo(image_at: Address, height: int, width: int, numbers_at: Address) -> int:
    """Read a grid of 5 x 6 spots; see `read_image`.

    Parameters
    ----------
    image_at
        Bytes of an RGB picture, row by row.
    numbers_at
        float64, in this order: corners (8), least and most spots of each color and empty ones (6
        and 6), likely booths by name (5), prices of being empty (30), known colors or zeros (15),
        in their place those found afterward; then what is filled in: colors (30), next likely
        ones (30), doubts (30), measures.

    Returns
    -------
    1, or 0 where no grid has such corners.
    """
    image = carray(image_at, (height, width, 3))
    given = CORNERS + 2 * KINDS + COLORS + SPOTS + 3 * COLORS
    numbers = carray(numbers_at, given + 3 * SPOTS + MEASURES)
    # Unpack what is given; numbers in a row are read and written where they are.
    corners = np.zeros((4, 2))
    for index in range(CORNERS):
        corners[index // 2, index % 2] = numbers[index]
    limits = np.zeros((3, KINDS), np.int64)
    for index in range(2 * KINDS + COLORS):
        limits[index // KINDS, index % KINDS] = int(numbers[CORNERS + index])
    palette_at = given - 3 * COLORS
    empty_price = numbers[palette_at - SPOTS : palette_at]
    palette = np.zeros((COLORS, 3))
    for index in range(3 * COLORS):
        palette[index // 3, index % 3] = numbers[palette_at + index]
    found = np.zeros(SPOTS, np.int64)
    second = np.zeros(SPOTS, np.int64)
    doubt = numbers[given + 2 * SPOTS : given + 3 * SPOTS]
    measures = numbers[given + 3 * SPOTS :]
    counts = limits[2, :COLORS]
    fits = read_image(
        image, corners, COLUMNS, limits[0], limits[1], counts, UNUSUAL_PRICE, empty_price, palette,
        False, found, second, doubt, measures,
    )  # fmt: skip
    # Pack what was found.
    for index in range(CORNERS):
        numbers[index] = corners[index // 2, index % 2]
    for index in range(3 * COLORS):
        numbers[palette_at + index] = palette[index // 3, index % 3]
    for spot in range(SPOTS):
        numbers[given + spot] = found[spot]
        numbers[given + SPOTS + spot] = second[spot]
    return 1 if fits else 0


INT: Final = types.int64
SIGNATURE: Final = INT(types.CPointer(types.uint8), INT, INT, types.CPointer(types.float64))
EXPORTS: dict[str, Any] = {"read_photo": njit(SIGNATURE)(read_photo)}
"""The exported functions by their names, compiled."""
