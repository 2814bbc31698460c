"""Start grids made to order: with an optimum or a difficulty in a wanted range, one or a set.

First the random procedure is tried; where its grids do not come into the range, guided searches
(`chatuchak_generators.guided`) set out from those that came nearest. The grids are a pure function
of the order, the seed and the program's version, on any number of cores.
"""

import itertools
import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, get_args

from chatuchak_generators.guided import Annealing, Annealings, Wanted
from chatuchak_generators.order import MadeGrid, Making, Order, Quality
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_solver.arguments import checked_all, checked_choice, checked_type, checked_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Stop
from chatuchak_solver.execution.processes import Spread
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.symmetry import canonical_form

SALT: Final = 0x0DE5
"""Parts a search's random numbers from those of the random procedure."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a quality is sought.

    Attributes
    ----------
    tries
        Random grids in a row that miss before the guided search takes over.
    batch
        Random grids evaluated at once.
    abreast
        Guided searches for one grid that go side by side, from different random grids.
    rounds
        How many times that many are tried before the grid is given up.
    annealing
        How long each is, and how it cools.
    """

    tries: int
    batch: int
    abreast: int
    rounds: int
    annealing: Annealing


EFFORTS: Final[dict[Quality, Effort]] = {
    "optimal": Effort(1000, 100, 8, 5, Annealing(steps=4000, hot=0.3, cold=0.1)),
    "difficulty": Effort(64, 32, 4, 2, Annealing(steps=300, hot=2.0, cold=0.5)),
}
STARTS: Final = 16
"""The nearest random grids from which guided searches set out."""
SLOTS: Final = 8
"""Grids that are sought by guided searches at the same time."""


