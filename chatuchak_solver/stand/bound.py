"""Upper bound on the total of any stand of given cards, in milliseconds.

For each choice of announced goods:

1. Every card shows one of its `piece_options`. In fixed order the number of later cards is known;
   in free order one card is the last, one the last but one.
2. With g groups of whole pieces, the g - 1 smaller groups have at least the spaces of the g - 1
   smallest pieces; the largest group has at most the rest.
3. No scoring good has a larger group than an announced one.

The bound ignores whether the hidden masks and the joined pieces are compatible, unlike
`chatuchak_solver.stand.cover_search`.

A later card hides a rectangle of a card: one or two rows, and any adjacent columns except the
middle one alone, as every card is at least two spaces wide. Several later cards hide a union of
such rectangles. A bound needs the mice and the *pieces* of each scoring good: connected spaces on
this card alone. An *option* is a row of integers: for each good the numbers of pieces of 1, of 2
and of 3 or more spaces, and their spaces; at the end the mice, negative. Options of several cards
are additive.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, product

import numpy as np

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.card import CARD_COLUMNS
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.placement import connected_parts
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, MOUSE, good_code

Goods = tuple[int, ...]
"""Goods, 1..5 ascending."""

CARD_SPACES = 6

MAX_LATER_CARDS = 3
"""Three later cards can hide as much as any number."""

RECTANGLES = tuple(
    sum(1 << (CARD_COLUMNS * row + column) for row in rows for column in columns)
    for rows, columns in product(((0,), (1,), (0, 1)), ((0,), (0, 1), (0, 1, 2), (1, 2), (2,)))
)

MAX_OPTIONS = 3_000
MAX_LATE_OPTIONS = 200
"""Maximum options before relaxation: within the time limit, and after it."""


def _hidden_masks() -> tuple[tuple[int, ...], ...]:
    unions = [{0}]
    for _ in range(MAX_LATER_CARDS):
        unions.append({mask | more for mask in unions[-1] for more in (0, *RECTANGLES)})
    return tuple(tuple(sorted(masks)) for masks in unions)


HIDDEN_MASKS = _hidden_masks()
"""By number of later cards, up to three, the sets of spaces that they can hide.

Bit i is space i of the card, row by row from the upper left.
"""


@cache
def _pieces(shown: int) -> tuple[int, int, int, int]:
    """Return the pieces of a good on a set of a card's spaces."""
    spaces = (divmod(space, CARD_COLUMNS) for space in range(CARD_SPACES) if shown >> space & 1)
    sizes = [len(piece) for _, piece in connected_parts(dict.fromkeys(spaces, 0))]
    return sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)


@lru_cache(maxsize=1_000)
def visible_options(spaces: Sequence[int], goods: Goods) -> list[tuple[int, ...]]:
    """Return the option of a card for each set of hidden spaces."""
    of_goods = [
        sum(1 << at for at, space in enumerate(spaces) if space & KIND_MASK == good)
        for good in goods
    ]
    with_mice = sum(1 << at for at, space in enumerate(spaces) if space & MOUSE)
    return [
        (*chain(*(_pieces(good & shown) for good in of_goods)), -(with_mice & shown).bit_count())
        for shown in reversed(range(1 << CARD_SPACES))
    ]


@lru_cache(maxsize=1_000)
def piece_options(spaces: Sequence[int], later: int, goods: Goods) -> Int64s:
    """Return the undominated options of a card under ``later`` later cards.

    An option dominates another one if it has no fewer pieces of any size, no fewer spaces and no
    more mice. ``goods`` are codes 1..5.
    """
    every = visible_options(spaces, goods)
    masks = HIDDEN_MASKS[min(later, MAX_LATER_CARDS)]
    options = np.array(list({every[mask] for mask in masks}))
    dominates = (options >= options[:, None]).all(axis=2)
    return np.compress(dominates.sum(axis=1) == 1, options, axis=0)


