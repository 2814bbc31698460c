"""Upper bound on the total of stands, for the certificate checker.

Some group size separates the largest groups of announced goods from those of other scoring goods.
Each later card hides a rectangle of a remaining card; the visible rest has pieces of goods, and
mice.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.checker.cluster import CARD, members
from chatuchak_solver.stand.checker.pieces import (
    NO_GOOD,
    NOTHING,
    Look,
    Pieces,
    Shown,
    Sums,
    count_pieces,
    join_pieces,
    most_points,
    planes_of,
    separate_pieces,
    with_free_spaces,
)
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, MOUSE, good_code

States = tuple[Int64s, list[tuple[Shown, ...]], list[Int64s]]
"""The points of the states' mice, and by good distinct pieces and their indices."""

MAX_STATES = 20_000
"""Larger sets of states are relaxed; bounds stay valid."""


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
    separate
        The same for clusters with known relative positions, see `separate_pieces`.
    most
        Return the maximum points, without the clusters' mice, of `Sums` and a bit set of remaining
        cards.
    next_masks
        Return the masks of each card that may come next and reach a number of points.
    """

    def __init__(self, problem: StandProblem, choices: Sequence[Announcement], run: Run) -> None:
        letters = [good for good in GOODS if good in {*choices[0], *problem.announced}]
        self.goods: tuple[int, ...] = tuple(good_code(good) for good in letters)
        self._problem = problem
        shares = [sum(good in choice for choice in choices) for good in letters]
        self._owned = [share == len(choices) for share in shares]
        kinds = [space & KIND_MASK for card in problem.cards for space in card.spaces]
        self._sizes = 1 + max(map(kinds.count, self.goods), default=0)
        self._open = [good for good, share in enumerate(shares) if 0 < share < len(choices)]
        self._pieces: list[Pieces] = []
        self._numbers: dict[Pieces, int] = {}
        self.none: Sums = tuple(self.number(Pieces()) for _ in letters)
        self.most: Callable[[Sums, int], int] = cache(self._most)
        self.next_masks: Callable[[Sums, int, int], dict[int, int]] = cache(self._next_masks)
        self.join: Callable[[int, int], int] = cache(self._join)
        self.separate: Callable[[int, int, int], int] = cache(self._separate)
        self._shown = cache(lambda left: shown_together(problem, self.goods, members(left), run))
        self._states = cache(lambda left: _indexed(self._shown(left)))
        self._next_states = cache(self._list_next_states)
        self._picked = lru_cache(maxsize=20_000)(self._pick)
        self._points = cache(lambda number, new: most_points(self._pieces[number], new))
        self._counted = lru_cache(200_000)(lambda *planes: self.number(count_pieces(*planes)))

    def number(self, pieces: Pieces) -> int:
        """Return the number of a good's pieces in clusters."""
        found = self._numbers.setdefault(pieces, len(self._pieces))
        if found == len(self._pieces):
            self._pieces.append(pieces)
        return found

    def count(self, good: int, covered: int) -> int:
        """Return the number of the pieces on a plane, see `count_pieces`."""
        return self._counted(*with_free_spaces(good, covered))

    def _join(self, first: int, second: int) -> int:
        return self.number(join_pieces(self._pieces[first], self._pieces[second]))

    def _separate(self, first: int, second: int, spaces: int) -> int:
        return self.number(separate_pieces(self._pieces[first], self._pieces[second], spaces))

    def _most(self, sums: Sums, left: int) -> int:
        return int(np.maximum.reduce(self._values(sums, left, is_next=False), None))

    def next_cards(self, sums: Sums, left: int) -> tuple[list[tuple[int, int]], Int64s]:
        """Return the cards that may come next with equivalent masks, and the maximum points."""
        _, looks, begins = self._next_states(left)
        values = self._values(sums, left, is_next=True)
        return looks, np.maximum.reduceat(values.ravel(), begins * values.shape[1])

    def _next_masks(self, sums: Sums, left: int, least: int) -> dict[int, int]:
        found: dict[int, int] = {}
        if left:
            looks, points = self.next_cards(sums, left)
            for at in np.flatnonzero(points >= least).tolist():
                card, masks = looks[at]
                found[card] = found.get(card, 0) | masks
        return found

    def _values(self, sums: Sums, left: int, *, is_next: bool) -> Int64s:
        """Return the maximum points of each state by size of the largest announced groups."""
        found = (self._next_states(left)[0] if is_next else self._states(left))[0]
        picked = [self._picked(good, number, left, is_next) for good, number in enumerate(sums)]
        found = sum(picked, found)
        if self._open:
            # An alternative announced good may have a larger group.
            more = [picked[good][:, -1:] - picked[good] for good in self._open]
            found = found + np.max(more, axis=0, initial=0)
        return found if True in self._owned else found[:, -1:]

    def _pick(self, good: int, number: int, left: int, is_next: bool) -> Int64s:
        """Return a good's points by state and by size of its largest group."""
        _, shown, rows = self._next_states(left)[0] if is_next else self._states(left)
        points = [self._points(number, pieces) for pieces in shown[good]]
        table = np.array([each + [NOTHING] * (self._sizes - len(each)) for each in points])
        step = -1 if self._owned[good] else 1
        return np.maximum.accumulate(table[:, ::step], axis=1)[:, ::step].take(rows[good], 0)

    def _list_next_states(self, left: int) -> tuple[States, list[tuple[int, int]], Int64s]:
        """Return the states by next card and hidden masks, these, and where each one begins."""
        looks, begins, states = [], [0], []
        cards = members(left)
        for card in cards[-1:] if self._problem.fixed_order else cards:
            masks: dict[Shown, int] = {}
            for mask in range(64):
                shown = look(self._problem.cards[card], mask, self.goods)[-1]
                masks[shown] = masks.get(shown, 0) | 1 << mask
            for shown, alike in masks.items():
                looks.append((card, alike))
                states.append(self._shown(left ^ 1 << card) + shown)
                begins.append(begins[-1] + len(states[-1]))
        return _indexed(np.concatenate(states)), looks, np.array(begins[:-1])


