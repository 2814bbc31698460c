"""Clusters of a stand, their positions over a card, and the hidden spaces.

A *mask* is a bit set of a card's six spaces, row by row. A set of masks is an integer with bit m
for mask m. Rows of spaces are integers with bit c for column c.
"""

from functools import cached_property, lru_cache, reduce
from itertools import pairwise, product
from operator import or_
from typing import NamedTuple

from chatuchak_solver.stand.checker.pieces import WIDTH, Sums, Views

HALF_TURNED = [sum(1 << 5 - at for at in range(6) if mask >> at & 1) for mask in range(64)]
"""Each mask after a half turn."""


@lru_cache(maxsize=50_000)
def windows(upper: int, lower: int) -> tuple[dict[int, list[int]], int]:
    """Return the first columns of a card under two adjacent rows, by the hidden mask.

    The second value is the set of masks, also of a card after a half turn.
    """
    found: dict[int, list[int]] = {}
    hideable = 1
    for at in range(-2, (upper | lower).bit_length()):
        mask = upper << 2 >> at + 2 & 7 | (lower << 2 >> at + 2 & 7) << 3
        if mask:
            found.setdefault(mask, []).append(at)
            hideable |= 1 << mask | 1 << HALF_TURNED[mask]
    return found, hideable


def _rows(plane: int) -> list[int]:
    return [plane >> at & (1 << WIDTH) - 1 for at in range(0, plane.bit_length(), WIDTH)]


def _turned(rows: list[int]) -> list[int]:
    columns = range(max(rows).bit_length())
    return [sum((row >> at & 1) << up for up, row in enumerate(reversed(rows))) for at in columns]


class Position(NamedTuple):
    """Position of a card or cluster: clockwise quarter turns and upper left corner."""

    quarter: int
    row: int
    column: int


class Shape:
    """The spaces of a cluster.

    Parameters
    ----------
    plane
        Its first row and column are not empty.

    Attributes
    ----------
    extent
        The number of rows and of columns.
    hideable
        The masks of a card that it can hide, including the empty one.
    """

    def __init__(self, plane: int) -> None:
        both = _rows(plane), _turned(_rows(plane))
        self.extent: tuple[int, int] = len(both[0]), len(both[1])
        self._windows = [
            (turned, at, *windows(*pair))
            for turned, rows in enumerate(both)
            for at, pair in enumerate(pairwise((0, *rows, 0)), start=-1)
        ]
        self.hideable: int = reduce(or_, [masks for *_, masks in self._windows])
        self._below: dict[int, list[Position]] = {}

    def below(self, mask: int) -> list[Position]:
        """Return the positions of a card of which it hides exactly a mask."""
        if mask not in self._below:
            found = self._below[mask] = []
            for turned, row, columns, _ in self._windows:
                for half, hidden in enumerate((mask, HALF_TURNED[mask])):
                    for at in columns.get(hidden, ()):
                        corner = (self.extent[0] - 3 - at, row) if turned else (row, at)
                        found.append(Position((2 * half - turned) % 4, *corner))
        return self._below[mask]

    def over(self, card: Position, below: Position) -> Position:
        """Return its position with a card at a position ``below`` it moved to ``card``."""
        turns, row, column = below
        down = 2 + turns % 2 - self.extent[0] + row
        right = 3 - turns % 2 - self.extent[1] + column
        turned = (card.quarter - turns) % 4
        corner = ((-row, -column), (-column, down), (down, right), (right, -row))[turned]
        return Position(turned, card.row + corner[0], card.column + corner[1])


CARD = Shape(7 | 7 << WIDTH)
CARD_SPACES = [7 | 7 << WIDTH, 3 | 3 << WIDTH | 3 << 2 * WIDTH]
"""The spaces of an unrotated and of a rotated card."""
shape_of = lru_cache(maxsize=50_000)(Shape)


class DecidedCard(NamedTuple):
    """A decided card in a cluster.

    Attributes
    ----------
    slot
        Its index in the order.
    views
        Its visible spaces.
    quarter, row, column
        Clockwise quarter turns, and the position of the upper left corner.
    """

    slot: int
    views: Views
    quarter: int = 0
    row: int = 0
    column: int = 0


class Cluster:
    """Decided cards with known relative positions."""

    def __init__(self, cards: list[DecidedCard], shape: Shape, sums: Sums, view: list[int]) -> None:
        self.shape: Shape = shape
        self.sums: Sums = sums
        self._turned: dict[int, list[DecidedCard]] = {0: cards}
        self._planes: dict[int, list[int]] = {0: view}
        self._recent: dict[int, list[int]] = {}

    def turned(self, quarter: int) -> list[DecidedCard]:
        """Return the cards after clockwise quarter turns."""
        if quarter not in self._turned:
            found = []
            rows, columns = self.shape.extent
            for slot, views, turns, row, column in self._turned[0]:
                below = rows - row - 2 - turns % 2
                right = columns - column - 3 + turns % 2
                corner = ((row, column), (column, below), (below, right), (right, row))[quarter]
                found.append(DecidedCard(slot, views, (turns + quarter) % 4, *corner))
            self._turned[quarter] = found
        return self._turned[quarter]

    def planes(self, quarter: int) -> list[int]:
        """Return the rotated planes: of each good, and of all spaces."""
        if quarter not in self._planes:
            self._planes[quarter] = self._union(self.turned(quarter), 0)
        return self._planes[quarter]

    def _union(self, cards: list[DecidedCard], down: int) -> list[int]:
        planes = [0] * (len(self.sums) + 1)
        for _, views, turns, row, column in cards:
            shift = (row + down) * WIDTH + column
            planes = [a | b << shift for a, b in zip(planes, views[turns], strict=True)]
        return planes

    def hides(self, card: Position, since: int, face: Views) -> bool:
        """Return whether its cards from a slot on hide a part of a card below it.

        Spaces that look alike on the card's ``face`` do not count, see the module `tree`.
        """
        if since not in self._recent:
            recent = [card for card in self._turned[0] if card.slot >= since]
            self._recent[since] = self._union(recent, 3)
        shown = self._recent[since]
        shift = (card.row + 3) * WIDTH + card.column
        under = CARD_SPACES[card.quarter % 2] << shift + 2 * WIDTH & shown[-1]
        return any(under & (a ^ b << shift) for a, b in zip(shown, face[card.quarter], strict=True))

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """Return the planes of each good and of all spaces, equal after rotation."""
        rows, columns = self.shape.extent
        quarters = range(rows > columns, 4, 1 + (rows != columns))  # not higher than wide
        return min(tuple(self.planes(quarter)) for quarter in quarters)


@lru_cache(maxsize=50_000)
def members(bits: int) -> list[int]:
    """List the members of a bit set."""
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def meeting(moved: int, fixed: int) -> int:
    """Return the shifts, as bits, with which a plane meets another one."""
    return reduce(or_, [fixed >> space for space in members(moved)], 0)


@lru_cache(maxsize=50_000)
def unions(masks: int, others: int) -> int:
    """Return the unions of disjoint masks, one from each set."""
    pairs = product(members(masks), members(others))
    return sum({1 << (first | second) for first, second in pairs if not first & second})
