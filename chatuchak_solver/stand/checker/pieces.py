"""Pieces of goods in clusters of a stand, and what they can be worth, in plain Python.

A *cluster* is a set of visible spaces whose places relative to each other are known. On a *plane*
it is one integer: space (row, column) is bit ``WIDTH * row + column``. No stand is as wide, so that
spaces are beside each other just where these numbers say so, and columns may be negative. Pieces of
a cluster touch nowhere, so that only other spaces join them: a piece is *open* where a free space
is beside it, else it is a group already.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from chatuchak_solver.stand.stand import STAND_CARDS

WIDTH: Final = 3 * STAND_CARDS + 3
"""Of a plane: more than all cards side by side and a space beside them at either end."""
NOTHING: Final = -10_000
"""Less than any total."""

Space = tuple[int, int, int]
"""Its row, its column, and its good by its place among the scoring ones."""
NO_GOOD: Final = -1
"""Instead, where it has none."""
Shown = tuple[int, int, int, int]
"""How many pieces of 1, of 2 and of more spaces, and their spaces: they may lie anywhere."""


class Pieces(NamedTuple):
    """Pieces of one good that clusters show.

    Attributes
    ----------
    ones, twos, larger, spaces
        How many open pieces have one space, two and more, and their spaces.
    closed
        How many are groups already.
    largest, largest_closed
        The spaces of the largest open one, and of the largest of these.
    sources
        How many clusters have open ones; 3 for more.
    touching, paired
        Of the one cluster with the largest piece, the most spaces of open pieces that touch one
        free space, and that two free spaces can join.
    other_touching, other_paired
        The same of the other cluster, where there are two.
    other_pieces, other_spaces, other_largest
        Of all others, the open pieces, their spaces and the largest of them.
    """

    ones: int = 0
    twos: int = 0
    larger: int = 0
    spaces: int = 0
    closed: int = 0
    largest: int = 0
    largest_closed: int = 0
    sources: int = 0
    touching: int = 0
    paired: int = 0
    other_touching: int = 0
    other_paired: int = 0
    other_pieces: int = 0
    other_spaces: int = 0
    other_largest: int = 0

    @property
    def pieces(self) -> int:
        """How many are open."""
        return self.ones + self.twos + self.larger


Sums = tuple[int, ...]
"""By scoring good, the number of its pieces in clusters."""
Look = tuple[list[Space], int, list[Pieces], tuple[Shown, ...]]
"""What is visible of a card: its spaces, its mice, its pieces by good, and these as shown."""


def beside(spaces: int) -> int:
    """Return the spaces beside some, and those among them that are beside each other."""
    return spaces << 1 | spaces >> 1 | spaces << WIDTH | spaces >> WIDTH


def planes_of(spaces: Iterable[Space], goods: int) -> list[int]:
    """Return spaces on planes, two rows down: those of each good, then those of none."""
    planes = [0] * (goods + 1)
    for row, column, good in spaces:
        planes[good] |= 1 << (row + 2) * WIDTH + column
    return planes


def count_pieces(good: int, covered: int) -> Pieces:
    """Count the pieces of a cluster on a plane.

    Parameters
    ----------
    good
        The spaces that show the good.
    covered
        All spaces that are not free.
    """
    free = beside(good) & ~covered
    # Wherever they lie, the same spaces are the same pieces: nine of ten were counted before.
    low = max(0, ((good | free) & -(good | free)).bit_length() - 1)
    return _counted(good >> low, free >> low)


@lru_cache(maxsize=100_000)
def _counted(good: int, free: int) -> Pieces:
    """Count the pieces of spaces, by the free ones beside them."""
    sizes: list[int] = []
    closed = [0]
    # How many of the good's spaces are in which pieces beside free spaces, and which these are.
    spots = [(0, 0, free)]
    while good:
        grown = good & -good
        piece = near = 0
        while grown != piece:
            piece = grown
            near = beside(piece)
            grown = near & good | piece
        good ^= piece
        size = piece.bit_count()
        near &= free
        if near:
            bit = 1 << len(sizes)
            sizes.append(size)
            spots += [(some + size, one | bit, at & near) for some, one, at in spots if at & near]
        else:
            closed.append(size)
    ones, twos = sizes.count(1), sizes.count(2)
    return Pieces(
        *(ones, twos, len(sizes) - ones - twos, sum(sizes), len(closed) - 1),
        *(max(sizes, default=0), max(closed), bool(sizes), max(spots)[0]),
        _most_paired(sizes, spots),
    )


def _most_paired(sizes: list[int], spots: list[tuple[int, int, int]]) -> int:
    """Return the most spaces beside two free ones that are side by side, or beside one piece."""
    spots.sort(reverse=True)
    best = spots[0][0]
    for at, (some, pieces, where) in enumerate(spots):
        near = beside(where)
        for more, others, there in spots[at + 1 :]:
            if some + more <= best:
                break
            common = pieces & others
            if common or near & there:
                twice = sum(size for bit, size in enumerate(sizes) if common >> bit & 1)
                best = max(best, some + more - twice)
    return best


def joined(one: Pieces, other: Pieces, *, touch: bool) -> Pieces:
    """Return the pieces of two clusters, or of two sets of them.

    Parameters
    ----------
    touch
        Whether pieces of the one may touch such of the other. Where not, they are pieces of one
        cluster from then on.
    """
    sources = min(one.sources + other.sources, 3)
    reaches = (one if one.sources else other)[8:]
    if one.sources and other.sources:
        first, rest = (other, one) if other.largest > one.largest else (one, other)
        reaches = (
            *(first.touching, first.paired),
            *((rest.touching, rest.paired) if sources == 2 else (0, 0)),
            *(first.other_pieces + rest.pieces, first.other_spaces + rest.spaces),
            max(first.other_largest, rest.largest),
        )
        if sources == 2 and not touch:
            sources = 1
            # Two free spaces hang together by pieces of the one, and touch any of the other.
            paired = max(
                one.paired + min(other.spaces, 2 * other.touching),
                other.paired + min(one.spaces, 2 * one.touching),
            )
            reaches = (one.touching + other.touching, paired, 0, 0, 0, 0, 0)
    counts = map(int.__add__, one[:5], other[:5])
    largest = map(max, one[5:7], other[5:7])
    return Pieces._make((*counts, *largest, sources, *reaches))


def plus(one: Shown, other: Shown) -> Shown:
    """Return the pieces of both."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def most_points(old: Pieces, new: Shown) -> list[int]:
    """Return by the size of the biggest group, from 0, the most points of one good.

    Groups are made of whole pieces, so that g groups leave the biggest at most the spaces without
    the g - 1 smallest pieces. `NOTHING` where there is no such biggest group.

    Parameters
    ----------
    old
        Its pieces in clusters.
    new
        Those that cards yet to come show besides.
    """
    ones, twos, larger, coming = new
    largest = max(old.largest, old.largest_closed)
    groups = old.pieces + ones + twos + larger
    points = [NOTHING] * largest
    if not coming and old.sources < 2:
        # Nothing is left that could join these pieces.
        return [*points, largest * (groups + old.closed)]
    points = points or [0]
    for count in range(groups, 0, -1):
        reach = old.spaces + coming - _smallest(old.ones + ones, old.twos + twos, count - 1)
        reach = max(min(reach, _most_joined(old, new, groups - count + 1)), old.largest_closed)
        points += [size * (count + old.closed) for size in range(len(points), reach + 1)]
    return points


