"""The difficulty of a grid: a weighted sum of measured features, and its distribution.

``docs/difficulty.md`` explains features, weights and limitations. Formula 1 is the default;
`chatuchak_solver.analysis.playtest.formula_fit` fits formulas to games of people.
"""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.analysis import simulated_player
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, optimal_paths
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED
from chatuchak_solver.errors import InputError, InvalidInstanceError, at
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.io.package_data import Provenance, read_bytes
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solo_ranks import SoloRanks


class Features(codec.Form, frozen=True):
    """The measured features of a grid.

    Attributes
    ----------
    optimal_length
        Number of moves of a shortest solution.
    optimal_solutions
        Number of shortest solutions.
    first_moves
        Number of their distinct first moves.
    positions
        Number of positions on shortest solutions.
    forced_bits
        Information per move in bits: mean along a random shortest solution of log2(legal moves /
        optimal moves).
    misleading
        Share of positions along a random shortest solution with a losing move that looks better,
        color by color, than all optimal ones.
    hidden_moves
        Optimal length minus the sum of the colors' separate distances.
    player_moves
        Mean moves of the simulated player; giving up counts as one more than its patience.
    player_median
        Median moves of the simulated player.
    player_gave_up
        Share of games that the player gave up.
    """

    optimal_length: int
    optimal_solutions: int
    first_moves: int
    positions: int
    forced_bits: float
    misleading: float
    hidden_moves: int
    player_moves: float
    player_median: float
    player_gave_up: float

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON form, rounded to six decimals."""
        return {name: round(getattr(self, name), 6) for name in self.__struct_fields__}


def measure_features(
    grid: Grid, *, length: int | None = None, games: int = PLAYER_GAMES, stop: Stop | None = None
) -> Features | None:
    """Measure the features of ``grid`` under the jump rule; about 0.02 s on the game's board.

    Parameters
    ----------
    length
        Proven optimal length, if known.
    stop
        As in `optimal_paths`; the result is None after a stop.
    """
    run = Run.begin(stop)
    paths = optimal_paths(grid, length=length, stop=stop)
    if paths.stopped_by is not None:
        return None
    features = features_of(paths, games=games, stop=run.inside())
    return features if run.stopped_by is None else None


def features_of(
    paths: OptimalPaths, *, games: int = PLAYER_GAMES, seed: int = PLAYER_SEED,
    stop: Stop | None = None,
) -> Features:  # fmt: skip
    """Measure the features of a grid with known shortest solutions; ``stop`` as in `play_games`."""
    grid = paths.grid
    assert paths.length is not None
    assert paths.count is not None
    chances = paths.visit_chances()
    legal = grid.board.rows + grid.board.columns - 2
    bits_of = [0.0, *(math.log2(legal / count) for count in range(1, legal + 1))]
    counts = paths.move_counts.tolist()
    bits = sum([chance * bits_of[k] for chance, k in zip(chances.tolist(), counts, strict=True)])
    moves = max(paths.length, 1)
    lengths = simulated_player.play_games(grid, games=games, seed=seed, stop=stop)
    return Features(
        optimal_length=paths.length, optimal_solutions=paths.count,
        first_moves=len(paths.first_moves), positions=len(paths), forced_bits=bits / moves,
        misleading=float(chances[paths.misleads].sum()) / moves,
        hidden_moves=paths.length - additive_heuristic(grid, MoveRule.JUMP),
        player_moves=float(lengths.mean()), player_median=float(np.median(lengths)),
        player_gave_up=float((lengths > simulated_player.REFERENCE_PLAYER.patience).mean()),
    )  # fmt: skip


FORMULA_VERSION = 1
"""Incremented when difficulties change."""

AVERAGE = 50.0
"""Of random start grids."""
MAX_WEIGHT = 1e3
MAX_VALUE = 1e6
"""Of absolute means and deviations in a file."""
MIN_DEVIATION = 1e-4
POINTS = 10.0
"""Points per standard deviation of the sum of terms."""


MEANINGS = {
    "player_moves": "moves of the simulated player",
    "optimal_length": "moves of a shortest solution",
    "hidden_moves": "moves that a look at single colors does not show",
    "misleading": "positions where a wrong move looks best",
    "optimal_solutions": "number of shortest solutions",
}
"""The features of formulas."""


class Term(codec.Form, frozen=True):
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


TERMS = (
    Term("player_moves", 0.7, 33.85, 3.97),
    Term("optimal_length", 0.2, 20.43, 0.955),
    Term("hidden_moves", 0.05, 4.28, 1.06),
    Term("misleading", 0.05, 0.0889, 0.0391),
    Term("optimal_solutions", -0.05, 2.89, 2.06),
)


class FormulaFile(codec.Answer, frozen=True, kw_only=True):
    """A formula's file; see `Formula`.

    Attributes
    ----------
    fit
        Evidence for a fitted formula.
    """

    format: Literal["chatuchak-formula"]
    version: Literal[1]
    name: codec.Label
    games: codec.Count
    terms: tuple[Term, ...]
    fit: codec.JsonObject | None = None


class FormulaName(codec.Answer, frozen=True):
    """A formula's name in answers.

    Attributes
    ----------
    games
        Number of games of people it is based on.
    """

    name: str
    games: codec.Count


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

    def to_dict(self) -> codec.JsonObject:
        """Return the content of a formula's file."""
        return FormulaFile.of(self).to_dict()

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the formula of a file's content; see `load_formula`."""
        file = codec.convert(document, FormulaFile, source=source)
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


