"""Assignment of color names to five groups of spots."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.sampling import OFFSET, linear_table

COLORS = 5
PALETTES = 2
"""Full and pale print."""
PALE_PART, PALE_WHITE = 0.5, 0.42
IN_PRINT = (0xD22D2D, 0xF5CD32, 0x3C964B, 0x2D64B9, 0xEB73A5)
"""Approximate red, yellow, green, blue and pink in print, as sRGB."""

CAST_PRICE = 1.0
LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""Fraction of the groups' common color attributed to the light."""


@kernel
def usual_colors(usual: Float64s) -> None:
    """Write the logarithms of typical printed colors to ``usual``, float64 of shape (2, 5, 3)."""
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
    """Find the best names for the groups, with a price for colored light.

    Parameters
    ----------
    centers
        float64 with at least five rows of 3: color of each group, natural logarithms of light.
    usual
        float64 of shape (2, 5, 3); see `usual_colors`.
    name
        Output, int64 of shape (5,): name of each group.
    cast
        Output, float64 of shape (3,): logarithm of the light's color.
    found
        Output, float64 of shape (2,): price of the names, and difference to the second best.
    """
    order = np.zeros(COLORS, np.int64)
    shift = np.zeros(3)
    rest = np.zeros(3)
    found[0] = 1e9
    found[1] = 1e9
    for code in range(COLORS**COLORS):
        # Permutations of the names are codes with distinct digits.
        seen = 0
        left = code
        for group in range(COLORS):
            order[group] = left % COLORS
            left //= COLORS
            seen |= 1 << order[group]
        if seen != (1 << COLORS) - 1:
            continue
        best_here = 1e9
        for palette in range(PALETTES):
            # Color of the light: common deviation from print.
            for channel in range(3):
                total = 0.0
                for group in range(COLORS):
                    total += centers[group, channel] - usual[palette, order[group], channel]
                shift[channel] = total / COLORS * CAST_KEPT
            mean = (shift[0] + shift[1] + shift[2]) / 3
            # Price of colored light and of each group's deviation, with less weight on brightness.
            price = 0.0
            for channel in range(3):
                price += CAST_PRICE * (shift[channel] - mean) * (shift[channel] - mean)
            for group in range(COLORS):
                for channel in range(3):
                    expected = usual[palette, order[group], channel] + shift[channel]
                    rest[channel] = centers[group, channel] - expected
                mean = (rest[0] + rest[1] + rest[2]) / 3
                price += LIGHTNESS_PRICE * mean * mean
                for channel in range(3):
                    price += (rest[channel] - mean) * (rest[channel] - mean)
            if price < best_here:
                best_here = price
                if price < found[0]:
                    for channel in range(3):
                        cast[channel] = shift[channel]
        # Update best and second best.
        if best_here < found[0]:
            found[1] = found[0]
            found[0] = best_here
            for group in range(COLORS):
                name[group] = order[group]
        elif best_here < found[1]:
            found[1] = best_here
    found[1] -= found[0]
