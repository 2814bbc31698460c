"""Pieces of goods in clusters of a stand, and bounds on their points.

On a *plane*, a cluster is one integer: space (row, column) is bit ``WIDTH * row + column``. A plane
is wider than any stand, so adjacent bits are adjacent spaces. Pieces of one cluster never touch;
only new spaces connect them. A piece next to a free space is *open*; others are complete groups.
"""

from collections.abc import Iterable
from typing import NamedTuple

from chatuchak_solver.stand.stand import STAND_CARDS

WIDTH = 3 * STAND_CARDS + 3
"""All cards side by side and a free space at each end."""
NOTHING = -10_000

Space = tuple[int, int, int]
"""Row, column, and index of the good among the scoring goods."""
NO_GOOD = -1
Shown = tuple[int, ...]
"""Numbers of loose pieces of 1, 2 and more spaces, and the sum of their spaces.

For several goods, in sequence, followed by the negative number of mice.
"""


class Pieces(NamedTuple):
    """Pieces of one good in clusters.

    Attributes
    ----------
    ones, twos, larger, spaces
        The numbers of open pieces of one, two and more spaces, and the sum of their spaces.
    largest
        The spaces of the largest open piece.
    closed, largest_closed
        The number of complete groups, and the spaces of the largest.
    sources
        The number of clusters with open pieces; 3 means three or more.
    touching, paired, tripled
        For the cluster with the largest piece: the maximum spaces of open pieces that one free
        space touches, and that two and three free spaces can connect.
    other_touching, other_paired, other_tripled
        The same for the second cluster, if there are two.
    other_pieces, other_spaces, other_largest
        For all further clusters.
    """

    ones: int = 0
    twos: int = 0
    larger: int = 0
    spaces: int = 0
    largest: int = 0
    closed: int = 0
    largest_closed: int = 0
    sources: int = 0
    touching: int = 0
    paired: int = 0
    tripled: int = 0
    other_touching: int = 0
    other_paired: int = 0
    other_tripled: int = 0
    other_pieces: int = 0
    other_spaces: int = 0
    other_largest: int = 0

    @property
    def pieces(self) -> int:
        """The number of open pieces."""
        return self.ones + self.twos + self.larger


Sums = tuple[int, ...]
"""The index of a `Pieces` for each scoring good."""
Views = tuple[tuple[int, ...], ...]
"""A card's visible spaces by quarter turns: the plane of each good, then of all spaces."""
Look = tuple[Views, list[Pieces], Shown]
"""The visible part of a card: its spaces, and pieces of each good in both forms."""


def adjacent(spaces: int) -> int:
    """Return the spaces adjacent to a set, and adjacent members of it."""
    return spaces << 1 | spaces >> 1 | spaces << WIDTH | spaces >> WIDTH


def planes_of(spaces: Iterable[Space], goods: int) -> list[int]:
    """Return spaces on planes, two rows down: one plane per good, then one without goods."""
    planes = [0] * (goods + 1)
    for row, column, good in spaces:
        planes[good] |= 1 << (row + 2) * WIDTH + column
    return planes


def with_free_spaces(good: int, covered: int) -> tuple[int, int]:
    """Return a plane and the adjacent spaces that are not ``covered``, equal for equal shapes."""
    around = good << 1 | good >> 1 | good << WIDTH | good >> WIDTH
    low = max(0, (around & -around).bit_length() - 1)
    return good >> low, (around & ~covered) >> low


def count_pieces(good: int, free: int) -> Pieces:
    """Count the pieces of a cluster on a plane, see `with_free_spaces`."""
    sizes: list[int] = []
    closed = [0]
    spots = [(0, 0, free)]
    while good:
        piece = good & -good
        near = piece << 1 | piece >> 1 | piece << WIDTH | piece >> WIDTH
        while grown := near & good & ~piece:
            piece |= grown
            near |= grown << 1 | grown >> 1 | grown << WIDTH | grown >> WIDTH
        good ^= piece
        size = piece.bit_count()
        near &= free
        if near:
            bit = 1 << len(sizes)
            sizes.append(size)
            spots += [(sum_ + size, some | bit, at & near) for sum_, some, at in spots if at & near]
        else:
            closed.append(size)
    ones, twos = sizes.count(1), sizes.count(2)
    counts = ones, twos, len(sizes) - ones - twos, sum(sizes), max(sizes, default=0)
    groups = len(closed) - 1, max(closed), int(bool(sizes))
    return Pieces(*counts, *groups, *_most_connected(sizes, spots))


