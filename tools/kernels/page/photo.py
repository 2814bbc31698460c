"""Exports of the photo module, loaded only with a photo; see `solver`."""

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
        RGB image, uint8 (height, width, 3).
    numbers_at
        float64. Input: corners (8), minimum and maximum number of spots of each color and of empty
        ones (6 and 6), likely booths by name (5), prices of empty spots (30), known colors or zeros
        (15). Output: corners and colors in place, then colors of the spots (30), second candidates
        (30), doubts (30), measures.

    Returns
    -------
    1, or 0 if no grid has these corners.
    """
    image = carray(image_at, (height, width, 3))
    given = CORNERS + 2 * KINDS + COLORS + SPOTS + 3 * COLORS
    numbers = carray(numbers_at, given + 3 * SPOTS + MEASURES)
    # Unpack the input into arrays.
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
    # Pack the output.
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
"""The compiled exports by name."""
