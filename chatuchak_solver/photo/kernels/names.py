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
def name_groups(centers: Float64s, usual: Float64s, name: Int64s, cast: Float64s) -> float:
    """Find the best names for the groups; return the price difference to the second best.

    Parameters
    ----------
    centers
        float64 with at least five rows of 3: natural log of each group's light.
    usual
        float64 of shape (5, 3): logs of typical printed colors.
    name
        Output, int64 of shape (5,).
    cast
        Output, float64 of shape (3,): log of the light's color, the common deviation from print.
    """
    cost, regret = np.zeros((COLORS, COLORS)), np.zeros((COLORS, COLORS))
    single, rest = np.ones(COLORS, np.int64), np.zeros(3)
    cast[:] = 0.0
    for group in range(COLORS):
        cast += (centers[group] - usual[group]) * CAST_KEPT / COLORS
    for group in range(COLORS):
        for color in range(COLORS):
            rest[:] = centers[group] - usual[color] - cast
            mean = rest.mean()
            rest -= mean
            cost[group, color] = LIGHTNESS_PRICE * mean * mean + (rest * rest).sum()
    assign(cost, single, single, name, regret)
    lead = 1e9
    for group in range(COLORS):
        regret[group, name[group]] = 1e9
        lead = min(lead, regret[group, np.argmin(regret[group])])
    return lead
