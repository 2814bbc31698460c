"""Letters and margins of a tile from a photo and four corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, measures, sampling
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.grouping import group_spots
from chatuchak_solver.photo.kernels.likelihood import COLORS, EMPTY
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.segmentation import linear_image, oklab_image, shrink

SURE = 99.0
PITCH, PADDING = 30, 1.6
"""Pixels per spot of the rectified tile, and its padding in spots."""
MAX_HIDDEN_MARGIN = 2.0
HIDDEN_REACH, HIDDEN_BLOCK, HIDDEN_BLOCKS, MIN_ROUGHNESS = 0.6, 3, 6, 0.13
"""Radius of the tested area, in spots; samples along the side of averaged blocks; blocks along its
side; minimum bend of log light between blocks of a visible spot."""
MIN_SHINE = 0.9
"""Minimum of a reflection's channels, relative to the card. Ink absorbs a channel."""


@precompiled("photo", makes_arrays=True, unrolls=True)
def read_tile(image: Cube[np.uint8], options: Float64s, tile: Float64s) -> bool:
    """Read the colors of a grid of spots.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    options
        float64 of shape (`OPTIONS`,): minimum and maximum spots per color, the sixth for empty
        spots (6 and 6); likely booths of each color (5); price of a booth of another color:
        `UNKNOWN_PRICE`, `UNUSUAL_PRICE` for likely, `FIXED_PRICE` for known counts; price of being
        the empty spot, per spot (30).
    tile
        float64 of shape (`TILE`,); see `measures`. Input: approximate centers of the corner spots,
        clockwise from the upper left, in pixels (integers at pixel centers). Output: the fitted
        corners and the reading.

    Returns
    -------
    bool
        False if the corners are degenerate; the reading is undefined.
    """
    # Crop and reduce the photo.
    corners, by, ratio = tile[:8].copy(), np.zeros(8), np.zeros(2)
    start, end = np.zeros(2, np.int64), np.zeros(2, np.int64)
    small_size = np.zeros(2, np.int64)
    pitch = geometry.mean_pitch(corners)
    for axis in range(2):
        given, limit = corners[axis::2], image.shape[1 - axis]
        start[axis] = min(max(int(given[np.argmin(given)] - PADDING * pitch), 0), max(limit - 2, 0))
        end[axis] = max(int(given[np.argmax(given)] + PADDING * pitch) + 1, start[axis] + 2)
        end[axis] = min(end[axis], limit)
        size = end[axis] - start[axis]
        small_size[axis] = min(max(2, int(size * min(1.0, PITCH / max(pitch, 1.0)) + 0.5)), size)
        ratio[axis] = size / max(small_size[axis], 1)
        given[:] = (given + 0.5 - start[axis]) / max(ratio[axis], 1e-9) - 0.5
    if min(small_size[0], small_size[1]) < 2 or not geometry.map_corners(corners, by):
        return False
    region = image[start[1] : end[1], start[0] : end[0]]
    small = shrink(region, small_size[1], small_size[0])
    sampling.fit_corners(oklab_image(small), corners)
    if not geometry.map_corners(corners, by):
        return False
    for axis in range(2):
        tile[axis:8:2] = (corners[axis::2] + 0.5) * ratio[axis] + start[axis] - 0.5
    linear = linear_image(small)
    light = np.zeros((SPOTS, sampling.SAMPLES, 3))
    sampling.sample_spots(linear, by, sampling.SIDE, sampling.REACH, light)
    _mark_hidden(linear, by, light, tile)
    # Group the spots. Likely counts decide ambiguous colors.
    name, label = np.zeros(COLORS, np.int64), np.zeros(SPOTS, np.int64)
    cost, regret = np.zeros((SPOTS, COLORS + 1)), np.zeros((SPOTS, COLORS + 1))
    limits = options[: measures.OTHER_COUNTS].astype(np.int64)
    low, high, counts = limits[:6], limits[6:12], limits[12:]
    empty_price = options[measures.EMPTY_PRICE : measures.OPTIONS]
    tile[measures.NAMES_LEAD] = group_spots(
        light, low, high, empty_price, name, label, cost, regret
    )
    usual = np.ones(COLORS + 1, np.int64)
    for color in range(COLORS):
        usual[color] = counts[name[color]]
    assign(cost, low, high, usual, options[measures.OTHER_COUNTS] / 2, label, regret)
    hidden = tile[measures.HIDDEN : measures.HIDDEN + SPOTS]
    is_single = hidden.sum() == 1
    for spot in range(SPOTS):
        if is_single and label[spot] == EMPTY:
            hidden[spot] = 0.0  # the only smooth spot is the empty one
        regret[spot, label[spot]] = SURE
        second = np.argmin(regret[spot])
        limit = MAX_HIDDEN_MARGIN if hidden[spot] > 0 else SURE
        tile[measures.MARGINS + spot] = min(max(regret[spot, second], 0.0), limit)
        for column, group in ((measures.LETTERS, label[spot]), (measures.SECOND, second)):
            tile[column + spot] = EMPTY if group == EMPTY else name[group]
    return True


@kernel
def _mark_hidden(linear: Float32s, by: Float64s, light: Float64s, tile: Float64s) -> None:
    """Mark spots with smooth light, without a booth's edges, and with a reflection."""
    value, card, side = np.zeros(3), 0.0, HIDDEN_BLOCK * HIDDEN_BLOCKS
    area = np.zeros((SPOTS, side * side, 3))
    for gap in range((ROWS - 1) * (COLUMNS - 1)):
        column, row = gap % (COLUMNS - 1) + 0.5, gap // (COLUMNS - 1) + 0.5
        geometry.interpolate(linear, by, column, row, value)
        card += min(value[0], value[1], value[2]) / ((ROWS - 1) * (COLUMNS - 1))
    sampling.sample_spots(linear, by, side, HIDDEN_REACH, area)
    for spot in range(SPOTS):
        means, square = np.zeros((HIDDEN_BLOCKS, HIDDEN_BLOCKS, 3)), 0.0
        for sample in range(side * side):
            row, column = sample // side // HIDDEN_BLOCK, sample % side // HIDDEN_BLOCK
            for channel in range(3):
                log_light = logarithm(area[spot, sample, channel] + sampling.OFFSET)
                means[row, column, channel] += log_light / HIDDEN_BLOCK**2
        for row in range(1, HIDDEN_BLOCKS - 1):
            for column in range(1, HIDDEN_BLOCKS - 1):
                bend = 4 * means[row, column] - means[row - 1, column] - means[row + 1, column]
                bend -= means[row, column - 1] + means[row, column + 1]
                square += (bend * bend).sum() / (3 * (HIDDEN_BLOCKS - 2) ** 2)
        red, green, blue = light[spot, sampling.SAMPLES // 2]
        is_shiny = min(red, green, blue) > MIN_SHINE * card
        tile[measures.HIDDEN + spot] = 1.0 if square < MIN_ROUGHNESS * MIN_ROUGHNESS else 0.0
        tile[measures.SHINY + spot] = 1.0 if is_shiny else 0.0
