"""Letters and margins of a tile from a photo and four corners, for Python and the page."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import layout, measures, sampling
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.fit import solve_linear
from chatuchak_solver.photo.kernels.grouping import group_spots
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.names import COLORS
from chatuchak_solver.photo.kernels.segmentation import shrink

SURE = 99.0
"""Maximum reported margin."""
PITCH, PADDING = 30, 1.25
"""Pixels per spot of the picture that is read, and its padding around the outermost spots, in
spots."""
MAX_HIDDEN_MARGIN = 2.0
"""Maximum margin of a hidden spot."""
HIDDEN_REACH, HIDDEN_SIDE, HIDDEN_BLOCK, MIN_ROUGHNESS = 0.6, 18, 3, 0.03
"""Radius of the tested area of a spot, in spots; samples along its side; samples along the side of
averaged blocks; minimum standard deviation of log light on a visible spot."""
TERMS = 6
MIN_SHINE = 0.9
"""Minimum of a spot's three channels, relative to the card between spots, of a reflection. Ink
absorbs at least one channel."""


@precompiled("photo", makes_arrays=True, unrolls=True)
def read_tile(image: Cube[np.uint8], options: Float64s, tile: Float64s) -> bool:
    """Read the colors of a grid of spots from a photo.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    options
        float64 of shape (`OPTIONS`,): minimum and maximum spots of any color, the sixth of empty
        spots (6 and 6); likely booths of each color by name, or zeros (5); price of other counts,
        `UNUSUAL_PRICE` if the counts are likely, `FIXED_PRICE` if known; price of each spot for
        being the empty spot (30).
    tile
        float64 of shape (`TILE`,), see `measures`. Input: approximate centers of the corner spots,
        clockwise from the upper left, in pixels (pixel centers are integers). Output: the
        fitted corners and the reading.

    Returns
    -------
    bool
        False if the corners are degenerate; the reading is then undefined.
    """
    # Cut out the tile, as light and in OKLab, and fit the corners.
    corners, by = np.zeros((4, 2)), np.zeros(8)
    start, size = np.zeros(2, np.int64), np.zeros(2, np.int64)
    small_size = np.zeros(2, np.int64)
    longest = 0.0
    for corner in range(4):
        dx = tile[(2 * corner + 2) % 8] - tile[2 * corner]
        dy = tile[(2 * corner + 3) % 8] - tile[2 * corner + 1]
        longest = max(longest, layout.length(dx, dy) / (4 if corner % 2 else 5))
    scale = min(1.0, PITCH / max(layout.mean_pitch(tile), 1.0))
    for axis in range(2):
        first, last = 1e9, -1e9
        for corner in range(4):
            first = min(first, tile[2 * corner + axis])
            last = max(last, tile[2 * corner + axis])
        limit = image.shape[1 - axis]
        start[axis] = min(max(int(first - PADDING * longest), 0), max(limit - 2, 0))
        end = min(max(int(last + PADDING * longest) + 1, start[axis] + 2), limit)
        size[axis] = end - start[axis]
        small_size[axis] = min(max(2, int(size[axis] * scale + 0.5)), size[axis])
        for corner in range(4):
            at = (tile[2 * corner + axis] + 0.5 - start[axis]) * small_size[axis]
            corners[corner, axis] = at / max(size[axis], 1) - 0.5
    height, width = small_size[1], small_size[0]
    if height < 2 or width < 2 or not sampling.map_of_corners(corners, COLUMNS, ROWS, by):
        return False
    small = np.zeros((height, width, 3), np.uint8)
    shrink(image, start[0], start[1], size[0], size[1], small)
    table, color = np.zeros(256), np.zeros(3)
    sampling.linear_table(table)
    linear = np.zeros((height, width, 3), np.float32)
    lab = np.zeros((height, width, 3), np.float32)
    for y in range(height):
        for x in range(width):
            for channel in range(3):
                linear[y, x, channel] = table[small[y, x, channel]]
            sampling.to_oklab(linear[y, x, 0], linear[y, x, 1], linear[y, x, 2], color)
            for axis in range(3):
                lab[y, x, axis] = color[axis]
    sampling.fit_corners(lab, corners, COLUMNS, ROWS)
    if not sampling.map_of_corners(corners, COLUMNS, ROWS, by):
        return False
    for part in range(8):
        axis = part % 2
        at = (corners[part // 2, axis] + 0.5) * size[axis] / small_size[axis]
        tile[part] = at + start[axis] - 0.5
    # Sample the spots and the gaps.
    light = np.zeros((SPOTS, sampling.SAMPLES, 3))
    between = np.zeros((ROWS + 1, COLUMNS + 1, 3))
    sampling.sample_spots(linear, by, COLUMNS, ROWS, light)
    sampling.sample_between(linear, by, COLUMNS, ROWS, between)
    _mark_hidden(linear, by, light, between, tile)
    # Group the spots. Likely counts decide ambiguous colors.
    name = np.zeros(COLORS, np.int64)
    label = np.zeros(SPOTS, np.int64)
    cost = np.zeros((SPOTS, COLORS + 1))
    regret = np.zeros((SPOTS, COLORS + 1))
    limits = np.zeros((3, COLORS + 1), np.int64)
    for part in range(measures.OTHER_COUNTS):
        limits[part // (COLORS + 1), part % (COLORS + 1)] = int(options[part])
    low, high, counts = limits[0], limits[1], limits[2]
    tile[measures.NAMES_LEAD] = group_spots(
        light,
        between,
        COLUMNS,
        low,
        high,
        options[measures.EMPTY_PRICE : measures.OPTIONS],
        name,
        label,
        cost,
        regret,
    )
    _lean_to_counts(low, high, counts, options[measures.OTHER_COUNTS], name, label, cost, regret)
    # Letters, second-best letters and margins.
    hidden = 0
    for spot in range(SPOTS):
        best = -1
        for group in range(COLORS + 1):
            if group != label[spot] and (best < 0 or regret[spot, group] < regret[spot, best]):
                best = group
        tile[measures.LETTERS + spot] = EMPTY if label[spot] == EMPTY else name[label[spot]]
        tile[measures.SECOND + spot] = EMPTY if best == EMPTY else name[best]
        tile[measures.MARGINS + spot] = min(max(regret[spot, best], 0.0), SURE)
        hidden += 1 if tile[measures.HIDDEN + spot] > 0 else 0
    for spot in range(SPOTS):
        if hidden == 1 and label[spot] == EMPTY:
            tile[measures.HIDDEN + spot] = 0.0  # the only smooth spot is the empty one
        if tile[measures.HIDDEN + spot] > 0:
            tile[measures.MARGINS + spot] = min(tile[measures.MARGINS + spot], MAX_HIDDEN_MARGIN)
    return True


@kernel
def _mark_hidden(
    linear: Float32s, by: Float64s, light: Float64s, between: Float64s, tile: Float64s
) -> None:
    """Mark spots where light is smooth, without edges of a booth, and spots with a reflection."""
    number = HIDDEN_SIDE * HIDDEN_SIDE
    blocks = HIDDEN_SIDE // HIDDEN_BLOCK
    values, terms = np.zeros((number, 3)), np.zeros((number, TERMS))
    matrix, right = np.zeros((TERMS, TERMS)), np.zeros((TERMS, 3))
    means, value = np.zeros((blocks * blocks, 3)), np.zeros(3)
    card = 0.0
    for row in range(1, ROWS):
        for column in range(1, COLUMNS):
            gap = between[row, column]
            card += min(gap[0], gap[1], gap[2]) / ((ROWS - 1) * (COLUMNS - 1))
    for sample in range(number):
        x = 2.0 * (sample % HIDDEN_SIDE) / (HIDDEN_SIDE - 1) - 1.0
        y = 2.0 * (sample // HIDDEN_SIDE) / (HIDDEN_SIDE - 1) - 1.0
        terms[sample, 0], terms[sample, 1], terms[sample, 2] = 1.0, x, y
        terms[sample, 3], terms[sample, 4], terms[sample, 5] = x * x, x * y, y * y
    for spot in range(SPOTS):
        # Subtract a quadratic field from the log light.
        matrix[:] = 0.0
        right[:] = 0.0
        means[:] = 0.0
        for sample in range(number):
            u = spot % COLUMNS + HIDDEN_REACH * terms[sample, 1]
            v = spot // COLUMNS + HIDDEN_REACH * terms[sample, 2]
            sampling.interpolate(linear, by, u, v, value)
            for channel in range(3):
                values[sample, channel] = logarithm(value[channel] + sampling.OFFSET)
            for term in range(TERMS):
                for channel in range(3):
                    right[term, channel] += terms[sample, term] * values[sample, channel]
                for other in range(TERMS):
                    matrix[term, other] += terms[sample, term] * terms[sample, other]
        solve_linear(matrix, right)
        for sample in range(number):
            row, column = sample // HIDDEN_SIDE, sample % HIDDEN_SIDE
            block = row // HIDDEN_BLOCK * blocks + column // HIDDEN_BLOCK
            for channel in range(3):
                residual = values[sample, channel]
                for term in range(TERMS):
                    residual -= terms[sample, term] * right[term, channel]
                means[block, channel] += residual / (HIDDEN_BLOCK * HIDDEN_BLOCK)
        square, darkest = 0.0, 1e9
        for channel in range(3):
            for block in range(blocks * blocks):
                square += means[block, channel] * means[block, channel]
            darkest = min(darkest, light[spot, sampling.SAMPLES // 2, channel])
        is_smooth = square < 3 * blocks * blocks * MIN_ROUGHNESS * MIN_ROUGHNESS
        tile[measures.HIDDEN + spot] = 1.0 if is_smooth else 0.0
        tile[measures.SHINY + spot] = 1.0 if darkest > MIN_SHINE * card else 0.0


@kernel
def _lean_to_counts(
    low: Int64s, high: Int64s, counts: Int64s, other_counts: float, name: Int64s, label: Int64s,
    cost: Float64s, regret: Float64s,
) -> None:  # fmt: skip
    """Prefer the likely counts unless other counts are cheaper by their price.

    The regret is the minimum over both assignments.
    """
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
