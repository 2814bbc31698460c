"""Start grids with an optimum or a difficulty in a range, single or as a set.

Tries random grids, then annealing (`chatuchak_generators.annealing`) from the nearest ones. The
result depends on the order, the seed and the program's version, not on the number of cores.
"""

import math
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, tee
from typing import NamedTuple, get_args

import numpy as np

from chatuchak_generators.annealing import Range, anneal, codes_of
from chatuchak_generators.order import DOUBT, NAMES, SCREENING_GAMES, MadeGrid, Order, Quality
from chatuchak_generators.start_grids import MAX_SEED, RandomStream
from chatuchak_solver import Grid, InputError, arguments, exports, solve
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_order, in_threads, map_ordered
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.puzzle.symmetry import canonical_form, count_differences

MAX_GRIDS = 10_000_000
MAX_RANGES = 1_000_000
SALT = 0x0DE5


class Effort(NamedTuple):
    """Search effort for a quality.

    Attributes
    ----------
    tries
        Consecutive random grids outside the range before annealing.
    abreast
        Parallel annealings for a grid, from different random grids.
    rounds
        Maximum rounds of parallel annealings for a grid.
    temperatures
        Of the steps of an annealing.
    patience
        Consecutive steps without progress that end a grid's annealings; five times as many within
        `hope` of the range.
    hope
        Distance from the range, in units of the quality.
    """

    tries: int
    batch: int
    abreast: int
    rounds: int
    temperatures: Float64s
    patience: int = 300
    hope: float = 1.0


EFFORTS: dict[Quality, Effort] = {
    "optimal": Effort(1000, 32, 8, 5, np.geomspace(0.3, 0.1, 4000)),
    "difficulty": Effort(64, 8, 4, 2, np.geomspace(2.0, 0.5, 300), 40, 3.0),
}
REPORT_S = 0.1
STARTS = 16
"""Nearest random grids that start annealings."""
COST_OF_LENGTH = 1 / 32
"""Of a grid outside the optimal lengths, in units of a measured one."""


Near = list[tuple[Int8s, float]]
"""Color codes of random grids near a range, with their qualities."""