def make_to_order(
    n: int,
    wanted: Wanted,
    order: Order | None = None,
    *,
    first: int = 0,
    spread: Spread | None = None,
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
    spread
        Who evaluates the grids, such as ``Cluster(address).each``, with the same outcome. What
        takes less time than sending it, the lengths that guided searches ask for step by step,
        stays in threads of this process.
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
    n = checked_whole(n, 0, what="the number of grids")
    first = checked_whole(first, 0, what="the first grid's number")
    checked_type(wanted, Wanted, what="the range", hint="Wanted(19, 20)")
    order = _checked_order(order)
    _refuse_unknown(wanted, order)
    grids = partial(_to_order, n, wanted, order, first)
    return Making(n, order, grids, stop, on_progress, spread)


def _to_order(
    n: int, wanted: Wanted, order: Order, first: int, making: Making
) -> Iterator[MadeGrid]:
    effort = EFFORTS[order.quality]
    random_grids = _evaluated(order, first, making)
    wish = Wish(0, wanted)
    made = missed = 0
    while made < n and missed < effort.tries:
        found = next(random_grids, None)
        if found is None:
            return
        if wanted.distance(found.value) == 0:
            yield found
            made, missed = made + 1, 0
        else:
            missed += 1
            making.see(found.value, wanted)
            wish.add(found)
    random_grids.close()
    seen: set[Grid] = set()
    for slot in range(made, n, SLOTS):
        wishes = [replace(wish, slot=which) for which in range(slot, min(slot + SLOTS, n))]
        for _, grid in _guided(wishes, order, making, seen):
            yield grid


def even_targets(n: int, wanted: Wanted, quality: Quality = "optimal") -> list[Wanted]:
    """Return ``n`` ranges that span a range evenly: single lengths, or parts of equal width.

    Raises
    ------
    InputError
        If the number, the range or the quality is none.
    """
    n = checked_whole(n, 0, what="the number of ranges")
    checked_type(wanted, Wanted, what="the range", hint="Wanted(19, 22)")
    checked_choice(quality, get_args(Quality), what="quality")
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
    spread: Spread | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Making:
    """Make a set of grids, one for each range, no two alike up to symmetry and renaming.

    Yields them in the order of the ranges, each as soon as all before it are found.

    Parameters
    ----------
    targets
        The ranges, such as `even_targets` gives.
    order, first, spread, stop, on_progress
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
    targets = checked_all(targets, Wanted, what="the ranges", hint="Wanted(19, 20)")
    first = checked_whole(first, 0, what="the first grid's number")
    order = _checked_order(order)
    for target in targets:
        _refuse_unknown(target, order)
    grids = partial(_set_to_order, targets, order, first)
    return Making(len(targets), order, grids, stop, on_progress, spread)


def _set_to_order(
    targets: Sequence[Wanted], order: Order, first: int, making: Making
) -> Iterator[MadeGrid]:
    tries = EFFORTS[order.quality].tries
    random_grids = _evaluated(order, first, making)
    slots: list[MadeGrid | None] = [None] * len(targets)
    wishes = list(map(Wish, itertools.count(), targets))
    seen: set[Grid] = set()
    missed = yielded = 0
    while None in slots and missed < tries:
        found = next(random_grids, None)
        if found is None:
            break
        missed += 1
        for slot, target in enumerate(targets):
            fits = slots[slot] is None and target.distance(found.value) == 0
            if fits and canonical_form(found.grid) not in seen:
                seen.add(canonical_form(found.grid))
                slots[slot] = found
                missed = 0
                break
            wishes[slot].add(found)
        if None in slots:
            making.see(found.value, targets[slots.index(None)])
        while yielded < len(slots) and (ready := slots[yielded]) is not None:
            yield ready
            yielded += 1
    random_grids.close()
    missing = [wish for wish in wishes if slots[wish.slot] is None]
    for start in range(0, len(missing), SLOTS):
        for slot, made in _guided(missing[start : start + SLOTS], order, making, seen):
            slots[slot] = made
            while yielded < len(slots) and (ready := slots[yielded]) is not None:
                yield ready
                yielded += 1
    # Where it was stopped, the set has holes.
    yield from (made for made in slots[yielded:] if made is not None)


def _checked_order(order: Order | None) -> Order:
    if order is None:
        return Order()
    return checked_type(order, Order, what="the order", hint="Order(quality='difficulty')")


def _refuse_unknown(wanted: Wanted, order: Order) -> None:
    """Refuse optimal lengths that nobody has seen: they would be looked for in vain for minutes."""
    known = order.known() if order.quality == "optimal" else None
    if known is not None and (wanted.high < known.low or wanted.low > known.high):
        raise InputError(
            f"no start grid with an optimum of {wanted} is known: known are {known} moves "
            "('chatuchak records --search' looks for others)"
        )


@dataclass(frozen=True, slots=True)
class Wish:
    """A grid to search for: its place among those wanted, and its range."""

    slot: int
    wanted: Wanted
    near: list[MadeGrid] = field(default_factory=list)
    """The random grids that came nearest to it: where guided searches set out from."""

    def add(self, made: MadeGrid) -> None:
        """Keep a grid if it is among the `STARTS` nearest; of equal ones the first."""
        self.near.append(made)
        if len(self.near) > STARTS:
            self.near.sort(key=lambda one: self.wanted.distance(one.value))
            self.near.pop()


def _made(order: Order, grid: Grid, value: float, *, guided: bool) -> MadeGrid:
    """Return a grid with its quality, which is a whole number of moves or a difficulty."""
    return MadeGrid(grid, int(value) if order.quality == "optimal" else value, guided)


def _evaluated(order: Order, first: int, making: Making) -> Generator[MadeGrid]:
    """Yield the random start grids that keep all rules, with their quality, in order."""
    for grids, values in making.batches(first, EFFORTS[order.quality].batch):
        for grid, value in zip(grids, values.tolist(), strict=True):
            if not math.isnan(value):
                yield _made(order, grid, value, guided=False)


def _guided(
    wishes: Sequence[Wish], order: Order, making: Making, seen: set[Grid]
) -> Iterator[tuple[int, MadeGrid]]:
    """Search for grids, none of them in ``seen``; yield each with its slot as it is found.

    For each grid some searches go side by side, and the first that comes to one ends the others.
    All take their steps together, so that the outcome is the same on any number of cores.
    """
    effort = EFFORTS[order.quality]
    missing = {wish.slot: wish for wish in wishes if wish.near}
    for round_ in range(effort.rounds):
        if not missing:
            return
        searchers = [wish for wish in missing.values() for _ in range(effort.abreast)]
        numbers = [round_ * effort.abreast + k % effort.abreast for k in range(len(searchers))]
        searches = Annealings(
            [
                wish.near[(wish.slot + number) % len(wish.near)].grid
                for wish, number in zip(searchers, numbers, strict=True)
            ],
            [wish.wanted for wish in searchers],
            lambda codes: making.screen(codes, {wish.wanted for wish in missing.values()}),
            [
                RandomStream((order.source.seed + SALT + number) & MAX_SEED, wish.slot)
                for wish, number in zip(searchers, numbers, strict=True)
            ],
            effort.annealing,
        )
        while not searches.is_over and not making.must_end:
            searches.step()
            for which, wish in enumerate(searchers):
                found = searches.found[which]
                if found is None or wish.slot not in missing:
                    continue
                making.see(found.value, wish.wanted)
                if wish.wanted.distance(found.value) > 0 or canonical_form(found.grid) in seen:
                    continue
                seen.add(canonical_form(found.grid))
                del missing[wish.slot]
                searches.end([k for k, one in enumerate(searchers) if one.slot == wish.slot])
                yield wish.slot, _made(order, found.grid, found.value, guided=True)
        if making.must_end:
            return
    for wish in missing.values():
        name = "an optimum" if order.quality == "optimal" else "a difficulty"
        nearest = "" if making.nearest is None else f"; the nearest has {making.nearest:.4g}"
        raise InputError(
            f"no start grid with {name} of {wish.wanted} was found in "
            f"{effort.abreast * effort.rounds} guided searches{nearest}"
        )
