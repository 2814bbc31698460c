"""Joint grouping of all spots by color, with known counts and uneven light."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import evidence, fit, likelihood, names, sampling
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign

WIDTHS = (0.09, 0.09, 0.06, 0.06, 0.045, 0.045, 0.04, 0.04, 0.04)
"""Width of the colors by iteration of a start."""
PLAIN_TURNS, FINAL_TURNS = 6, 5
"""Iterations without glare, and of the better start with a fitted width."""
MIN_WIDTH = 0.018


@kernel
def _first_model(usual: Float64s, mean_log: Float64s, model: Float64s) -> None:
    """Write typical colors in the mean light of the spots."""
    spots, gray = mean_log.shape[0], np.zeros(3)
    for spot in range(spots):
        gray += mean_log[spot] / spots
    shift = gray.copy()
    for color in range(names.COLORS):
        shift -= usual[color] / names.COLORS
    for color in range(names.COLORS):
        model[color] = usual[color] + shift
    model[likelihood.CAST] = gray - logarithm(likelihood.GRAY)


@kernel
def group_spots(
    light: Float64s, columns: int, low: Int64s, high: Int64s, empty_price: Float64s, name: Int64s,
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
    spots = light.shape[0]
    light /= evidence.brightness_of(light)
    lab = np.zeros(light.shape)
    for spot in range(spots):
        for sample in range(sampling.SAMPLES):
            red, green, blue = light[spot, sample]
            sampling.to_oklab(red, green, blue, lab[spot, sample])
    vote, mean_log = np.zeros((spots, sampling.SAMPLES)), np.zeros((spots, 3))
    like = np.zeros((spots, sampling.SAMPLES, names.COLORS))
    evidence.weigh_samples(light, lab, vote, mean_log)
    models = np.zeros((names.PALETTES, likelihood.CAST + 1, 3))
    usual = np.zeros((names.PALETTES, names.COLORS, 3))
    names.usual_colors(usual)
    scores, spread, lead = np.zeros(names.PALETTES), np.zeros(names.PALETTES), 0.0
    for stage in range(names.PALETTES + 1):
        is_final = stage == names.PALETTES
        start = np.argmin(scores) if is_final else stage
        if not is_final:
            _first_model(usual[start], mean_log, models[start])
        for turn in range(FINAL_TURNS if is_final else len(WIDTHS)):
            width, glares = WIDTHS[turn], likelihood.GLARES
            if is_final:
                width = min(max(spread[start], MIN_WIDTH), WIDTHS[len(WIDTHS) - 1])
            elif turn < PLAIN_TURNS:
                glares = 0
            model = models[start]
            likelihood.price_spots(light, vote, model, width, glares, columns, like, cost)
            cost[:, likelihood.EMPTY] += empty_price
            scores[start] = assign(cost, low, high, label, regret)
            spread[start] = fit.fit_model(light, mean_log, like, label, columns, model)
            lead = names.name_groups(model, usual[start], name, model[likelihood.CAST])
    return lead
