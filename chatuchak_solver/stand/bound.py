"""Upper bound on the total of any stand of given cards, in milliseconds.

For each choice of announced goods:

1. Every card shows one of its `piece_options`. In fixed order the number of later cards is known;
   in free order one card is the last, one the last but one.
2. With g groups of whole pieces, the g - 1 smaller groups have at least the spaces of the g - 1
   smallest pieces; the largest group has at most the rest.
3. No scoring good has a larger group than an announced one.

The bound ignores whether the hidden masks and the joined pieces are compatible, unlike
`chatuchak_solver.stand.cover_search`.
"""

from functools import lru_cache
from itertools import accumulate

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, good_code
from chatuchak_solver.stand.visible_pieces import (
    PieceOptions,
    coarsen,
    combine_options,
    piece_options,
    unpack_pieces,
)

Goods = tuple[int, ...]
"""Goods, 1..5 ascending."""


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
    gains = lru_cache(maxsize=None)(_gains)
    best = MOUSE_POINTS * len(problem.cards) * 6
    for packed, mice in _all_options(problem, goods, run).items():
        tables = [gains(*unpack_pieces(packed, index)) for index in range(len(goods))]
        reaches = [
            len(table) for is_owned, (_, table) in zip(owned, tables, strict=True) if is_owned
        ]
        for size in range(min(reaches, default=1)):
            points = sum(
                at_least[size] if is_owned else at_most[min(size, len(at_most) - 1)]
                for is_owned, (at_most, at_least) in zip(owned, tables, strict=True)
            )
            best = max(best, points + MOUSE_POINTS * mice)
    return best


def _all_options(problem: StandProblem, goods: Goods, run: Run) -> PieceOptions:
    cards = [card.spaces for card in problem.cards]
    if problem.fixed_order or len(cards) == 1:
        states: PieceOptions = {0: 0}
        for index, spaces in enumerate(cards):
            options = piece_options(spaces, len(cards) - 1 - index, goods)
            states = coarsen(combine_options(states, options), len(goods), run)
        return states
    # By whether the last card (1) and the last but one (2) have been chosen.
    by_roles: dict[int, PieceOptions] = {0: {0: 0}}
    for spaces in cards:
        by_role = [(1, piece_options(spaces, 0, goods)), (2, piece_options(spaces, 1, goods))]
        by_role.append((0, piece_options(spaces, len(cards) - 1, goods)))
        grown: dict[int, dict[int, int]] = {}
        for roles, states in by_roles.items():
            for role, choices in by_role:
                if not roles & role:
                    combine_options(states, choices, grown.setdefault(roles | role, {}))
        by_roles = {roles: coarsen(states, len(goods), run) for roles, states in grown.items()}
    return by_roles[3]


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
