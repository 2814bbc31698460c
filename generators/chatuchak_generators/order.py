"""Orders of start grids, and grids in the making.

What is wanted of a grid and how it is measured, and the iterator that yields the grids as they
are found; `chatuchak_generators.made_to_order` finds them.
"""

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count
from typing import ClassVar, Final, Literal, Self, get_args

import numpy as np

from chatuchak_generators.guided import Wanted
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula
from chatuchak_solver.analysis.features import PLAYER_GAMES, Features, measure_features
from chatuchak_solver.analysis.optimal_paths import check_countable_size
from chatuchak_solver.analysis.rank_records import load_rank_records
from chatuchak_solver.analysis.records import load_record_book
from chatuchak_solver.arguments import checked_call, checked_choice, checked_type
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation, convert
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Spread, in_turn
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_batch
from chatuchak_solver.search.goal_directed import color_codes

Quality = Literal["optimal", "difficulty"]

REPORT_S: Final = 0.1
SAMPLE: Final = 40
SAMPLE_S: Final = 5.0
"""The number of random grids, and seconds, for the usual range of a board."""
SCREENING_GAMES: Final = 40
"""Games of the simulated player for an estimate of a difficulty."""
DOUBT: Final = 5.0
"""Twice the standard deviation of such an estimate, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted.

    Attributes
    ----------
    quality
        ``optimal``, the optimal length in moves; or ``difficulty``.
    source
        The random start grids; those of seed 0 by default.
    workers
        Threads; all usable cores by default.
    formula
        The formula of difficulties.
    optimal
        A range of optimal lengths for grids that are ordered by difficulty, in addition.

    Raises
    ------
    InputError
        If an argument is out of range, or difficulties are not known for boards and colors like
        the source's.
    """

    quality: Quality = "optimal"
    source: StartGridSource = field(default_factory=lambda: StartGridSource(0))
    workers: int | None = None
    formula: Formula = FORMULA_1
    optimal: Wanted | None = None

    def __post_init__(self) -> None:
        if self.optimal is not None:
            checked_type(self.optimal, Wanted, what="optimal", hint="Wanted(19, 20)")
            if self.quality == "optimal":
                raise InputError("invalid optimal: expected None if optimal lengths are ordered")
        checked_type(self.formula, Formula, what="the formula", hint="load_formula(path)")
        checked_choice(self.quality, get_args(Quality), what="quality")
        checked_type(self.source, StartGridSource, what="the source", hint="StartGridSource(1)")
        count_workers(self.workers)
        if self.quality == "difficulty":
            counts = self.source.counts or ()
            check_countable_size(self.source.board.spots, len(counts) - counts.count(0))

    @property
    def known_grids(self) -> tuple[Grid, ...]:
        """The easiest and hardest known grids of the source's kind; only of the game's own."""
        if self.source.board != STANDARD_BOARD or self.source.counts != STANDARD_COUNTS:
            return ()
        return _record_grids()

    def known(self) -> Wanted | None:
        """Return the range of the qualities of the known grids; None if there are none."""
        return _known_range(self.quality, self.formula) if self.known_grids else None

    def usual(self) -> Wanted:
        """Return the range of most random grids: a default for sets."""
        start = replace(self, source=replace(self.source, seed=0))
        codes = np.stack([color_codes(grid) for grid in start.random_grids(0, SAMPLE)])
        values = self.values(codes, Stop(time_s=SAMPLE_S))
        if np.isnan(values).all():
            raise InputError(f"no range fits a board of {self.source.board}: expected one")
        low, high = np.nanquantile(values, (0.0, 1.0), method="nearest").tolist()
        return Wanted(low, high)

    def random_grids(self, first: int, n: int) -> list[Grid]:
        """Return those of ``n`` random start grids, from number ``first``, that keep all rules."""
        return [made.grid for made in self.source(first, n) if not made.fallback]

    def values(self, codes: Int8s, stop: Stop, games: int = PLAYER_GAMES) -> Float64s:
        """Return the qualities of grids, float64 (n,) of color codes int8 (n, spots).

        One is nan if it is not known, or was not before the stop, or if the grid's optimal length
        is outside `optimal`. With fewer ``games`` of the
        simulated player than the formula has, difficulties are estimates.
        """
        board = self.source.board
        run = stop.begin()
        lengths = solve_batch(board, codes, run=run).lengths
        if self.quality == "optimal":
            return np.where(lengths < 0, np.nan, lengths)
        values = np.full(len(codes), np.nan)
        for place, length in enumerate(lengths.tolist()):
            fits = self.optimal is None or self.optimal.distance(length) == 0
            if length >= 0 and fits and not run.must_end():
                grid = Grid.from_colors(codes[place].tolist(), board=board)
                features = measure_features(grid, length=length, games=games, stop=run.inside())
                if isinstance(features, Features):
                    values[place] = self.formula.difficulty(features)
        return values


