"""Start grids with an optimum or a difficulty in a range, single or as a set.

Tries random grids, then annealing (`chatuchak_generators.annealing`) from the nearest ones. The
result depends on the order, the seed and the program's version, not on the number of cores.
"""

import math
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, get_args

from chatuchak_generators.annealing import Annealing, Annealings, Range, codes_of
from chatuchak_generators.order import DOUBT, GenerationJob, MadeGrid, Order, Quality
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_solver.arguments import check_all, check_choice, check_int, check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Stop
from chatuchak_solver.execution.processes import Executor
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.similarity import count_differences
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.search.solve import solve

MAX_GRIDS: Final = 10_000_000
SALT: Final = 0x0DE5


@dataclass(frozen=True, slots=True)
class Effort:
    """Search effort for a quality.

    Attributes
    ----------
    tries
        Consecutive random grids outside the range before annealing.
    abreast
        Parallel annealings for a grid, from different random grids.
    rounds
        Maximum rounds of parallel annealings for a grid.
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
    annealing: Annealing
    patience: int = 300
    hope: float = 1.0


EFFORTS: Final[dict[Quality, Effort]] = {
    "optimal": Effort(1000, 32, 8, 5, Annealing(steps=4000, hot=0.3, cold=0.1)),
    "difficulty": Effort(64, 8, 4, 2, Annealing(steps=300, hot=2.0, cold=0.5), 40, 3.0),
}
NAMES: Final = {"optimal": "an optimum", "difficulty": "a difficulty"}
STARTS: Final = 16
"""Nearest random grids that start annealings."""
COST_OF_LENGTH: Final = 1 / 32
"""Of a grid outside the optimal lengths, in units of a measured one."""


class Accepted:
    """Canonical forms of grids that pairwise differ on at least ``apart`` spots."""

    def __init__(self, apart: int) -> None:
        self.apart = apart
        self._forms: set[Grid] = set()

    def add(self, grid: Grid) -> bool:
        """Add a grid unless too similar to another; return whether it was added."""
        form, apart = canonical_form(grid), self.apart
        near = (apart > 1 and count_differences(form, other) < apart for other in self._forms)
        if form in self._forms or any(near):
            return False
        self._forms.add(form)
        return True


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
    n = check_int(n, 0, MAX_GRIDS, name="number of grids")
    check_type(wanted, Range, name="range", hint="Range(19, 20)")
    return make_set(
        [wanted] * n, order, first=first, apart=apart, workers=workers, spread=spread, stop=stop,
        on_progress=on_progress,
    )  # fmt: skip


def even_targets(n: int, wanted: Range, quality: Quality = "optimal") -> list[Range]:
    """Return ``n`` ranges that divide a range evenly: single lengths, or equal widths."""
    n = check_int(n, 0, name="number of ranges")
    check_type(wanted, Range, name="range", hint="Range(19, 22)")
    check_choice(quality, get_args(Quality), name="quality")
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
    targets = check_all(targets, Range, name="ranges", hint="Range(19, 20)")
    first = check_int(first, 0, name="first grid")
    accepted = Accepted(check_int(apart, 0, name="apart"))
    if order is None:
        order = Order()
    check_type(order, Order, name="order", hint="Order(quality='difficulty')")
    for target in dict.fromkeys(targets):
        _refuse_unknown(target, order)
    if order.optimal is not None:
        _refuse_unknown(order.optimal, _by_length(order))
    grids = partial(_in_order, targets, order, first, accepted)
    return GenerationJob(
        len(targets), order, grids, workers=workers, spread=spread, stop=stop,
        on_progress=on_progress,
    )  # fmt: skip


def _by_length(order: Order) -> Order:
    return replace(order, quality="optimal", optimal=None)


def _in_order(
    targets: Sequence[Range], order: Order, first: int, accepted: Accepted, job: GenerationJob
) -> Iterator[MadeGrid]:
    """Yield the grids in the order of the targets; after a stop, some are missing."""
    waiting: dict[int, MadeGrid] = {}
    next_slot = 0
    for slot, made in _slots(targets, order, first, accepted, job):
        waiting[slot] = made
        while next_slot in waiting:
            yield waiting.pop(next_slot)
            next_slot += 1
    yield from (waiting[slot] for slot in sorted(waiting))


def _slots(
    targets: Sequence[Range], order: Order, first: int, accepted: Accepted, job: GenerationJob
) -> Iterator[tuple[int, MadeGrid]]:
    effort = EFFORTS[order.quality]
    slots: dict[Range, deque[int]] = {}
    for slot, target in enumerate(targets):
        slots.setdefault(target, deque()).append(slot)
    nearest: dict[Range, list[MadeGrid]] = {target: [] for target in slots}
    missed = 0.0
    random_grids = _evaluated(order, first, job)
    for made in random_grids if slots else ():
        if made is None:  # outside the optimal lengths, at little cost
            missed += COST_OF_LENGTH
        else:
            for target, near in nearest.items():
                fits = target in slots and target.distance(made.value) == 0
                if fits and (not accepted.apart or accepted.add(made.grid)):
                    yield slots[target].popleft(), made
                    if not slots[target]:
                        del slots[target]
                    missed = 0
                    break
                _add_near(made, target, near)
            else:
                missed += 1
                job.see(made.value, next(iter(slots)))
        if not slots or missed >= effort.tries:
            break
    random_grids.close()
    if job.should_stop:
        return
    if slots and order.optimal is not None:
        by_length = make_to_order(
            effort.abreast, order.optimal, _by_length(order), first=first, workers=job.workers,
            stop=job.inside,
        )  # fmt: skip
        for made in _measured([made.grid for made in by_length], order, job):
            for target, near in nearest.items():
                _add_near(made, target, near)
    missing = sorted((slot, wanted) for wanted, numbers in slots.items() for slot in numbers)
    for slot, wanted in missing:
        guided = _guided(slot, wanted, nearest[wanted], order, job, accepted)
        if guided is None:
            return
        yield slot, guided


def _refuse_unknown(wanted: Range, order: Order) -> None:
    """Reject qualities far from all known grids, to avoid minutes of futile search."""
    known = order.known()
    if known is None:
        return
    is_optimal = order.quality == "optimal"
    margin = 0.0 if is_optimal else DOUBT
    if wanted.high < known.low - margin or wanted.low > known.high + margin:
        shown = f"{known} moves" if is_optimal else f"{known.low:.0f}..{known.high:.0f}"
        hint = " ('chatuchak records --search' looks for others)" if is_optimal else ""
        raise InputError(
            f"no start grid with {NAMES[order.quality]} of {wanted} is known: known are "
            f"{shown}{hint}"
        )


def _add_near(made: MadeGrid, target: Range, near: list[MadeGrid]) -> None:
    """Insert a grid among the `STARTS` nearest to a range; earlier grids win ties."""
    near.append(made)
    if len(near) > STARTS:
        near.sort(key=lambda made: target.distance(made.value))
        near.pop()


def _made(order: Order, grid: Grid, value: float, *, guided: bool) -> MadeGrid:
    if order.quality == "optimal":
        return MadeGrid(grid, int(value), guided)
    return MadeGrid(grid, solve(grid).length or 0, guided, value)


def _evaluated(order: Order, first: int, job: GenerationJob) -> Generator[MadeGrid | None]:
    """Yield the rule-valid random grids in order, or None without a value."""
    for grids, values in job.batches(first, EFFORTS[order.quality].batch):
        for grid, value in zip(grids, values.tolist(), strict=True):
            yield None if math.isnan(value) else _made(order, grid, value, guided=False)


def _measured(grids: Sequence[Grid], order: Order, job: GenerationJob) -> Iterator[MadeGrid]:
    values = job.evaluate(codes_of(grids)).tolist() if grids else []
    for grid, value in zip(grids, values, strict=True):
        if not math.isnan(value):
            yield _made(order, grid, value, guided=True)


def _guided(
    slot: int, wanted: Range, near: Sequence[MadeGrid], order: Order, job: GenerationJob,
    accepted: Accepted,
) -> MadeGrid | None:  # fmt: skip
    """Search for a grid by rounds of parallel annealings; None after a stop.

    The annealings step together, for the same result on any number of cores.
    """
    effort = EFFORTS[order.quality]
    distance, searched = math.inf, 0
    for round_number in range(effort.rounds if near else 0):
        if job.should_stop or (round_number and distance > effort.hope):
            break
        numbers = range(searched, searched + effort.abreast)
        searched += effort.abreast
        searches = Annealings(
            [near[(slot + number) % len(near)].grid for number in numbers],
            wanted,
            partial(job.screen, wanted=wanted),
            [RandomStream((order.source.seed + SALT + k) & MAX_SEED, slot) for k in numbers],
            effort.annealing,
        )
        idle = 0
        while not (searches.is_over or job.should_stop):
            if idle > effort.patience * (5 if distance <= effort.hope else 1):
                break
            searches.step()
            idle += 1
            for index, value in enumerate(searches.values.tolist()):
                if math.isnan(value):
                    continue
                job.see(value, wanted)
                if wanted.distance(value) < distance:
                    distance, idle = wanted.distance(value), 0
                if wanted.distance(value) == 0 and accepted.add(searches.grid(index)):
                    return _made(order, searches.grid(index), value, guided=True)
    for made in () if job.should_stop else _measured(order.known_grids, order, job):
        if wanted.distance(made.value) == 0 and accepted.add(made.grid):
            return made
    if job.should_stop:
        return None
    lengths = "" if order.optimal is None else f" and an optimum of {order.optimal}"
    nearest = "" if job.nearest is None else f"; the nearest has {job.nearest:.4g}"
    apart = f", {accepted.apart} spots from the others," if accepted.apart > 1 else ""
    raise InputError(
        f"no start grid with {NAMES[order.quality]} of {wanted}{lengths}{apart} was found in "
        f"{searched} guided searches{nearest}"
    )
