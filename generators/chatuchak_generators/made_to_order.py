"""Start grids made to order: with an optimum or a difficulty in a wanted range, one or a set.

First the random procedure is tried; where its grids do not come into the range, a guided search
(`chatuchak_generators.guided`) sets out from the nearest of them. The grids are a pure function of
the order, the seed and the program's version, on any number of cores.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from chatuchak_generators.guided import Annealing, Found, Wanted, anneal
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.features import Features, measure
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["MadeGrid", "Order", "even_targets", "make_set", "make_to_order"]

Quality = Literal["optimal", "difficulty"]

PROOF_WEIGHT: Final = 0.05
"""Moves that a proof twice as long is worth."""
MOST_DOUBT: Final = 0.99
"""Less than a move, so that lengths keep their order."""
SALT: Final = 0x0DE5
"""Parts a search's random numbers from those of the random procedure."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a quality is sought: it takes 1 ms to solve a grid, and 100 ms to rate one.

    Attributes
    ----------
    tries
        Random grids in a row that miss before the guided search takes over.
    batch
        Random grids evaluated at once.
    searches
        Guided searches for one grid before it is given up.
    annealing
        How long each is, and how it cools.
    """

    tries: int
    batch: int
    searches: int
    annealing: Annealing


EFFORTS: Final[dict[Quality, Effort]] = {
    "optimal": Effort(1000, 50, 40, Annealing(steps=4000, hot=0.3, cold=0.1)),
    "difficulty": Effort(60, 10, 5, Annealing(steps=300, hot=2.0, cold=0.5)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted.

    Attributes
    ----------
    quality
        ``optimal``, the optimal length in moves; or ``difficulty``.
    source
        The random start grids.
    workers
        Threads; all usable cores by default.
    should_stop
        Ends the work when it returns True.
    on_progress
        Called for each grid that is evaluated.
    """

    quality: Quality
    source: StartGridSource
    workers: int | None = None
    should_stop: Callable[[], bool] | None = None
    on_progress: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise InputError(f"{self.workers} workers cannot make anything; expected 1 or more")

    @property
    def threads(self) -> int:
        """The number of threads."""
        return (os.cpu_count() or 1) if self.workers is None else self.workers

    @property
    def stopped(self) -> bool:
        """Whether the work is to end."""
        return self.should_stop is not None and self.should_stop()

    def evaluate(self, grid: Grid) -> float | None:
        """Return the quality of a grid, or None where it is not known."""
        solution = solve(grid, stop=Stop(interrupt=self.should_stop))
        if solution.length is None or solution.gap != 0:
            return None
        value: float | None = solution.length
        if self.quality == "difficulty":
            features = measure(grid, length=solution.length)
            value = difficulty(features) if isinstance(features, Features) else None
        if self.on_progress is not None:
            self.on_progress()
        return value

    def guide(self, grid: Grid) -> float | None:
        """Return what a guided search values: the quality, and for lengths how firm they are.

        A grid of length n has a value above n - 1 and up to n: the longer the proof took, the
        nearer the grid is to a shorter one.
        """
        if self.quality == "difficulty":
            return self.evaluate(grid)
        solution = solve(grid, stop=Stop(interrupt=self.should_stop))
        if solution.length is None or solution.gap != 0:
            return None
        if self.on_progress is not None:
            self.on_progress()
        return solution.length - min(MOST_DOUBT, PROOF_WEIGHT * math.log2(1 + solution.expanded))

    def guiding_range(self, wanted: Wanted) -> Wanted:
        """Return the range of `guide` that holds just the grids of a wanted quality."""
        if self.quality == "difficulty":
            return wanted
        return Wanted(wanted.low - MOST_DOUBT, wanted.high)


@dataclass(frozen=True, slots=True)
class MadeGrid:
    """A grid made to order.

    Attributes
    ----------
    grid
        The grid; it keeps rules A, B and C.
    value
        Its quality.
    guided
        Whether a guided search made it; otherwise it is one of the random start grids.
    """

    grid: Grid
    value: float
    guided: bool

    def to_dict(self, quality: Quality) -> dict[str, Any]:
        """Return a JSON-ready description."""
        name = "optimal_length" if quality == "optimal" else "difficulty"
        value = int(self.value) if quality == "optimal" else round(self.value, 3)
        return {"grid": str(self.grid), "fallback": False, name: value, "guided": self.guided}


