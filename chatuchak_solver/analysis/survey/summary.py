"""What a survey found: the distribution of optimal lengths, and of difficulties."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty
from chatuchak_solver.analysis.features import Features
from chatuchak_solver.document import JsonObject

if TYPE_CHECKING:
    from chatuchak_solver.analysis.survey.store import SurveyStore
    from chatuchak_solver.arrays import Float64s

__all__ = ["DifficultySummary", "SurveySummary", "summarize"]

QUANTILES: Final = 200
"""Parts that the quantiles of difficulty part the grids into."""


@dataclass(frozen=True, slots=True)
class DifficultySummary:
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
    """

    grids: int
    without: int
    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    features: dict[str, tuple[float, float]]

    def to_dict(self) -> JsonObject:
        """Return a JSON-ready description."""
        return {
            "formula_version": FORMULA_VERSION,
            "grids": self.grids,
            "without": self.without,
            "mean": round(self.mean, 4),
            "deviation": round(self.deviation, 4),
            "quantiles": [round(value, 3) for value in self.quantiles],
            "features": {
                name: {"mean": round(mean, 5), "deviation": round(deviation, 5)}
                for name, (mean, deviation) in self.features.items()
            },
        }


@dataclass(frozen=True, slots=True)
class SurveySummary:
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

    source: JsonObject
    program_versions: tuple[str, ...]
    grids: int
    fallbacks: int
    lengths: dict[int, int]
    examples: dict[int, str]
    mean_expanded: float
    difficulty: DifficultySummary | None

    @property
    def mean(self) -> float:
        """The mean optimal length in moves."""
        return sum(length * count for length, count in self.lengths.items()) / self.grids

    @property
    def deviation(self) -> float:
        """The standard deviation of the optimal length in moves."""
        squares = sum(length * length * count for length, count in self.lengths.items())
        return float(max(0.0, squares / self.grids - self.mean**2) ** 0.5)

    def to_dict(self) -> JsonObject:
        """Return a JSON-ready description; the same however the survey was run."""
        return {
            "source": self.source,
            "program_versions": list(self.program_versions),
            "grids": self.grids,
            "fallbacks": self.fallbacks,
            "mean_length": round(self.mean, 6) if self.grids else None,
            "deviation": round(self.deviation, 6) if self.grids else None,
            "lengths": {str(length): count for length, count in self.lengths.items()},
            "examples": {str(length): grid for length, grid in self.examples.items()},
            "mean_expanded": round(self.mean_expanded, 3) if self.grids else None,
            "difficulty": None if self.difficulty is None else self.difficulty.to_dict(),
        }


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
        store.total_expanded() / max(grids, 1),
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
        {field.name: _moments(known, field.name) for field in fields(Features)},
    )


def _moments(known: list[Features], name: str) -> tuple[float, float]:
    values: Float64s = np.array([getattr(features, name) for features in known], float)
    return float(values.mean()), float(values.std())
