"""Letters and margins of a tile from a photo and four corners, or from several views."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, measures, sampling
from chatuchak_solver.photo.kernels.elementary import ascending, logarithms, median
from chatuchak_solver.photo.kernels.grouping import EMPTY, group_spots
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.segmentation import linear_image, to_oklab

SURE = 99.0
PITCH, PADDING = 28, 1.6
"""Approximate pixels per spot of the reduced photo, and padding of a tile, in spots."""
MAX_HIDDEN_MARGIN = 2.0
BLOCK, BLOCKS = 3, 6
"""Samples along the side of averaged blocks of a view, and blocks along the side of a spot."""
MIN_ROUGHNESS, MIN_ROUGHNESS_RATIO = 0.13, 0.3
"""Minimum bend of log light between blocks of a visible spot, and minimum part of the median."""
MIN_SHINE = 0.9
"""Minimum of a reflection's channels, relative to the card. Ink absorbs a channel."""


@precompiled("photo", makes_arrays=True)
def read_tile(
    image: Cube[np.uint8], options: Float64s, tile: Float64s, view: Cube[np.float64]
) -> bool:
    """Read the colors of a grid of spots.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    options
        float64 of shape (`OPTIONS`,): minimum and maximum booths per color; likely booths of each
        color (5); price of a booth of another color, `UNUSUAL_PRICE` or for known counts
        `FIXED_PRICE`; price of being the empty spot, per spot (30).
    tile
        float64 of shape (`TILE`,); see `measures`. Input: approximate centers of the corner spots,
        clockwise from the upper left, in pixels (integers at pixel centers). Output: the fitted
        corners and the reading.
    view
        Output, float64 of shape (spots, `VIEW_SAMPLES`, 3): linear light of samples in and around
        each spot.

    Returns
    -------
    bool
        False if the corners are degenerate; the reading is undefined.
    """
    if not geometry.is_convex(tile):
        return False
    # Crop and reduce the photo.
    pitch, start = geometry.mean_pitch(tile), np.zeros(2, np.int64)
    factor, corners = max(1, int(pitch / PITCH + 0.5)), tile[:8].copy()
    end = np.zeros(2, np.int64)
    for axis in range(2):
        given = ascending(corners[axis::2])
        start[axis] = max(int(given[0] - PADDING * pitch), 0)
        end[axis] = max(int(given[3] + PADDING * pitch) + 1, 0)
        corners[axis::2] = (corners[axis::2] + 0.5 - start[axis]) / factor - 0.5
    linear = linear_image(image[start[1] : end[1], start[0] : end[0]], factor)
    if min(linear.shape[0], linear.shape[1]) < 2:
        return False
    by = sampling.fit_corners(to_oklab(linear), geometry.map_corners(corners))
    for corner, (u, v) in enumerate(geometry.corner_spots()):
        x, y = geometry.project(by, u, v)
        tile[2 * corner] = (x + 0.5) * factor + start[0] - 0.5
        tile[2 * corner + 1] = (y + 0.5) * factor + start[1] - 0.5
    view[:] = sampling.sample_spots(linear, by, sampling.VIEW_SIDE, sampling.UNIT)
    _read_view(view, options, tile)
    return True


@precompiled("photo", makes_arrays=True)
def merge_view(
    view: Cube[np.float64], other: Cube[np.float64], options: Float64s, tile: Float64s
) -> None:
    """Lower ``view`` to the minimum with ``other``, per sample and channel, and read it.

    Reflections only add light. The brightness of ``other`` is first adapted by the median ratio of
    the spots, per channel. Other parameters are as in `read_tile`.
    """
    for channel in range(3):
        light = view[:, :, channel] + sampling.OFFSET
        second = other[:, :, channel] + sampling.OFFSET
        ratio = median(light.sum(axis=1) / second.sum(axis=1))
        merged = np.minimum(light, second * ratio) - sampling.OFFSET
        view[:, :, channel] = np.maximum(merged, 0.0)
    _read_view(view, options, tile)


@kernel
def _read_view(view: Float64s, options: Float64s, tile: Float64s) -> None:
    _mark_hidden(view, tile)
    light = np.zeros((SPOTS, sampling.SAMPLES, 3))
    for sample in range(sampling.SAMPLES):
        row, column = sample // sampling.SIDE + sampling.OUTER, sample % sampling.SIDE
        light[:, sample] = view[:, row * sampling.VIEW_SIDE + sampling.OUTER + column]
    lead, name, label, regret = group_spots(light, options)
    tile[measures.NAMES_LEAD] = lead
    hidden = tile[measures.HIDDEN : measures.HIDDEN + SPOTS]
    is_single = hidden.sum() == 1
    for spot in range(SPOTS):
        if is_single and label[spot] == EMPTY:
            hidden[spot] = 0.0  # the only smooth spot is the empty one
        second = np.argmin(regret[spot])
        limit = MAX_HIDDEN_MARGIN if hidden[spot] > 0 else SURE
        tile[measures.MARGINS + spot] = min(regret[spot, second], limit)
        tile[measures.LETTERS + spot] = name[label[spot]]
        tile[measures.SECOND + spot] = name[second]


@kernel
def _mark_hidden(view: Float64s, tile: Float64s) -> None:
    """Mark spots with smooth light, without a booth's edges, and with a reflection."""
    card, middle = 0.0, sampling.VIEW_SIDE // 2
    for spot in range(COLUMNS, SPOTS):
        if spot % COLUMNS > 0:  # between four spots
            red, green, blue = view[spot, 0]
            card += min(red, green, blue) / ((ROWS - 1) * (COLUMNS - 1))
    logs, sums = logarithms(view + sampling.OFFSET), np.zeros((BLOCKS * BLOCKS, SPOTS, 3))
    for sample in range(measures.VIEW_SAMPLES):
        row, column = sample // sampling.VIEW_SIDE // BLOCK, sample % sampling.VIEW_SIDE // BLOCK
        sums[row * BLOCKS + column] += logs[:, sample]
    square = np.zeros(SPOTS)
    for block in range(BLOCKS, BLOCKS * (BLOCKS - 1)):
        if 0 < block % BLOCKS < BLOCKS - 1:
            around = sums[block - 1] + sums[block + 1] + sums[block - BLOCKS] + sums[block + BLOCKS]
            square += ((4.0 * sums[block] - around) ** 2).sum(axis=1)
    square /= 3 * (BLOCKS - 2) ** 2 * BLOCK**4
    least = min(MIN_ROUGHNESS**2, MIN_ROUGHNESS_RATIO**2 * median(square))
    for spot in range(SPOTS):
        red, green, blue = view[spot, middle * sampling.VIEW_SIDE + middle]
        is_shiny = min(red, green, blue) > MIN_SHINE * card
        tile[measures.HIDDEN + spot] = 1.0 if square[spot] < least else 0.0
        tile[measures.SHINY + spot] = 1.0 if is_shiny else 0.0
