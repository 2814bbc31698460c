"""Letters and margins of a tile from a photo and four corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import layout, measures, sampling
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.grouping import group_spots
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.names import COLORS
from chatuchak_solver.photo.kernels.segmentation import convert_to_oklab, shrink

SURE = 99.0
PITCH, PADDING = 30, 1.6
"""Pixels per spot of the rectified tile, and its padding in spots."""
MAX_HIDDEN_MARGIN = 2.0
HIDDEN_REACH, HIDDEN_BLOCK, HIDDEN_BLOCKS, MIN_ROUGHNESS = 0.6, 3, 6, 0.13
"""Radius of the tested area, in spots; samples along the side of averaged blocks; blocks along its
side; minimum bend of log light between blocks of a visible spot."""
HIDDEN_SIDE = HIDDEN_BLOCK * HIDDEN_BLOCKS
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
        spots (6 and 6); likely booths of each color, or zeros (5); price of other counts:
        `UNUSUAL_PRICE` for likely, `FIXED_PRICE` for known counts; price of being the empty spot,
        per spot (30).
    tile
        float64 of shape (`TILE`,); see `measures`. Input: approximate centers of the corner spots,
        clockwise from the upper left, in pixels (integers at pixel centers). Output: the fitted
        corners and the reading.

    Returns
    -------
    bool
        False if the corners are degenerate; the reading is undefined.
    """
    corners, by = np.zeros(8), np.zeros(8)
    start, size, small_size = np.zeros((3, 2), np.int64)
    pitch = layout.mean_pitch(tile)
    padding, scale = PADDING * pitch, min(1.0, PITCH / max(pitch, 1.0))
    for axis in range(2):
        given, limit = tile[axis:8:2], image.shape[1 - axis]
        first, last = given[0], given[0]
        for value in given:
            first, last = min(first, value), max(last, value)
        start[axis] = min(max(int(first - padding), 0), max(limit - 2, 0))
        end = min(max(int(last + padding) + 1, start[axis] + 2), limit)
        size[axis] = end - start[axis]
        small_size[axis] = min(max(2, int(size[axis] * scale + 0.5)), size[axis])
        corners[axis::2] = (given + 0.5 - start[axis]) * small_size[axis] / max(size[axis], 1) - 0.5
    width, height = small_size
    if height < 2 or width < 2 or not sampling.map_of_corners(corners, by):
        return False
    small, table = np.zeros((height, width, 3), np.uint8), np.zeros(256)
    linear, lab = np.zeros(small.shape, np.float32), np.zeros(small.shape, np.float32)
    shrink(image, start[0], start[1], size[0], size[1], small)
    convert_to_oklab(small, lab)
    sampling.linear_table(table)
    for y in range(height):
        for x in range(width):
            for channel in range(3):
                linear[y, x, channel] = table[small[y, x, channel]]
    sampling.fit_corners(lab, corners)
    if not sampling.map_of_corners(corners, by):
        return False
    for axis in range(2):
        ratio = size[axis] / small_size[axis]
        tile[axis:8:2] = (corners[axis::2] + 0.5) * ratio + start[axis] - 0.5
    light = np.zeros((SPOTS, sampling.SAMPLES, 3))
    sampling.sample_spots(linear, by, light)
    _mark_hidden(linear, by, light, tile)
    # Group the spots. Likely counts decide ambiguous colors.
    name = np.zeros(COLORS, np.int64)
    label = np.zeros(SPOTS, np.int64)
    cost = np.zeros((SPOTS, COLORS + 1))
    regret = np.zeros((SPOTS, COLORS + 1))
    limits = np.zeros((3, COLORS + 1), np.int64)
    for part in range(measures.OTHER_COUNTS):
        limits[part // (COLORS + 1), part % (COLORS + 1)] = int(options[part])
    low, high, counts = limits[0], limits[1], limits[2]
    empty_price = options[measures.EMPTY_PRICE : measures.OPTIONS]
    tile[measures.NAMES_LEAD] = group_spots(
        light, COLUMNS, low, high, empty_price, name, label, cost, regret
    )
    _lean_to_counts(low, high, counts, options[measures.OTHER_COUNTS], name, label, cost, regret)
    hidden = 0
    for spot in range(SPOTS):
        best = -1
        for group in range(COLORS + 1):
            if group != label[spot] and (best < 0 or regret[spot, group] < regret[spot, best]):
                best = group
        letter = EMPTY if label[spot] == EMPTY else name[label[spot]]
        second, margin = EMPTY if best == EMPTY else name[best], regret[spot, best]
        tile[measures.LETTERS + spot], tile[measures.SECOND + spot] = letter, second
        tile[measures.MARGINS + spot] = min(max(margin, 0.0), SURE)
        hidden += 1 if tile[measures.HIDDEN + spot] > 0 else 0
    for spot in range(SPOTS):
        if hidden == 1 and label[spot] == EMPTY:
            tile[measures.HIDDEN + spot] = 0.0  # the only smooth spot is the empty one
        if tile[measures.HIDDEN + spot] > 0:
            tile[measures.MARGINS + spot] = min(tile[measures.MARGINS + spot], MAX_HIDDEN_MARGIN)
    return True


@kernel
def _mark_hidden(linear: Float32s, by: Float64s, light: Float64s, tile: Float64s) -> None:
    """Mark spots with smooth light, without a booth's edges, and with a reflection."""
    value, card = np.zeros(3), 0.0
    for row in range(ROWS - 1):
        for column in range(COLUMNS - 1):
            sampling.interpolate(linear, by, column + 0.5, row + 0.5, value)
            card += min(value[0], value[1], value[2]) / ((ROWS - 1) * (COLUMNS - 1))
    for spot in range(SPOTS):
        means = np.zeros((HIDDEN_BLOCKS, HIDDEN_BLOCKS, 3))
        for row in range(HIDDEN_SIDE):
            for column in range(HIDDEN_SIDE):
                u = spot % COLUMNS + HIDDEN_REACH * (2.0 * column / (HIDDEN_SIDE - 1) - 1.0)
                v = spot // COLUMNS + HIDDEN_REACH * (2.0 * row / (HIDDEN_SIDE - 1) - 1.0)
                sampling.interpolate(linear, by, u, v, value)
                for channel in range(3):
                    log_light = logarithm(value[channel] + sampling.OFFSET)
                    means[row // HIDDEN_BLOCK, column // HIDDEN_BLOCK, channel] += log_light
        square, darkest = 0.0, 1e9
        for channel in range(3):
            for row in range(1, HIDDEN_BLOCKS - 1):
                for column in range(1, HIDDEN_BLOCKS - 1):
                    bend = 4 * means[row, column, channel]
                    bend -= means[row - 1, column, channel] + means[row + 1, column, channel]
                    bend -= means[row, column - 1, channel] + means[row, column + 1, channel]
                    square += bend * bend / (3 * (HIDDEN_BLOCKS - 2) ** 2 * HIDDEN_BLOCK**4)
            darkest = min(darkest, light[spot, sampling.SAMPLES // 2, channel])
        tile[measures.HIDDEN + spot] = 1.0 if square < MIN_ROUGHNESS * MIN_ROUGHNESS else 0.0
        tile[measures.SHINY + spot] = 1.0 if darkest > MIN_SHINE * card else 0.0


@kernel
def _lean_to_counts(
    low: Int64s, high: Int64s, counts: Int64s, other_counts: float, name: Int64s, label: Int64s,
    cost: Float64s, regret: Float64s,
) -> None:  # fmt: skip
    """Prefer the likely counts unless others are cheaper; regrets are the minimum over both."""
    spots = cost.shape[0]
    usual = np.zeros(COLORS + 1, np.int64)
    total = 0
    for group in range(COLORS):
        usual[group] = counts[name[group]]
        total += usual[group]
    usual[EMPTY] = spots - total
    if total == 0 or usual[EMPTY] < low[EMPTY] or usual[EMPTY] > high[EMPTY]:
        return
    other_label = np.zeros(spots, np.int64)
    other_regret = np.zeros((spots, COLORS + 1))
    free = assign(cost, low, high, label, regret) + other_counts
    bound = assign(cost, usual, usual, other_label, other_regret)
    least = min(free, bound)
    for spot in range(spots):
        if bound <= free:
            label[spot] = other_label[spot]
        for group in range(COLORS + 1):
            in_free, in_bound = free + regret[spot, group], bound + other_regret[spot, group]
            regret[spot, group] = min(in_free, in_bound) - least
