"""What a card can still show once later cards lie over it.

A later card hides a rectangle of a card: one row or both, and one outer column, two neighboring
ones or all three, but never the middle column alone, because every card is at least two spaces
wide. Under several later cards a union of such rectangles is hidden.

Of what a card shows, a bound needs the *pieces* of each scoring good (connected spaces on this
card alone) and the mice. The pieces of one good are packed into 24 bits: how many pieces there
are of 1, of 2 and of 3 or more spaces (6, 6 and 5 bits), and their spaces (7 bits), which is
room for 16 cards. Packed numbers of several cards may be added; several goods are packed one after
the other.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.stand.card import CARD_COLUMNS
from chatuchak_solver.stand.space import KIND_MASK, MOUSE

CARD_SPACES: Final = 6
PIECE_BITS: Final = 24

MOST_LATER: Final = 3
"""Three later cards can hide whatever more of them can."""

RECTANGLES: Final = tuple(
    sum(1 << (CARD_COLUMNS * row + column) for row in rows for column in columns)
    for rows, columns in product(((0,), (1,), (0, 1)), ((0,), (0, 1), (0, 1, 2), (1, 2), (2,)))
)

MOST_SHOWINGS: Final = 3_000
FEW_SHOWINGS: Final = 200
"""More showings than these are coarsened: while there is time, and when there is none left."""

Showings = Mapping[int, int]
"""The least mice for every packed number of pieces."""


def _hidden_masks() -> tuple[tuple[int, ...], ...]:
    unions = [{0}]
    for _ in range(MOST_LATER):
        unions.append({one | other for one in unions[-1] for other in (0, *RECTANGLES)})
    return tuple(tuple(sorted(masks)) for masks in unions)


HIDDEN_MASKS: Final = _hidden_masks()
"""Per number of later cards, up to `MOST_LATER`, the sets of spaces that they can hide.

Bit i of a set is space i of the card, row by row from the upper left."""


def spaces_of(spaces: Sequence[int], good: int) -> int:
    """Return the set of a card's six spaces that show a good, 1..5."""
    return sum(1 << at for at, space in enumerate(spaces) if space & KIND_MASK == good)


def spaces_with_mice(spaces: Sequence[int]) -> int:
    """Return the set of a card's spaces that have mice."""
    return sum(1 << at for at, space in enumerate(spaces) if space & MOUSE)


@cache
def piece_sizes(shown: int) -> tuple[int, ...]:
    """Return the sizes of the pieces of a good that shows on a set of a card's spaces."""
    left = {space for space in range(CARD_SPACES) if shown >> space & 1}
    sizes = []
    while left:
        piece = [left.pop()]
        for space in piece:
            row, column = divmod(space, CARD_COLUMNS)
            for other in sorted(left):
                other_row, other_column = divmod(other, CARD_COLUMNS)
                if abs(row - other_row) + abs(column - other_column) == 1:
                    left.remove(other)
                    piece.append(other)
        sizes.append(len(piece))
    return tuple(sizes)


@cache
def _packed_pieces(shown: int) -> int:
    sizes = piece_sizes(shown)
    large = sum(size > 2 for size in sizes)
    return _packed((sizes.count(1), sizes.count(2), large, sum(sizes)))


def unpack_pieces(packed: int, index: int) -> tuple[int, int, int, int]:
    """Return pieces of 1, of 2, of 3 or more spaces, and all their spaces, of one good."""
    one = packed >> PIECE_BITS * index
    return one & 63, one >> 6 & 63, one >> 12 & 31, one >> 17 & 127


def showings(spaces: Sequence[int], later: int, goods: Sequence[int]) -> Showings:
    """Return the best that a card can show under ``later`` later cards.

    What another showing surpasses, with no fewer pieces of any size, no fewer spaces and no more
    mice, is left out: no bound of this package can be better for it.

    Parameters
    ----------
    goods
        The scoring goods, 1..5.
    """
    found: dict[int, int] = {}
    of_goods = [spaces_of(spaces, good) for good in goods]
    with_mice = spaces_with_mice(spaces)
    for hidden in HIDDEN_MASKS[min(later, MOST_LATER)]:
        packed = 0
        for index, shown in enumerate(of_goods):
            packed |= _packed_pieces(shown & ~hidden) << PIECE_BITS * index
        mice = (with_mice & ~hidden).bit_count()
        found[packed] = min(mice, found.get(packed, mice))

    def surpasses(one: int, other: int) -> bool:
        return (
            one != other
            and found[one] <= found[other]
            and all(
                mine >= theirs
                for index in range(len(goods))
                for mine, theirs in zip(
                    unpack_pieces(one, index), unpack_pieces(other, index), strict=True
                )
            )
        )

    return {
        packed: mice
        for packed, mice in found.items()
        if not any(surpasses(other, packed) for other in found)
    }


def add_showings(states: Showings, card: Showings, into: dict[int, int] | None = None) -> Showings:
    """Return what ``states`` and one more card can show together, joined with ``into``."""
    together = {} if into is None else into
    for packed, mice in states.items():
        for more, more_mice in card.items():
            key = packed + more
            least = mice + more_mice
            if together.get(key, least + 1) > least:
                together[key] = least
    return together


def coarsened(states: Showings, goods: int, run: Run) -> Showings:
    """Return ``states``, or where there are too many of them fewer that no bound is lower for.

    Of all with equally many mice one is left, which shows as much as any of them in every way.
    So neither time nor memory grows without limit with cards of many goods and mice.
    """
    if len(states) <= FEW_SHOWINGS or (len(states) <= MOST_SHOWINGS and not run.must_end()):
        return states
    most: dict[int, list[tuple[int, ...]]] = {}
    for packed, mice in states.items():
        pieces: list[tuple[int, ...]] = [unpack_pieces(packed, at) for at in range(goods)]
        so_far = most.setdefault(mice, pieces)
        most[mice] = [tuple(map(max, *pair)) for pair in zip(so_far, pieces, strict=True)]
    # What as much shows with several numbers of mice keeps the least: the first one wins.
    coarse: dict[int, int] = {}
    for mice in sorted(most):
        packed = sum(_packed(one) << PIECE_BITS * at for at, one in enumerate(most[mice]))
        coarse.setdefault(packed, mice)
    return coarse


def _packed(pieces: Sequence[int]) -> int:
    ones, twos, large, spaces = pieces
    return ones | twos << 6 | large << 12 | spaces << 17
