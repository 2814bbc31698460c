"""Clusters of a stand, their positions over a card, and the hidden spaces.

A *mask* is a bit set of a card's six spaces, row by row. A set of masks is an integer with bit m
for mask m. Rows of spaces are integers with bit c for column c.
"""

from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from chatuchak_solver.stand.checker.pieces import WIDTH, Sums, Views


@lru_cache(maxsize=50_000)
def windows(upper: int, lower: int) -> dict[int, list[int]]:
    """Return the first columns of a card under two adjacent rows, by the hidden mask."""
    found: dict[int, list[int]] = {}
    for at in range(-2, (upper | lower).bit_length()):
        mask = upper << 2 >> at + 2 & 7 | (lower << 2 >> at + 2 & 7) << 3
        if mask:
            found.setdefault(mask, []).append(at)
    return found


@lru_cache(maxsize=50_000)
def _hideable_between(upper: int, lower: int) -> int:
    masks = [*windows(upper, lower)]
    masks += [sum(1 << 5 - at for at in range(6) if mask >> at & 1) for mask in masks]  # turned
    return sum(1 << mask for mask in {*masks})


@lru_cache(maxsize=50_000)
def _column(row: int) -> int:
    """Return the plane of a row's spaces in the first column."""
    return sum(1 << WIDTH * at for at in range(row.bit_length()) if row >> at & 1)


def _rows(plane: int) -> list[int]:
    return [plane >> at & (1 << WIDTH) - 1 for at in range(0, plane.bit_length(), WIDTH)]


def _turned(rows: list[int]) -> list[int]:
    return _rows(sum([_column(row) << at for at, row in enumerate(reversed(rows))]))


class Cover(NamedTuple):
    """Position of a cluster over a card: clockwise quarter turns and upper left corner."""

    quarter: int
    down: int
    right: int


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
        self._rows = [_rows(plane)]
        self._rows.append(_turned(self._rows[0]))
        self.extent: tuple[int, int] = len(self._rows[0]), len(self._rows[1])
        self.hideable: int = 1
        for rows in self._rows:
            for upper, lower in zip((0, *rows), (*rows, 0), strict=True):
                self.hideable |= _hideable_between(upper, lower)
        self._covers: dict[int, list[Cover]] = {}

    def covers(self, mask: int) -> list[Cover]:
        """Return the positions over a card that hide exactly a mask."""
        if mask not in self._covers:
            while len(self._rows) < 4:
                self._rows.append(_turned(self._rows[-1]))
            self._covers[mask] = [
                Cover(quarter, 1 - at, -column)
                for quarter, rows in enumerate(self._rows)
                for at, pair in enumerate(zip((0, *rows), (*rows, 0), strict=True))
                for column in windows(*pair).get(mask, ())
            ]
        return self._covers[mask]


CARD = Shape(7 | 7 << WIDTH)
FAR = WIDTH * WIDTH
CARD_SPACES = 7 << FAR + 2 * WIDTH | 7 << FAR + 3 * WIDTH
"""A card's spaces on a plane, shifted by `FAR`."""
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

    def __init__(self, cards: list[DecidedCard], shape: Shape, sums: Sums) -> None:
        self.shape: Shape = shape
        self.sums: Sums = sums
        self._turned: dict[int, list[DecidedCard]] = {0: cards}
        self._planes: dict[int, list[int]] = {}
        self._recent: dict[tuple[int, int], int] = {}

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
            planes = [0] * (len(self.sums) + 1)
            for _, views, turns, row, column in self.turned(quarter):
                shift = row * WIDTH + column
                planes = [a | b << shift for a, b in zip(planes, views[turns], strict=True)]
            self._planes[quarter] = planes
        return self._planes[quarter]

    def hides(self, cover: Cover, since: int) -> bool:
        """Return whether cards from a slot on hide a part of a card below a cover."""
        key = cover.quarter, since
        if key not in self._recent:
            cards = [card for card in self.turned(cover.quarter) if card.slot >= since]
            shown = [c.views[c.quarter][-1] << c.row * WIDTH + c.column for c in cards]
            self._recent[key] = sum(shown)
        shift = FAR + cover.down * WIDTH + cover.right
        return bool(self._recent[key] << shift & CARD_SPACES)

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """Return the planes of each good, of all spaces and of each card, equal after rotation."""
        rows, columns = self.shape.extent
        return min(
            (
                *self.planes(quarter),
                *(c.views[c.quarter][-1] << c.row * WIDTH + c.column for c in self.turned(quarter)),
            )
            for quarter in range(rows > columns, 4, 1 + (rows != columns))  # not higher than wide
        )


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
