"""Letters and margins of a tile from a photo and four corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import colors, geometry, measures
from chatuchak_solver.photo.kernels.colors import COLORS, EMPTY
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.segmentation import opponent_image, shrink, to_light

SURE = 99.0
PITCH = 30
"""Minimum pixels per spot of the downscaled photo."""

FIT_SIDE, FIT_REACH = 5, 0.26
FIT_HOLD = 10.0
"""Regularization of corners toward their initial positions."""
MAX_SHIFT = 0.3
"""Maximum shift of a corner, in spots."""
FIRST_STEP, STEPS, ROUNDS = 0.16, 4, 4
MAX_DEVIATION = 0.02
"""Maximum squared deviation of a sample."""

MAX_HIDDEN_MARGIN = 2.0
HIDDEN_REACH, HIDDEN_BLOCK, HIDDEN_BLOCKS, MIN_ROUGHNESS = 0.6, 3, 6, 0.06
"""Radius of the tested area, in spots; samples along the side of averaged blocks; blocks along its
side; minimum bend of relative color between blocks of a visible spot."""
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
    return read_spots(opponent_image(image), options, tile)


@kernel
def read_spots(photo: Float32s, options: Float64s, tile: Float64s) -> bool:
    """Read a tile of a photo in opponent colors; see `read_tile`."""
    corners, by = tile[:8].copy(), np.zeros(8)
    factor = int(geometry.mean_pitch(corners) / PITCH)
    if factor > 1:
        photo = shrink(photo, photo.shape[0] // factor, photo.shape[1] // factor)
        corners = (corners + 0.5) / factor - 0.5
    if min(photo.shape[0], photo.shape[1]) < 2 or not geometry.map_corners(corners, by):
        return False
    fit_corners(photo, corners)
    if not geometry.map_corners(corners, by):
        return False
    tile[:8] = (corners + 0.5) * max(factor, 1) - 0.5
    samples = np.zeros((SPOTS, colors.SAMPLES, 3))
    sample_spots(photo, by, colors.SIDE, colors.REACH, samples)
    _mark_hidden(photo, by, samples, tile)
    limits = options[: measures.OTHER_COUNTS].astype(np.int64)
    low, high, counts = limits[:6], limits[6:12], limits[12:]
    name, label = np.zeros(COLORS, np.int64), np.zeros(SPOTS, np.int64)
    regret = np.zeros((SPOTS, COLORS + 1))
    tile[measures.NAMES_LEAD] = colors.group_spots(
        samples, low, high, counts, options[measures.OTHER_COUNTS] / 2,
        options[measures.EMPTY_PRICE : measures.OPTIONS], name, label, regret,
    )  # fmt: skip
    hidden = tile[measures.HIDDEN : measures.HIDDEN + SPOTS]
    is_single = hidden.sum() == 1
    for spot in range(SPOTS):
        if is_single and label[spot] == EMPTY:
            hidden[spot] = 0.0  # the only smooth spot is the empty one
        regret[spot, label[spot]] = SURE
        second = np.argmin(regret[spot])
        limit = MAX_HIDDEN_MARGIN if hidden[spot] > 0 else SURE
        tile[measures.MARGINS + spot] = min(regret[spot, second], limit)
        for column, group in ((measures.LETTERS, label[spot]), (measures.SECOND, second)):
            tile[column + spot] = EMPTY if group == EMPTY else name[group]
    return True


@kernel
def sample_spots(image: Float32s, by: Float64s, side: int, reach: float, samples: Float64s) -> None:
    """Write ``side`` x ``side`` colors of each spot, up to ``reach`` spots from its center."""
    for spot in range(SPOTS):
        for sample in range(side * side):
            u = spot % COLUMNS + reach * (2.0 * (sample % side) / (side - 1) - 1.0)
            v = spot // COLUMNS + reach * (2.0 * (sample // side) / (side - 1) - 1.0)
            geometry.interpolate(image, by, u, v, samples[spot, sample])


@kernel
def fit_quality(photo: Float32s, corners: Float64s) -> float:
    """Return the log ratio of the variance between spots to that within."""
    by, samples = np.zeros(8), np.zeros((SPOTS, FIT_SIDE * FIT_SIDE, 3))
    if not geometry.map_corners(corners, by):
        return -1e9
    sample_spots(photo, by, FIT_SIDE, FIT_REACH, samples)
    means = samples.sum(axis=1) / (FIT_SIDE * FIT_SIDE)
    apart = np.zeros((SPOTS, FIT_SIDE * FIT_SIDE))
    for spot in range(SPOTS):
        apart[spot] = ((samples[spot] - means[spot]) ** 2).sum(axis=1)
    between = ((means - means.sum(axis=0) / SPOTS) ** 2).sum() / SPOTS
    within = np.minimum(apart, MAX_DEVIATION).mean()
    return logarithm((between + 1e-4) / (within + 2e-4))


@kernel
def fit_corners(photo: Float32s, corners: Float64s) -> float:
    """Refine corners by coordinate search with decreasing steps; return the `fit_quality`.

    Moves are shifts and stretches of all corners, then of single corners.
    """
    start, trial, moves = corners.copy(), corners.copy(), np.zeros((7, 4))
    diagonal, other = corners[4:6] - corners[:2], corners[2:4] - corners[6:8]
    across, down = (diagonal + other) / (2 * COLUMNS - 2), (diagonal - other) / (2 * ROWS - 2)
    moves[0] = 1.0
    moves[1] = -1.0, 1.0, 1.0, -1.0
    moves[2] = -1.0, -1.0, 1.0, 1.0
    for corner in range(4):
        moves[3 + corner, corner] = 1.0
    shift, best, step = np.zeros((4, 2)), fit_quality(photo, corners), FIRST_STEP
    for _ in range(STEPS):
        for _ in range(ROUNDS):
            before = best
            for move in moves:
                for axis in range(2):
                    for change in (step, -step):
                        moved = shift.copy()
                        moved[:, axis] += change * move
                        for part in range(8):
                            trial[part] = start[part] + across[part % 2] * moved[part // 2, 0]
                            trial[part] += down[part % 2] * moved[part // 2, 1]
                        quality = fit_quality(photo, trial) - FIT_HOLD * (moved * moved).sum() / 4
                        if not np.any(np.abs(moved) > MAX_SHIFT) and quality > best + 1e-4:
                            shift, best = moved, quality
                            corners[:] = trial
            if best == before:
                break
        step /= 2
    return best


@kernel
def _mark_hidden(photo: Float32s, by: Float64s, samples: Float64s, tile: Float64s) -> None:
    """Mark spots with smooth light, without a booth's edges, and with a reflection."""
    value, card, side = np.zeros(3), 0.0, HIDDEN_BLOCK * HIDDEN_BLOCKS
    area = np.zeros((SPOTS, side * side, 3))
    for gap in range((ROWS - 1) * (COLUMNS - 1)):
        column, row = gap % (COLUMNS - 1), gap // (COLUMNS - 1)
        geometry.interpolate(photo, by, column + 0.5, row + 0.5, value)
        to_light(value, value)
        card += min(value[0], value[1], value[2]) / ((ROWS - 1) * (COLUMNS - 1))
    sample_spots(photo, by, side, HIDDEN_REACH, area)
    last = HIDDEN_BLOCKS - 1
    for spot in range(SPOTS):
        means = np.zeros((HIDDEN_BLOCKS, HIDDEN_BLOCKS, 3))
        for sample in range(side * side):
            row, column = sample // side // HIDDEN_BLOCK, sample % side // HIDDEN_BLOCK
            means[row, column] += area[spot, sample] / area[spot, :, 0].mean() / HIDDEN_BLOCK**2
        bend = 4 * means[1:last, 1:last] - means[: last - 1, 1:last] - means[2:, 1:last]
        bend -= means[1:last, : last - 1] + means[1:last, 2:]
        is_smooth = (bend * bend).sum() < (MIN_ROUGHNESS * (HIDDEN_BLOCKS - 2)) ** 2
        to_light(samples[spot, colors.SAMPLES // 2], value)
        tile[measures.HIDDEN + spot] = 1.0 if is_smooth else 0.0
        is_shiny = min(value[0], value[1], value[2]) > MIN_SHINE * card
        tile[measures.SHINY + spot] = 1.0 if is_shiny else 0.0
