"""Agreement of measured and predicted difficulty, and power of comparisons."""

import math
from typing import ClassVar, Final, Self

import msgspec
import numpy as np

from chatuchak_solver.analysis.playtest.measurement import Measurement
from chatuchak_solver.codec import Answer, Count, Digits, Notation
from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.puzzle.grid import Grid

MIN_TILES: Final = 4
"""For intervals of rank correlations and for slopes."""
NORMAL: Final = 1.959964
MAX_MORE: Final = 10_000
SIGNIFICANT: Final = 0.05
SLOPE: Final = 0.0117
"""Log moves per point in the simulated player's games on random grids."""


class Agreement(Answer, frozen=True):
    """Rank correlation of measured and predicted difficulty.

    Attributes
    ----------
    spearman
        From -1 to 1; None with fewer than three tiles, equal values or unknown chance.
    low, high
        Its 95% interval (Bonett and Wright, 2000, *Sample size requirements for estimating Pearson,
        Kendall and Spearman correlations*, Psychometrika 65(1)); None with fewer than `MIN_TILES`
        tiles. Few games lower the correlation even of perfect predictions.
    """

    spearman: float | None
    low: float | None
    high: float | None
    digits: ClassVar[Digits] = {"spearman": 4, "low": 4, "high": 4}

    @classmethod
    def between(cls, measured: Float64s, predicted: Float64s) -> Self:
        """Return the agreement of two arrays, float64 (n,)."""
        from scipy.stats import spearmanr

        if len(measured) < 3 or np.ptp(measured) == 0 or np.ptp(predicted) == 0:
            return cls(None, None, None)
        spearman = float(spearmanr(measured, predicted).statistic)
        if len(measured) < MIN_TILES:
            return cls(spearman, None, None)
        error = math.sqrt((1 + spearman**2 / 2) / (len(measured) - 3))
        center = math.atanh(max(-0.999999, min(0.999999, spearman)))
        low, high = (math.tanh(center + sign * NORMAL * error) for sign in (-1, 1))
        return cls(spearman, low, high)


def predict_moves(measurement: Measurement, points: Float64s) -> tuple[Float64s, dict[int, float]]:
    """Convert difficulty points to moves by a line through the tiles of each group.

    The slope is `SLOPE` if the group has fewer than `MIN_TILES` tiles or the fitted slope is not
    positive. Deviations are significant at 5% by Holm's test over the group.

    ``points`` are float64 (tiles,), nan if unknown. Returns the predicted levels, float64 (tiles,),
    and the measured minus predicted level of each significantly deviating tile.
    """
    from statsmodels.stats.multitest import multipletests

    log_moves = np.full(len(points), np.nan)
    off: dict[int, float] = {}
    known = np.flatnonzero(~np.isnan(points))
    for group in range(int(measurement.group.max()) + 1):
        places = known[measurement.group[known] == group]
        if len(places) < 2:
            continue
        level, at = measurement.level[places], points[places]
        covariance = measurement.covariance
        errors = np.eye(len(places)) if covariance is None else covariance[np.ix_(places, places)]
        columns, slope = np.column_stack([np.ones(len(at)), at]), SLOPE
        (base,), residuals, chances = _least_squares(columns[:, :1], level - SLOPE * at, errors)
        if len(places) >= MIN_TILES and np.ptp(at) > 0:
            fitted, *from_line = _least_squares(columns, level, errors)
            if fitted[1] > 0:
                (base, slope), (residuals, chances) = fitted, from_line
            if covariance is not None:
                reject = multipletests(chances, SIGNIFICANT, method="holm")[0]
                off |= dict(zip(places[reject].tolist(), residuals[reject].tolist(), strict=True))
        log_moves[places] = base + slope * at
        if group == 0:  # the largest group predicts tiles that have no level
            unranked = known[measurement.group[known] < 0]
            log_moves[unranked] = base + slope * points[unranked]
    return log_moves, off


def _least_squares(
    columns: Float64s, level: Float64s, covariance: Float64s
) -> tuple[Float64s, Float64s, Float64s]:
    """Return generalized least squares, the residuals and their two-sided p-values."""
    from scipy.stats import norm

    weights = np.linalg.pinv(covariance)
    projection = np.linalg.pinv(columns.T @ weights @ columns) @ columns.T @ weights
    rest = np.eye(len(level)) - columns @ projection
    errors = np.sqrt(np.maximum(np.diag(rest @ covariance @ rest.T), 1e-12))
    residuals = rest @ level
    return projection @ level, residuals, 2 * norm.sf(np.abs(residuals) / errors)


class Power(Answer, frozen=True):
    """Number of games that separate two tiles.

    Attributes
    ----------
    gap_percent
        Additional moves of the second tile in percent; None if not comparable.
    settled
        Whether the difference is significant.
    more_games
        Further games on each tile if the gap is as measured: 0 if significant, None if over
        `MAX_MORE` or unknown.
    """

    tiles: tuple[Notation[Grid], Notation[Grid]]
    gap_percent: float | None
    settled: bool
    more_games: Count | None = msgspec.field(name="more_games_each")
    digits: ClassVar[Digits] = {"gap_percent": 2}

    @classmethod
    def between(cls, measurement: Measurement, one: int, other: int) -> Self:
        """Return the number of further games that separate two tiles.

        Assumes games by players of both tiles, so that skill cancels. The difference is then
        significant with a probability of about one half.
        """
        tiles = (measurement.grids[one], measurement.grids[other])
        if not measurement.is_comparable(one, other):
            return cls(tiles, None, settled=False, more_games=None)
        gap = float(measurement.level[other] - measurement.level[one])
        percent = round(100 * math.expm1(gap), 6) + 0.0
        error = measurement.difference_error(one, other)
        if not error or not gap or measurement.chance is None:
            return cls(tiles, percent, settled=False, more_games=None)
        if measurement.is_significant(one, other):
            return cls(tiles, percent, settled=True, more_games=0)
        # Information is additive: 1 / variance grows by 1 / (2 noise) with each pair of games.
        wanted = (abs(gap) / measurement.quantile) ** 2
        more = (1 / wanted - 1 / error**2) * 2 * measurement.chance**2
        needed = math.ceil(more) if more <= MAX_MORE else None
        return cls(tiles, percent, settled=False, more_games=needed)
