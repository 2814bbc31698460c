"""Joint grouping of all spots by color, with known counts and uneven light, and color names.

Prices are -2 log likelihoods of each color and of empty, under a model of colors and light.
"""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import elementary, measures, sampling
from chatuchak_solver.photo.kernels.elementary import ascending, exponentials, logarithms, median
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.geometry import least_squares
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import OFFSET, SAMPLES
from chatuchak_solver.photo.kernels.segmentation import to_oklab

COLORS = 5
EMPTY = COLORS
FIELD, CAST = COLORS, COLORS + 5
"""First row of the light field (two slopes and three curvatures), and row of the light's color, in
a model."""

LIGHTNESS = 0.25
"""Weight of lightness relative to hue, lower than in `sampling` as hue is free of shadows."""
GLARES = 6
"""Tested amounts of white: `GLARE_FIRST` i + `GLARE_GROWTH` i i, 0.05 to 0.7."""
GLARE_FIRST, GLARE_GROWTH = 0.04, 0.0128
DARKEST = 0.003
"""Minimum light after subtracting glare."""
GLARE_PRICE, GLARE_SLOPE = 3.0, 4.0
"""Price of white in a sample: constant and per unit."""
FLOOR = 28.0
"""Maximum price of a color without matching samples."""

GRAY = 0.4
"""Mean light relative to white."""
PLAIN, UNEVEN = 0.4, 0.04
"""Colorfulness relative to the median, and variation of lightness, of spots hardly ever empty."""
MIN_EMPTY_PRICE, MAX_EMPTY_PRICE = 2.0, 30.0

RIDGE, RIDGE_OF_COLOR = 0.5, 3.0
"""Regularization of the light field's brightness and hue toward zero."""
HELD = 1e-3
"""Regularization of colors toward their previous values."""
MIN_TRUST, HALF_TRUST = 1e-4, 0.02

CENTRAL = 0.25
"""Standard deviation of the sample weights around the center, in spots."""
COLORLESS = 0.02
COLORFUL = 0.15
"""Range of the weight by colorfulness; letters, stripes and reflections have none."""
EVEN = 1e-5
"""Added to the variance of a sample between spots; decorations of all spots have none."""
WIDTHS = (0.09, 0.09, 0.06, 0.06, 0.045, 0.045, 0.04, 0.04, 0.04)
"""Width of the colors by iteration of a start."""
PLAIN_TURNS, FINAL_TURNS = 6, 5
"""Iterations without glare, and of the better start with a fitted width."""
MIN_WIDTH, MAX_FINAL = 0.013, 0.04

PRINTS = ((1.0, 0.0), (0.5, 0.42))
"""Full and pale print: part of the ink's light, and added white."""
IN_PRINT = (
    *(0.6445, 0.0262, 0.0262, 0.9131, 0.6105, 0.0319, 0.0452, 0.305, 0.0704, 0.0262, 0.1274),
    *(0.4851, 0.8308, 0.1714, 0.3763),
)
"""Approximate light of printed red, yellow, green, blue and pink."""

LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""Fraction of the groups' common color attributed to light."""


