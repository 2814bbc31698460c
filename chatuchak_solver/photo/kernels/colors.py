"""Joint grouping of all spots by color, with known counts, uneven light and glare."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import (
    ascending,
    exponential,
    length,
    logarithm,
    median,
)
from chatuchak_solver.photo.kernels.exact_counts import assign
from chatuchak_solver.photo.kernels.geometry import solve_linear
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.segmentation import to_light, to_opponent

COLORS = 5
EMPTY = COLORS
FIELD, CAST = COLORS, COLORS + 5
"""First row of the light field, two slopes and three curvatures, and row of the light's color, in
a model."""

SIDE = 11
SAMPLES = SIDE * SIDE
REACH = 0.36
"""Distance of the outermost samples from the center of a spot, in spots."""
OFFSET = 0.02
"""Added to light before logarithms and roots; reduces the weight of dark colors."""
LIGHTNESS = 0.35
"""Weight of lightness relative to hue, low because of shadows."""
CENTRAL = 0.2
"""Standard deviation of the sample weights around the center, in spots."""
COLORLESS, COLORFUL = 0.02, 0.15
"""Range of the weight by colorfulness; letters, stripes and reflections have none."""

GLARES = 6
"""Tested amounts of white: `GLARE_FIRST` i + `GLARE_GROWTH` i i, 0.05 to 0.7."""
GLARE_FIRST, GLARE_GROWTH = 0.04, 0.0128
GLARE_PRICE, GLARE_SLOPE = 3.0, 4.0
"""Price of white in a sample: constant and per unit."""
FLOOR = 12.0
"""Maximum price of a color without matching samples."""
FARTHEST = 80.0
"""Squared distance from a color, in widths, of samples that do not match."""
STRAY = 0.1
"""Price of the mean distance from a color; separates colors above the floor."""
MIN_TRUST, HALF_TRUST = 1e-4, 0.02
"""Matching part of a spot's samples: minimum for their color, and half of the full weight."""

PLAIN, PLAIN_PRICE = 0.4, 2.0
"""Colorfulness of spots that are hardly empty, relative to the median; price of empty spots."""
UNEVEN, UNEVEN_PRICE = 0.06, 3.0
EMPTY_CAP, EMPTY_SLOPE = 20.0, 0.02
CEILING = 5000.0

RIDGE, RIDGE_OF_COLOR = 0.5, 3.0
"""Regularization of the light field's brightness and hue toward zero."""
HELD = 1e-3
"""Regularization of colors toward their previous values."""

WIDTHS = (0.09, 0.09, 0.06, 0.06, 0.045, 0.045, 0.04, 0.04, 0.04)
"""Width of the colors by iteration of a start."""
PLAIN_TURNS, FINAL_TURNS = 6, 5
"""Iterations without glare, and of the better start with a fitted width."""
MIN_WIDTH = 0.018

PALETTES = 2
"""Full and pale print."""
PALE_PART, PALE_WHITE = 0.5, 0.42
IN_PRINT = (
    (0.82, 0.18, 0.18), (0.96, 0.8, 0.2), (0.24, 0.59, 0.29), (0.18, 0.39, 0.73),
    (0.92, 0.45, 0.65),
)  # fmt: skip
"""Approximate tones of printed red, yellow, green, blue and pink."""
LIGHTNESS_PRICE = 0.35
CAST_KEPT = 0.95
"""Fraction of the groups' common color attributed to light."""


