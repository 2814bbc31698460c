"""Likelihoods of each color and of empty, per spot, and the model of colors and light."""

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
from chatuchak_solver.photo.kernels.geometry import solve_linear
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import OFFSET, SAMPLES, to_oklab

COLORS = 5
EMPTY = COLORS
FIELD, CAST = COLORS, COLORS + 5
"""First row of the light field (two slopes and three curvatures), and row of the light's color, in
a model."""
LIGHTNESS = 0.35
"""Weight of lightness relative to hue, low because of shadows."""

GLARES = 6
"""Tested amounts of white: `GLARE_FIRST` i + `GLARE_GROWTH` i i, 0.05 to 0.7."""
GLARE_FIRST, GLARE_GROWTH = 0.04, 0.0128
DARKEST = 0.003
"""Minimum light after subtracting glare."""
GLARE_PRICE, GLARE_SLOPE = 3.0, 4.0
"""Price of white in a sample: constant and per unit."""
FLOOR = 28.0
"""Maximum price of a color without matching samples."""
FARTHEST = 80.0
"""Squared distance from a color, in widths, of samples that do not match."""

GRAY = 0.4
PLAIN = 0.4
"""Colorfulness of spots that are hardly empty, relative to the median."""
PLAIN_PRICE = 2.0
UNEVEN, UNEVEN_PRICE = 0.05, 3.0
EMPTY_CAP, EMPTY_SLOPE = 20.0, 0.02

RIDGE, RIDGE_OF_COLOR = 0.5, 3.0
"""Regularization of the light field's brightness and hue toward zero."""
HELD = 1e-3
"""Regularization of colors toward their previous values."""
MIN_TRUST, HALF_TRUST = 1e-4, 0.02


@kernel
def fill_terms(spot: int, terms: Float64s) -> None:
    """Write the terms of the light field at a spot, of shape (5,)."""
    half = (COLUMNS - 1) / 2.0
    x, y = (spot % COLUMNS) / half - 1.0, (spot // COLUMNS - (ROWS - 1) / 2.0) / half
    terms[0], terms[1], terms[2], terms[3], terms[4] = x, y, x * x - 0.5, x * y, y * y - 0.3


@kernel
def _fill_field(model: Float64s, spot: int, field: Float64s) -> None:
    """Write the light field's log at a spot to ``field``, of shape (3,)."""
    terms = np.zeros(CAST - FIELD)
    fill_terms(spot, terms)
    field[:] = 0.0
    for term in range(CAST - FIELD):
        field += model[FIELD + term] * terms[term]


@kernel
def _fill_oklab(logs: Float64s, lab: Float64s) -> None:
    """Write the OKLab color of the log of light to ``lab``."""
    to_oklab(exponential(logs[0]), exponential(logs[1]), exponential(logs[2]), lab)


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
    color_lab, lab, gray = np.zeros((COLORS, 3)), np.zeros(3), np.zeros(3)
    white, dimmed, value = np.zeros(3), np.zeros(3), np.zeros(3)
    apart, lightness, saturation = np.zeros((COLORS, SAMPLES)), np.zeros(SAMPLES), np.zeros(SAMPLES)
    colorful, uneven = np.zeros(SPOTS), np.zeros(SPOTS)
    for color in range(COLORS):
        _fill_oklab(model[color], color_lab[color])
    _fill_oklab(model[CAST] + logarithm(GRAY), gray)
    for channel in range(3):
        white[channel] = exponential(model[CAST, channel])
    white /= white.mean()
    sharp = 1.0 / (width * width)
    for spot in range(SPOTS):
        _fill_field(model, spot, value)
        for channel in range(3):
            dimmed[channel] = exponential(-value[channel])
        for sample in range(SAMPLES):
            for glare in range(glares + 1):
                more = glare * (GLARE_FIRST + GLARE_GROWTH * glare)
                price = 0.0 if glare == 0 else GLARE_PRICE + GLARE_SLOPE * more
                for channel in range(3):
                    left = max(light[spot, sample, channel] - more * white[channel], DARKEST)
                    value[channel] = (left + OFFSET) * dimmed[channel]
                to_oklab(value[0], value[1], value[2], lab)
                if glare == 0:
                    lightness[sample] = lab[0]
                    saturation[sample] = length(lab[1] - gray[1], lab[2] - gray[2])
                for color in range(COLORS):
                    total = 0.0
                    for axis in range(3):
                        off = (lab[axis] - color_lab[color, axis]) * (LIGHTNESS if axis == 0 else 1)
                        total += off * off
                    total = total * sharp + price
                    if glare == 0 or total < apart[color, sample]:
                        apart[color, sample] = total
        for color in range(COLORS):
            trust[spot, color] = 0.0
            seen[spot, color] = 0.0
            for sample in range(SAMPLES):
                square = apart[color, sample]
                if square < FARTHEST:
                    like = vote[spot, sample] * exponential(-square / 2.0)
                    trust[spot, color] += like
                    for channel in range(3):
                        seen[spot, color, channel] += like * light[spot, sample, channel]
            for channel in range(3):
                mean = seen[spot, color, channel] / max(trust[spot, color], MIN_TRUST)
                seen[spot, color, channel] = logarithm(mean + OFFSET)
            cost[spot, color] = -2.0 * logarithm(trust[spot, color] + exponential(-FLOOR / 2.0))
        colorful[spot] = ascending(saturation)[SAMPLES * 4 // 5]
        uneven[spot] = lightness.std()
    # An empty spot is pale and even.
    colorful /= (median(colorful) + 1e-9) * PLAIN
    for spot in range(SPOTS):
        price = colorful[spot] ** 2 + PLAIN_PRICE + min(uneven[spot] / UNEVEN, UNEVEN_PRICE)
        cost[spot, EMPTY] = EMPTY_CAP * (1.0 - exponential(-price / EMPTY_CAP))
        cost[spot, EMPTY] += min(EMPTY_SLOPE * price, EMPTY_CAP)


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
    system, row = np.zeros((CAST, CAST + 3)), np.zeros(CAST + 3)
    for color in range(COLORS):
        system[color, color] = HELD
        system[color, CAST:] = HELD * model[color]
    booths = np.nonzero(label != EMPTY)[0]
    for spot in booths:
        color = label[spot]
        weight = trust[spot, color] / (trust[spot, color] + HALF_TRUST) + HELD
        row[:] = 0.0
        row[color] = 1.0
        fill_terms(int(spot), row[FIELD:CAST])
        row[CAST:] = seen[spot, color]
        for a in range(CAST):
            system[a] += weight * row[a] * row
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
    far, field, center, lab = np.zeros(len(booths)), np.zeros(3), np.zeros(3), np.zeros(3)
    for place, spot in enumerate(booths):
        color = label[spot]
        _fill_field(model, int(spot), field)
        _fill_oklab(model[color], center)
        _fill_oklab(seen[spot, color] - field, lab)
        lab -= center
        far[place] = length(LIGHTNESS * lab[0], length(lab[1], lab[2]))
    return median(far)