FORMULA_1 = Formula("formula 1", TERMS)


def difficulty(features: Features) -> float:
    """Return the difficulty of a grid with these features, by formula 1.

    Random start grids have a mean of 50; two thirds are in 41.5..58.5. The scale is unbounded.
    """
    return FORMULA_1.difficulty(features)


def load_formula(path: codec.Source) -> Formula:
    """Read a formula written by `playtest --fit`, from a file, bytes or a mapping."""
    document, name = codec.read_json(path)
    return Formula.from_dict(document, source=name)


def expected_rank(features: Features, ranks: SoloRanks) -> str:
    """Return the solo rank of the simulated player's median game."""
    return ranks.of_length(math.ceil(features.player_median))


DISTRIBUTION_FILE = "difficulty_distribution.json"


class Lengths(codec.Form, frozen=True, kw_only=True):
    """Number of grids by optimal length."""

    provenance: str = ""
    grids: codec.Count = 0
    histogram: dict[Annotated[int, Meta(ge=0)], codec.Count]


class Difficulties(codec.Form, frozen=True, kw_only=True):
    """Quantiles of difficulties; see `DifficultyDistribution`."""

    provenance: str = ""
    formula_version: Annotated[int, Meta(ge=1)]
    grids: Annotated[int, Meta(ge=1)]
    quantiles: Annotated[tuple[float, ...], Meta(min_length=2)]


class DistributionFile(Provenance, frozen=True, kw_only=True):
    """The file of a distribution."""

    lengths: Lengths
    difficulty: Difficulties


@dataclass(frozen=True, slots=True)
class DifficultyDistribution:
    """Surveys of random start grids, one of lengths and a smaller one of difficulties.

    Attributes
    ----------
    lengths
        Number of grids by optimal length.
    formula_version
        Version of the difficulty formula.
    grids
        Number of grids with difficulties.
    quantiles
        Difficulties of equal parts, from the minimum to the maximum.
    """

    lengths: dict[int, int]
    formula_version: int
    grids: int
    quantiles: tuple[float, ...]

    def difficulty_percentile(self, difficulty: float) -> float:
        """Return the percentage of random start grids that are easier, 0..100."""
        quantiles = self.quantiles
        if difficulty <= quantiles[0]:
            return 0.0
        if difficulty >= quantiles[-1]:
            return 100.0
        left, right = (np.searchsorted(quantiles, difficulty, side) for side in ("left", "right"))
        place = (left + right - 1) / 2  # of equal quantiles
        if left == right:
            place = np.interp(difficulty, quantiles, range(len(quantiles)))
        return float(100 * place / (len(quantiles) - 1))


def load_difficulty_distribution(path: codec.Source | None = None) -> DifficultyDistribution:
    """Read the package's distribution, or that of a file, bytes or a mapping."""
    data, source = read_bytes(DISTRIBUTION_FILE, path)
    found = codec.decode(data, DistributionFile, source=source)
    lengths, difficulty = found.lengths.histogram, found.difficulty
    with codec.error_context(source):
        if not any(lengths.values()):
            raise InputError("invalid lengths.histogram: expected a number of grids per length")
        if list(difficulty.quantiles) != sorted(difficulty.quantiles):
            raise InputError("invalid difficulty.quantiles: expected ascending numbers")
    return DifficultyDistribution(
        lengths, difficulty.formula_version, difficulty.grids, difficulty.quantiles
    )
