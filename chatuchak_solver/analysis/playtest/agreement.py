"""How far measured and predicted difficulties agree, and what more games would settle."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from chatuchak_solver.analysis.playtest.model import Measurement
from chatuchak_solver.arrays import Float64s
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid

FEWEST_TILES: Final = 4
"""Fewer have no interval of a rank correlation."""
NORMAL: Final = 1.959964
MOST_MORE: Final = 10_000
SIGNIFICANT: Final = 0.05


@dataclass(frozen=True, slots=True)
class Agreement(Jsonable):
    """The rank correlation of measured and predicted difficulties.

    Attributes
    ----------
    spearman
        From -1 to 1; None with fewer than three tiles, or where all are equal.
    low, high
        Its 95% interval (Bonett and Wright, 2000, *Sample size requirements for estimating
        Pearson, Kendall and Spearman correlations*, Psychometrika 65(1)); None with fewer than
        `FEWEST_TILES` tiles. Chance in the games is in it: with few games even a perfect
        prediction agrees less than fully.
    """

    written = "spearman:4 low:4 high:4"

    spearman: float | None
    low: float | None
    high: float | None


def agreement_of(measured: Float64s, predicted: Float64s) -> Agreement:
    """Return how the orders of two lists of numbers agree, float64 (n,) each."""
    from scipy.stats import spearmanr

    if len(measured) < 3 or np.ptp(measured) == 0 or np.ptp(predicted) == 0:
        return Agreement(None, None, None)
    found = float(spearmanr(measured, predicted).statistic)
    if len(measured) < FEWEST_TILES:
        return Agreement(found, None, None)
    error = math.sqrt((1 + found**2 / 2) / (len(measured) - 3))
    center = math.atanh(max(-0.999999, min(0.999999, found)))
    low, high = (math.tanh(center + sign * NORMAL * error) for sign in (-1, 1))
    return Agreement(found, low, high)


def disagreeing_tiles(
    measurement: Measurement, places: list[int], predicted: Float64s
) -> dict[int, float]:
    """Return the tiles whose measured difficulty is off the predicted one beyond chance.

    A line through all tiles says what a prediction means in moves; a tile disagrees where it is
    off that line beyond chance, by Holm's test for all tiles together at 5%.

    Parameters
    ----------
    places
        The tiles of the measurement that have a prediction.
    predicted
        float64 (len(places),): the predictions.

    Returns
    -------
    How far each is off, in log moves: above 0 for a tile harder than predicted.
    """
    from scipy.stats import norm

    if measurement.covariance is None or len(places) < FEWEST_TILES or np.ptp(predicted) == 0:
        return {}
    level = measurement.level[places]
    covariance = measurement.covariance[np.ix_(places, places)]
    line = np.column_stack([np.ones(len(places)), predicted])
    weights = np.linalg.pinv(covariance)
    solved = np.linalg.pinv(line.T @ weights @ line) @ line.T @ weights
    keep = np.eye(len(places)) - line @ solved
    off = keep @ level
    variances = np.diag(keep @ covariance @ keep.T)
    errors = np.sqrt(np.maximum(variances, 1e-12))
    chances = 2 * norm.sf(np.abs(off) / errors)
    found: dict[int, float] = {}
    for rank, one in enumerate(np.argsort(chances).tolist()):
        if chances[one] * (len(places) - rank) > SIGNIFICANT:
            break
        found[places[one]] = float(off[one])
    return found


@dataclass(frozen=True, slots=True)
class Settling(Jsonable):
    """What would settle which of two tiles is harder.

    Attributes
    ----------
    tiles
        The two.
    more_games_each
        How many more games of each would; null where none.
    gap
        By how many log moves the second is harder than the first; below 0 for easier.
    settled
        Whether the games so far settle it.
    more_games
        How many more games of each would, should the gap be what it seems: 0 where it is settled,
        None where more than `MOST_MORE` would be needed or chance is not known.
    """

    written = "tiles gap_percent:2 settled more_games_each=more_games"

    tiles: tuple[Grid, Grid]
    gap: float
    settled: bool
    more_games: int | None

    @property
    def gap_percent(self) -> float:
        """By how many percent more moves the second takes."""
        return 100 * math.expm1(self.gap)


def games_to_settle(measurement: Measurement, one: int, other: int) -> Settling:
    """Tell how many more games of two tiles would settle which is harder.

    Each new game is by somebody who plays both, so that skill cancels out. At the number given the
    chance to see the difference is about one in two, as for all such extrapolations.
    """
    tiles = (measurement.grids[one], measurement.grids[other])
    gap = float(measurement.level[other] - measurement.level[one])
    error = measurement.difference_error(one, other)
    if error is None or measurement.chance is None:
        return Settling(tiles, gap, settled=False, more_games=None)
    if measurement.told_apart(one, other):
        return Settling(tiles, gap, settled=True, more_games=0)
    wanted = (abs(gap) / measurement.quantile) ** 2
    noise = measurement.chance**2
    # Information adds up: 1 / variance grows by 1 / (2 noise) with each pair of games.
    if wanted <= 0:
        return Settling(tiles, gap, settled=False, more_games=None)
    more = math.ceil((1 / wanted - 1 / error**2) * 2 * noise)
    return Settling(tiles, gap, settled=False, more_games=more if more <= MOST_MORE else None)