class MadeGridAnswer(Answer, frozen=True):
    """A grid made to order, in JSON.

    Attributes
    ----------
    grid
        The grid.
    fallback
        Always false: rule C holds.
    optimal_length
        Moves of a shortest solution.
    guided
        Whether a guided search found it.
    difficulty
        Its difficulty, if requested.
    """

    grid: Notation[Grid]
    fallback: Literal[False]
    optimal_length: Count
    guided: bool
    difficulty: float | None = None
    digits: ClassVar[dict[str, int]] = {"difficulty": 3}


@dataclass(frozen=True, slots=True)
class MadeGrid:
    """A grid made to order.

    Attributes
    ----------
    grid
        The grid; it keeps rules A, B and C.
    optimal_length
        Moves of a shortest solution.
    guided
        Whether a guided search made it; otherwise it is one of the random start grids.
    difficulty
        Its difficulty, if that was ordered; otherwise None.
    """

    grid: Grid
    optimal_length: int
    guided: bool
    difficulty: float | None = None

    @property
    def value(self) -> float:
        """The ordered quality."""
        return self.optimal_length if self.difficulty is None else self.difficulty

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return MadeGridAnswer.of(self, fallback=False).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the grid of a JSON-ready form."""
        made = convert(document, MadeGridAnswer)
        return cls(made.grid, made.optimal_length, made.guided, made.difficulty)


@cache
def _record_grids() -> tuple[Grid, ...]:
    grids = [record.grid for record in load_record_book().records]
    for rank in load_rank_records().ranks:
        grids += [rank.easiest.grid, rank.hardest.grid]
    return tuple(dict.fromkeys(grids))


@cache
def _known_range(quality: Quality, formula: Formula) -> Wanted:
    codes = np.stack([color_codes(grid) for grid in _record_grids()])
    values = Order(quality=quality, formula=formula).values(codes, Stop())
    if quality == "difficulty" and formula == FORMULA_1:
        values = np.append(values, [rank.difficulties for rank in load_rank_records().ranks])
    return Wanted(float(values.min()), float(values.max()))


def _batch_values(order: Order, size: int, first: int) -> Float64s:
    """Return the qualities of random grids, float64 (n,), wherever that is."""
    grids = order.random_grids(first, size)
    return order.values(np.stack([color_codes(grid) for grid in grids]), Stop())


def _code_values(order: Order, games: int, codes: Int8s) -> float:
    """Return the quality of one grid, wherever that is."""
    return float(order.values(codes[np.newaxis], Stop(), games)[0])


class Making(Iterator[MadeGrid]):
    """Grids in the making: an iterator that yields each as soon as it is found.

    Attributes
    ----------
    total
        How many are wanted.
    made
        How many were found so far.
    evaluated
        How many grids were looked at so far.
    nearest
        The quality of the grid that came nearest to what is wanted now; None before the first.
    """

    def __init__(
        self,
        total: int,
        order: Order,
        grids: Callable[[Self], Iterator[MadeGrid]],
        stop: Stop | None,
        on_progress: OnProgress | None,
        spread: Spread | None = None,
    ) -> None:
        self.total = total
        self.made: int = 0
        self.evaluated: int = 0
        self.nearest: float | None = None
        self._order = order
        checked_call(spread, what="spread")
        self._spread = spread
        self._run = Run.begin(stop, on_progress)
        self._reported = 0.0
        self._workers = count_workers(order.workers)
        self._grids = self._with_threads(grids)

    def __repr__(self) -> str:
        return f"Making(made={self.made}, total={self.total}, evaluated={self.evaluated})"

    def __next__(self) -> MadeGrid:
        """Return the next grid."""
        grid = next(self._grids)
        self.made += 1
        self.nearest = None
        return grid

    @property
    def stopped_by(self) -> StopReason | None:
        """Why fewer grids than wanted were made; None where it went on to the end."""
        return self._run.stopped_by if self.made < self.total else None

    @property
    def must_end(self) -> bool:
        """Whether to end now."""
        return self._run.must_end(self.evaluated)

    @property
    def inside(self) -> Stop:
        """The stop of a job inside this one."""
        return Stop(interrupt=lambda: self.must_end)

    def batches(self, first: int, size: int) -> Iterator[tuple[list[Grid], Float64s]]:
        """Yield the random start grids that keep all rules, with their qualities, in order.

        Grids come in batches, and are counted as they are yielded. On a cluster, its workers are
        kept busy with batches to come.
        """
        order = self._order
        if self._spread is None:
            while not self.must_end:
                grids = order.random_grids(first, size)
                yield grids, self.evaluate(np.stack([color_codes(grid) for grid in grids]))
                first += size
            return
        values_of, starts = partial(_batch_values, order, size), count(first, size)
        found = in_turn(values_of, starts, self._spread, must_end=self._told_must_end)
        for start, values in zip(count(first, size), found, strict=False):
            if self.must_end:
                return
            grids = order.random_grids(start, size)
            self.evaluated += len(grids)
            yield grids, values

    def evaluate(self, codes: Int8s) -> Float64s:
        """Return the qualities of grids as `Order.values`, counted; reports its progress.

        Each is nan once it has to end.
        """
        values = self._values(codes, PLAYER_GAMES)
        self.evaluated += len(codes)
        if self._run.seconds - self._reported >= REPORT_S:
            self._report()
        return values

    def screen(self, codes: Int8s, wanted: Collection[Wanted]) -> Float64s:
        """Return qualities as `evaluate`, but only estimates of those far from the ranges.

        No estimate is in a range.
        """
        if self._order.quality == "optimal":
            return self.evaluate(codes)
        values = self._values(codes, SCREENING_GAMES)
        self.evaluated += len(codes)
        near = [any(one.distance(value) <= DOUBT for one in wanted) for value in values.tolist()]
        chosen = np.flatnonzero(near)
        if chosen.size:
            values[chosen] = self._values(codes[chosen], PLAYER_GAMES)
        return values

    def _values(self, codes: Int8s, games: int) -> Float64s:
        # A few lengths are proven here sooner than any cluster hears of them.
        if self._spread is None or self._order.quality == "optimal":
            return self._in_threads(codes, games)
        values = np.full(len(codes), np.nan)
        value_of = partial(_code_values, self._order, games)
        found = in_turn(value_of, codes, self._spread, must_end=self._told_must_end)
        for place, value in enumerate(found):
            values[place] = value
        return values

    def _told_must_end(self) -> bool:
        """Tell how far it is, and whether to end now; a cluster asks some five times a second."""
        self._report()
        return self.must_end

    def _in_threads(self, codes: Int8s, games: int) -> Float64s:
        parts = np.array_split(codes, min(self._workers, len(codes)))
        futures = [
            self._pool.submit(self._order.values, part, self.inside, games) for part in parts
        ]
        while wait(futures, timeout=REPORT_S).not_done:
            self._report()
        return np.concatenate([future.result() for future in futures])

    def see(self, value: float, wanted: Wanted) -> None:
        """Keep a quality if none so far is nearer to what is wanted."""
        if self.nearest is None or wanted.distance(value) < wanted.distance(self.nearest):
            self.nearest = value

    def _report(self) -> None:
        """Tell how far it is."""
        self._reported = seconds = self._run.seconds
        phase = f"{self.made} of {self.total} made"
        if self.nearest is not None:
            phase += f", nearest so far {self.nearest:.4g}"
        if self.made:
            left = seconds * (self.total - self.made) / self.made
            phase += f", some {left:,.0f} s more at this pace"
        self._run.tell(self.evaluated, phase=phase)

    def _with_threads(self, grids: Callable[[Self], Iterator[MadeGrid]]) -> Iterator[MadeGrid]:
        with ThreadPoolExecutor(self._workers, thread_name_prefix="order") as self._pool:
            yield from grids(self)