def _smallest(ones: int, twos: int, count: int) -> int:
    """Return the spaces in the ``count`` smallest pieces, at least."""
    return count + max(0, count - ones) + max(0, count - ones - twos)


def _most_joined(old: Pieces, new: Shown, pieces: int) -> int:
    """Return the most spaces in a group of so many pieces, or in the largest one."""
    ones, twos, larger, coming = new
    most = old.largest
    for count in range(min(pieces, ones + twos + larger) + 1):
        more = coming - _smallest(ones, twos, ones + twos + larger - count) if count else 0
        rest = pieces - count
        mine = old.pieces - old.other_pieces
        for first in range(max(0, rest - old.other_pieces), min(rest, mine) + 1):
            second = rest - first
            without = _smallest(old.ones, old.twos, mine - first)
            some = min(old.spaces - old.other_spaces - without, first * old.largest)
            without = _smallest(old.ones, old.twos, old.other_pieces - second)
            others = min(old.other_spaces - without, second * old.other_largest)
            # Pieces of one cluster touch nowhere: each touches a space of the rest of the group.
            some = min(some, _most_touched(more + others, old.touching, old.paired))
            if old.sources == 2:
                limit = _most_touched(more + some, old.other_touching, old.other_paired)
                others = min(others, limit)
            most = max(most, more + some + others)
    return most


def _most_touched(spaces: int, touching: int, paired: int) -> int:
    """Return the most spaces of a cluster's pieces that are joined by so many other spaces."""
    return paired + (spaces - 2) * touching if spaces > 1 else spaces * touching