def make_to_order(n: int, wanted: Wanted, order: Order, *, first: int = 0) -> Iterator[MadeGrid]:
    """Yield ``n`` grids whose quality is in a range.

    Parameters
    ----------
    n
        How many.
    wanted
        The range.
    order
        The quality, and where grids come from.
    first
        The number of the first random start grid.

    Raises
    ------
    InputError
        If no such grid is found; the message names the nearest.
    """
    tries = EFFORTS[order.quality].tries
    random_grids = _evaluated(order, first)
    made = missed = 0
    nearest: MadeGrid | None = None
    while made < n and not order.stopped and missed < tries:
        found = next(random_grids, None)
        if found is None:
            return
        if wanted.distance(found.value) == 0:
            yield found
            made, missed = made + 1, 0
            continue
        missed += 1
        if nearest is None or wanted.distance(found.value) < wanted.distance(nearest.value):
            nearest = found
    for number in range(made, n):
        guided = None if nearest is None else _guided(nearest.grid, wanted, order, number)
        if guided is None:
            return
        yield guided


def even_targets(n: int, wanted: Wanted, quality: Quality) -> list[Wanted]:
    """Return ``n`` ranges that span a range evenly: single lengths, or parts of equal width."""
    if quality == "optimal":
        span = wanted.high - wanted.low
        lengths = [round(wanted.low + span * k / max(1, n - 1)) for k in range(n)]
        return [Wanted(length, length) for length in lengths]
    width = (wanted.high - wanted.low) / max(n, 1)
    return [Wanted(wanted.low + k * width, wanted.low + (k + 1) * width) for k in range(n)]


def make_set(targets: Sequence[Wanted], order: Order, *, first: int = 0) -> list[MadeGrid]:
    """Return a set of grids, one for each range, no two alike up to symmetry and renaming.

    Fewer where ``order.should_stop`` ended the work.

    Raises
    ------
    InputError
        If a range finds no grid; the message names the nearest.
    """
    tries = EFFORTS[order.quality].tries
    random_grids = _evaluated(order, first)
    slots: list[MadeGrid | None] = [None] * len(targets)
    nearest: list[MadeGrid | None] = [None] * len(targets)
    seen: set[Grid] = set()
    missed = 0
    while None in slots and missed < tries and not order.stopped:
        found = next(random_grids, None)
        if found is None:
            break
        missed += 1
        for slot, target in enumerate(targets):
            other = nearest[slot]
            if other is None or target.distance(found.value) < target.distance(other.value):
                nearest[slot] = found
            fits = slots[slot] is None and target.distance(found.value) == 0
            if fits and canonical_form(found.grid) not in seen:
                seen.add(canonical_form(found.grid))
                slots[slot] = found
                missed = 0
                break
    for slot, target in enumerate(targets):
        start = nearest[slot]
        if slots[slot] is None and start is not None:
            slots[slot] = _guided(start.grid, target, order, slot, seen=seen)
    return [grid for grid in slots if grid is not None]


def _evaluated(order: Order, first: int) -> Iterator[MadeGrid]:
    """Yield the random start grids that keep all rules, with their quality, in order."""
    batch = EFFORTS[order.quality].batch
    with ThreadPoolExecutor(order.threads, thread_name_prefix="order") as pool:
        while not order.stopped:
            grids = [made.grid for made in order.source(first, batch) if not made.fallback]
            first += batch
            for grid, value in zip(grids, pool.map(order.evaluate, grids), strict=True):
                if value is not None:
                    yield MadeGrid(grid, value, guided=False)


def _guided(
    start: Grid, wanted: Wanted, order: Order, number: int, *, seen: set[Grid] | None = None
) -> MadeGrid | None:
    """Search from a grid until one in the range, and not seen yet, is found; None if stopped.

    Several searches run side by side, but a later one counts only if all before it have failed,
    so that the outcome is the same on any number of cores.
    """
    effort = EFFORTS[order.quality]
    nearest: float | None = None
    is_found = False

    def search(which: int) -> Found | None:
        return anneal(
            start,
            order.guiding_range(wanted),
            order.guide,
            RandomStream((order.source.seed + SALT + which) & MAX_SEED, number),
            annealing=effort.annealing,
            should_stop=lambda: is_found or order.stopped,
        )

    workers = order.threads
    with ThreadPoolExecutor(workers, thread_name_prefix="order") as pool:
        for first in range(0, effort.searches, workers):
            for found in pool.map(search, range(first, min(first + workers, effort.searches))):
                if found is None or order.stopped:
                    return None
                value = math.ceil(found.value) if order.quality == "optimal" else found.value
                form = canonical_form(found.grid)
                if wanted.distance(value) == 0 and (seen is None or form not in seen):
                    is_found = True
                    if seen is not None:
                        seen.add(form)
                    return MadeGrid(found.grid, value, guided=True)
                if nearest is None or wanted.distance(value) < wanted.distance(nearest):
                    nearest = value
    name = "an optimum" if order.quality == "optimal" else "a difficulty"
    raise InputError(
        f"no start grid with {name} of {wanted} was found in {effort.searches} guided searches; "
        f"the nearest has {nearest:.4g}"
    )
