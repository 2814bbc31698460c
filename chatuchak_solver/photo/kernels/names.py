"""Which of five groups of spots is red, which yellow, green, blue and pink."""

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.sampling import OFFSET, linear_table

COLORS = 5
PALETTES = 2
"""Full print and pale print."""
PALE_PART, PALE_WHITE = 0.5, 0.42
IN_PRINT = (0xD22D2D, 0xF5CD32, 0x3C964B, 0x2D64B9, 0xEB73A5)
"""What red, yellow, green, blue and pink look like on paper, roughly, as sRGB."""

CAST_PRICE = 1.0
LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""How much of what all groups have in common is taken for the light's color."""


@kernel
def usual_colors(usual: NDArray[np.float64]) -> None:
    """Fill ``usual``, float64 (2, 5, 3), with the logarithms of what names look like in print."""
    table = np.zeros(256)
    linear_table(table)
    for color in range(COLORS):
        for channel in range(3):
            light = table[(IN_PRINT[color] >> (16 - 8 * channel)) & 255]
            usual[0, color, channel] = logarithm(light + OFFSET)
            usual[1, color, channel] = logarithm(light * PALE_PART + PALE_WHITE + OFFSET)


@kernel
def name_groups(
    centers: NDArray[np.float64],
    usual: NDArray[np.float64],
    name: NDArray[np.int64],
    cast: NDArray[np.float64],
    found: NDArray[np.float64],
) -> None:
    """Find the names that suit the groups best, under a light of any color at a price.

    Parameters
    ----------
    centers
        float64, its first five rows of 3: the color of each group, natural logarithms of light.
    usual
        float64 of shape (2, 5, 3), as `usual_colors` fills it.
    name
        int64 of shape (5,): filled with the name of each group.
    cast
        float64 of shape (3,): filled with the logarithm of the light.
    found
        float64 of shape (2,): filled with the price of the names, and by how much the next best
        names cost more.
    """
    order = np.zeros(COLORS, np.int64)
    shift = np.zeros(3)
    rest = np.zeros(3)
    found[0] = 1e9
    found[1] = 1e9
    for code in range(COLORS**COLORS):
        # Each order of the names, as digits of the code; repeated digits are none.
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
            # The light is what the groups have in common against print.
            for channel in range(3):
                total = 0.0
                for group in range(COLORS):
                    total += centers[group, channel] - usual[palette, order[group], channel]
                shift[channel] = total / COLORS * CAST_KEPT
            mean = (shift[0] + shift[1] + shift[2]) / 3
            # Price: a colored light, then what is left of each group, brightness counting less.
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
        # Keep the best and the second best.
        if best_here < found[0]:
            found[1] = found[0]
            found[0] = best_here
            for group in range(COLORS):
                name[group] = order[group]
        elif best_here < found[1]:
            found[1] = best_here
    found[1] -= found[0]