@exports.renamed_members(must_end="should_stop")
class GenerationJob(Iterator[MadeGrid]):
    """A running generation: yields each grid when found.

    Attributes
    ----------
    total, made, evaluated
        Numbers of requested, yielded and evaluated grids.
    workers
        Number of threads.
    inside
        Stop of a nested job.
    nearest
        Quality nearest to the current range; None before the first grid.
    """

    def __init__(
        self, targets: Sequence[Range], order: Order, run: Run, *, first: int, apart: int,
        workers: int | None, spread: Executor | None,
    ) -> None:  # fmt: skip
        arguments.check_callable(spread, name="spread")
        self.total = len(targets)
        self.made: int = 0
        self.evaluated: int = 0
        self.nearest: float | None = None
        self.workers: int = count_workers(order.workers if workers is None else workers)
        self._order, self._effort = order, EFFORTS[order.quality]
        self._first, self._apart, self._spread = first, apart, spread
        self._run = run
        self.inside: Stop = Stop(interrupt=lambda: self.should_stop)
        self._reported = 0.0
        self._forms: set[Grid] = set()
        self._grids = self._in_order(targets)

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

    def _in_order(self, targets: Sequence[Range]) -> Iterator[MadeGrid]:
        """Yield the grids in the order of the targets; after a stop, some are missing."""
        waiting = yield from in_order(self._slots(targets))
        yield from (waiting[slot] for slot in sorted(waiting))

    def _slots(self, targets: Sequence[Range]) -> Iterator[tuple[int, MadeGrid]]:
        """Yield the grids with the numbers of their targets: random ones, then guided ones."""
        order = self._order
        slots: dict[Range, deque[int]] = {}
        for slot, target in enumerate(targets):
            slots.setdefault(target, deque()).append(slot)
        nearest: dict[Range, Near] = {target: [] for target in slots}
        missed = 0.0
        random_grids = self._random_grids()
        while slots and missed < self._effort.tries and (grid := next(random_grids, None)):
            codes, value = grid
            if math.isnan(value):  # outside the optimal lengths, at little cost
                missed += COST_OF_LENGTH
                continue
            for target, near in nearest.items():
                made = self._accept(codes, value, target) if target in slots else None
                if made is not None:
                    yield slots[target].popleft(), made
                    if not slots[target]:
                        del slots[target]
                    missed = 0
                    break
                _add_near(codes, value, target, near)
            else:
                missed += 1
                self._see(value, next(iter(slots)))
        random_grids.close()
        if slots and order.optimal is not None and not self.should_stop:
            by_length = make_to_order(
                self._effort.abreast, order.optimal, order.by_length(), first=self._first,
                workers=self.workers, stop=self.inside,
            )  # fmt: skip
            for codes, value in self._measured(codes_of([made.grid for made in by_length])):
                for target, near in nearest.items():
                    _add_near(codes, value, target, near)
        for slot, target in sorted((slot, key) for key in slots for slot in slots[key]):
            made = self._guided(slot, target, nearest[target])
            if made is None:
                return
            yield slot, made

    def _random_grids(self) -> Generator[tuple[Int8s, float]]:
        """Yield the rule-valid random grids in order, with their qualities or nan.

        Batches count as evaluated when yielded; threads and a cluster compute later ones ahead.
        """
        size = self._effort.batch
        starts = count(self._first, size)
        batches, queued = tee(self._order.random_codes(start, size) for start in starts)
        for codes, values in zip(batches, self._values(queued, self._spread), strict=False):
            if self.should_stop:
                return
            self.evaluated += len(codes)
            yield from zip(codes, values.tolist(), strict=True)

    def _guided(self, slot: int, wanted: Range, near: Near) -> MadeGrid | None:
        """Search for a grid by rounds of parallel annealings; None after a stop.

        The annealings step together, for the same result on any number of cores.
        """
        order, effort = self._order, self._effort
        distance, searched = math.inf, 0
        for round_number in range(effort.rounds if near else 0):
            if self.should_stop or (round_number and distance > effort.hope):
                break
            numbers = range(searched, searched + effort.abreast)
            searched += effort.abreast
            steps = anneal(
                order.source.board,
                np.stack([near[(slot + number) % len(near)][0] for number in numbers]),
                wanted,
                partial(self._screen, wanted=wanted),
                [RandomStream((order.source.seed + SALT + k) & MAX_SEED, slot) for k in numbers],
                effort.temperatures,
            )
            idle = 0
            for best, values in steps:
                idle += 1
                for codes, value in zip(best, values.tolist(), strict=True):
                    if math.isnan(value):
                        continue
                    self._see(value, wanted)
                    if wanted.distance(value) < distance:
                        distance, idle = wanted.distance(value), 0
                    if made := self._accept(codes, value, wanted, guided=True):
                        return made
                patience = effort.patience * (5 if distance <= effort.hope else 1)
                if self.should_stop or idle > patience:
                    break
        if self.should_stop:
            return None
        for codes, value in self._measured(order.known_codes):
            if made := self._accept(codes, value, wanted, guided=True):
                return made
        if self.should_stop:
            return None
        lengths = "" if order.optimal is None else f" and an optimum of {order.optimal}"
        is_met = self.nearest is not None and wanted.distance(self.nearest) == 0
        nearest = "" if self.nearest is None or is_met else f"; the nearest has {self.nearest:.4g}"
        apart = f", {self._apart} spots from the others," if self._apart > 1 else ""
        raise InputError(
            f"no {'further ' if is_met else ''}start grid with {NAMES[order.quality]} of "
            f"{wanted}{lengths}{apart} was found in {searched} guided searches{nearest}"
        )

    def _accept(
        self, codes: Int8s, value: float, wanted: Range, *, guided: bool = False
    ) -> MadeGrid | None:
        """Return a grid in a range if it differs enough from the accepted ones, or None."""
        if wanted.distance(value) > 0:
            return None
        grid = Grid.from_colors(codes.tolist(), board=self._order.source.board)
        if guided or self._apart:
            form, apart = canonical_form(grid), self._apart
            if form in self._forms:
                return None
            if apart > 1 and any(count_differences(form, old) < apart for old in self._forms):
                return None
            self._forms.add(form)
        if self._order.quality == "optimal":
            return MadeGrid(grid, int(value), guided)
        return MadeGrid(grid, solve(grid).length or 0, guided, value)

    def _measured(self, codes: Int8s) -> Near:
        """Return the grids with a quality; they count as evaluated."""
        values = self._evaluate(codes).tolist() if len(codes) else []
        self.evaluated += len(codes)
        return [(row, v) for row, v in zip(codes, values, strict=True) if not math.isnan(v)]

    def _screen(self, codes: Int8s, wanted: Range) -> Float64s:
        """Return qualities, or estimates outside the range for grids far from it."""
        values = self._evaluate(codes, SCREENING_GAMES)
        self.evaluated += len(codes)
        near = wanted.distances(values) <= DOUBT
        if self._order.quality == "difficulty" and near.any():
            values[near] = self._evaluate(codes[near])
        return values

    def _evaluate(self, codes: Int8s, games: int = PLAYER_GAMES) -> Float64s:
        """Return the qualities of grids in parallel; after a stop, the last ones are nan."""
        # Lengths take less time than a transfer to the cluster.
        spread = None if self._order.quality == "optimal" else self._spread
        parts = np.array_split(codes, len(codes) if spread else min(self.workers, len(codes)))
        found = np.concatenate([np.empty(0), *self._values(parts, spread, games)])
        return np.append(found, np.full(len(codes) - len(found), np.nan))

    def _values(
        self, batches: Iterable[Int8s], spread: Executor | None, games: int = PLAYER_GAMES
    ) -> Iterator[Float64s]:
        """Yield the qualities of batches of grids, in order, computed by threads or ``spread``."""
        stop = self.inside if spread is None else Stop()
        values_of = partial(self._order.values, stop=stop, games=games)
        spread = spread or partial(in_threads, workers=self.workers)
        return map_ordered(values_of, batches, spread, should_stop=self._poll)

    def _see(self, value: float, wanted: Range) -> None:
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


