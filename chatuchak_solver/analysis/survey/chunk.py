"""Chunks of surveys: consecutive grids, solved on any machine."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from chatuchak_solver._version import __version__
from chatuchak_solver.analysis.features import PLAYER_GAMES, PLAYER_SEED, Features, features_of
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.simulated_player import REFERENCE_PLAYER, SimulatedPlayer
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_on_boards

MAX_COUNT: Final = 2**63 - 1
"""Maximum of a column of the file."""


class SourceGrid(Protocol):
    """A grid of a source."""

    @property
    def grid(self) -> Grid:
        """Grid."""

    @property
    def fallback(self) -> bool:
        """Whether rule C may be violated."""


class NumberedGrids(Protocol):
    """An endless, numbered sequence of grids: picklable, with direct access."""

    def __call__(self, first: int, n: int) -> Iterable[SourceGrid]:
        """Return ``n`` grids from number ``first``."""

    def describe(self) -> JsonObject:
        """Return all parameters of the grids, JSON-ready."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive grids of a survey, from number ``first``."""

    first: int
    n: int

    @property
    def end(self) -> int:
        """Number after the last grid's."""
        return self.first + self.n


class FeaturesDocument(Answer, frozen=True, omit_defaults=False):
    """Parameters of the measurement of features.

    Attributes
    ----------
    games
        Games of the simulated player per grid.
    player_seed
        Seed of the simulated player.
    """

    games: Count = PLAYER_GAMES
    player_seed: int = PLAYER_SEED
    player: SimulatedPlayer = REFERENCE_PLAYER


@dataclass(frozen=True, slots=True)
class SurveyPlan:
    """Specification of a survey.

    Attributes
    ----------
    features
        Whether to measure all features, which takes some hundred times as long as solving.
    """

    source: NumberedGrids
    features: bool = False

    def describe(self) -> JsonObject:
        """Return all parameters of the survey, JSON-ready."""
        measuring = {"features": FeaturesDocument().to_dict()} if self.features else {}
        return {**self.source.describe(), **measuring}


@dataclass(frozen=True, slots=True)
class Row:
    """A solved grid of a survey.

    Attributes
    ----------
    number
        Number in its source.
    fallback
        Whether rule C may be violated.
    length
        Proven optimal length.
    moves
        An optimal solution, one byte per move.
    expanded
        Node expansions of the search.
    features
        Features, if surveyed, or a description of the reached limit.
    """

    number: int
    grid: str
    fallback: bool
    length: int
    moves: bytes
    expanded: int
    features: Features | str | None = None


@dataclass(frozen=True, slots=True)
class SolvedChunk:
    """Rows of a chunk, and the program version."""

    chunk: Chunk
    rows: tuple[Row, ...]
    program_version: str


def solve_chunk(plan: SurveyPlan, chunk: Chunk, stop: Stop | None = None) -> SolvedChunk | None:
    """Generate and solve the grids of a chunk; None after a stop.

    The kernels release the GIL; threads run in parallel.
    """
    run = Run.begin(stop)
    starts = list(plan.source(chunk.first, chunk.n))
    solutions = solve_on_boards([start.grid for start in starts], run.inside())
    if run.should_stop(len(solutions) - 1) or len(solutions) < len(starts):
        return None
    rows: list[Row] = []
    for place, start in enumerate(starts):
        if plan.features and run.should_stop(place):
            return None
        solution = solutions[place]
        assert solution.moves is not None
        length = len(solution.moves)
        features = _features(start.grid, length) if plan.features else None
        row = Row(
            chunk.first + place, str(start.grid), start.fallback, length, bytes(solution.moves),
            solution.expanded, features,
        )  # fmt: skip
        rows.append(row)
    return SolvedChunk(chunk, tuple(rows), __version__)


def _features(grid: Grid, length: int) -> Features | str:
    paths = optimal_paths(grid, length=length)
    if paths.count is not None and paths.count > MAX_COUNT:
        return f"more than {MAX_COUNT:,} optimal solutions"
    return paths.limit_reached or features_of(paths)