@kernel
def field_terms() -> Float64s:
    """Return the terms of the light field at the spots, of shape (spots, 5)."""
    terms, half = np.zeros((SPOTS, CAST - FIELD)), (COLUMNS - 1) / 2.0
    for spot in range(SPOTS):
        x, y = spot % COLUMNS / half - 1.0, (spot // COLUMNS - (ROWS - 1) / 2.0) / half
        terms[spot] = x, y, x * x - 0.5, x * y, y * y - 0.3
    return terms


@kernel
def _light_field(model: Float64s) -> Float64s:
    """Return the light field's log at the spots, of shape (spots, 3)."""
    field: Float64s = (field_terms()[:, :, None] * model[FIELD:CAST]).sum(axis=1)
    return field


@kernel
def price_spots(
    light: Float64s, vote: Float64s, model: Float64s, width: float, glares: int, cost: Float64s,
    trust: Float64s, seen: Float64s,
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
    cost
        Output, float64 of shape (spots, 6); the last column is for empty.
    trust, seen
        Output, float64 of shape (spots, 5) and (spots, 5, 3): weight of samples that match a color,
        and the log of their mean light.
    """
    tint = model[CAST] - model[CAST].sum() / 3  # for white balance
    centers = to_oklab(exponentials(model[:COLORS] - tint))
    dimmed, white = exponentials(-_light_field(model) - tint), exponentials(model[CAST])
    colorful, uneven = np.zeros(SPOTS), np.zeros(SPOTS)
    for spot in range(SPOTS):
        apart, lab = np.full((COLORS, SAMPLES), 1e9), np.zeros((SAMPLES, 3))
        for glare in range(glares, -1, -1):  # without glare at last
            more = glare * (GLARE_FIRST + GLARE_GROWTH * glare)
            price = GLARE_PRICE + GLARE_SLOPE * more if glare > 0 else 0.0
            left = np.maximum(light[spot] - white * (more / white.mean()), DARKEST)
            lab = to_oklab((left + OFFSET) * dimmed[spot])
            for color in range(COLORS):
                lightness, a, b = centers[color]
                shade = lab[:, 0] / lightness  # shadows darken all channels alike
                hues = (lab[:, 1] - a * shade) ** 2 + (lab[:, 2] - b * shade) ** 2
                square = hues + (LIGHTNESS * (lab[:, 0] - lightness)) ** 2
                apart[color] = np.minimum(apart[color], square / (width * width) + price)
        like = vote[spot] * exponentials(-apart / 2.0)
        trust[spot] = like.sum(axis=1)
        seen[spot] = (like[:, :, None] * light[spot]).sum(axis=1)
        saturation = lab[:, 1] ** 2 + lab[:, 2] ** 2
        colorful[spot], uneven[spot] = ascending(saturation)[SAMPLES * 4 // 5], lab[:, 0].std()
    seen[:] = logarithms(seen / np.maximum(trust, MIN_TRUST)[:, :, None] + OFFSET)
    cost[:, :COLORS] = -2.0 * logarithms(trust + elementary.exponential(-FLOOR / 2.0))
    # An empty spot is pale and even.
    prices = colorful / ((median(colorful) + 1e-18) * PLAIN * PLAIN) + uneven / UNEVEN
    prices += MIN_EMPTY_PRICE
    cost[:, EMPTY] = MAX_EMPTY_PRICE * prices / (prices + MAX_EMPTY_PRICE)


@kernel
def fit_model(seen: Float64s, trust: Float64s, label: Int64s, model: Float64s) -> float:
    """Fit colors and light field to the spots by least squares of logs.

    Parameters
    ----------
    seen, trust
        See `price_spots`.
    label
        int64 of shape (spots,): color, or `EMPTY`.
    model
        float64 of shape (11, 3). Colors and field are updated; the cast is unchanged.

    Returns
    -------
    float
        Median distance of spots from their colors, in OKLab with `LIGHTNESS`.
    """
    terms, booths = field_terms(), np.nonzero(label != EMPTY)[0]
    equations, ridge = np.zeros((COLORS + SPOTS, CAST + 3)), np.zeros(CAST)
    for color in range(COLORS):
        equations[color, color] = sqrt(HELD)
        equations[color, CAST:] = sqrt(HELD) * model[color]
    for spot in booths:
        color, row = label[spot], equations[COLORS + spot]
        weight = trust[spot, color] / (trust[spot, color] + HALF_TRUST) + HELD
        row[color], row[FIELD:CAST], row[CAST:] = 1.0, terms[spot], seen[spot, color]
        row *= sqrt(weight)
    # Brightness, and hue with a stronger regularization.
    gray = equations[:, CAST:].sum(axis=1)[:, None] / 3
    equations[:, CAST:] -= gray
    ridge[FIELD:] = RIDGE_OF_COLOR
    model[:CAST] = least_squares(equations, ridge)
    equations[:, CAST:] = gray
    ridge[FIELD:] = RIDGE
    model[:CAST] += least_squares(equations, ridge)
    tint = model[CAST] - model[CAST].sum() / 3
    field, logs = _light_field(model) + tint, np.zeros((SPOTS, 3))
    for spot in booths:
        logs[spot] = seen[spot, label[spot]] - field[spot]
    off = to_oklab(exponentials(logs)) - to_oklab(exponentials(model[label] - tint))
    square = (LIGHTNESS * off[:, 0]) ** 2 + off[:, 1] ** 2 + off[:, 2] ** 2
    return median(np.sqrt(square[booths]))


@kernel
def weigh_samples(light: Float64s) -> Float64s:
    """Return the weight of each sample, highest for central and colorful samples.

    Samples in which the spots differ count more: decorations of all booths tell no colors.

    Parameters
    ----------
    light
        float64 of shape (spots, `SAMPLES`, 3).

    Returns
    -------
    Float64s
        float64 of shape (spots, `SAMPLES`), with sum 1 per spot.
    """
    lab, near = to_oklab(light), np.zeros(SAMPLES)
    for sample in range(SAMPLES):
        x, y = sampling.offset_of(sample, sampling.SIDE, sampling.UNIT)
        near[sample] = elementary.exponential(-(x * x + y * y) / (2.0 * CENTRAL * CENTRAL))
        near[sample] *= lab[:, sample, 1].var() + lab[:, sample, 2].var() + EVEN
    for axis in range(1, 3):
        lab[:, :, axis] -= 0.5 * median(lab[:, :, axis].sum(axis=1) / SAMPLES)
    vote = np.sqrt(lab[:, :, 1] ** 2 + lab[:, :, 2] ** 2)
    vote = (COLORLESS + np.minimum(vote, COLORFUL)) * near
    vote /= vote.sum(axis=1)[:, None]
    return vote


@kernel
def usual_colors() -> Float64s:
    """Return the logs of typical printed colors in full and pale print, of shape (2, 5, 3)."""
    usual = np.zeros((len(PRINTS), COLORS, 3))
    for place, light in enumerate(IN_PRINT):
        for start, (part, white) in enumerate(PRINTS):
            usual[start, place // 3, place % 3] = light * part + white + OFFSET
    return logarithms(usual)


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
    single = np.ones((COLORS, 3), np.int64)
    cast[:] = (centers[:COLORS] - usual).sum(axis=0) * CAST_KEPT / COLORS
    for group in range(COLORS):
        for color in range(COLORS):
            rest = centers[group] - usual[color] - cast
            mean = rest.mean()
            cost[group, color] = LIGHTNESS_PRICE * mean * mean + ((rest - mean) ** 2).sum()
    assign(cost, single, 0.0, name, regret)
    best = np.argmin(regret)
    return float(regret[best // COLORS, best % COLORS])


@kernel
def group_spots(light: Float64s, options: Float64s) -> tuple[float, Int64s, Int64s, Float64s]:
    """Find the color of every spot.

    Starts from full and from pale print alternate between fitting five colors with a smooth light
    field and assigning spots at minimum cost within the size bounds, finally with glare. The better
    one continues with narrower colors. Likely counts decide ambiguous colors.

    Parameters
    ----------
    light
        float64 of shape (spots, `SAMPLES`, 3); rescaled in place: brighter spots have half a unit.
    options
        See `read_tile`.

    Returns
    -------
    lead
        Price difference to the second-best names.
    name
        int64 of shape (6,): color name of each group; the last is `EMPTY`.
    label
        int64 of shape (spots,): group.
    regret
        float64 of shape (spots, 6); see `assign`.
    """
    bounds = np.ones((COLORS + 1, 3), np.int64)
    bounds[:COLORS, :2] = int(options[measures.MIN_COUNT])
    bounds[:COLORS, 2] = int(options[measures.MAX_COUNT])
    name, label = np.full(COLORS + 1, EMPTY), np.zeros(SPOTS, np.int64)
    cost, regret = np.zeros((SPOTS, COLORS + 1)), np.zeros((SPOTS, COLORS + 1))
    bright, printed = np.zeros(SPOTS), usual_colors()
    for spot in range(SPOTS):
        bright[spot] = median(light[spot].sum(axis=1)) / 3
    light *= 0.5 / max(ascending(bright)[SPOTS * 4 // 5], 1e-4)
    vote = weigh_samples(light)
    mean = (vote[:, :, None] * light).sum(axis=1)
    gray = logarithms(mean + OFFSET).sum(axis=0) / SPOTS
    trust, seen = np.zeros((SPOTS, COLORS)), np.zeros((SPOTS, COLORS, 3))
    models = np.zeros((len(PRINTS), CAST + 1, 3))
    scores, spread, lead = np.zeros(len(PRINTS)), np.zeros(len(PRINTS)), 0.0
    for stage in range(len(PRINTS) + 1):
        is_final = stage == len(PRINTS)
        start = np.argmin(scores) if is_final else stage
        model = models[start]
        if not is_final:  # typical colors in the mean light of the spots
            model[:COLORS] = printed[start] + gray - printed[start].sum(axis=0) / COLORS
            model[CAST] = gray - elementary.logarithm(GRAY)
        for turn in range(FINAL_TURNS if is_final else len(WIDTHS)):
            width, glares = WIDTHS[turn], GLARES
            if is_final:
                width = min(max(spread[start], MIN_WIDTH), MAX_FINAL)
            elif turn < PLAIN_TURNS:
                glares = 0
            price_spots(light, vote, model, width, glares, cost, trust, seen)
            cost[:, EMPTY] += options[measures.EMPTY_PRICE :]
            scores[start] = assign(cost, bounds, 0.0, label, regret)
            spread[start] = fit_model(seen, trust, label, model)
            lead = name_groups(model, printed[start], name[:COLORS], model[CAST])
    for group in range(COLORS):
        bounds[group, 1] = int(options[measures.COUNTS + name[group]])
    assign(cost, bounds, options[measures.OTHER_COUNTS] / 2, label, regret)
    return lead, name, label, regret
