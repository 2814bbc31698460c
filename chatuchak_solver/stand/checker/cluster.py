"""Clusters of a stand, their positions over a card, and the hidden spaces.

A *mask* is a bit set of a card's six spaces, row by row. A set of masks is an integer with bit m
for mask m. Rows of spaces are integers with bit c for column c.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from chatuchak_solver.stand.checker.pieces import NO_GOOD, WIDTH, Sums, planes_of

Mark = tuple[int, int, int, int]
"""Part of a cluster: row, column, good (see `Space`) or card corner, and the index of its card."""
UPPER_LEFT: Final = -2
LOWER_RIGHT: Final = -3


class Cover(NamedTuple):
    """Position of a cluster over a card: clockwise quarter turns and upper left corner."""

    quarter: int
    down: int
    right: int


class Cluster:
    """Visible spaces with known relative positions.

    ``hideable`` are the masks of a card that the cluster can hide, including the empty one.
    """

    def __init__(self, marks: Sequence[Mark], sums: Sums) -> None:
        top = min(row for row, *_ in marks)
        left = min(column for _, column, _, _ in marks)
        self._turned = [
            [(row - top, column - left, what, slot) for row, column, what, slot in marks]
        ]
        self._planes: dict[int, tuple[list[int], int]] = {}
        self._covers: dict[int, list[Cover]] = {}
        self.sums: Sums = sums
        self.size: int = len(marks)
        rows = [0] * (1 + max(row for row, *_ in self._turned[0]))
        for row, column, what, _ in self._turned[0]:
            rows[row] |= (what >= NO_GOOD) << column
        self.extent: tuple[int, int] = len(rows), max(rows).bit_length()
        self.hideable: int = hideable(rows)

    def marks(self, cover: Cover) -> list[Mark]:
        """Return the marks at their positions in a cover."""
        while len(self._turned) <= cover.quarter:
            last = self.extent[(len(self._turned) + 1) % 2] - 1
            self._turned.append(
                [(column, last - row, what, slot) for row, column, what, slot in self._turned[-1]]
            )
        return [
            (row + cover.down, column + cover.right, what, slot)
            for row, column, what, slot in self._turned[cover.quarter]
        ]

    def planes(self, quarter: int) -> tuple[list[int], int]:
        """Return the rotated planes: of each good, and of all spaces."""
        if quarter not in self._planes:
            marks = self.marks(Cover(quarter, 0, 0))
            planes = planes_of((mark[:3] for mark in marks if mark[2] >= NO_GOOD), len(self.sums))
            self._planes[quarter] = planes[:-1], sum(planes)
        return self._planes[quarter]

    def covers(self) -> dict[int, list[Cover]]:
        """Return all positions over a card, by hidden mask."""
        if not self._covers:
            for quarter in range(4):
                above = 0
                covered = self.planes(quarter)[1]
                for down in range(1, -self.extent[quarter % 2], -1):
                    row = covered >> (3 - down) * WIDTH & (1 << WIDTH) - 1
                    for mask, column in windows(above, row):
                        self._covers.setdefault(mask, []).append(Cover(quarter, down, -column))
                    above = row
        return self._covers


@lru_cache(maxsize=50_000)
def windows(upper: int, lower: int) -> list[tuple[int, int]]:
    """Return the masks and first columns of a card under two adjacent rows."""
    columns = range(-2, (upper | lower).bit_length())
    found = ((upper << 2 >> at + 2 & 7 | (lower << 2 >> at + 2 & 7) << 3, at) for at in columns)
    return [(mask, at) for mask, at in found if mask]


def hideable(rows: Sequence[int]) -> int:
    """Return the masks that rows can hide in any rotation, including the empty one."""
    columns = [
        sum((row >> at & 1) << place for place, row in enumerate(reversed(rows)))
        for at in range(max(rows).bit_length())
    ]
    found = 1
    for lines in (rows, columns):
        for upper, lower in zip((0, *lines), (*lines, 0), strict=True):
            found |= _hideable_between(upper, lower)
    return found


@lru_cache(maxsize=50_000)
def _hideable_between(upper: int, lower: int) -> int:
    found = 0
    for mask, _ in windows(upper, lower):
        half_turned = sum(1 << 5 - at for at in range(6) if mask >> at & 1)
        found |= 1 << mask | 1 << half_turned
    return found


def masks_in(masks: int) -> list[int]:
    """List the masks of a set."""
    return [mask for mask in range(64) if masks >> mask & 1]


@lru_cache(maxsize=50_000)
def unions(masks: int, others: int) -> int:
    """Return the unions of disjoint masks, one from each set."""
    pairs = product(masks_in(masks), masks_in(others))
    return sum({1 << (first | second) for first, second in pairs if not first & second})