@kernel
def group_spots(
    colors: Float64s, low: Int64s, high: Int64s, counts: Int64s, count_price: float,
    empty_price: Float64s, name: Int64s, label: Int64s, regret: Float64s,
) -> float:  # fmt: skip
    """Find the color of every spot; return the price difference to the second-best names.

    Starts from full and from pale print alternate between fitting five colors with a smooth light
    field and assigning spots at minimum cost within the size bounds, finally with glare. The better
    one continues with narrower colors.

    Parameters
    ----------
    colors
        float64 of shape (spots, `SAMPLES`, 3): opponent colors; rescaled in place.
    low, high, count_price
        See `assign`; the last group is that of empty spots.
    counts
        int64 of shape (5,): likely spots per color.
    empty_price
        float64 of shape (spots,): price of being the empty spot.
    name
        Output, int64 of shape (5,): color name of each group.
    label
        Output, int64 of shape (spots,): group.
    regret
        Output, float64 of shape (spots, 6); see `assign`.
    """
    light, vote, mean_log = weigh_samples(colors)
    usual = usual_colors()
    models, scores, widths = np.zeros((PALETTES, CAST + 1, 3)), np.zeros(PALETTES), np.zeros(2)
    cost, trust = np.zeros((SPOTS, COLORS + 1)), np.zeros((SPOTS, COLORS))
    seen, lead, best = np.zeros((SPOTS, COLORS, 3)), 0.0, 0
    usual_counts = low.copy()
    for stage in range(PALETTES + 1):
        is_final = stage == PALETTES
        best = int(np.argmin(scores)) if is_final else stage
        model = models[best]
        if not is_final:
            for channel in range(3):
                gray = mean_log[:, channel].mean()
                model[:FIELD, channel] = usual[best, :, channel] - usual[best, :, channel].mean()
                model[:FIELD, channel] += gray
                model[CAST, channel] = gray
        for turn in range(FINAL_TURNS if is_final else len(WIDTHS)):
            width = widths[best] if is_final else WIDTHS[turn]
            glares = GLARES if is_final or turn >= PLAIN_TURNS else 0
            price_spots(colors, light, vote, model, width, glares, cost, trust, seen)
            cost[:, EMPTY] += empty_price
            scores[best] = assign(cost, low, high, usual_counts, 0.0, label, regret)
            spread = fit_model(seen, trust, mean_log, label, model)
            widths[best] = min(max(spread, MIN_WIDTH), WIDTHS[len(WIDTHS) - 1])
            lead = name_groups(model, usual[best], name, model[CAST])
    for group in range(COLORS):
        usual_counts[group] = counts[name[group]]
    assign(cost, low, high, usual_counts, count_price, label, regret)
    return lead


