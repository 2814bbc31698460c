"""Likelihoods of each color and of empty, per spot."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import elementary, sampling
from chatuchak_solver.photo.kernels.elementary import length, median, sort_first
from chatuchak_solver.photo.kernels.evidence import LIGHTNESS
from chatuchak_solver.photo.kernels.names import COLORS

EMPTY = COLORS
FIELD_TERMS = 5
"""Two slopes and three curvatures."""
FIELD = COLORS
CAST = COLORS + FIELD_TERMS
"""First row of the field, and row of the light's color, in a model."""

GLARES = 6
"""Tested amounts of white: `GLARE_FIRST` i + `GLARE_GROWTH` i i, 0.05 to 0.7."""
GLARE_FIRST, GLARE_GROWTH = 0.04, 0.0128
DARKEST = 0.003
"""Minimum light after subtracting glare."""
GLARE_PRICE, GLARE_SLOPE = 3.0, 4.0
"""Price of white in a sample: constant and per unit."""
FLOOR = 12.0
"""Maximum price of a color without matching samples."""
FARTHEST = 80.0
"""Squared distance from a color, in widths, of samples that do not match."""
STRAY = 0.1
"""Price of the mean distance from a color; separates colors above the floor."""

GRAY = 0.4
PLAIN = 0.4
"""Colorfulness of spots that are hardly empty, relative to the median."""
PLAIN_PRICE = 2.0
UNEVEN, UNEVEN_PRICE = 0.05, 3.0
EMPTY_CAP, EMPTY_SLOPE = 20.0, 0.02
CEILING = 5000.0


@kernel
def field_at(model: Float64s, spot: int, columns: int, rows: int, channel: int) -> float:
    """Return the log of the light field at a spot."""
    half = (columns - 1) / 2.0
    x, y = (spot % columns) / half - 1.0, (spot // columns - (rows - 1) / 2.0) / half
    total = model[FIELD, channel] * x + model[FIELD + 1, channel] * y
    total += model[FIELD + 2, channel] * (x * x - 0.5) + model[FIELD + 3, channel] * x * y
    return float(total + model[FIELD + 4, channel] * (y * y - 0.3))


@kernel
def price_spots(
    light: Float64s, vote: Float64s, model: Float64s, width: float, glares: int, columns: int,
    like: Float64s, cost: Float64s,
) -> None:  # fmt: skip
    """Compute the price of each color and of empty, per spot: -2 log likelihood.

    Parameters
    ----------
    light
        float64 of shape (spots, `SAMPLES`, 3).
    vote
        See `weigh_samples`.
    model
        float64 of shape (11, 3), natural logs: five colors, the light field, its cast.
    width
        Standard deviation of a color, in OKLab with `LIGHTNESS`.
    glares
        Amounts of white to test, 0 to `GLARES`.
    like
        Output, float64 of shape (spots, `SAMPLES`, 5): weights times likelihoods.
    cost
        Output, float64 of shape (spots, 6); the last column is for empty.
    """
    spots = light.shape[0]
    rows = spots // columns
    color_lab, apart, stray = np.zeros((COLORS, 3)), np.zeros(COLORS), np.zeros(COLORS)
    lab, white, dimmed, value = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    colorful, uneven = np.zeros(spots), np.zeros(spots)
    values = np.zeros(max(sampling.SAMPLES, spots))
    # Colors, and gray in this light, in OKLab.
    for color in range(COLORS):
        for channel in range(3):
            value[channel] = elementary.exponential(model[color, channel])
        sampling.to_oklab(value[0], value[1], value[2], color_lab[color])
    for channel in range(3):
        white[channel] = elementary.exponential(model[CAST, channel])
    sampling.to_oklab(GRAY * white[0], GRAY * white[1], GRAY * white[2], lab)
    white /= (white[0] + white[1] + white[2]) / 3.0
    gray_a, gray_b = lab[1], lab[2]
    sharp = 1.0 / (width * width)
    for spot in range(spots):
        for channel in range(3):
            dimmed[channel] = elementary.exponential(-field_at(model, spot, columns, rows, channel))
        stray[:] = 0.0
        mean, square = 0.0, 0.0
        for sample in range(sampling.SAMPLES):
            for glare in range(glares + 1):
                more = glare * (GLARE_FIRST + GLARE_GROWTH * glare)
                price = 0.0 if glare == 0 else GLARE_PRICE + GLARE_SLOPE * more
                for channel in range(3):
                    left = max(light[spot, sample, channel] - more * white[channel], DARKEST)
                    value[channel] = (left + sampling.OFFSET) * dimmed[channel]
                sampling.to_oklab(value[0], value[1], value[2], lab)
                if glare == 0:
                    mean += lab[0] / sampling.SAMPLES
                    square += lab[0] * lab[0] / sampling.SAMPLES
                    a, b = lab[1] - gray_a, lab[2] - gray_b
                    values[sample] = length(a, b)
                for color in range(COLORS):
                    total = 0.0
                    for axis in range(3):
                        off = (lab[axis] - color_lab[color, axis]) * (LIGHTNESS if axis == 0 else 1)
                        total += off * off
                    total = total * sharp + price
                    if glare == 0 or total < apart[color]:
                        apart[color] = total
            for color in range(COLORS):
                part = 0.0
                if apart[color] < FARTHEST:
                    part = elementary.exponential(-apart[color] / 2.0)
                like[spot, sample, color] = part * vote[spot, sample]
                stray[color] += vote[spot, sample] * apart[color]
        # Price of each color: all samples, plus their mean distance.
        for color in range(COLORS):
            total = elementary.exponential(-FLOOR / 2.0)
            for sample in range(sampling.SAMPLES):
                total += like[spot, sample, color]
            price = STRAY * sqrt(stray[color]) - 2.0 * elementary.logarithm(total)
            cost[spot, color] = min(price, CEILING)
        sort_first(values, sampling.SAMPLES)
        colorful[spot] = values[sampling.SAMPLES * 4 // 5]
        uneven[spot] = sqrt(max(square - mean * mean, 0.0))
    # An empty spot is pale and even.
    values[:spots] = colorful
    usual = median(values, spots) + 1e-9
    for spot in range(spots):
        odd = colorful[spot] / usual / PLAIN
        price = odd * odd + PLAIN_PRICE + min(uneven[spot] / UNEVEN, UNEVEN_PRICE)
        bent = EMPTY_CAP * (1.0 - elementary.exponential(-price / EMPTY_CAP)) + EMPTY_SLOPE * price
        cost[spot, EMPTY] = min(bent, CEILING)
