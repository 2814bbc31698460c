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
this card alone. The pieces of one good are packed into 24 bits: the numbers of pieces of 1, of 2
and of 3 or more spaces (6, 6 and 5 bits), and their spaces (7 bits), enough for 16 cards. Packed
numbers of several cards are additive; several goods are packed in sequence.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product
from operator import ge
from typing import Final

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.stand.card import CARD_COLUMNS
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.placement import connected_parts
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, MOUSE, good_code

Goods = tuple[int, ...]
"""Goods, 1..5 ascending."""

CARD_SPACES: Final = 6
PIECE_BITS: Final = 24

MAX_LATER_CARDS: Final = 3
"""Three later cards can hide as much as any number."""

RECTANGLES: Final = tuple(
    sum(1 << (CARD_COLUMNS * row + column) for row in rows for column in columns)
    for rows, columns in product(((0,), (1,), (0, 1)), ((0,), (0, 1), (0, 1, 2), (1, 2), (2,)))
)

MAX_OPTIONS: Final = 3_000
MAX_LATE_OPTIONS: Final = 200
"""Maximum options before relaxation: within the time limit, and after it."""

PieceOptions = Mapping[int, int]
"""The minimum mice for each packed number of pieces."""


def _hidden_masks() -> tuple[tuple[int, ...], ...]:
    unions = [{0}]
    for _ in range(MAX_LATER_CARDS):
        unions.append({mask | more for mask in unions[-1] for more in (0, *RECTANGLES)})
    return tuple(tuple(sorted(masks)) for masks in unions)


HIDDEN_MASKS: Final = _hidden_masks()
"""By number of later cards, up to three, the sets of spaces that they can hide.

Bit i is space i of the card, row by row from the upper left.
"""


def spaces_of(spaces: Sequence[int], good: int) -> int:
    """Return the set of a card's six spaces that show a good, 1..5."""
    return sum(1 << at for at, space in enumerate(spaces) if space & KIND_MASK == good)


def spaces_with_mice(spaces: Sequence[int]) -> int:
    """Return the set of a card's spaces with mice."""
    return sum(1 << at for at, space in enumerate(spaces) if space & MOUSE)


@cache
def packed_pieces(shown: int) -> int:
    """Return the packed pieces of a good on a set of a card's spaces."""
    spaces = (divmod(space, CARD_COLUMNS) for space in range(CARD_SPACES) if shown >> space & 1)
    sizes = [len(piece) for _, piece in connected_parts(dict.fromkeys(spaces, 0))]
    large = sum(size > 2 for size in sizes)
    return _packed((sizes.count(1), sizes.count(2), large, sum(sizes)))


def unpack_pieces(packed: int, index: int) -> tuple[int, int, int, int]:
    """Return the pieces of 1, of 2, of 3 or more spaces, and all their spaces, of one good."""
    pieces = packed >> PIECE_BITS * index
    return pieces & 63, pieces >> 6 & 63, pieces >> 12 & 31, pieces >> 17 & 127


@lru_cache(maxsize=1_000)
def piece_options(spaces: Sequence[int], later: int, goods: Sequence[int]) -> PieceOptions:
    """Return the undominated options of a card under ``later`` later cards.

    An option dominates another one if it has no fewer pieces of any size, no fewer spaces and no
    more mice. ``goods`` are codes 1..5.
    """
    found: dict[int, int] = {}
    of_goods = [spaces_of(spaces, good) for good in goods]
    with_mice = spaces_with_mice(spaces)
    for hidden in HIDDEN_MASKS[min(later, MAX_LATER_CARDS)]:
        packed = 0
        for index, shown in enumerate(of_goods):
            packed |= packed_pieces(shown & ~hidden) << PIECE_BITS * index
        mice = (with_mice & ~hidden).bit_count()
        found[packed] = min(mice, found.get(packed, mice))

    def dominates(option: int, other: int) -> bool:
        return (
            option != other
            and found[option] <= found[other]
            and all(
                all(map(ge, unpack_pieces(option, index), unpack_pieces(other, index)))
                for index in range(len(goods))
            )
        )

    return {
        packed: mice
        for packed, mice in found.items()
        if not any(dominates(other, packed) for other in found)
    }


def combine_options(
    states: PieceOptions, card: PieceOptions, into: dict[int, int] | None = None
) -> PieceOptions:
    """Return the combinations of ``states`` and one more card, merged with ``into``."""
    together = {} if into is None else into
    for packed, mice in states.items():
        for more, more_mice in card.items():
            key = packed + more
            least = mice + more_mice
            if together.get(key, least + 1) > least:
                together[key] = least
    return together


def coarsen(states: PieceOptions, goods: int, run: Run) -> PieceOptions:
    """Return ``states``, relaxed if there are too many.

    For each number of mice one state remains, with the maximum of every field.
    """
    if len(states) <= MAX_LATE_OPTIONS or (len(states) <= MAX_OPTIONS and not run.should_stop()):
        return states
    most: dict[int, list[tuple[int, ...]]] = {}
    for packed, mice in states.items():
        pieces: list[tuple[int, ...]] = [unpack_pieces(packed, at) for at in range(goods)]
        so_far = most.setdefault(mice, pieces)
        most[mice] = [tuple(map(max, *pair)) for pair in zip(so_far, pieces, strict=True)]
    return {
        sum(_packed(pieces) << PIECE_BITS * at for at, pieces in enumerate(most[mice])): mice
        for mice in sorted(most, reverse=True)
    }


def _packed(pieces: Sequence[int]) -> int:
    ones, twos, large, spaces = pieces
    return ones | twos << 6 | large << 12 | spaces << 17


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
    last = len(problem.cards) - 1
    is_fixed = problem.fixed_order or last == 0
    # By whether the last card (1) and the last but one (2) have been chosen; in free order only.
    by_roles: dict[int, PieceOptions] = {0: {0: 0}}
    for index, card in enumerate(problem.cards):
        choices = [(0, last - index)] if is_fixed else [(1, 0), (2, 1), (0, last)]
        by_role = [(role, piece_options(card.spaces, later, goods)) for role, later in choices]
        grown: dict[int, dict[int, int]] = {}
        for (roles, states), (role, options) in product(by_roles.items(), by_role):
            if not roles & role:
                combine_options(states, options, grown.setdefault(roles | role, {}))
        by_roles = {roles: coarsen(states, len(goods), run) for roles, states in grown.items()}
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
