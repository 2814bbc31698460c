"""Assignment of color names to five groups of spots."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.sampling import OFFSET, linear_table

COLORS = 5
PALETTES = 2
"""Full and pale print."""
PALE_PART, PALE_WHITE = 0.5, 0.42
IN_PRINT = (0xD22D2D, 0xF5CD32, 0x3C964B, 0x2D64B9, 0xEB73A5)
"""Approximate printed red, yellow, green, blue and pink, as sRGB."""

CAST_PRICE = 1.0
LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""Fraction of the groups' common color attributed to light."""


@kernel
def usual_colors(usual: Float64s) -> None:
    """Write the logs of typical printed colors to ``usual``, float64 of shape (2, 5, 3)."""
    table = np.zeros(256)
    linear_table(table)
    for color in range(COLORS):
        for channel in range(3):
            light = table[(IN_PRINT[color] >> (16 - 8 * channel)) & 255]
            usual[0, color, channel] = logarithm(light + OFFSET)
            usual[1, color, channel] = logarithm(light * PALE_PART + PALE_WHITE + OFFSET)


@kernel
def name_groups(
    centers: Float64s, usual: Float64s, name: Int64s, cast: Float64s, found: Float64s
) -> None:
    """Find the best names for the groups; colored light has a price.

    Parameters
    ----------
    centers
        float64 with at least five rows of 3: natural log of each group's light.
    usual
        See `usual_colors`.
    name
        Output, int64 of shape (5,).
    cast
        Output, float64 of shape (3,): log of the light's color.
    found
        Output, float64 of shape (2,): price of the names, and difference to the second best.
    """
    orders, prices, shifts = (
        np.zeros((PALETTES, COLORS), np.int64), np.zeros((PALETTES, 2)), np.zeros((PALETTES, 3))
    )  # fmt: skip
    cost, regret = np.zeros((COLORS, COLORS)), np.zeros((COLORS, COLORS))
    single, rest = np.ones(COLORS, np.int64), np.zeros(3)
    for palette in range(PALETTES):
        # Color of the light: common deviation from print.
        shift = shifts[palette]
        for channel in range(3):
            for group in range(COLORS):
                shift[channel] += centers[group, channel] - usual[palette, group, channel]
            shift[channel] *= CAST_KEPT / COLORS
        mean = (shift[0] + shift[1] + shift[2]) / 3
        for channel in range(3):
            prices[palette, 0] += CAST_PRICE * (shift[channel] - mean) * (shift[channel] - mean)
        for group in range(COLORS):
            for color in range(COLORS):
                for channel in range(3):
                    rest[channel] = centers[group, channel] - usual[palette, color, channel]
                    rest[channel] -= shift[channel]
                mean = (rest[0] + rest[1] + rest[2]) / 3
                cost[group, color] = LIGHTNESS_PRICE * mean * mean
                for channel in range(3):
                    cost[group, color] += (rest[channel] - mean) * (rest[channel] - mean)
        prices[palette, 0] += assign(cost, single, single, orders[palette], regret)
        prices[palette, 1] = 1e9
        for group in range(COLORS):
            for color in range(COLORS):
                if color != orders[palette, group]:
                    prices[palette, 1] = min(prices[palette, 1], regret[group, color])
    best = 0 if prices[0, 0] <= prices[1, 0] else 1
    found[0], is_same = prices[best, 0], True
    name[:] = orders[best]
    cast[:] = shifts[best]
    for group in range(COLORS):
        is_same = is_same and orders[0, group] == orders[1, group]
    other = prices[1 - best, 0] + (prices[1 - best, 1] if is_same else 0.0)
    found[1] = min(found[0] + prices[best, 1], other) - found[0]
