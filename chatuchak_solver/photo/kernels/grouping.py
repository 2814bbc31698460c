"""Joint grouping of all spots by color, with known counts and uneven light."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import evidence, fit, likelihood, names, sampling
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.exact_counts import assign

STARTS = 2 * names.PALETTES
SELECTED = 3
"""Starts continued with glare."""
RUNS, TURNS = (STARTS, SELECTED, 1), (10, 3, 5)
"""Runs and maximum iterations of each stage."""
MIN_TURNS = 5
"""Minimum iterations before a start may converge."""
WIDE, MIDDLE, CLOSE, SELECTED_WIDTH, MIN_WIDTH = 0.09, 0.06, 0.045, 0.04, 0.018
NAMES_WEIGHT = 4.0
RIDGE_WEIGHT = 10.0
FAR_WORSE = 1e18


@kernel
def _first_model(start: int, usual: Float64s, mean_log: Float64s, model: Float64s) -> None:
    """Write typical colors in the mean light of the spots, or its mean brightness."""
    spots, gray = mean_log.shape[0], np.zeros(3)
    for spot in range(spots):
        gray += mean_log[spot] / spots
    shift = gray.copy()
    for color in range(names.COLORS):
        shift -= usual[start // 2, color] / names.COLORS
    if start % 2 == 1:
        shift[:] = (shift[0] + shift[1] + shift[2]) / 3.0
    for color in range(names.COLORS):
        model[color] = usual[start // 2, color] + shift
    model[likelihood.CAST] = gray - logarithm(likelihood.GRAY)


@kernel
def _width_of(stage: int, turn: int, spread: float) -> float:
    """Return the width of the colors, decreasing and finally fitted."""
    if stage == 1:
        return SELECTED_WIDTH
    if stage == 2:
        return min(max(spread, MIN_WIDTH), SELECTED_WIDTH)
    if turn < 2:
        return WIDE
    return MIDDLE if turn < 4 else CLOSE


@kernel
def group_spots(
    light: Float64s, columns: int, low: Int64s, high: Int64s, empty_price: Float64s, name: Int64s,
    label: Int64s, cost: Float64s, regret: Float64s, rival: Int64s,
) -> tuple[float, float]:  # fmt: skip
    """Find the color of every spot.

    Each start alternates between fitting five colors with a smooth light field and assigning
    spots at minimum cost within the size bounds. The best starts continue with glare, the winner
    with narrower colors.

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
    rival
        Output, int64 of shape (spots,): colors in the second-best grouping.

    Returns
    -------
    tuple
        Price differences to the second-best names and to the second-best grouping.
    """
    spots, size = light.shape[0], likelihood.CAST + 1
    level = evidence.brightness_of(light)
    light /= level
    lab = np.zeros(light.shape)
    for spot in range(spots):
        for sample in range(sampling.SAMPLES):
            seen = light[spot, sample]
            sampling.to_oklab(seen[0], seen[1], seen[2], lab[spot, sample])
    vote, mean_log = np.zeros((spots, sampling.SAMPLES)), np.zeros((spots, 3))
    like = np.zeros((spots, sampling.SAMPLES, names.COLORS))
    evidence.weigh_samples(light, lab, vote, mean_log)

    models, labels = np.zeros((STARTS, size, 3)), np.zeros((STARTS, spots), np.int64)
    scores, tried = np.zeros(STARTS), np.zeros(STARTS, np.int64)
    continued, runs = np.zeros(SELECTED, np.int64), 0
    usual = np.zeros((names.PALETTES, names.COLORS, 3))
    names.usual_colors(usual)
    cast, found = np.zeros(3), np.zeros(2)
    # Stage 0: all starts. Stage 1: the best, with glare. Stage 2: the winner, narrower.
    winner, winning, spread = 0, FAR_WORSE, SELECTED_WIDTH
    for stage in range(3):
        for run in range(RUNS[stage]):
            at = run if stage == 0 else winner
            if stage == 1:
                at = _next_best(scores, labels, tried)
                if at < 0:
                    break
                continued[run] = at
                runs = run + 1
            model = models[at]
            if stage == 0:
                _first_model(run, usual, mean_log, model)
            score, far = 0.0, spread
            for turn in range(TURNS[stage]):
                width = _width_of(stage, turn, far)
                glares = 0 if stage == 0 else likelihood.GLARES
                likelihood.price_spots(light, vote, model, width, glares, columns, like, cost)
                cost[:, likelihood.EMPTY] += empty_price
                # Minimum-cost labels, plus the price of uneven light.
                score = assign(cost, low, high, label, regret)
                for row in range(likelihood.FIELD, likelihood.CAST):
                    for channel in range(3):
                        score += fit.RIDGE * RIDGE_WEIGHT * model[row, channel] ** 2
                far = fit.fit_model(light, mean_log, like, label, columns, model)
                names.name_groups(model, usual, name, cast, found)
                score += NAMES_WEIGHT * found[0]
                model[likelihood.CAST] = cast
                same = turn > 0
                for spot in range(spots):
                    group = label[spot]
                    named = group if group == likelihood.EMPTY else name[group]
                    same = same and labels[at, spot] == named
                    labels[at, spot] = named
                if same and (stage == 2 or (stage == 0 and turn >= MIN_TURNS)):
                    break
            scores[at] = score
            if stage == 1 and score < winning - 1e-6:
                winner, winning, spread = at, score, far
    # The best continued start with other labels.
    gap = FAR_WORSE
    for run in range(runs):
        at, same = continued[run], True
        for spot in range(spots):
            same = same and labels[at, spot] == labels[winner, spot]
        if not same and scores[at] - winning < gap:
            gap = scores[at] - winning
            rival[:] = labels[at]
    return float(found[1]), float(gap)


@kernel
def _next_best(scores: Float64s, labels: Int64s, tried: Int64s) -> int:
    """Return the best untried start with a new grouping, or -1."""
    starts, spots = labels.shape
    best = -1
    for start in range(starts):
        if tried[start] == 0 and (best < 0 or scores[start] < scores[best]):
            best = start
    if best >= 0:
        tried[best] = 1
        for start in range(starts):
            if tried[start] == 0:
                same = True
                for spot in range(spots):
                    same = same and labels[start, spot] == labels[best, spot]
                if same:
                    tried[start] = 1
    return best
