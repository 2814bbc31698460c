"""Agreement of the difficulty formula with measured levels, and weights fitted to them.

The fit regresses the measured levels of the tiles on the features of formula 1. A ridge penalty,
selected by cross-validation over tiles, limits changes of its weights. An outer cross-validation
estimates the gain out of sample (Cawley and Talbot, 2010, *On over-fitting in model selection*,
JMLR 11).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

import msgspec
import numpy as np

from chatuchak_solver.analysis.difficulty import FORMULA_1, Features, Formula
from chatuchak_solver.analysis.playtest.measurement import Measurement
from chatuchak_solver.codec import Answer, Count, Digits, JsonObject, error_context
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Float64s

MIN_FITTED = 8
"""Fewer tiles would fit any formula."""
PENALTIES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
"""In units of the information of a feature."""
CLEAR = 1.645
"""Significance threshold in standard errors (one-sided 5%)."""
WEIGHTS_1: Float64s = np.array([term.weight for term in FORMULA_1.terms])
MIN_TILES = 4
"""For intervals of rank correlations and for slopes."""
NORMAL = 1.959964
SIGNIFICANT = 0.05
SLOPE = 0.0117
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


class FitStory(Answer, frozen=True, kw_only=True, omit_defaults=False):
    """The evidence for a fitted formula.

    Attributes
    ----------
    tiles, games
        Numbers of tiles and games.
    penalty
        Ridge penalty; None for an infinite one: formula 1 with another scale.
    error
        Root mean squared error out of sample, in log moves; None after a stop, as the next two.
    error_of_formula_1
        The same for formula 1.
    gain
        Relative reduction of the squared error.
    recommended
        Whether the gain is significant; otherwise formula 1 is better.
    reversed
        Whether the fitted order contradicts formula 1; then it is never recommended or written.
    """

    digits: ClassVar[Digits] = {"error": 5, "error_of_formula_1": 5, "gain": 5}

    tiles: Count
    games: Count
    penalty: float | None
    error: float | None = None
    error_of_formula_1: float | None = None
    gain: float | None = None
    recommended: bool
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class FormulaFit:
    """A fitted formula and its evidence.

    Attributes
    ----------
    formula
        On formula 1's scale of points. Its number of games is 0 unless recommended.
    """

    formula: Formula
    story: FitStory

    def to_dict(self) -> JsonObject:
        """Return the content of a formula's file."""
        return self.formula.to_dict() | {"fit": self.story.to_dict()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Return the fit of a JSON form."""
        formula = Formula.from_dict(document)
        with error_context("fit"):
            return cls(formula, FitStory.from_dict(document.get("fit")))


class _Line(NamedTuple):
    """A ridge regression: coefficients of the columns, and errors of the left-out tiles (n,)."""

    penalty: float
    coefficients: Float64s
    left_out: Float64s


def fit_formula(
    features: Sequence[Features],
    level: Float64s,
    variance: Float64s,
    *,
    games: int,
    name: str = "playtest",
    stop: Stop | None = None,
) -> FormulaFit:
    """Fit the weights of formula 1 to measured levels.

    Parameters
    ----------
    features
        At least `MIN_FITTED`, one per tile.
    level, variance
        float64 (tiles,): measured levels in log moves, and variances of their errors.
    stop
        Unit of work: tiles. A stop omits the estimate of the gain.
    """
    if len(features) < MIN_FITTED:
        raise InputError(
            f"invalid number of tiles {len(features)}: expected at least {MIN_FITTED} for a fit"
        )
    run = Run.begin(stop)
    columns = _columns_of(features)
    # Exactly measured tiles still differ by more than the features.
    precision = 1 / (variance + max(float(level.var()) / 10, 1e-9))
    weight = precision / precision.mean()
    line = _best_line(columns, level, weight)
    slopes = line.coefficients[1] * WEIGHTS_1 + line.coefficients[2:]
    size = np.abs(slopes).sum()
    weights = slopes * (np.abs(WEIGHTS_1).sum() / size) if size > 0 else WEIGHTS_1
    terms = tuple(
        msgspec.structs.replace(term, weight=round(float(weight), 6))
        for term, weight in zip(FORMULA_1.terms, weights, strict=True)
    )
    fitted, first = columns @ line.coefficients, columns[:, 1]
    story = FitStory(
        tiles=len(features), games=games, recommended=False,
        reversed=float(np.cov(fitted, first)[0, 1]) <= 0,
        penalty=None if np.isinf(line.penalty) else line.penalty,
    )  # fmt: skip
    off = _nested_errors(columns, level, weight, run)
    if not np.isnan(off).any():
        off_1 = _line(columns, level, weight, np.inf).left_out
        errors, errors_1 = weight * off**2, weight * off_1**2
        better = errors_1 - errors
        noise = float(better.std(ddof=1)) / len(better) ** 0.5
        is_clear = bool(better.mean() > CLEAR * noise)
        story = msgspec.structs.replace(
            story, error=float(errors.mean()) ** 0.5,
            error_of_formula_1=float(errors_1.mean()) ** 0.5,
            gain=float(better.sum() / errors_1.sum()) if errors_1.sum() > 0 else 0.0,
            recommended=is_clear and not story.reversed,
        )  # fmt: skip
    return FormulaFit(Formula(name, terms, games if story.recommended else 0), story)


def _columns_of(features: Sequence[Features]) -> Float64s:
    """Return ones, the sum of formula 1, and the standardized features, (n, 2 + terms)."""
    standard = np.array([
        [(term.value(of_tile) - term.mean) / term.deviation for term in FORMULA_1.terms]
        for of_tile in features
    ])  # fmt: skip
    first = standard @ WEIGHTS_1
    if np.ptp(first) == 0:
        raise InputError("invalid tiles: expected different difficulties by formula 1")
    return np.column_stack([np.ones(len(first)), first, standard])


def _line(columns: Float64s, level: Float64s, weight: Float64s, penalty: float) -> _Line:
    used = 2 if np.isinf(penalty) else columns.shape[1]
    shown, ridge = columns[:, :used], np.diag(np.where(np.arange(used) < 2, 0.0, penalty))
    weighted = (shown * weight[:, np.newaxis]).T / len(level)
    projection = np.linalg.pinv(weighted @ shown + ridge) @ weighted
    coefficients = projection @ level
    leverage = (shown * projection.T).sum(axis=1)
    left_out = (level - shown @ coefficients) / np.maximum(1 - leverage, 1e-9)
    return _Line(penalty, np.pad(coefficients, (0, columns.shape[1] - used)), left_out)


def _best_line(columns: Float64s, level: Float64s, weight: Float64s) -> _Line:
    # The infinite penalty wins ties.
    penalties = (np.inf, *reversed(PENALTIES))
    lines = [_line(columns, level, weight, penalty) for penalty in penalties]
    return min(lines, key=lambda line: float((weight * line.left_out**2).sum()))


def _nested_errors(columns: Float64s, level: Float64s, weight: Float64s, run: Run) -> Float64s:
    """Return the error of each tile by the best line without it, nan after a stop."""
    errors = np.full(len(level), np.nan)
    for tile in range(len(level)):
        if run.should_stop(tile):
            break
        others = np.arange(len(level)) != tile
        line = _best_line(columns[others], level[others], weight[others])
        errors[tile] = level[tile] - columns[tile] @ line.coefficients
    return errors
