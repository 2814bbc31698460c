"""Specifications of start grids, and the iterator over generated grids.

`chatuchak_generators.targeted` searches for the grids.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count
from typing import ClassVar, Final, Literal, Self, get_args

import numpy as np
from msgspec import field as structs_field
from msgspec import structs

from chatuchak_generators.annealing import Range, codes_of
from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula
from chatuchak_solver.analysis.features import PLAYER_GAMES, measure_features
from chatuchak_solver.analysis.optimal_paths import check_countable_size
from chatuchak_solver.analysis.records import load_rank_records, load_record_book
from chatuchak_solver.arguments import check_callable, check_choice, check_type
from chatuchak_solver.codec import Answer, Count, Digits, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads, map_ordered
from chatuchak_solver.exports import warn_renamed
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_batch

Quality = Literal["optimal", "difficulty"]

REPORT_S: Final = 0.1
SAMPLE: Final = 40
SAMPLE_S: Final = 5.0
"""Random grids, and seconds, for the typical range of a board."""
SCREENING_GAMES: Final = 40
"""Games of the simulated player to estimate the difficulty."""
DOUBT: Final = 5.0
"""Two standard deviations of the estimate, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Specification of start grids.

    Attributes
    ----------
    quality
        ``optimal``, the optimal length; or ``difficulty``.
    source
        Source of random start grids; seed 0 by default.
    workers
        Deprecated; an argument of `make_to_order` and `make_set`.
    optimal
        Range of optimal lengths of grids ordered by difficulty.
    """

    quality: Quality = "optimal"
    source: StartGridSource = field(default_factory=lambda: StartGridSource(0))
    workers: int | None = None
    formula: Formula = FORMULA_1
    optimal: Range | None = None

    def __post_init__(self) -> None:
        if self.optimal is not None:
            check_type(self.optimal, Range, name="optimal", hint="Range(19, 20)")
            if self.quality == "optimal":
                raise InputError("invalid optimal: expected None if optimal lengths are ordered")
        check_type(self.formula, Formula, name="formula", hint="load_formula(path)")
        check_choice(self.quality, get_args(Quality), name="quality")
        check_type(self.source, StartGridSource, name="source", hint="StartGridSource(1)")
        if self.workers is not None:
            count_workers(self.workers)
            warn_renamed("Order(workers=...)", "make_to_order(workers=...)", stacklevel=4)
        if self.quality == "difficulty":
            counts = self.source.counts or ()
            check_countable_size(self.source.board.spots, len(counts) - counts.count(0))

    @property
    def known_grids(self) -> tuple[Grid, ...]:
        """Easiest and hardest known grids; empty unless the source has the game's kind."""
        if self.source.board != STANDARD_BOARD or self.source.counts != STANDARD_COUNTS:
            return ()
        return _record_grids()

    def known(self) -> Range | None:
        """Return the quality range of the known grids, if any."""
        return _known_range(self.quality, self.formula) if self.known_grids else None

    def usual(self) -> Range:
        """Return the range of most random grids, the default of sets."""
        start = replace(self, source=structs.replace(self.source, seed=0))
        values = self.values(codes_of(start.random_grids(0, SAMPLE)), Stop(time_s=SAMPLE_S))
        if np.isnan(values).all():
            raise InputError(f"no default range for a {self.source.board} board: expected a range")
        low, high = np.nanquantile(values, (0.0, 1.0), method="nearest").tolist()
        return Range(low, high)

    def random_grids(self, first: int, n: int) -> list[Grid]:
        """Return the rule-valid ones of ``n`` random start grids from number ``first``."""
        return [made.grid for made in self.source(first, n) if not made.fallback]

    def values(self, codes: Int8s, stop: Stop, games: int = PLAYER_GAMES) -> Float64s:
        """Return the qualities of grids, float64 (n,) of color codes int8 (n, spots).

        A quality is nan if unknown, not computed before the stop, or with an optimal length outside
        `optimal`. With fewer ``games`` than the formula has, difficulties are estimates.
        """
        board = self.source.board
        run = stop.begin()
        lengths = solve_batch(board, codes, run=run).lengths
        if self.quality == "optimal":
            return np.where(lengths < 0, np.nan, lengths)
        values = np.full(len(codes), np.nan)
        for index, length in enumerate(lengths.tolist()):
            fits = self.optimal is None or self.optimal.distance(length) == 0
            if length >= 0 and fits and not run.should_stop():
                grid = Grid.from_colors(codes[index].tolist(), board=board)
                features = measure_features(grid, length=length, games=games, stop=run.inside())
                if features is not None:
                    values[index] = self.formula.difficulty(features)
        return values


class MadeGrid(Answer, frozen=True):
    """A generated grid.

    Attributes
    ----------
    grid
        Grid by rules A, B and C.
    optimal_length
        Number of moves of a shortest solution.
    guided
        Whether annealing found it, not the random start grids.
    difficulty
        None, and absent in JSON, if the quality is the optimal length.
    fallback
        Always false, since rule C holds.
    """

    grid: Notation[Grid]
    optimal_length: Count
    guided: bool
    difficulty: float | None = None
    fallback: Literal[False] = structs_field(default_factory=bool)  # type: ignore[arg-type]
    digits: ClassVar[Digits] = {"difficulty": 3}

    @property
    def value(self) -> float:
        """Quality."""
        return self.optimal_length if self.difficulty is None else self.difficulty


