"""Joint grouping of all spots by color, with known counts and uneven light, and color names."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import likelihood, sampling
from chatuchak_solver.photo.kernels.elementary import (
    ascending,
    exponential,
    length,
    logarithm,
    median,
)
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.likelihood import COLORS
from chatuchak_solver.photo.kernels.measures import SPOTS
from chatuchak_solver.photo.kernels.sampling import OFFSET, SAMPLES

CENTRAL = 0.25
"""Standard deviation of the sample weights around the center, in spots."""
COLORLESS = 0.02
COLORFUL = 0.15
"""Range of the weight by colorfulness; letters, stripes and reflections have none."""
WIDTHS = (0.09, 0.09, 0.06, 0.06, 0.045, 0.045, 0.04, 0.04, 0.04)
"""Width of the colors by iteration of a start."""
PLAIN_TURNS, FINAL_TURNS = 6, 5
"""Iterations without glare, and of the better start with a fitted width."""
MIN_WIDTH = 0.013

PALETTES = 2
"""Full and pale print."""
PALE_PART, PALE_WHITE = 0.5, 0.42
IN_PRINT = (0xD22D2D, 0xF5CD32, 0x3C964B, 0x2D64B9, 0xEB73A5)
"""Approximate printed red, yellow, green, blue and pink, as sRGB."""

LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""Fraction of the groups' common color attributed to light."""


@kernel
def normalize_light(light: Float64s) -> None:
    """Scale light, of shape (spots, `SAMPLES`, 3), so that brighter spots have half a unit."""
    bright = np.zeros(SPOTS)
    for spot in range(SPOTS):
        for channel in range(3):
            bright[spot] += median(light[spot, :, channel]) / 3.0
    light *= 0.5 / max(ascending(bright)[SPOTS * 4 // 5], 1e-4)


@kernel
def weigh_samples(light: Float64s, vote: Float64s, gray: Float64s) -> None:
    """Compute the weight of each sample, highest for central and colorful samples.

    Parameters
    ----------
    light
        float64 of shape (spots, `SAMPLES`, 3).
    vote
        Output, float64 of shape (spots, `SAMPLES`), with sum 1 per spot.
    gray
        Output, float64 of shape (3,): mean over the spots of the log of their weighted mean light.
    """
    lab, mean, values = np.zeros((SPOTS, SAMPLES, 3)), np.zeros(3), np.zeros((3, SPOTS * SAMPLES))
    for spot in range(SPOTS):
        for sample in range(SAMPLES):
            red, green, blue = light[spot, sample]
            sampling.to_oklab(red, green, blue, lab[spot, sample])
            values[:, spot * SAMPLES + sample] = lab[spot, sample]
    for axis in range(1, 3):
        lab[:, :, axis] -= 0.5 * median(values[axis])
    for spot in range(SPOTS):
        for sample in range(SAMPLES):
            x, y = sampling.offset_of(sample, sampling.SIDE, sampling.REACH)
            colorful = COLORLESS + min(length(lab[spot, sample, 1], lab[spot, sample, 2]), COLORFUL)
            near = exponential(-(x * x + y * y) / (2.0 * CENTRAL * CENTRAL))
            vote[spot, sample] = near * colorful
        vote[spot] /= vote[spot].sum()
        mean[:] = OFFSET
        for sample in range(SAMPLES):
            mean += vote[spot, sample] * light[spot, sample]
        for channel in range(3):
            gray[channel] += logarithm(mean[channel]) / SPOTS


@kernel
def _first_model(usual: Float64s, gray: Float64s, model: Float64s) -> None:
    """Write typical colors in the mean light of the spots."""
    model[:COLORS] = usual + (gray - usual.sum(axis=0) / COLORS)
    model[likelihood.CAST] = gray - logarithm(likelihood.GRAY)


@kernel
def usual_colors(usual: Float64s) -> None:
    """Write the logs of typical printed colors to ``usual``, float64 of shape (2, 5, 3)."""
    table = np.zeros(256)
    sampling.linear_table(table)
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
    cast[:] = (centers[:COLORS] - usual).sum(axis=0) * CAST_KEPT / COLORS
    for group in range(COLORS):
        for color in range(COLORS):
            rest[:] = centers[group] - usual[color] - cast
            mean = rest.mean()
            rest -= mean
            cost[group, color] = LIGHTNESS_PRICE * mean * mean + (rest * rest).sum()
    assign(cost, single, single, single, 0.0, name, regret)
    lead = 1e9
    for group in range(COLORS):
        regret[group, name[group]] = 1e9
        lead = min(lead, regret[group, np.argmin(regret[group])])
    return lead


@kernel
def group_spots(
    light: Float64s, low: Int64s, high: Int64s, empty_price: Float64s, name: Int64s,
    label: Int64s, cost: Float64s, regret: Float64s,
) -> float:  # fmt: skip
    """Find the color of every spot; return the price difference to the second-best names.

    Starts from full and from pale print alternate between fitting five colors with a smooth light
    field and assigning spots at minimum cost within the size bounds, finally with glare. The better
    one continues with narrower colors.

    Parameters
    ----------
    light
        float64 of shape (spots, `SAMPLES`, 3); rescaled in place.
    low, high
        int64 of shape (6,): minimum and maximum spots per group; the last is empty spots.
    empty_price
        float64 of shape (spots,): price of being the empty spot.
    name
        Output, int64 of shape (5,): color name of each group.
    label
        Output, int64 of shape (spots,): group.
    cost, regret
        Output, float64 of shape (spots, 6); see `price_spots` and `assign`.
    """
    normalize_light(light)
    vote, gray = np.zeros((SPOTS, SAMPLES)), np.zeros(3)
    trust, seen = np.zeros((SPOTS, COLORS)), np.zeros((SPOTS, COLORS, 3))
    weigh_samples(light, vote, gray)
    models = np.zeros((PALETTES, likelihood.CAST + 1, 3))
    usual = np.zeros((PALETTES, COLORS, 3))
    usual_colors(usual)
    scores, spread, lead = np.zeros(PALETTES), np.zeros(PALETTES), 0.0
    for stage in range(PALETTES + 1):
        is_final = stage == PALETTES
        start = np.argmin(scores) if is_final else stage
        if not is_final:
            _first_model(usual[start], gray, models[start])
        for turn in range(FINAL_TURNS if is_final else len(WIDTHS)):
            width, glares = WIDTHS[turn], likelihood.GLARES
            if is_final:
                width = min(max(spread[start], MIN_WIDTH), WIDTHS[len(WIDTHS) - 1])
            elif turn < PLAIN_TURNS:
                glares = 0
            model = models[start]
            likelihood.price_spots(light, vote, model, width, glares, cost, trust, seen)
            cost[:, likelihood.EMPTY] += empty_price
            scores[start] = assign(cost, low, high, low, 0.0, label, regret)
            spread[start] = likelihood.fit_model(seen, trust, label, model)
            lead = name_groups(model, usual[start], name, model[likelihood.CAST])
    return lead
