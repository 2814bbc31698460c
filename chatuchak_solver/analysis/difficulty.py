"""The difficulty of a grid: a weighted sum of measured features.

``docs/difficulty.md`` explains features, weights and limitations. Formula 1 is the default;
`chatuchak_solver.analysis.playtest.formula_fit` fits formulas to games of people.
"""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, Self

from msgspec import Meta

from chatuchak_solver.analysis.features import Features
from chatuchak_solver.codec import (
    Answer,
    Count,
    Form,
    JsonObject,
    Label,
    Source,
    convert,
    read_json,
)
from chatuchak_solver.errors import InvalidInstanceError, at
from chatuchak_solver.search.solo_ranks import SoloRanks

FORMULA_VERSION: Final = 1
"""Incremented when difficulties change."""

AVERAGE: Final = 50.0
"""Of random start grids."""
MAX_WEIGHT: Final = 1e3
MAX_VALUE: Final = 1e6
"""Of absolute means and deviations in a file."""
MIN_DEVIATION: Final = 1e-4
POINTS: Final = 10.0
"""Points per standard deviation of the sum of terms."""


MEANINGS: Final = {
    "player_moves": "moves of the simulated player",
    "optimal_length": "moves of a shortest solution",
    "hidden_moves": "moves that a look at single colors does not show",
    "misleading": "positions where a wrong move looks best",
    "optimal_solutions": "number of shortest solutions",
}
"""The features of formulas."""


class Term(Form, frozen=True):
    """A term of the formula: ``weight * (value - mean) / deviation``.

    Attributes
    ----------
    feature
        Name in `Features`; ``optimal_solutions`` enters by its binary logarithm.
    weight
        In standard deviations of the term per standard deviation of the feature.
    mean, deviation
        Of the value among random start grids.
    """

    feature: str
    weight: Annotated[float, Meta(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]
    mean: Annotated[float, Meta(ge=-MAX_VALUE, le=MAX_VALUE)]
    deviation: Annotated[float, Meta(ge=MIN_DEVIATION, le=MAX_VALUE)]

    @property
    def meaning(self) -> str:
        """Description of the feature."""
        return MEANINGS[self.feature]

    def value(self, features: Features) -> float:
        """Return the feature's value in the formula."""
        value = float(getattr(features, self.feature))
        return math.log2(value) if self.feature == "optimal_solutions" else value

    def points(self, features: Features) -> float:
        """Return the term's contribution to the difficulty."""
        return POINTS * self.weight * (self.value(features) - self.mean) / self.deviation

    def error_points(self, error: float) -> float:
        """Return the standard error in points for one of the value."""
        return abs(POINTS * self.weight * error / self.deviation)


TERMS: Final = (
    Term("player_moves", 0.7, 33.85, 3.97),
    Term("optimal_length", 0.2, 20.43, 0.955),
    Term("hidden_moves", 0.05, 4.28, 1.06),
    Term("misleading", 0.05, 0.0889, 0.0391),
    Term("optimal_solutions", -0.05, 2.89, 2.06),
)


class FormulaFile(Form, frozen=True, kw_only=True):
    """A formula's file; see `Formula`.

    Attributes
    ----------
    fit
        Evidence for a fitted formula.
    """

    format: Literal["chatuchak-formula"]
    version: Literal[1]
    name: Label
    games: Count
    terms: tuple[Term, ...]
    fit: JsonObject | None = None


class FormulaName(Answer, frozen=True):
    """A formula's name in answers.

    Attributes
    ----------
    games
        Number of games of people it is based on.
    """

    name: str
    games: Count


@dataclass(frozen=True, slots=True)
class Formula:
    """A difficulty formula.

    Attributes
    ----------
    terms
        The features of formula 1 with other weights.
    games
        Number of games of people it is based on.
    """

    format: ClassVar[str] = "chatuchak-formula"
    version: ClassVar[int] = 1

    name: str
    terms: tuple[Term, ...]
    games: int = 0

    def to_dict(self) -> JsonObject:
        """Return the content of a formula's file."""
        return FormulaFile(
            format="chatuchak-formula", version=1, name=self.name, games=self.games,
            terms=self.terms,
        ).to_dict()  # fmt: skip

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the formula of a file's content; see `load_formula`."""
        file = convert(document, FormulaFile, source=source)
        names = [term.feature for term in file.terms]
        if sorted(names) != sorted(MEANINGS):
            raise InvalidInstanceError(
                at(source, f"invalid terms: expected one term each of {', '.join(MEANINGS)}")
            )
        terms = tuple(file.terms[names.index(name)] for name in MEANINGS)
        is_recommended = (file.fit or {}).get("recommended") is not False
        return cls(file.name, terms, file.games if is_recommended else 0)

    def difficulty(self, features: Features) -> float:
        """Return the difficulty of a grid with these features."""
        return AVERAGE + sum(self.contributions(features).values())

    def contributions(self, features: Features) -> dict[str, float]:
        """Return each feature's contribution to the difficulty, in points."""
        return {term.feature: term.points(features) for term in self.terms}

    def term(self, feature: str) -> Term:
        """Return a feature's term."""
        return next(term for term in self.terms if term.feature == feature)

    @property
    def named(self) -> FormulaName:
        """Name of the formula in answers."""
        return FormulaName(self.name, self.games)


FORMULA_1: Final = Formula("formula 1", TERMS)


def difficulty(features: Features) -> float:
    """Return the difficulty of a grid with these features, by formula 1.

    Random start grids have a mean of 50; two thirds are in 41.5..58.5. The scale is unbounded.
    """
    return FORMULA_1.difficulty(features)


def load_formula(path: Source) -> Formula:
    """Read a formula written by `playtest --fit`, from a file, bytes or a mapping."""
    document, name = read_json(path)
    return Formula.from_dict(document, source=name)


def expected_rank(features: Features, ranks: SoloRanks) -> str:
    """Return the solo rank of the simulated player's median game."""
    return ranks.of_length(math.ceil(features.player_median))
