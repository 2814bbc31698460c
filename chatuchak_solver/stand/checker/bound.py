"""Upper bound on the total of stands, for the certificate checker.

Some group size separates the largest groups of announced goods from those of other scoring goods.
Each later card hides a rectangle of a remaining card; the visible rest has pieces of goods, and
mice.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.checker.cluster import CARD, masks_in
from chatuchak_solver.stand.checker.pieces import (
    NO_GOOD,
    NOTHING,
    Look,
    Pieces,
    Shown,
    Sums,
    count_pieces,
    counted,
    join_pieces,
    most_points,
    planes_of,
    plus,
    with_free_spaces,
)
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, MOUSE, good_code

Shows = tuple[Shown, ...]
"""Visible pieces by scoring good."""
Options = dict[Shows, int]
"""The minimum mice for each combination of pieces."""
States = tuple[Int64s, list[Shows], list[Int64s]]
"""The points of the states' mice, and by good distinct pieces and their indices."""

MAX_STATES: Final = 20_000
"""Larger option sets are relaxed; bounds stay valid."""


def verify_bound(problem: StandProblem, own: Announcement, run: Run) -> int:
    """Return an upper bound on the total of stands whose owner announces ``own``.

    After the limit of ``run`` it becomes coarser.
    """
    worth = Worth(problem, [own], run)
    return worth.most(worth.none, (1 << len(problem.cards)) - 1)


