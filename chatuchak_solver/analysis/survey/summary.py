"""What a survey found: the distribution of optimal lengths, and of difficulties."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty
from chatuchak_solver.analysis.features import Features
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.document import JsonObject
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.kernels.arrays import Float64s

QUANTILES: Final = 200
"""Parts that the quantiles of difficulty part the grids into."""


class Moments(NamedTuple):
    """What a feature is like over many grids."""

    mean: float
    """The mean."""
    deviation: float
    """The standard deviation."""


@dataclass(frozen=True, slots=True)
class DifficultySummary(Jsonable):
    """Difficulties of the grids of a survey with features.

    Attributes
    ----------
    grids
        How many grids have a difficulty.
    without
        How many have none, because a limit was reached.
    mean, deviation
        Of the difficulty.
    quantiles
        201 values, from the least to the greatest.
    features
        Mean and standard deviation of each feature.
    formula_version
        The version of the formula of difficulty.
    """

    written = "formula_version grids without mean:4 deviation:4 quantiles:3 features:5"

    grids: int
    without: int
    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    features: dict[str, Moments]
    formula_version: int = FORMULA_VERSION


@dataclass(frozen=True, slots=True)
class SurveySummary(Jsonable):
    """What the grids of a survey are like.

    Attributes
    ----------
    source
        What the survey is of.
    program_versions
        The versions of the program that solved the grids.
    grids
        How many grids there are.
    fallbacks
        How many needed the fallback, so that rule C may be broken.
    lengths
        How many grids have each optimal length.
    examples
        The first grid of each length.
    mean_expanded
        Mean node expansions of a search.
    difficulty
        The difficulties, in a survey with features.
    """

    written = (
        "source program_versions grids fallbacks mean_length=mean:6 deviation:6 lengths "
        "examples mean_expanded:3 difficulty"
    )

    source: JsonObject
    program_versions: tuple[str, ...]
    grids: int
    fallbacks: int
    lengths: dict[int, int]
    examples: dict[int, str]
    mean_expanded: float | None
    difficulty: DifficultySummary | None

    @property
    def mean(self) -> float | None:
        """The mean optimal length in moves; None without grids."""
        if not self.grids:
            return None
        return sum(length * count for length, count in self.lengths.items()) / self.grids

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the optimal length in moves; None without grids."""
        if self.mean is None:
            return None
        squares = sum(length * length * count for length, count in self.lengths.items())
        return float(max(0.0, squares / self.grids - self.mean**2) ** 0.5)


def summarize(store: SurveyStore) -> SurveySummary:
    """Sum up what a survey's file holds."""
    lengths = store.tallies("length")
    grids = sum(lengths.values())
    return SurveySummary(
        store.description,
        tuple(store.program_versions()),
        grids,
        store.tallies("fallback").get(1, 0),
        lengths,
        {length: store.example(length) for length in lengths},
        store.total_expanded() / grids if grids else None,
        _difficulties(store) if "features" in store.description and grids else None,
    )


def _difficulties(store: SurveyStore) -> DifficultySummary | None:
    found = [features for _, features in store.features()]
    known = [features for features in found if features is not None]
    if not known:
        return None
    values = np.array([difficulty(features) for features in known])
    return DifficultySummary(
        len(known),
        len(found) - len(known),
        float(values.mean()),
        float(values.std()),
        tuple(np.quantile(values, np.linspace(0, 1, QUANTILES + 1)).tolist()),
        {name: _moments(known, name) for name in Features.__struct_fields__},
    )


def _moments(known: list[Features], name: str) -> Moments:
    values: Float64s = np.array([getattr(features, name) for features in known], float)
    return Moments(float(values.mean()), float(values.std()))
