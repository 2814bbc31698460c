"""Visible pieces of remaining cards, for the certificate checker.

Each later card hides a rectangle of a card. The visible rest has pieces of goods, and mice.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.checker.cluster import hideable, masks_in
from chatuchak_solver.stand.checker.pieces import (
    NO_GOOD,
    Look,
    Shown,
    count_pieces,
    planes_of,
    plus,
)
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import KIND_MASK, MOUSE

Shows = tuple[Shown, ...]
"""Visible pieces by scoring good."""
Options = dict[Shows, int]
"""The minimum mice for each combination of pieces."""

MAX_STATES: Final = 20_000
"""Larger option sets are relaxed; bounds stay valid."""


def shown_together(
    problem: StandProblem, goods: tuple[int, ...], cards: Sequence[int], run: Run
) -> Options:
    """Return the possible visible pieces of the remaining cards below all others.

    ``goods`` are codes, ``cards`` ascending indices. After the limit of ``run`` the options are
    relaxed; bounds stay valid.
    """
    none: Options = {((0, 0, 0, 0),) * len(goods): 0}
    # Three later cards hide as much as any number. One card is the last and one the last but one:
    # the state records whether both are assigned.
    last = len(problem.cards) - 1
    others = len(problem.cards) - len(cards)
    single = frozenset(range(others, min(2, last + 1)))
    states: dict[frozenset[int], Options] = {frozenset(): none}
    for index in cards:
        grown: dict[frozenset[int], Options] = {}
        for later in {min(last - index, 3)} if problem.fixed_order else single | {min(last, 3)}:
            options = _options(problem.cards[index], later, goods)
            for taken, before in states.items():
                if later not in taken:
                    _add(before, options, grown.setdefault(taken | single & {later}, {}))
        states = {taken: _fewer(options, run) for taken, options in grown.items()}
    return states[max(states, key=len)]


def _add(states: Options, more: Options, into: Options) -> None:
    for shown, mice in states.items():
        for card, others in more.items():
            key = tuple(map(plus, shown, card))
            into[key] = min(mice + others, into.get(key, mice + others))


def _fewer(options: Options, run: Run) -> Options:
    if len(options) <= MAX_STATES and not (len(options) > MAX_STATES // 100 and run.should_stop()):
        return options
    most: dict[int, Shows] = {}
    for shown, mice in options.items():
        so_far = most.get(mice, shown)
        most[mice] = tuple(
            (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
            for a, b in zip(so_far, shown, strict=True)
        )
    return {shown: mice for mice, shown in sorted(most.items(), reverse=True)}


@cache
def _hidden_masks() -> list[set[int]]:
    sets = [{0}]
    for _ in range(3):
        sets.append({mask | more for mask in sets[-1] for more in masks_in(hideable((7, 7)))})
    return sets


@lru_cache(maxsize=20_000)
def look(card: Card, mask: int, goods: tuple[int, ...]) -> Look:
    """Return the visible part of a card with a hidden mask; ``goods`` are codes."""
    spaces = []
    mice = 0
    for at, space in enumerate(card.spaces):
        if not mask >> at & 1:
            kind = space & KIND_MASK
            spaces.append((at // 3, at % 3, goods.index(kind) if kind in goods else NO_GOOD))
            mice += bool(space & MOUSE)
    planes = planes_of(spaces, len(goods))
    # Hidden spaces count as free: the cards above may touch adjacent pieces.
    pieces = [count_pieces(plane, sum(planes)) for plane in planes[:-1]]
    return spaces, mice, pieces, tuple([good[:4] for good in pieces])


@lru_cache(maxsize=1_000)
def _options(card: Card, later: int, goods: tuple[int, ...]) -> Options:
    found: Options = {}
    for mask in _hidden_masks()[later]:
        _, mice, _, shown = look(card, mask, goods)
        found[shown] = min(mice, found.get(shown, mice))
    return {
        shown: mice
        for shown, mice in found.items()
        if not any(
            other != shown
            and less <= mice
            and all((*map(min, a, b),) == a for a, b in zip(shown, other, strict=True))
            for other, less in found.items()
        )
    }