class Worth:
    """Upper bounds on the points of clusters and remaining cards.

    Parameters
    ----------
    choices
        Announcements with the same scoring goods; the owner may choose among them.
    run
        Bounds become coarser after its limit.

    Attributes
    ----------
    goods
        The scoring goods' codes.
    none
        The `Sums` of no clusters.
    join
        Merge the pieces of a good in two clusters, by their numbers.
    most
        Return the maximum points, without the clusters' mice, of `Sums` and a bit set of remaining
        cards.
    next_cards
        Return the cards that may come next, each with masks that it may hide, and their maximum
        points, as by ``most``.
    """

    def __init__(self, problem: StandProblem, choices: Sequence[Announcement], run: Run) -> None:
        letters = [good for good in GOODS if good in {*choices[0], *problem.announced}]
        self.goods: tuple[int, ...] = tuple(good_code(good) for good in letters)
        self._problem = problem
        self._run = run
        shares = [sum(good in choice for choice in choices) for good in letters]
        self._owned = [share == len(choices) for share in shares]
        self._open = [good for good, share in enumerate(shares) if 0 < share < len(choices)]
        self._pieces: list[Pieces] = []
        self._numbers: dict[Pieces, int] = {}
        self.none: Sums = tuple(self.number(Pieces()) for _ in letters)
        self.most: Callable[[Sums, int], int] = cache(self._most)
        self.next_cards: Callable[[Sums, int], list[tuple[int, int, int]]] = cache(self._next_cards)
        self.join: Callable[[int, int], int] = cache(self._join)
        self._shown = cache(self._list_shown)
        self._states = cache(self._list_states)
        self._next_states = cache(self._list_next_states)
        self._tables = lru_cache(maxsize=50_000)(self._table)
        self._points = cache(self._most_points)
        self._counted = lru_cache(maxsize=200_000)(self._count)

    def number(self, pieces: Pieces) -> int:
        """Return the number of a good's pieces in clusters."""
        found = self._numbers.setdefault(pieces, len(self._pieces))
        if found == len(self._pieces):
            self._pieces.append(pieces)
        return found

    def count(self, good: int, covered: int) -> int:
        """Return the number of the pieces on a plane, see `count_pieces`."""
        return self._counted(*with_free_spaces(good, covered))

    def _count(self, good: int, free: int) -> int:
        return self.number(counted(good, free))

    def _join(self, first: int, second: int) -> int:
        return self.number(join_pieces(self._pieces[first], self._pieces[second]))

    def _most(self, sums: Sums, left: int) -> int:
        return int(self._values(sums, self._states(left)).max())

    def _next_cards(self, sums: Sums, left: int) -> list[tuple[int, int, int]]:
        states, looks, begins = self._next_states(left)
        most = np.maximum.reduceat(self._values(sums, states), begins).tolist()
        return [(card, masks, points) for (card, masks), points in zip(looks, most, strict=True)]

    def _values(self, sums: Sums, states: States) -> Int64s:
        """Return the maximum points of each state."""
        points, shown, rows = states
        tables = list(map(self._tables, range(len(sums)), sums, shown))
        owned = [len(table[0]) for table, own in zip(tables, self._owned, strict=True) if own]
        sizes = slice(min(owned)) if owned else slice(-1, None)
        picked = [table[row, sizes] for table, row in zip(tables, rows, strict=True)]
        found = points[:, None] + sum(picked)
        if self._open:
            # An alternative announced good may have a larger group.
            more = [tables[good][rows[good], -1:] - picked[good] for good in self._open]
            found = found + np.max(more, axis=0, initial=0)
        return found.max(axis=1)

    def _list_states(self, left: int) -> States:
        return _indexed(*self._shown(left))

    def _list_next_states(self, left: int) -> tuple[States, list[tuple[int, int]], list[int]]:
        """Return the states by next card and hidden masks, these, and where each one begins."""
        cards = [card for card in range(len(self._problem.cards)) if left >> card & 1]
        looks, begins, shown, mice = [], [0], [], []
        for card in cards[-1:] if self._problem.fixed_order else cards:
            rest, mice_of_rest = self._shown(left ^ 1 << card)
            masks: dict[tuple[int, Shows], int] = {}
            for mask in range(64):
                _, more, _, loose = look(self._problem.cards[card], mask, self.goods)
                masks[more, loose] = masks.get((more, loose), 0) | 1 << mask
            for (more, loose), alike in masks.items():
                looks.append((card, alike))
                begins.append(begins[-1] + len(rest))
                shown.append(rest + np.array(loose))
                mice.append(mice_of_rest + more)
        return _indexed(np.concatenate(shown), np.concatenate(mice)), looks, begins[:-1]

    def _list_shown(self, left: int) -> tuple[Int64s, Int64s]:
        """Return the visible pieces of remaining cards, by state and good, and their mice."""
        cards = [card for card in range(len(self._problem.cards)) if left >> card & 1]
        options = shown_together(self._problem, self.goods, cards, self._run)
        return np.array([*options]), np.array([*options.values()])

    def _table(self, good: int, number: int, shown: Shows) -> Int64s:
        """Return points by shown pieces and by size of the largest group."""
        points = [self._points(number, pieces) for pieces in shown]
        length = max(map(len, points)) if self._owned[good] else 6 * len(self._problem.cards) + 1
        table = np.array([each + [NOTHING] * (length - len(each)) for each in points])
        if self._owned[good]:
            return np.maximum.accumulate(table[:, ::-1], axis=1)[:, ::-1]
        return np.maximum.accumulate(table, axis=1)

    def _most_points(self, number: int, new: Shown) -> list[int]:
        return most_points(self._pieces[number], new)


def _indexed(together: Int64s, mice: Int64s) -> States:
    shown, rows = [], []
    for pieces in together.transpose(1, 0, 2):
        _, first, indices = np.unique(
            pieces @ (1 << np.arange(0, 32, 8)), return_index=True, return_inverse=True
        )
        shown.append(tuple(map(tuple, pieces[first].tolist())))
        rows.append(indices)
    return MOUSE_POINTS * mice, shown, rows


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
        pairs = zip(so_far, shown, strict=True)
        most[mice] = tuple(tuple(map(max, *pair)) for pair in pairs)
    return {shown: mice for mice, shown in sorted(most.items(), reverse=True)}


@cache
def _hidden_masks() -> list[set[int]]:
    sets = [{0}]
    for _ in range(3):
        sets.append({mask | more for mask in sets[-1] for more in masks_in(CARD.hideable)})
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
    views = []
    for turns in range(4):
        planes = planes_of(spaces, len(goods))
        views.append((*planes[:-1], sum(planes)))
        spaces = [(column, 1 + turns % 2 - row, good) for row, column, good in spaces]
    # Hidden spaces count as free: the cards above may touch adjacent pieces.
    pieces = [count_pieces(plane, views[0][-1]) for plane in views[0][:-1]]
    return tuple(views), mice, pieces, tuple([good[:4] for good in pieces])


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