@cache
def _record_grids() -> tuple[Grid, ...]:
    grids = [record.grid for record in load_record_book().records]
    for rank in load_rank_records().ranks:
        grids += [rank.easiest.grid, rank.hardest.grid]
    return tuple(dict.fromkeys(grids))


@cache
def _known_range(quality: Quality, formula: Formula) -> Range:
    values = Order(quality=quality, formula=formula).values(codes_of(_record_grids()), Stop())
    if quality == "difficulty" and formula == FORMULA_1:
        values = np.append(values, [rank.difficulties for rank in load_rank_records().ranks])
    return Range(float(values.min()), float(values.max()))


def _batch_values(order: Order, size: int, stop: Stop, first: int) -> Float64s:
    grids = order.random_grids(first, size)
    return order.values(codes_of(grids), stop) if grids else np.empty(0)


class GenerationJob(Iterator[MadeGrid]):
    """A running generation: yields each grid when found.

    Attributes
    ----------
    total, made, evaluated
        Numbers of requested, yielded and evaluated grids.
    workers
        Number of threads.
    nearest
        Quality nearest to the current range; None before the first grid.
    """

    def __init__(
        self,
        total: int,
        order: Order,
        grids: Callable[[Self], Iterator[MadeGrid]],
        *,
        workers: int | None = None,
        spread: Executor | None = None,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.total = total
        self.made: int = 0
        self.evaluated: int = 0
        self.nearest: float | None = None
        self._order = order
        check_callable(spread, name="spread")
        self._spread = spread
        self._run = Run.begin(stop, on_progress)
        self._reported = 0.0
        self.workers: int = count_workers(order.workers if workers is None else workers)
        self._grids = grids(self)

    def __repr__(self) -> str:
        return f"GenerationJob(made={self.made}, total={self.total}, evaluated={self.evaluated})"

    def __next__(self) -> MadeGrid:
        """Return the next grid."""
        grid = next(self._grids)
        self.made += 1
        self.nearest = None
        return grid

    @property
    def stopped_by(self) -> StopReason | None:
        """Reason for an incomplete result, or None."""
        return self._run.stopped_by if self.made < self.total else None

    @property
    def should_stop(self) -> bool:
        """Whether to stop."""
        return self._run.should_stop(self.evaluated)

    @property
    def inside(self) -> Stop:
        """Stop of a nested job."""
        return Stop(interrupt=lambda: self.should_stop)

    def batches(self, first: int, size: int) -> Iterator[tuple[list[Grid], Float64s]]:
        """Yield batches of rule-valid random start grids with qualities, in order.

        Batches count as evaluated when yielded; a cluster computes later ones ahead.
        """
        spread, stop = self._threads_or_cluster(self._spread)
        values_of, starts = partial(_batch_values, self._order, size, stop), count(first, size)
        found = map_ordered(values_of, starts, spread, should_stop=self._poll)
        for start, values in zip(count(first, size), found, strict=False):
            if self.should_stop:
                return
            grids = self._order.random_grids(start, size)
            self.evaluated += len(grids)
            yield grids, values

    def _threads_or_cluster(self, cluster: Executor | None) -> tuple[Executor, Stop]:
        """Return an executor, and the stop of its tasks: threads stop by themselves."""
        if cluster is None:
            return partial(in_threads, workers=self.workers), self.inside
        return cluster, Stop()

    def evaluate(self, codes: Int8s, games: int = PLAYER_GAMES) -> Float64s:
        """Return the qualities of grids, nan after a stop; count them and report progress."""
        values = self._values(codes, games)
        self.evaluated += len(codes)
        self._poll()
        return values

    def screen(self, codes: Int8s, wanted: Range) -> Float64s:
        """Return qualities, or estimates outside the range for grids far from it."""
        if self._order.quality == "optimal":
            return self.evaluate(codes)
        values = self.evaluate(codes, SCREENING_GAMES)
        near = [wanted.distance(value) <= DOUBT for value in values.tolist()]
        if any(near):
            values[near] = self._values(codes[near], PLAYER_GAMES)
        return values

    def _values(self, codes: Int8s, games: int) -> Float64s:
        # Lengths take less time than a transfer to the cluster.
        cluster = None if self._order.quality == "optimal" else self._spread
        spread, stop = self._threads_or_cluster(cluster)
        parts = np.array_split(codes, len(codes) if cluster else min(self.workers, len(codes)))
        values_of = partial(self._order.values, stop=stop, games=games)
        found = [*map_ordered(values_of, parts, spread, should_stop=self._poll), np.empty(0)]
        missing = len(codes) - sum(map(len, found))
        return np.concatenate([*found, np.full(missing, np.nan)])

    def see(self, value: float, wanted: Range) -> None:
        """Record a quality if nearest to the range so far."""
        if self.nearest is None or wanted.distance(value) < wanted.distance(self.nearest):
            self.nearest = value

    def _poll(self) -> bool:
        """Report progress, ten times a second; return whether to stop."""
        seconds = self._run.seconds
        if seconds - self._reported >= REPORT_S:
            self._reported = seconds
            phase = f"{self.made} of {self.total} made"
            if self.nearest is not None:
                phase += f", nearest so far {self.nearest:.4g}"
            if self.made:
                left = seconds * (self.total - self.made) / self.made
                phase += f", some {left:,.0f} s more at this pace"
            self._run.report(self.evaluated, phase=phase)
        return self.should_stop
