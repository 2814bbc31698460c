"""The difficulty of a grid: one number from measured features, by a published formula.

``docs/difficulty.md`` explains the features, the weights and what the number is worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chatuchak_solver.analysis.features import Features
    from chatuchak_solver.search.solo_ranks import SoloRanks

__all__ = [
    "AVERAGE",
    "FORMULA_VERSION",
    "POINTS",
    "TERMS",
    "Term",
    "contributions",
    "difficulty",
    "expected_rank",
]

FORMULA_VERSION: Final = 1
"""Grows whenever the same grid would get another difficulty."""

AVERAGE: Final = 50.0
"""The difficulty of a random start grid, on average."""
POINTS: Final = 10.0
"""Points per standard deviation, before the terms are summed."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the formula: ``weight * (value - mean) / deviation``.

    Attributes
    ----------
    feature
        The feature's name in `Features`; ``optimal_solutions`` counts by its binary logarithm.
    weight
        Its weight, in standard deviations of the term per standard deviation of the feature.
    mean, deviation
        Mean and standard deviation of the value among random start grids.
    meaning
        What the feature tells, in a few words.
    """

    feature: str
    weight: float
    mean: float
    deviation: float
    meaning: str

    def value(self, features: Features) -> float:
        """Return the feature as the formula takes it."""
        value = float(getattr(features, self.feature))
        return math.log2(value) if self.feature == "optimal_solutions" else value

    def points(self, features: Features) -> float:
        """Return what the term adds to the difficulty of a grid."""
        return POINTS * self.weight * (self.value(features) - self.mean) / self.deviation

    def error_points(self, error: float) -> float:
        """Return the standard error in points where the value has the standard error ``error``."""
        return abs(POINTS * self.weight * error / self.deviation)


TERMS: Final = (
    Term("player_moves", 0.7, 33.85, 3.97, "moves of the simulated player"),
    Term("optimal_length", 0.2, 20.43, 0.955, "moves of a shortest solution"),
    Term("hidden_moves", 0.05, 4.28, 1.06, "moves that a look at single colors does not show"),
    Term("misleading", 0.05, 0.0889, 0.0391, "positions where a wrong move looks best"),
    Term("optimal_solutions", -0.05, 2.89, 2.06, "number of shortest solutions"),
)
"""The terms of formula 1."""


def contributions(features: Features) -> dict[str, float]:
    """Return what each feature adds to the difficulty, in points."""
    return {term.feature: term.points(features) for term in TERMS}


def difficulty(features: Features) -> float:
    """Return the difficulty of a grid with these features.

    Random start grids have 50 on average, two in three of them 41.5..58.5 (see the shipped
    distribution). No scale ends: easier and harder grids go below and above.
    """
    return AVERAGE + sum(contributions(features).values())


def expected_rank(features: Features, ranks: SoloRanks) -> str:
    """Return the solo rank that the simulated player's median game earns."""
    return ranks.of_length(math.ceil(features.player_median))
