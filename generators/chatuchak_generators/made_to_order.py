"""Start grids made to order: with an optimum or a difficulty in a wanted range, one or a set.

First the random procedure is tried; where its grids do not come into the range, guided searches
(`chatuchak_generators.guided`) set out from those that came nearest. The grids are a pure function
of the order, the seed and the program's version, on any number of cores.
"""

import math
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Final, get_args

import numpy as np

from chatuchak_generators.guided import Annealing, Annealings, Wanted
from chatuchak_generators.order import DOUBT, MadeGrid, Making, Order, Quality
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_solver.arguments import checked_all, checked_choice, checked_type, checked_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Stop
from chatuchak_solver.execution.processes import Spread
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.search.goal_directed import color_codes
from chatuchak_solver.search.solve import solve

MAX_GRIDS: Final = 10_000_000
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
    patience
        Steps in a row after which searches for a grid end if none of them came nearer to it; five
        times as many within `hope` of its range.
    hope
        The distance from the range, in units of the quality.
    """

    tries: int
    batch: int
    abreast: int
    rounds: int
    annealing: Annealing
    patience: int = 300
    hope: float = 1.0


EFFORTS: Final[dict[Quality, Effort]] = {
    "optimal": Effort(1000, 100, 8, 5, Annealing(steps=4000, hot=0.3, cold=0.1)),
    "difficulty": Effort(64, 32, 4, 2, Annealing(steps=300, hot=2.0, cold=0.5), 40, 3.0),
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
    n = checked_whole(n, 0, MAX_GRIDS, what="the number of grids")
    checked_type(wanted, Wanted, what="the range", hint="Wanted(19, 20)")
    return _making([wanted] * n, order, first, spread, stop, on_progress, is_set=False)


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
    return _making(targets, order, first, spread, stop, on_progress, is_set=True)


def _making(
    targets: Sequence[Wanted], order: Order | None, first: int, spread: Spread | None,
    stop: Stop | None, on_progress: OnProgress | None, *, is_set: bool,
) -> Making:  # fmt: skip
    first = checked_whole(first, 0, what="the first grid's number")
    if order is None:
        order = Order()
    checked_type(order, Order, what="the order", hint="Order(quality='difficulty')")
    for target in dict.fromkeys(targets):
        _refuse_unknown(target, order)
    if order.optimal is not None:
        _refuse_unknown(order.optimal, _by_length(order))
    grids = partial(_found, targets, order, first, is_set)
    return Making(len(targets), order, grids, stop, on_progress, spread)


def _by_length(order: Order) -> Order:
    """Return the order of grids by the optimal lengths that an order by difficulty also has."""
    return replace(order, quality="optimal", optimal=None)


def _found(
    targets: Sequence[Wanted], order: Order, first: int, is_set: bool, making: Making
) -> Iterator[MadeGrid]:
    """Yield the grids: of a set in the order of the targets, others as they are found."""
    waiting: dict[int, MadeGrid] = {}
    turn = 0
    for slot, made in _slots(targets, order, first, is_set, making):
        if not is_set:
            yield made
            continue
        waiting[slot] = made
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1
    # A stopped set has holes.
    yield from (waiting[slot] for slot in sorted(waiting))


def _slots(
    targets: Sequence[Wanted], order: Order, first: int, is_set: bool, making: Making
) -> Iterator[tuple[int, MadeGrid]]:
    """Yield the grids with their places as they are found."""
    effort = EFFORTS[order.quality]
    places: dict[Wanted, deque[int]] = {}
    for slot, target in enumerate(targets):
        places.setdefault(target, deque()).append(slot)
    wishes = {target: Wish(0, target) for target in places}
    seen: set[Grid] = set()
    missed = 0.0
    random_grids = _evaluated(order, first, making)
    for made in random_grids if places else ():
        if made is None:  # outside of the optimal lengths, which costs little time
            missed += 1 / effort.batch
        else:
            for target, wish in wishes.items():
                fits = target in places and target.distance(made.value) == 0
                if fits and not (is_set and canonical_form(made.grid) in seen):
                    if is_set:
                        seen.add(canonical_form(made.grid))
                    yield places[target].popleft(), made
                    if not places[target]:
                        del places[target]
                    missed = 0
                    break
                wish.add(made)
            else:
                missed += 1
                making.see(made.value, next(iter(places)))
        if not places or missed >= effort.tries:
            break
    random_grids.close()
    if making.must_end:
        return
    missing = sorted(
        ((slot, target) for target, slots in places.items() for slot in slots), key=itemgetter(0)
    )
    if missing and order.optimal is not None:
        by_length = make_to_order(
            effort.abreast, order.optimal, _by_length(order), first=first, stop=making.inside
        )
        for made in _measured([made.grid for made in by_length], order, making):
            for wish in wishes.values():
                wish.add(made)
    for start in range(0, len(missing), SLOTS):
        group = missing[start : start + SLOTS]
        yield from _guided(
            [replace(wishes[target], slot=slot) for slot, target in group], order, making, seen
        )


def _refuse_unknown(wanted: Wanted, order: Order) -> None:
    """Refuse qualities that no known grid comes near to: a search would take minutes in vain."""
    known = order.known()
    if known is None:
        return
    margin = 0.0 if order.quality == "optimal" else DOUBT
    if wanted.high < known.low - margin or wanted.low > known.high + margin:
        if order.quality == "optimal":
            raise InputError(
                f"no start grid with an optimum of {wanted} is known: known are {known} moves "
                "('chatuchak records --search' looks for others)"
            )
        raise InputError(
            f"no start grid with a difficulty of {wanted} is known: known are "
            f"{known.low:.0f}..{known.high:.0f}"
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
    if order.quality == "optimal":
        return MadeGrid(grid, int(value), guided)
    return MadeGrid(grid, solve(grid).length or 0, guided, value)


def _evaluated(order: Order, first: int, making: Making) -> Generator[MadeGrid | None]:
    """Yield the random start grids that keep all rules, in order; None for one without value."""
    for grids, values in making.batches(first, EFFORTS[order.quality].batch):
        for grid, value in zip(grids, values.tolist(), strict=True):
            yield None if math.isnan(value) else _made(order, grid, value, guided=False)


def _measured(grids: Sequence[Grid], order: Order, making: Making) -> Iterator[MadeGrid]:
    """Yield those of some grids that have a value."""
    if grids:
        values = making.evaluate(np.stack([color_codes(grid) for grid in grids])).tolist()
        for grid, value in zip(grids, values, strict=True):
            if not math.isnan(value):
                yield _made(order, grid, value, guided=True)


def _guided(
    wishes: Sequence[Wish], order: Order, making: Making, seen: set[Grid]
) -> Iterator[tuple[int, MadeGrid]]:
    """Search for grids, none of them in ``seen``; yield each with its slot as it is found.

    For each grid some searches go side by side, and the first that comes to one ends the others.
    All take their steps together, so that the outcome is the same on any number of cores.
    """
    effort = EFFORTS[order.quality]
    missing = {wish.slot: wish for wish in wishes}
    off = dict.fromkeys(missing, math.inf)
    searched = 0
    for round_ in range(effort.rounds):
        hopeful = [
            w for w in missing.values() if w.near and (not round_ or off[w.slot] <= effort.hope)
        ]
        searchers = [wish for wish in hopeful for _ in range(effort.abreast)]
        if not searchers:
            break
        searched += effort.abreast
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
        idle = dict.fromkeys(missing, 0)
        while not searches.is_over and not making.must_end:
            searches.step()
            ended = set()
            for slot in idle:
                idle[slot] += 1
            for which, wish in enumerate(searchers):
                found = searches.found[which]
                if found is None or wish.slot not in missing:
                    continue
                making.see(found.value, wish.wanted)
                here = wish.wanted.distance(found.value)
                if here < off[wish.slot]:
                    off[wish.slot], idle[wish.slot] = here, 0
                if here == 0 and (form := canonical_form(found.grid)) not in seen:
                    seen.add(form)
                    ended.add(wish.slot)
                    del missing[wish.slot]
                    yield wish.slot, _made(order, found.grid, found.value, guided=True)
            for slot, steps in idle.items():
                if steps > effort.patience * (5 if off[slot] <= effort.hope else 1):
                    ended.add(slot)
            if ended:
                searches.end([k for k, wish in enumerate(searchers) if wish.slot in ended])
        if making.must_end:
            return
    if making.must_end:
        return
    for made in _measured(order.known_grids, order, making) if missing else ():
        for slot, wish in missing.items():
            if wish.wanted.distance(made.value) == 0 and canonical_form(made.grid) not in seen:
                seen.add(canonical_form(made.grid))
                del missing[slot]
                yield slot, made
                break
    for wish in missing.values():
        if making.must_end:
            return
        name = "an optimum" if order.quality == "optimal" else "a difficulty"
        lengths = "" if order.optimal is None else f" and an optimum of {order.optimal}"
        nearest = "" if making.nearest is None else f"; the nearest has {making.nearest:.4g}"
        raise InputError(
            f"no start grid with {name} of {wish.wanted}{lengths} was found in "
            f"{searched} guided searches{nearest}"
        )
