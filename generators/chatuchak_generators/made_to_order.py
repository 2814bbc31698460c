"""Start grids made to order: with an optimum or a difficulty in a wanted range, one or a set.

First the random procedure is tried; where its grids do not come into the range, a guided search
(`chatuchak_generators.guided`) sets out from the nearest of them. The grids are a pure function of
the order, the seed and the program's version, on any number of cores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_generators.guided import Annealing, Found, Wanted, anneal
from chatuchak_generators.order import MadeGrid, Making, Order, Quality
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.run import OnProgress, Stop, count_workers

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["even_targets", "make_set", "make_to_order"]

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


def make_to_order(
    n: int,
    wanted: Wanted,
    order: Order | None = None,
    *,
    first: int = 0,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Making:
    """Make ``n`` grids whose quality is in a range; yields each as soon as it is found.

    Parameters
    ----------
    n
        How many.
    wanted
        The range.
    order
        The quality, and where grids come from; the optimal length by default.
    first
        The number of the first random start grid.
    stop
        When to end with the grids there are; its work is grids evaluated.
    on_progress
        Called some ten times a second while grids are looked for.

    Raises
    ------
    InputError
        At once if no grid with such an optimal length is known; later if none is found, with the
        nearest named.

    Examples
    --------
    >>> for made in make_to_order(2, Wanted(20, 20)):
    ...     print(made.grid, made.value)
    .PRGPR/GBGBYG/BPYPBP/RGBRYB/YRYGRY 20
    .GYGYP/YBPBRG/RYRPBP/BPBRGB/RYGYRG 20
    """
    order = order or Order()
    _refuse_unknown(wanted, order)
    return Making(
        n,
        order,
        lambda making: _to_order(n, wanted, order, first, making),
        stop,
        on_progress,
    )


def _to_order(
    n: int, wanted: Wanted, order: Order, first: int, making: Making
) -> Iterator[MadeGrid]:
    tries = EFFORTS[order.quality].tries
    random_grids = _evaluated(order, first, making)
    made = missed = 0
    nearest: MadeGrid | None = None
    while made < n and missed < tries:
        found = next(random_grids, None)
        if found is None:
            return
        if wanted.distance(found.value) == 0:
            yield found
            made, missed = made + 1, 0
            continue
        missed += 1
        making.see(found.value, wanted)
        if nearest is None or wanted.distance(found.value) < wanted.distance(nearest.value):
            nearest = found
    for number in range(made, n):
        guided = None if nearest is None else _guided(nearest.grid, wanted, order, number, making)
        if guided is None:
            return
        yield guided


def even_targets(n: int, wanted: Wanted, quality: Quality = "optimal") -> list[Wanted]:
    """Return ``n`` ranges that span a range evenly: single lengths, or parts of equal width."""
    if quality == "optimal":
        span = wanted.high - wanted.low
        lengths = [round(wanted.low + span * k / max(1, n - 1)) for k in range(n)]
        return [Wanted(length, length) for length in lengths]
    width = (wanted.high - wanted.low) / max(n, 1)
    return [Wanted(wanted.low + k * width, wanted.low + (k + 1) * width) for k in range(n)]


def make_set(
    targets: Sequence[Wanted],
    order: Order | None = None,
    *,
    first: int = 0,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Making:
    """Make a set of grids, one for each range, no two alike up to symmetry and renaming.

    Yields them in the order of the ranges, each as soon as all before it are found.

    Parameters
    ----------
    targets
        The ranges, such as `even_targets` gives.
    order, first, stop, on_progress
        As `make_to_order`; a stopped set has holes.

    Raises
    ------
    InputError
        At once if no grid of such an optimal length is known; later if a range finds no grid, with
        the nearest named.

    Examples
    --------
    >>> [made.value for made in make_set(even_targets(3, Wanted(19, 21)))]
    [19, 20, 21]
    """
    order = order or Order()
    for target in targets:
        _refuse_unknown(target, order)
    return Making(
        len(targets),
        order,
        lambda making: _set_to_order(targets, order, first, making),
        stop,
        on_progress,
    )


def _set_to_order(
    targets: Sequence[Wanted], order: Order, first: int, making: Making
) -> Iterator[MadeGrid]:
    tries = EFFORTS[order.quality].tries
    random_grids = _evaluated(order, first, making)
    slots: list[MadeGrid | None] = [None] * len(targets)
    nearest: list[MadeGrid | None] = [None] * len(targets)
    seen: set[Grid] = set()
    missed = yielded = 0
    while None in slots and missed < tries:
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
        if None in slots:
            making.see(found.value, targets[slots.index(None)])
        while yielded < len(slots) and (ready := slots[yielded]) is not None:
            yield ready
            yielded += 1
    for slot in range(yielded, len(targets)):
        start, made = nearest[slot], slots[slot]
        if made is None and start is not None:
            made = _guided(start.grid, targets[slot], order, slot, making, seen=seen)
        if made is not None:
            yield made


def _refuse_unknown(wanted: Wanted, order: Order) -> None:
    """Refuse optimal lengths that nobody has seen: they would be looked for in vain for minutes."""
    known = order.known() if order.quality == "optimal" else None
    if known is not None and (wanted.high < known.low or wanted.low > known.high):
        raise InputError(
            f"no start grid with an optimum of {wanted} is known: known are {known} moves "
            "('chatuchak records --search' looks for others)"
        )


def _evaluated(order: Order, first: int, making: Making) -> Iterator[MadeGrid]:
    """Yield the random start grids that keep all rules, with their quality, in order."""
    batch = EFFORTS[order.quality].batch
    with ThreadPoolExecutor(count_workers(order.workers), thread_name_prefix="order") as pool:
        while not making.must_end:
            grids = [made.grid for made in order.source(first, batch) if not made.fallback]
            first += batch
            futures = [pool.submit(making.evaluate, grid) for grid in grids]
            try:
                for grid, future in zip(grids, futures, strict=True):
                    value = making.result(future)
                    if making.must_end:
                        return
                    if value is not None:
                        yield MadeGrid(grid, value, guided=False)
            finally:
                for future in futures:
                    future.cancel()


def _guided(
    start: Grid,
    wanted: Wanted,
    order: Order,
    number: int,
    making: Making,
    *,
    seen: set[Grid] | None = None,
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
            lambda grid: making.guide(grid, wanted),
            RandomStream((order.source.seed + SALT + which) & MAX_SEED, number),
            annealing=effort.annealing,
            stop=making.stop_of_search(lambda: is_found),
        )

    workers = count_workers(order.workers)
    with ThreadPoolExecutor(workers, thread_name_prefix="order") as pool:
        for first in range(0, effort.searches, workers):
            last = min(first + workers, effort.searches)
            for future in [pool.submit(search, which) for which in range(first, last)]:
                found = making.result(future)
                if found is None or making.must_end:
                    return None
                value = order.quality_of(found.value)
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