def _indexed(states: Int64s) -> States:
    shown, rows = [], []
    for at in range(0, states.shape[1] - 1, 4):
        pieces = states[:, at : at + 4]
        codes = pieces @ (1 << np.arange(0, 32, 8))
        _, first, indices = np.unique(codes, return_index=True, return_inverse=True)
        shown.append(tuple(map(tuple, pieces[first].tolist())))
        rows.append(indices)
    return -MOUSE_POINTS * states[:, -1:], shown, rows


def shown_together(
    problem: StandProblem, goods: tuple[int, ...], cards: Sequence[int], run: Run
) -> Int64s:
    """Return the possible visible pieces of the remaining cards below all others, see `Shown`.

    ``goods`` are codes, ``cards`` ascending indices. After the limit of ``run`` the states are
    relaxed; bounds stay valid.
    """
    # Three later cards hide as much as any number. One card is the last and one the last but one:
    # the state records whether both are assigned.
    last = len(problem.cards) - 1
    others = len(problem.cards) - len(cards)
    single = frozenset(range(others, min(2, last + 1)))
    states = {frozenset[int](): np.zeros((1, 4 * len(goods) + 1), dtype=np.int64)}
    for index in cards:
        grown = defaultdict(list)
        for later in {min(last - index, 3)} if problem.fixed_order else single | {min(last, 3)}:
            options = _options(problem.cards[index], later, goods)
            for taken, before in states.items():
                if later not in taken:
                    together = (before[:, None] + options).reshape(-1, options.shape[1])
                    grown[taken | single & {later}].append(together)
        states = {taken: _fewer(np.concatenate(found), run) for taken, found in grown.items()}
    return states[max(states, key=len)]


def _fewer(states: Int64s, run: Run) -> Int64s:
    """Return distinct pieces with the fewest mice, relaxed if there are too many."""
    states = np.unique(states, axis=0)
    differs = (states[1:, :-1] != states[:-1, :-1]).any(axis=1)
    states = states[np.append(differs, True)]
    if len(states) <= MAX_STATES and not (len(states) > MAX_STATES // 100 and run.should_stop()):
        return states
    mice = states[:, -1]
    return np.array([states[mice == count].max(axis=0) for count in np.unique(mice)])


@cache
def _hidden_masks() -> list[set[int]]:
    sets = [{0}]
    for _ in range(3):
        sets.append({mask | more for mask in sets[-1] for more in members(CARD.hideable)})
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
    pieces = [count_pieces(*with_free_spaces(plane, views[0][-1])) for plane in views[0][:-1]]
    return tuple(views), pieces, (*(number for good in pieces for number in good[:4]), -mice)


@lru_cache(maxsize=1_000)
def _options(card: Card, later: int, goods: tuple[int, ...]) -> Int64s:
    """Return the undominated states of one card."""
    states = np.unique([look(card, mask, goods)[-1] for mask in _hidden_masks()[later]], axis=0)
    dominates = (states >= states[:, None]).all(axis=2)
    return np.compress(dominates.sum(axis=1) == 1, states, axis=0)
