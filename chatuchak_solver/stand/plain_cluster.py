"""Clusters of a stand, and how they can lie over a card, in plain Python."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chatuchak_solver.stand.plain_bound import Sums
from chatuchak_solver.stand.plain_masks import hideable, windows
from chatuchak_solver.stand.plain_pieces import NO_GOOD, WIDTH, beside, planes_of

Mark = tuple[int, int, int, int]
"""Something in a cluster: row, column, what, and how many cards were decided before its card.

A visible space's good (see `Space`) or a card's corner."""
UPPER_LEFT: Final = -2
LOWER_RIGHT: Final = -3
"""Corners of a card as it lay before it was turned."""


class Cover(NamedTuple):
    """How a cluster lies over a card: quarter turns clockwise, and where its upper left is."""

    quarter: int
    down: int
    right: int


class Cluster:
    """Visible spaces whose places relative to each other are known.

    Parameters
    ----------
    marks
        What is in it.
    sums
        What it shows.

    Attributes
    ----------
    size
        How many marks it has.
    extent
        Its rows and columns.
    hideable
        The masks that it can hide of a card, and the empty one.
    """

    def __init__(self, marks: Sequence[Mark], sums: Sums) -> None:
        top = min(row for row, *_ in marks)
        left = min(column for _, column, _, _ in marks)
        self._turned = [
            [(row - top, column - left, what, slot) for row, column, what, slot in marks]
        ]
        self._planes: dict[int, tuple[list[int], list[int], int]] = {}
        self._covers: dict[int, list[Cover]] = {}
        self.sums: Sums = sums
        self.size: int = len(marks)
        rows = [0] * (1 + max(row for row, *_ in self._turned[0]))
        for row, column, what, _ in self._turned[0]:
            rows[row] |= (what >= NO_GOOD) << column
        self.extent: tuple[int, int] = len(rows), max(rows).bit_length()
        self.hideable: int = hideable(rows)

    def marks(self, cover: Cover) -> list[Mark]:
        """Return what is in it, where it is in a cover."""
        while len(self._turned) <= cover.quarter:
            last = self.extent[(len(self._turned) + 1) % 2] - 1
            self._turned.append(
                [(column, last - row, what, slot) for row, column, what, slot in self._turned[-1]]
            )
        return [
            (row + cover.down, column + cover.right, what, slot)
            for row, column, what, slot in self._turned[cover.quarter]
        ]

    def planes(self, quarter: int) -> tuple[list[int], list[int], int]:
        """Return planes after quarter turns: of each good, of what is beside it, of all spaces."""
        found = self._planes.get(quarter)
        if found is None:
            spaces = (one[:3] for one in self.marks(Cover(quarter, 0, 0)) if one[2] >= NO_GOOD)
            planes = planes_of(spaces, len(self.sums))
            near = [beside(one) for one in planes]
            found = self._planes[quarter] = planes[:-1], near, sum(planes)
        return found

    def covers(self) -> dict[int, list[Cover]]:
        """Return all ways to lie over a card, by the mask that is hidden of it."""
        if not self._covers:
            for quarter in range(4):
                above = 0
                covered = self.planes(quarter)[2]
                for down in range(1, -self.extent[quarter % 2], -1):
                    row = covered >> (3 - down) * WIDTH & (1 << WIDTH) - 1
                    for mask, column in windows(above, row):
                        self._covers.setdefault(mask, []).append(Cover(quarter, down, -column))
                    above = row
        return self._covers