@kernel
def weigh_samples(colors: Float64s) -> tuple[Float64s, Float64s, Float64s]:
    """Return the light and weight of each sample, and the log of the mean light of each spot.

    Weights are highest for central and colorful samples and have the sum 1 per spot. Colors are
    scaled to a brightness of a half of the brighter spots, and get `OFFSET`.
    """
    light, vote = np.zeros(colors.shape), np.zeros((SPOTS, SAMPLES))
    values = np.zeros(SPOTS * SAMPLES)
    mean_log, bright, tint = np.zeros((SPOTS, 3)), np.zeros(SPOTS), np.zeros(3)
    for spot in range(SPOTS):
        bright[spot] = median(colors[spot, :, 0])
    colors *= 0.7 / max(ascending(bright)[SPOTS * 4 // 5], 1e-2)
    for axis in range(1, 3):
        for spot in range(SPOTS):
            values[spot * SAMPLES : (spot + 1) * SAMPLES] = colors[spot, :, axis]
        tint[axis] = median(values) * 0.5
    for spot in range(SPOTS):
        for sample in range(SAMPLES):
            x, y = sample % SIDE - (SIDE - 1) / 2, sample // SIDE - (SIDE - 1) / 2
            far = (x * x + y * y) * (2 * REACH / (SIDE - 1) / CENTRAL) ** 2
            color = colors[spot, sample]
            colorful = min(length(color[1] - tint[1], color[2] - tint[2]), COLORFUL)
            vote[spot, sample] = exponential(-far / 2) * (COLORLESS + colorful)
            to_light(color, light[spot, sample])
            red, green, blue = np.sqrt(light[spot, sample] + OFFSET)
            to_opponent(red, green, blue, color)
        vote[spot] /= vote[spot].sum()
        for channel in range(3):
            mean = (vote[spot] * light[spot, :, channel]).sum()
            mean_log[spot, channel] = logarithm(mean + OFFSET)
    return light, vote, mean_log


@kernel
def usual_colors() -> Float64s:
    """Return the logs of typical printed colors, of shape (2, 5, 3)."""
    usual = np.zeros((PALETTES, COLORS, 3))
    for color in range(COLORS):
        for channel in range(3):
            light = IN_PRINT[color][channel] ** 2
            usual[0, color, channel] = logarithm(light + OFFSET)
            usual[1, color, channel] = logarithm(light * PALE_PART + PALE_WHITE + OFFSET)
    return usual


@kernel
def fill_terms(spot: int, terms: Float64s) -> None:
    """Write the terms of the light field at a spot, of shape (5,)."""
    half = (COLUMNS - 1) / 2.0
    x, y = (spot % COLUMNS) / half - 1.0, (spot // COLUMNS - (ROWS - 1) / 2.0) / half
    terms[0], terms[1], terms[2], terms[3], terms[4] = x, y, x * x - 0.5, x * y, y * y - 0.3


@kernel
def fill_field(model: Float64s, spot: int, field: Float64s) -> None:
    """Write the log of the light field at a spot to ``field``."""
    terms = np.zeros(CAST - FIELD)
    fill_terms(spot, terms)
    for channel in range(3):
        field[channel] = (model[FIELD:CAST, channel] * terms).sum()


@kernel
def price_spots(
    colors: Float64s, light: Float64s, vote: Float64s, model: Float64s, width: float, glares: int,
    cost: Float64s, trust: Float64s, seen: Float64s,
) -> None:  # fmt: skip
    """Compute the price of each color and of empty, per spot: -2 log likelihood.

    Parameters
    ----------
    colors, light, vote
        See `weigh_samples`.
    model
        float64 of shape (11, 3), natural logs: five colors, the light field, the light's color.
    width
        Standard deviation of a color, with `LIGHTNESS`.
    glares
        Amounts of white to test, 0 to `GLARES`.
    cost
        Output, float64 of shape (spots, 6); the last column is for empty.
    trust, seen
        Output, float64 of shape (spots, 5) and (spots, 5, 3): matching part and light of samples.
    """
    field, white, value, point = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    apart, like, colorful, uneven = (
        np.zeros(SAMPLES),
        np.zeros(SAMPLES),
        np.zeros(SPOTS),
        np.zeros(SPOTS),
    )
    for channel in range(3):
        white[channel] = exponential(model[CAST, channel])
    white /= white.mean()
    to_opponent(sqrt(white[0]), sqrt(white[1]), sqrt(white[2]), value)
    gray = value / value[0]
    for spot in range(SPOTS):
        fill_field(model, spot, field)
        sharp = exponential(-field.mean()) / (width * width)
        for color in range(COLORS):
            apart[:] = 1e9
            for glare in range(glares + 1):
                more = glare * (GLARE_FIRST + GLARE_GROWTH * glare)
                price = 0.0 if glare == 0 else GLARE_PRICE + GLARE_SLOPE * more
                for channel in range(3):
                    tone = exponential(model[color, channel] + field[channel])
                    value[channel] = sqrt(tone + more * white[channel])
                to_opponent(value[0], value[1], value[2], point)
                for sample in range(SAMPLES):
                    lightness = LIGHTNESS * (colors[spot, sample, 0] - point[0])
                    a, b = colors[spot, sample, 1] - point[1], colors[spot, sample, 2] - point[2]
                    total = (lightness * lightness + a * a + b * b) * sharp + price
                    apart[sample] = min(apart[sample], total)
            for sample in range(SAMPLES):
                is_near = apart[sample] < FARTHEST
                like[sample] = exponential(-apart[sample] / 2.0) if is_near else 0.0
            like *= vote[spot]
            trust[spot, color] = like.sum()
            for channel in range(3):
                total = (like * light[spot, :, channel]).sum() / max(trust[spot, color], MIN_TRUST)
                seen[spot, color, channel] = logarithm(total + OFFSET)
            price = STRAY * sqrt((vote[spot] * apart).sum())
            price -= 2.0 * logarithm(trust[spot, color] + exponential(-FLOOR / 2.0))
            cost[spot, color] = min(price, CEILING)
        saturation = np.zeros(SAMPLES)
        for axis in range(1, 3):
            saturation += (colors[spot, :, axis] / colors[spot, :, 0] - gray[axis]) ** 2
        colorful[spot] = sqrt(ascending(saturation)[SAMPLES * 4 // 5])
        uneven[spot] = colors[spot, :, 0].std() / colors[spot, :, 0].mean() / UNEVEN
    # An empty spot is pale and even.
    colorful /= median(colorful) + 1e-9
    for spot in range(SPOTS):
        price = (colorful[spot] / PLAIN) ** 2 + PLAIN_PRICE + min(uneven[spot], UNEVEN_PRICE)
        bent = EMPTY_CAP * (1.0 - exponential(-price / EMPTY_CAP)) + EMPTY_SLOPE * price
        cost[spot, EMPTY] = min(bent, CEILING)


@kernel
def fit_model(
    seen: Float64s, trust: Float64s, mean_log: Float64s, label: Int64s, model: Float64s
) -> float:
    """Fit colors and light field to the spots by least squares of logs.

    Parameters
    ----------
    seen, trust
        See `price_spots`; for ``mean_log``, the color of spots without a match, `weigh_samples`.
    label
        int64 of shape (spots,): color, or `EMPTY`.
    model
        float64 of shape (11, 3). Colors and field are updated.

    Returns
    -------
    float
        Median distance of spots from their colors, with `LIGHTNESS`.
    """
    system, row = np.zeros((CAST, CAST + 3)), np.zeros(CAST + 3)
    for color in range(COLORS):
        system[color, color] = HELD
        system[color, CAST:] = HELD * model[color]
    booths = np.nonzero(label != EMPTY)[0]
    for spot in booths:
        color = label[spot]
        if trust[spot, color] <= MIN_TRUST:
            seen[spot, color] = mean_log[spot]
        weight = trust[spot, color] / (trust[spot, color] + HALF_TRUST) + HELD
        row[:] = 0.0
        row[color] = 1.0
        fill_terms(int(spot), row[FIELD:CAST])
        row[CAST:] = seen[spot, color]
        for a in range(CAST):
            for b in range(CAST + 3):
                system[a, b] += weight * row[a] * row[b]
    # Two systems: brightness, and hue with a stronger regularization.
    model[:CAST] = 0.0
    for part in range(2):
        solution = system.copy()
        for a in range(CAST):
            gray = system[a, CAST:].mean()
            solution[a, CAST:] = system[a, CAST:] * part + gray * (1 - 2 * part)
            if a >= FIELD:
                solution[a, a] += RIDGE if part == 0 else RIDGE_OF_COLOR
        solve_linear(solution)
        for a in range(CAST):
            model[a] += solution[a, CAST:]
    far, field, point, center = np.zeros(len(booths)), np.zeros(3), np.zeros(3), np.zeros(3)
    for place in range(len(booths)):
        spot, color = booths[place], label[booths[place]]
        fill_field(model, spot, field)
        for channel in range(3):
            row[channel] = sqrt(exponential(model[color, channel]))
            row[3 + channel] = sqrt(exponential(seen[spot, color, channel] - field[channel]))
        to_opponent(row[0], row[1], row[2], center)
        to_opponent(row[3], row[4], row[5], point)
        far[place] = length(
            LIGHTNESS * (center[0] - point[0]), length(center[1] - point[1], center[2] - point[2])
        )
    return float(median(far))


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
    single = np.ones(COLORS, np.int64)
    for channel in range(3):
        cast[channel] = (centers[:COLORS, channel] - usual[:, channel]).mean() * CAST_KEPT
    for group in range(COLORS):
        for color in range(COLORS):
            rest = centers[group] - usual[color] - cast
            mean = rest.mean()
            cost[group, color] = LIGHTNESS_PRICE * mean * mean + ((rest - mean) ** 2).sum()
    assign(cost, single, single, single, 0.0, name, regret)
    lead = 1e9
    for group in range(COLORS):
        regret[group, name[group]] = 1e9
        lead = min(lead, regret[group, np.argmin(regret[group])])
    return lead
