"""Surveys on all cores or on a cluster, in chunks of consecutive grids, and their summaries."""

from collections.abc import Iterable
from contextlib import nullcontext
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
import numpy as np
from msgspec.structs import astuple

from chatuchak_solver import arguments, codec, errors
from chatuchak_solver._version import __version__
from chatuchak_solver.analysis import simulated_player
from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty, features_of
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.survey.store import FEATURES, Row, SolvedChunk, SurveyStore
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_on_boards

MAX_COUNT = 2**63 - 1
"""Maximum of a column of the file."""
MAX_CHUNK = 1000
"""One or two seconds of work, the loss of an interruption."""
QUANTILES = 200


class NumberedGrids(Protocol):
    """An endless sequence of start grids, such as `chatuchak_generators.StartGridSource`."""

    def batch(self, first: int, n: int) -> Iterable[Any]:
        """Return ``n`` start grids from number ``first``."""

    def to_dict(self) -> codec.JsonObject:
        """Return all parameters of the grids, JSON-ready."""


class FeaturesDocument(codec.Answer, frozen=True, omit_defaults=False):
    """Parameters of the measurement of features.

    Attributes
    ----------
    games
        Games of the simulated player per grid.
    player_seed
        Seed of the simulated player.
    """

    games: codec.Count = simulated_player.PLAYER_GAMES
    player_seed: int = simulated_player.PLAYER_SEED
    player: simulated_player.SimulatedPlayer = simulated_player.REFERENCE_PLAYER


class SurveyPlan(NamedTuple):
    """Specification of a survey.

    Attributes
    ----------
    features
        Whether to measure all features, which takes some hundred times as long as solving.
    """

    source: NumberedGrids
    features: bool = False

    def describe(self) -> codec.JsonObject:
        """Return all parameters of the survey, JSON-ready."""
        measuring = {"features": FeaturesDocument().to_dict()} if self.features else {}
        return {**self.source.to_dict(), **measuring}


def solve_chunk(plan: SurveyPlan, numbers: range, stop: Stop | None = None) -> SolvedChunk | None:
    """Generate and solve the grids of a chunk on any machine; None after a stop.

    The kernels release the GIL; threads run in parallel.
    """
    run = Run.begin(stop)
    starts = list(plan.source.batch(numbers.start, len(numbers)))
    solutions = solve_on_boards([start.grid for start in starts], run.inside())
    if run.should_stop(len(solutions) - 1) or len(solutions) < len(starts):
        return None
    rows, features = list[Row](), list[tuple[object, ...]]()
    for place, (number, start) in enumerate(zip(numbers, starts, strict=True)):
        moves, expanded = solutions[place].moves, solutions[place].expanded
        assert moves is not None
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
    if limit is not None:
        return (*[None] * len(FEATURES), limit)
    return (*astuple(features_of(paths)), None)


class SurveyRun(NamedTuple):
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
    arguments.check_int(n, 0, name="number of grids")
    arguments.check_int(largest_chunk, 1, name="largest_chunk")
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
    except errors.WorkersLostError as lost:
        raise errors.WorkersLostError(f"{lost}; stored chunks remain: --resume continues") from None
    stopped = added < total and run.should_stop(added)
    return SurveyRun(added, run.stopped_by if stopped else None)


class Moments(codec.Answer, frozen=True):
    """Mean and standard deviation of a feature."""

    mean: float
    deviation: float
    digits: ClassVar[codec.Digits] = {"mean": 5, "deviation": 5}


class DifficultySummary(codec.Answer, frozen=True, omit_defaults=False):
    """Difficulties of the grids of a survey with features.

    Attributes
    ----------
    grids
        Number of grids with a difficulty.
    without
        Number of grids beyond a limit.
    mean, deviation
        Mean and standard deviation of the difficulty.
    quantiles
        201 values, from the minimum to the maximum.
    features
        Mean and standard deviation of each feature.
    formula_version
        Version of the difficulty formula.
    """

    digits: ClassVar[codec.Digits] = {"mean": 4, "deviation": 4, "quantiles": 3}

    grids: int
    without: int
    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    features: dict[str, Moments]
    formula_version: int = FORMULA_VERSION


class SurveySummary(codec.Answer, frozen=True, kw_only=True):
    """Summary of a survey's grids.

    Attributes
    ----------
    source
        Description of the survey.
    program_versions
        Program versions of the grids.
    grids
        Number of grids.
    fallbacks
        Number of grids that may violate rule C.
    mean, deviation
        Mean and standard deviation of the optimal length; None without grids.
    lengths
        Number of grids by optimal length.
    examples
        First grid of each length.
    mean_expanded
        Mean node expansions of a search.
    difficulty
        Difficulties, in a survey with features.
    """

    digits: ClassVar[codec.Digits] = {"mean": 6, "deviation": 6, "mean_expanded": 3}

    source: codec.JsonObject
    program_versions: tuple[str, ...]
    grids: int
    fallbacks: int
    mean: float | None = msgspec.field(name="mean_length")
    deviation: float | None
    lengths: dict[int, int]
    examples: dict[int, str]
    mean_expanded: float | None
    difficulty: DifficultySummary | None


def summarize(store: SurveyStore) -> SurveySummary:
    """Summarize a survey's file."""
    rows = store.by_length()
    lengths = {length: count for length, count, *_ in rows}
    grids = sum(lengths.values())
    mean = deviation = None
    if grids:
        values, counts = np.array([*lengths.items()]).T
        mean = float(np.average(values, weights=counts))
        deviation = float(np.average((values - mean) ** 2, weights=counts)) ** 0.5
    return SurveySummary(
        source=store.description, program_versions=tuple(store.program_versions()), grids=grids,
        fallbacks=sum(fallbacks for _, _, fallbacks, *_ in rows),
        mean=mean, deviation=deviation, lengths=lengths,
        examples={length: grid for length, _, _, _, grid, _ in rows},
        mean_expanded=sum(expanded for _, _, _, expanded, *_ in rows) / grids if grids else None,
        difficulty=_difficulties(store) if "features" in store.description and grids else None,
    )  # fmt: skip


def _difficulties(store: SurveyStore) -> DifficultySummary | None:
    found = [features for _, features in store.features()]
    known = [features for features in found if features is not None]
    if not known:
        return None
    values = np.array([difficulty(features) for features in known])
    columns = zip(FEATURES, np.array([*map(astuple, known)]).T, strict=True)
    return DifficultySummary(
        len(known), len(found) - len(known), float(values.mean()), float(values.std()),
        tuple(np.quantile(values, np.linspace(0, 1, QUANTILES + 1)).tolist()),
        {name: Moments(float(column.mean()), float(column.std())) for name, column in columns},
    )  # fmt: skip