def combine_options(states: Int64s, card: Int64s) -> Int64s:
    """Return the combinations of ``states`` and one more card."""
    return (states[:, None] + card).reshape(-1, states.shape[1])


def coarsen(states: Int64s, run: Run) -> Int64s:
    """Return distinct pieces with the fewest mice, relaxed if there are too many.

    For each number of mice one state remains, with the maximum of every field.
    """
    states = np.unique(states, axis=0)
    differs = (states[1:, :-1] != states[:-1, :-1]).any(axis=1)
    states = states[np.append(differs, True)]
    if len(states) <= MAX_LATE_OPTIONS or (len(states) <= MAX_OPTIONS and not run.should_stop()):
        return states
    mice = states[:, -1]
    return np.array([states[mice == count].max(axis=0) for count in np.unique(mice)])


def no_options(goods: Goods) -> Int64s:
    """Return the only option of no cards."""
    return np.zeros((1, 4 * len(goods) + 1), dtype=np.int64)


def scoring_goods(problem: StandProblem, own: Announcement) -> Goods:
    """Return the goods that score when the owner announces ``own``."""
    return tuple(sorted(good_code(good) for good in {*own, *problem.announced}))


def upper_bound(problem: StandProblem, *, stop: Stop | None = None) -> dict[Announcement, int]:
    """Return an upper bound on the total of any stand for each announcement.

    After the limit of ``stop`` it becomes coarser.
    """
    run = Run.begin(stop)
    return {own: _bound_when_announcing(problem, own, run) for own in problem.announcements()}


def _bound_when_announcing(problem: StandProblem, own: Announcement, run: Run) -> int:
    goods = scoring_goods(problem, own)
    owned = [GOODS[good - 1] in own for good in goods]
    gains = cache(_gains)
    best = MOUSE_POINTS * len(problem.cards) * 6
    for *pieces, mice in _all_options(problem, goods, run).tolist():
        tables = [gains(*pieces[at : at + 4]) for at in range(0, len(pieces), 4)]
        reaches = [
            len(table) for is_owned, (_, table) in zip(owned, tables, strict=True) if is_owned
        ]
        for size in range(min(reaches, default=1)):
            points = sum(
                at_least[size] if is_owned else at_most[min(size, len(at_most) - 1)]
                for is_owned, (at_most, at_least) in zip(owned, tables, strict=True)
            )
            best = max(best, points - MOUSE_POINTS * mice)
    return best


def _all_options(problem: StandProblem, goods: Goods, run: Run) -> Int64s:
    last = len(problem.cards) - 1
    is_fixed = problem.fixed_order or last == 0
    # By whether the last card (1) and the last but one (2) have been chosen; in free order only.
    by_roles = {0: no_options(goods)}
    for index, card in enumerate(problem.cards):
        grown = defaultdict(list)
        for role, later in [(0, last - index)] if is_fixed else [(1, 0), (2, 1), (0, last)]:
            options = piece_options(card.spaces, later, goods)
            for roles, states in by_roles.items():
                if not roles & role:
                    grown[roles | role].append(combine_options(states, options))
        by_roles = {roles: np.concatenate(found) for roles, found in grown.items()}
        # Few options may occur twice.
        if max(map(len, by_roles.values())) > MAX_LATE_OPTIONS:
            by_roles = {roles: coarsen(options, run) for roles, options in by_roles.items()}
    return by_roles[max(by_roles)]


def _gains(ones: int, twos: int, larger: int, spaces: int) -> tuple[list[int], list[int]]:
    """Return the maximum points of a good with these pieces, by the size of its largest group.

    Two lists over sizes from 0: of at most that size, and of at least that size.
    """
    points = [0] * (spaces + 1)
    taken = 0
    for groups, smallest in enumerate([1] * ones + [2] * twos + [3] * larger, start=1):
        for size in range(1, spaces - taken + 1):
            points[size] = groups * size
        taken += smallest
    at_least = list(accumulate(reversed(points), max))[::-1]
    return list(accumulate(points, max)), at_least