def make_to_order(
    n: int,
    wanted: Range,
    order: Order | None = None,
    *,
    first: int = 0,
    apart: int = 0,
    workers: int | None = None,
    spread: Executor | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> GenerationJob:
    """Generate ``n`` grids with a quality in a range; yields each grid when found.

    Parameters
    ----------
    order
        Quality and source of random grids; the optimal length by default.
    first
        Number of the first random grid.
    apart
        Minimum differing spots of two grids, up to symmetry and renaming of colors; O(n^2)
        comparisons above 1.
    workers
        One thread per usable core by default.
    spread
        Evaluates the grids, for example ``Cluster(address).each``. Lengths in annealings remain in
        threads of this process.
    stop
        Unit of work: evaluated grids.
    on_progress
        Called about ten times a second.

    Examples
    --------
    >>> for made in make_to_order(2, Range(20, 20)):
    ...     print(made.grid, made.value)
    .PRGPR/GBGBYG/BPYPBP/RGBRYB/YRYGRY 20
    .GYGYP/YBPBRG/RYRPBP/BPBRGB/RYGYRG 20
    """
    n = arguments.check_int(n, 0, MAX_GRIDS, name="number of grids")
    arguments.check_type(wanted, Range, name="range", hint="Range(19, 20)")
    return make_set(
        [wanted] * n, order, first=first, apart=apart, workers=workers, spread=spread, stop=stop,
        on_progress=on_progress,
    )  # fmt: skip


def even_targets(n: int, wanted: Range, quality: Quality = "optimal") -> list[Range]:
    """Return ``n`` ranges (at most 1,000,000) that divide one evenly: lengths, or equal widths."""
    n = arguments.check_int(n, 0, MAX_RANGES, name="number of ranges")
    arguments.check_type(wanted, Range, name="range", hint="Range(19, 22)")
    arguments.check_choice(quality, get_args(Quality), name="quality")
    if quality == "optimal":
        span = wanted.high - wanted.low
        lengths = [round(wanted.low + span * k / max(1, n - 1)) for k in range(n)]
        return [Range(length, length) for length in lengths]
    width = (wanted.high - wanted.low) / max(n, 1)
    return [Range(wanted.low + k * width, wanted.low + (k + 1) * width) for k in range(n)]


def make_set(
    targets: Sequence[Range],
    order: Order | None = None,
    *,
    first: int = 0,
    apart: int = 1,
    workers: int | None = None,
    spread: Executor | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> GenerationJob:
    """Generate one grid for each range, all different up to symmetry and renaming of colors.

    Yields grids in the order of the ranges.

    Parameters
    ----------
    targets
        For example of `even_targets`.
    order, first, apart, workers, spread, stop, on_progress
        As `make_to_order`; a stopped set omits grids.

    Examples
    --------
    >>> [made.value for made in make_set(even_targets(3, Range(19, 21)))]
    [19, 20, 21]
    """
    targets = arguments.check_all(targets, Range, name="ranges", hint="Range(19, 20)")
    first = arguments.check_int(first, 0, name="first grid")
    apart = arguments.check_int(apart, 0, name="apart")
    order = Order() if order is None else order
    arguments.check_type(order, Order, name="order", hint="Order(quality='difficulty')")
    for target in dict.fromkeys(targets):
        order.check_known(target)
    if order.optimal is not None:
        order.by_length().check_known(order.optimal)
    run = Run.begin(stop, on_progress)
    return GenerationJob(
        targets, order, run, first=first, apart=apart, workers=workers, spread=spread
    )


def _add_near(codes: Int8s, value: float, target: Range, near: Near) -> None:
    """Insert a grid among the `STARTS` nearest to a range; earlier grids win ties."""
    near.append((codes, value))
    if len(near) > STARTS:
        near.sort(key=lambda pair: target.distance(pair[1]))
        near.pop()
