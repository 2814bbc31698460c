"""Letters and margins from an image and four corners, for Python and the web page."""

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.kernels.arrays import Cube, Matrix
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.grouping import group_spots
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.names import COLORS
from chatuchak_solver.photo.kernels.sampling import (
    SAMPLES,
    fit_corners,
    linear_table,
    map_of_corners,
    sample_between,
    sample_spots,
    to_oklab,
)

SURE = 99.0
"""Maximum reported margin."""


@precompiled("photo", makes_arrays=True, unrolls=True)
def read_image(
    image: Cube[np.uint8], corners: Matrix[np.float64], columns: int, low: NDArray[np.int64],
    high: NDArray[np.int64], counts: NDArray[np.int64], other_counts: float,
    empty_price: NDArray[np.float64], palette: Matrix[np.float64], quick: bool,
    found: NDArray[np.int64], second: NDArray[np.int64], doubt: NDArray[np.float64],
    measures: NDArray[np.float64],
) -> bool:  # fmt: skip
    """Read the colors of a grid of spots from an image.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB, about 30 pixels per spot.
    corners
        float64 of shape (4, 2), in pixels (pixel centers are integers): approximate centers of the
        corner spots, clockwise from the upper left. Output: the fitted centers.
    columns
        Columns of the grid. The number of spots is the length of ``empty_price``.
    low, high
        int64 of shape (6,): minimum and maximum spots of any color; the sixth of empty spots.
    counts
        int64 of shape (5,): likely booths of each color by name, or zeros.
    other_counts
        Price of other counts: `UNUSUAL_PRICE` if the counts are likely, `FIXED_PRICE` if known.
    empty_price
        float64 of shape (spots,): price of being the empty spot.
    palette
        float64 of shape (5, 3); see `group_spots`.
    quick
        Whether to read roughly, in a fraction of the time, to compare positions.
    found, second
        Output, int64 of shape (spots,): best and second-best color, 5 for empty.
    doubt
        Output, float64 of shape (spots,): price difference to the second-best reading, at most 99.
    measures
        Output, float64 of shape (`MEASURES`,); see `group_spots`.

    Returns
    -------
    bool
        False if the corners are degenerate; outputs are then undefined.
    """
    height, width, _ = image.shape
    spots = empty_price.shape[0]
    rows = spots // columns
    by = np.zeros(8)
    if height < 2 or width < 2 or not map_of_corners(corners, columns, rows, by):
        return False
    # The image as light, and in OKLab for fitting the corners.
    table = np.zeros(256)
    linear_table(table)
    linear = np.zeros((height, width, 3), np.float32)
    lab = np.zeros((height, width, 3), np.float32)
    color = np.zeros(3)
    for y in range(height):
        for x in range(width):
            for channel in range(3):
                linear[y, x, channel] = table[image[y, x, channel]]
            to_oklab(linear[y, x, 0], linear[y, x, 1], linear[y, x, 2], color)
            for axis in range(3):
                lab[y, x, axis] = color[axis]
    fit_corners(lab, corners, columns, rows)
    if not map_of_corners(corners, columns, rows, by):
        return False
    # Sample the spots and the gaps.
    light = np.zeros((spots, SAMPLES, 3))
    between = np.zeros((rows + 1, columns + 1, 3))
    sample_spots(linear, by, columns, rows, light)
    sample_between(linear, by, columns, rows, between)
    # Group the spots. Likely counts decide ambiguous colors.
    name = np.zeros(COLORS, np.int64)
    label = np.zeros(spots, np.int64)
    cost = np.zeros((spots, COLORS + 1))
    regret = np.zeros((spots, COLORS + 1))
    group_spots(
        light, between, columns, low, high, empty_price, palette, quick, name, label, cost, regret,
        measures,
    )  # fmt: skip
    _lean_to_counts(low, high, counts, other_counts, name, label, cost, regret)
    # Letters, second-best letters and margins.
    for spot in range(spots):
        best = -1
        for group in range(COLORS + 1):
            if group != label[spot] and (best < 0 or regret[spot, group] < regret[spot, best]):
                best = group
        found[spot] = EMPTY if label[spot] == EMPTY else name[label[spot]]
        second[spot] = EMPTY if best == EMPTY else name[best]
        doubt[spot] = min(max(regret[spot, best], 0.0), SURE)
    return True


@kernel
def _lean_to_counts(
    low: NDArray[np.int64], high: NDArray[np.int64], counts: NDArray[np.int64], other_counts: float,
    name: NDArray[np.int64], label: NDArray[np.int64], cost: NDArray[np.float64],
    regret: NDArray[np.float64],
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