def _most_connected(sizes: list[int], spots: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    """Return the maximum spaces of pieces that one, two and three free spaces connect.

    Two connected spaces are adjacent or touch a common piece. Of three connected spaces, the one
    that touches most is connected to another one, and the third to one of both. If one of three
    touches no piece, the others may be two steps apart.
    """
    spots.sort(reverse=True)
    one = two = three = spots[0][0]
    for at, (some, pieces, where) in enumerate(spots):
        if 2 * some <= two and 3 * some <= three:
            break
        near = adjacent(where)
        following = spots[at + 1 : -1]
        for more, others, there in following:
            if some + more <= two and 2 * some + more <= three:
                break
            common = pieces & others
            if common or near & there:
                both = some + more - _size(sizes, common)
                two = max(two, both)
                around = near | adjacent(there)
                for last, further, place in following:
                    if both + last <= three:
                        break
                    common = further & (pieces | others)
                    if common or around & place:
                        three = max(three, both + last - _size(sizes, common))
            elif adjacent(near) & there:
                three = max(three, some + more)
    return one, two, max(two, three)


def _size(sizes: list[int], pieces: int) -> int:
    return sum(size for bit, size in enumerate(sizes) if pieces >> bit & 1) if pieces else 0


def join_pieces(first: Pieces, second: Pieces) -> Pieces:
    """Return the combined pieces of two sets of clusters, which may touch."""
    sources = min(first.sources + second.sources, 3)
    reaches = (first if first.sources else second)[8:]
    if first.sources and second.sources:
        main, rest = (second, first) if second.largest > first.largest else (first, second)
        reaches = (
            *main[8:11],
            *(rest[8:11] if sources == 2 else (0, 0, 0)),
            *(main.other_pieces + rest.pieces, main.other_spaces + rest.spaces),
            max(main.other_largest, rest.largest),
        )
    counts = map(int.__add__, first[:4], second[:4])
    closed = first.closed + second.closed, max(first.largest_closed, second.largest_closed)
    largest = max(first.largest, second.largest)
    return Pieces._make((*counts, largest, *closed, sources, *reaches))


def separate_pieces(first: Pieces, second: Pieces, spaces: int) -> Pieces:
    """Return the combined pieces of two parts of a cluster, not connected by ``spaces`` free ones.

    Of connected free spaces that touch pieces of both parts, some form a path from one part to the
    other. A space of a path of two or more touches at most one part.
    """
    both = first.touching + second.touching
    touching, paired, tripled = map(max, first[8:11], second[8:11])
    if spaces == 0:
        touching, paired, tripled = both, 2 * both, 3 * both
    elif spaces < 3:
        paired, tripled = max(paired, both), max(tripled, both + touching)
    counts, sources = join_pieces(first, second)[:7], max(first.sources, second.sources)
    return Pieces(*counts, sources, touching, paired, tripled)


def most_points(old: Pieces, new: Shown) -> list[int]:
    """Return the maximum points of one good by the size of its largest group, from 0.

    With g groups, the largest has at most the spaces without the g - 1 smallest pieces. Impossible
    sizes get `NOTHING`. ``old`` pieces are in clusters, ``new`` ones on remaining cards.
    """
    ones, twos, larger, coming = new
    largest = max(old.largest, old.largest_closed)
    groups = old.pieces + ones + twos + larger
    points = [NOTHING] * largest
    if not coming and old.sources < 2:
        return [*points, largest * (groups + old.closed)]
    points = points or [0]
    for count in range(groups, 0, -1):
        reach = old.spaces + coming - _smallest(old.ones + ones, old.twos + twos, count - 1)
        reach = max(_most_joined(old, new, groups - count + 1, reach), old.largest_closed)
        points += [size * (count + old.closed) for size in range(len(points), reach + 1)]
    return points


def _smallest(ones: int, twos: int, count: int) -> int:
    return count + max(0, count - ones) + max(0, count - ones - twos)


def _most_joined(old: Pieces, new: Shown, pieces: int, limit: int) -> int:
    ones, twos, larger, coming = new
    most = old.largest
    for count in reversed(range(min(pieces, ones + twos + larger) + 1)):
        more = coming - _smallest(ones, twos, ones + twos + larger - count) if count else 0
        rest = pieces - count
        mine = old.pieces - old.other_pieces
        for first in range(max(0, rest - old.other_pieces), min(rest, mine) + 1):
            second = rest - first
            without = _smallest(old.ones, old.twos, mine - first)
            some = min(old.spaces - old.other_spaces - without, first * old.largest)
            without = _smallest(old.ones, old.twos, old.other_pieces - second)
            others = min(old.other_spaces - without, second * old.other_largest)
            # Each piece of a cluster needs an adjacent space of another source.
            reaches = old.touching, old.paired, old.tripled
            some = min(some, _most_touched(more + others, *reaches))
            if old.sources == 2:
                reaches = old.other_touching, old.other_paired, old.other_tripled
                others = min(others, _most_touched(more + some, *reaches))
            most = max(most, more + some + others)
            if most >= limit:
                return limit
    return min(most, limit)


def _most_touched(spaces: int, touching: int, paired: int, tripled: int) -> int:
    if spaces > 2:
        return tripled + (spaces - 3) * touching
    return paired if spaces > 1 else spaces * touching
