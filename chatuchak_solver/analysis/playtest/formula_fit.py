"""Weights of the difficulty formula, fitted to measured levels and shrunk toward formula 1.

Regresses the measured levels of the tiles on the features of formula 1. A ridge penalty, selected
by cross-validation over tiles, limits changes of its weights. An outer cross-validation estimates
the gain out of sample (Cawley and Talbot, 2010, *On over-fitting in model selection*, JMLR 11).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import msgspec
import numpy as np

from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula
from chatuchak_solver.analysis.features import Features
from chatuchak_solver.codec import Answer, Count, Digits, JsonObject, error_context
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Float64s, Int64s

MIN_TILES: Final = 8
"""Fewer tiles would fit any formula."""
MAX_FOLDS: Final = 20
PENALTIES: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
"""In units of the information of a feature."""
CLEAR: Final = 1.645
"""Significance threshold in standard errors (one-sided 5%)."""


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


@dataclass(frozen=True, slots=True)
class _Data:
    """Training data: standardized features (n, terms), levels (n,), weights (n,)."""

    features: Float64s
    level: Float64s
    weight: Float64s

    def part(self, places: Int64s) -> Self:
        return type(self)(self.features[places], self.level[places], self.weight[places])


Line = tuple[float, Float64s]
"""Level of average features, and log moves per standard deviation of each feature."""


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
        At least `MIN_TILES`, one per tile.
    level, variance
        float64 (tiles,): measured levels in log moves, and variances of their errors.
    stop
        Unit of work: folds. A stop omits the estimate of the gain.
    """
    if len(features) < MIN_TILES:
        raise InputError(
            f"invalid number of tiles {len(features)}: expected at least {MIN_TILES} for a fit"
        )
    run = Run.begin(stop)
    data = _data_of(features, level, variance)
    penalty = _chosen_penalty(data)
    slopes = _ridge(data, penalty)[1]
    size = np.abs(slopes).sum()
    weights = slopes * (np.abs(_weights_1()).sum() / size) if size > 0 else _weights_1()
    terms = tuple(
        msgspec.structs.replace(term, weight=round(float(weight), 6))
        for term, weight in zip(FORMULA_1.terms, weights, strict=True)
    )
    fitted, first = data.features @ slopes, data.features @ _weights_1()
    is_reversed = float((fitted - fitted.mean()) @ (first - first.mean())) <= 0
    story = FitStory(
        tiles=len(features), games=games, penalty=None if np.isinf(penalty) else penalty,
        recommended=False, reversed=is_reversed,
    )  # fmt: skip
    off = _left_out(data, lambda part: _ridge(part, _chosen_penalty(part)), run)
    if not np.isnan(off).any():
        off_1 = _left_out(data, lambda part: _ridge(part, np.inf))
        errors, errors_1 = data.weight * off**2, data.weight * off_1**2
        better = errors_1 - errors
        noise = float(better.std(ddof=1)) / len(better) ** 0.5
        is_clear = bool(better.mean() > CLEAR * noise)
        story = msgspec.structs.replace(
            story, error=float(errors.mean()) ** 0.5,
            error_of_formula_1=float(errors_1.mean()) ** 0.5,
            gain=float(better.sum() / errors_1.sum()) if errors_1.sum() > 0 else 0.0,
            recommended=is_clear and not is_reversed,
        )  # fmt: skip
    return FormulaFit(Formula(name, terms, games if story.recommended else 0), story)


def _data_of(features: Sequence[Features], level: Float64s, variance: Float64s) -> _Data:
    """Standardize features, and weight levels by precision."""
    standard = np.array([
        [(term.value(of_tile) - term.mean) / term.deviation for term in FORMULA_1.terms]
        for of_tile in features
    ])  # fmt: skip
    if np.ptp(standard @ _weights_1()) == 0:
        raise InputError("invalid tiles: expected different difficulties by formula 1")
    # Exactly measured tiles still differ by more than the features.
    weight = 1 / (variance + max(float(level.var()) / 10, 1e-9))
    return _Data(standard, level, weight / weight.mean())


def _weights_1() -> Float64s:
    return np.array([term.weight for term in FORMULA_1.terms])


def _ridge(data: _Data, penalty: float) -> Line:
    scaled = np.column_stack([np.ones(len(data.level)), data.features @ _weights_1()])
    if np.isinf(penalty):
        columns, ridge = scaled, np.zeros(2)
    else:
        columns = np.hstack([scaled, data.features])
        ridge = np.concatenate([np.zeros(2), np.full(data.features.shape[1], penalty)])
    weighted = columns * data.weight[:, np.newaxis]
    normal = columns.T @ weighted / len(data.level) + np.diag(ridge)
    solved = np.linalg.lstsq(normal, weighted.T @ data.level / len(data.level), rcond=None)[0]
    change = solved[2:] if len(solved) > 2 else 0.0
    return float(solved[0]), solved[1] * _weights_1() + change


def _left_out(data: _Data, fit: Callable[[_Data], Line], run: Run | None = None) -> Float64s:
    """Return the errors of out-of-fold predictions, float64 (tiles,), nan after a stop."""
    tiles = np.arange(len(data.level))
    errors = np.full(len(tiles), np.nan)
    # Single tiles, or `MAX_FOLDS` parts.
    folds = min(len(tiles), MAX_FOLDS)
    for number in range(folds):
        if run is None or not run.should_stop(number):
            fold = tiles[number::folds]
            training = np.setdiff1d(tiles, fold)
            base, slopes = fit(data.part(training))
            errors[fold] = data.level[fold] - base - data.features[fold] @ slopes
    return errors


def _chosen_penalty(data: _Data) -> float:
    def error(penalty: float) -> float:
        off = _left_out(data, lambda part: _ridge(part, penalty))
        return float((data.weight * off**2).sum())

    # The infinite penalty wins ties.
    return min((np.inf, *reversed(PENALTIES)), key=error)
