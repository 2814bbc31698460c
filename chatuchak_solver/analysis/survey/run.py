"""Execution of surveys on all cores or on a cluster, in chunks of consecutive grids."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from msgspec.structs import astuple

from chatuchak_solver._version import __version__
from chatuchak_solver.analysis import simulated_player
from chatuchak_solver.analysis.difficulty import features_of
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.survey.store import FEATURES, Row, SolvedChunk, SurveyStore
from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import WorkersLostError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_on_boards

MAX_COUNT: Final = 2**63 - 1
"""Maximum of a column of the file."""
MAX_CHUNK = 1000
"""One or two seconds of work, the loss of an interruption."""
AFTER_LOSS: Final = "; stored chunks remain: --resume continues"


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


class FeaturesDocument(Answer, frozen=True, omit_defaults=False):
    """Parameters of the measurement of features.

    Attributes
    ----------
    games
        Games of the simulated player per grid.
    player_seed
        Seed of the simulated player.
    """

    games: Count = simulated_player.PLAYER_GAMES
    player_seed: int = simulated_player.PLAYER_SEED
    player: simulated_player.SimulatedPlayer = simulated_player.REFERENCE_PLAYER


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


def solve_chunk(plan: SurveyPlan, numbers: range, stop: Stop | None = None) -> SolvedChunk | None:
    """Generate and solve the grids of a chunk on any machine; None after a stop.

    The kernels release the GIL; threads run in parallel.
    """
    run = Run.begin(stop)
    starts = list(plan.source(numbers.start, len(numbers)))
    solutions = solve_on_boards([start.grid for start in starts], run.inside())
    if run.should_stop(len(solutions) - 1) or len(solutions) < len(starts):
        return None
    rows, features = list[Row](), list[tuple[object, ...]]()
    for place, (number, start) in enumerate(zip(numbers, starts, strict=True)):
        moves, expanded = solutions[place].moves or (), solutions[place].expanded
        rows.append(
            Row(number, str(start.grid), start.fallback, len(moves), bytes(moves), expanded)
        )
        if plan.features:
            if run.should_stop(place):
                return None
            features.append((number, *_feature_columns(start.grid, len(moves))))
    return SolvedChunk(numbers, rows, features, __version__)


def _feature_columns(grid: Grid, length: int) -> tuple[object, ...]:
    """Return a grid's features, and a description of the reached limit, if any."""
    paths = optimal_paths(grid, length=length)
    limit = paths.limit_reached
    if paths.count is not None and paths.count > MAX_COUNT:
        limit = f"more than {MAX_COUNT:,} optimal solutions"
    return (*(None for _ in FEATURES), limit) if limit else (*astuple(features_of(paths)), None)


@dataclass(frozen=True, slots=True)
class SurveyRun:
    """Outcome of one run of a survey.

    Attributes
    ----------
    added
        Number of stored grids.
    stopped_by
        Reason for an incomplete file; None if complete.
    """

    added: int
    stopped_by: StopReason | None


def run_survey(
    plan: SurveyPlan,
    store: SurveyStore,
    n: int,
    *,
    workers: int | None = None,
    spread: Executor | None = None,
    largest_chunk: int = MAX_CHUNK,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> SurveyRun:
    """Solve the grids 0 .. n - 1 of ``plan`` missing in ``store``, and store the results.

    The final content does not depend on workers, chunks or interruptions.

    Parameters
    ----------
    n
        Final number of grids.
    workers
        One thread per usable core by default. Processes are faster on busy machines, where a
        suspended thread with the interpreter's lock blocks all.
    spread
        Replaces the threads, for example ``Cluster(address).each`` or `in_processes`.
    largest_chunk
        Maximum grids per chunk; an interruption loses running chunks.
    stop
        Unit of work: grids. Some more chunks may be stored.

    Raises
    ------
    WorkersLostError
        If a process or the cluster is lost; stored chunks remain.
    """
    check_int(n, 0, name="number of grids")
    check_int(largest_chunk, 1, name="largest_chunk")
    run = Run.begin(stop, on_progress)
    total, added = store.lacks(n), 0
    missing = store.missing(n, largest=largest_chunk)
    solve = partial(solve_chunk, plan)
    if spread is None:
        solve = partial(solve, stop=run.inside())
        spread = partial(in_threads, workers=count_workers(workers))
    try:
        with store.writing() if total else nullcontext():
            for solved in spread(solve, missing, should_stop=run.should_stop):
                if solved is not None:
                    store.add(solved)
                    added += len(solved.numbers)
                    run.report(added, total)
                    run.should_stop(added)  # the solver polls the reason
    except WorkersLostError as error:
        raise WorkersLostError(f"{error}{AFTER_LOSS}") from None
    stopped = added < total and run.should_stop(added)
    return SurveyRun(added, run.stopped_by if stopped else None)
