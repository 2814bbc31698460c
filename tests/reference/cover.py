"""The cover search's steps once more: slow and obvious, on dictionaries of spaces.

Written from what the kernels promise, without looking at how they keep it. A cluster is a
dictionary from (row, column) to (good's index from 1 or 0, slot); a node is a `ReferenceNode`. The
pieces of a good in one cluster are a list of `Piece`s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from typing import Any

Place = tuple[int, int]
Cluster = dict[Place, tuple[int, int]]
Counts = tuple[int, ...]
"""Pieces of one good as fifteen numbers, in the kernels' order."""
NO_PIECES: Counts = (0,) * 15
NONE_ELSE: Counts = (0,) * 5
"""Of no second cluster."""
Loose = tuple[int, int, int, int]
"""Pieces of 1, of 2 and of more spaces, and their spaces, that may lie anywhere."""


@dataclass(frozen=True)
class Decided:
    """A decided card: its cluster, its upper left space there and its quarter turns."""

    card: int
    cluster: int
    row: int
    column: int
    quarter: int


@dataclass(frozen=True)
class ReferenceNode:
    """The upper cards of a stand as clusters."""

    clusters: list[Cluster]
    decided: list[Decided]
    left: frozenset[int]
    mice: int
    bound: int


def beside(place: Place) -> list[Place]:
    """Return the four spaces beside one."""
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def turned(cluster: Mapping[Place, Any], quarters: int) -> dict[Place, Any]:
    """Turn a cluster clockwise, back into the corner (0, 0)."""
    for _ in range(quarters):
        last = max(row for row, _ in cluster)
        cluster = {(column, last - row): what for (row, column), what in cluster.items()}
    return dict(cluster)


def shifted(cluster: Mapping[Place, Any], down: int, right: int) -> dict[Place, Any]:
    """Move a cluster."""
    return {(row + down, column + right): what for (row, column), what in cluster.items()}


def anchored(cluster: Mapping[Place, Any]) -> dict[Place, Any]:
    """Move a cluster into the corner (0, 0)."""
    top = min(row for row, _ in cluster)
    left = min(column for _, column in cluster)
    return shifted(cluster, -top, -left)


def looks(cluster: Mapping[Place, Any]) -> frozenset[Any]:
    """Return what is equal for clusters that are alike, turned or not."""
    return frozenset(frozenset(anchored(turned(cluster, quarter)).items()) for quarter in range(4))


def good_pieces(cluster: Cluster, good: int) -> list[set[Place]]:
    """Return the connected spaces of a good, by its index from 1."""
    left = {place for place, (code, _) in cluster.items() if code == good}
    found = []
    while left:
        piece = edge = {left.pop()}
        while edge := {near for place in edge for near in beside(place)} & left:
            piece |= edge
            left -= edge
        found.append(piece)
    return found


def counts_of_cluster(cluster: Cluster, goods: int) -> list[Counts]:
    """Count the pieces of every good of one cluster."""
    return [counts_of_pieces(cluster, good) for good in range(1, goods + 1)]


def counts_of_pieces(cluster: Cluster, good: int) -> Counts:
    """Count the pieces of one good of one cluster."""
    open_pieces: list[tuple[set[Place], set[Place]]] = []
    closed_pieces: list[tuple[set[Place], set[Place]]] = []
    for piece in good_pieces(cluster, good):
        free = {near for place in piece for near in beside(place)} - cluster.keys()
        (open_pieces if free else closed_pieces).append((piece, free))
    sizes = [len(piece) for piece, _ in open_pieces]
    around = set().union(*(free for _, free in open_pieces))
    touching = most_joined_by(combinations(around, 1), open_pieces)
    paired = most_joined_by(combinations_with_replacement(around, 2), open_pieces)
    closed = [len(piece) for piece, _ in closed_pieces]
    return (
        sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes),
        max(sizes, default=0), len(closed), max(closed, default=0), int(bool(sizes)),
        touching, paired, *NONE_ELSE,
    )  # fmt: skip


def most_joined_by(
    choices: Iterable[Sequence[Place]], pieces: Sequence[tuple[set[Place], set[Place]]]
) -> int:
    """Return the most spaces of pieces beside any choice of new spaces that hangs together."""
    most = 0
    for places in choices:
        joined = [piece for piece, free in pieces if not free.isdisjoint(places)]
        size = sum(map(len, joined))
        # Whether they hang together takes the longest.
        if size > most:
            everything = dict.fromkeys(set(places).union(*joined), (1, 0))
            most = size if len(good_pieces(everything, 1)) == 1 else most
    return most


def sizes_shown(codes: Sequence[int], mask: int, good: int) -> list[int]:
    """Return the spaces of each piece of a good on a card of which a mask is hidden."""
    card = {at: (codes[space], 0) for at, space in CARD.items() if not mask >> space & 1}
    return [len(piece) for piece in good_pieces(card, good)]


def loose_pieces(codes: Sequence[int], mask: int, good: int) -> Loose:
    """Return the pieces of a good, by its index from 1, on a card of which a mask is hidden."""
    sizes = sizes_shown(codes, mask, good)
    return sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)


def together(parts: Sequence[Counts]) -> Counts:
    """Count the pieces of one good of several clusters that do not touch."""
    return reduce(both, parts, NO_PIECES)


def both(some: Counts, more: Counts) -> Counts:
    """Count the pieces of one good of some clusters and of one more that touches none of them."""
    first = [a + b for a, b in zip(some[:8], more[:8], strict=True)]
    for largest in (4, 6):
        first[largest] = max(some[largest], more[largest])
    first[7] = min(first[7], 3)
    if not some[7] or not more[7]:
        return (*first, *(some if some[7] else more)[8:])
    # The one with the largest piece, or the first of these, against all others.
    others = (sum(more[:3]), more[3], more[4])
    told = some[8:10]
    rest = tuple(more[8:10])
    if more[4] > some[4]:
        others = (sum(some[:3]), some[3], some[4])
        told, rest = rest, tuple(told)
    elif some[7] > 1:
        others = (some[12] + others[0], some[13] + others[1], max(some[14], others[2]))
    return (*first, *told, *(rest if some[7] == 1 else (0, 0)), *others)


def in_one_cluster(one: Counts, other: Counts) -> Counts:
    """Count the pieces of one good of two clusters that come to lie in one and touch nowhere.

    A space beside pieces of the one may be beside such of the other too, and two spaces that hang
    together by pieces of the one may be beside any two of the other.
    """
    added = together([one, other])
    if (one[7], other[7]) != (1, 1):
        return added
    paired = max(part[9] + min(rest[3], 2 * rest[8]) for part, rest in ((one, other), (other, one)))
    return (*added[:7], 1, one[8] + other[8], paired, *NONE_ELSE)


def united_counts(one: Sequence[Counts], other: Sequence[Counts], joined: int) -> list[Counts]:
    """Count the pieces of all goods of two clusters that are beside each other.

    Of the goods in the set ``joined`` any may touch.
    """
    return [
        together([first, second]) if joined >> good & 1 else in_one_cluster(first, second)
        for good, (first, second) in enumerate(zip(one, other, strict=True))
    ]


def counts_of_card(codes: Sequence[int], mask: int, goods: int) -> list[Counts]:
    """Count the pieces of a card of which a mask is hidden; one space may touch all of a good."""
    found: list[Counts] = []
    for good in range(1, goods + 1):
        ones, twos, large, spaces = loose_pieces(codes, mask, good)
        largest = max(sizes_shown(codes, mask, good), default=0)
        sources = int(bool(spaces))
        found.append(
            (ones, twos, large, spaces, largest, 0, 0, sources, spaces, spaces, *NONE_ELSE)
        )
    return found


def least_spaces(sizes: Sequence[int], count: int) -> int:
    """Return the spaces in so many of the smallest pieces."""
    return sum(sorted(sizes)[:count])


def most_joined(counts: Counts, coming: Sequence[int], joins: int) -> int:
    """Return the most spaces in a group of ``joins`` + 1 pieces, or of the largest old one alone.

    Old pieces are of clusters, no two of which touch within one; ``coming`` are the new ones.
    """
    _, _, _, shown, largest, _, _, sources, *limits, others, of_others, largest_other = counts
    sizes = [1] * counts[0] + [2] * counts[1] + [3] * counts[2]
    new_sizes = [1] * coming[0] + [2] * coming[1] + [3] * coming[2]
    options = [largest]
    for one, other in product(range(len(sizes) - others + 1), range(others + 1)):
        new = joins + 1 - one - other
        if not 0 <= new <= len(new_sizes):
            continue
        more = coming[3] - least_spaces(new_sizes, len(new_sizes) - new) if new else 0
        without = least_spaces(sizes, len(sizes) - others - one)
        first = min(shown - of_others - without, one * largest)
        second = min(of_others - least_spaces(sizes, others - other), other * largest_other)
        # Of pieces of one cluster alone none are joined.
        first = min(first, touched(more + second, *limits[:2]))
        if sources == 2:
            second = min(second, touched(more + first, *limits[2:]))
        options.append(more + first + second)
    return max(options)


def touched(spaces: int, touching: int, paired: int) -> int:
    """Return how many spaces of a cluster are in a group with so many others, at most."""
    return [0, touching, paired][spaces] if spaces < 3 else paired + (spaces - 2) * touching


@cache
def gains(counts: Counts, coming: tuple[int, ...]) -> dict[int, int]:
    """Return the most a good is worth by the size of its biggest group; not to be changed.

    ``coming`` are the pieces of 1, of 2 and of 3 or more spaces and the spaces to come, and loose.
    """
    ones, twos, large, shown, largest_open, closed, largest_closed, sources, *_ = counts
    largest = max(largest_open, largest_closed)
    groups = ones + twos + large + sum(coming[:3])
    if shown + coming[3] == 0 or (sum(coming[:3]) == 0 and sources <= 1):
        return {largest: largest * (groups + closed)}
    sizes = [1] * (ones + coming[0]) + [2] * (twos + coming[1]) + [3] * (large + coming[2])
    spaces = shown + coming[3]
    found: dict[int, int] = {}
    for count in range(1, groups + 1):
        reach = spaces - least_spaces(sizes, count - 1)
        reach = min(reach, most_joined(counts, coming, groups - count))
        for size in range(max(largest, 1), max(reach, largest_closed) + 1):
            found[size] = max(found.get(size, 0), size * (count + closed))
    return found


def bound(
    counts: Sequence[Counts],
    states: Sequence[Sequence[int]],
    owners: Collection[tuple[int, int]],
    loose: Sequence[Loose] | None = None,
) -> int:
    """Return the greatest total, less the visible mice's points, by trying all sizes.

    ``owners`` are sets of goods, as bits, that the owner may announce, each with others of which
    any may have bigger groups.
    """
    best = -10_000
    more = [(0, 0, 0, 0)] * len(counts) if loose is None else loose
    for state in states:
        tables = [
            gains(
                tuple(one),
                tuple(a + b for a, b in zip(state[4 * at : 4 * at + 4], more[at], strict=True)),
            )
            for at, one in enumerate(counts)
        ]
        for sizes in product(*tables):
            points = sum(map(dict.__getitem__, tables, sizes)) - 2 * state[20]
            if points > best:
                for owner, free in owners:
                    owned = [size for at, size in enumerate(sizes) if owner >> at & 1]
                    others = [size for at, size in enumerate(sizes) if not (owner | free) >> at & 1]
                    if not owned or min(owned) >= max(others, default=0):
                        best = points
    return best


CARD = {divmod(space, 3): space for space in range(6)}


def covers(cluster: Cluster, useful: set[int]) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield how a cluster may lie over the card at (0, 0)..(1, 2).

    Quarter turns, shifts, covered spaces, and 1 + the last slot that covers one.
    """
    for quarter in range(4):
        shape = turned(cluster, quarter)
        height = 1 + max(row for row, _ in shape)
        width = 1 + max(column for _, column in shape)
        for down in range(1 - height, 2):
            for right in range(1 - width, 3):
                over = {
                    space: shape[row - down, column - right]
                    for (row, column), space in CARD.items()
                    if (row - down, column - right) in shape
                }
                mask = sum(1 << space for space in over)
                if mask in useful:
                    after = max(1 + slot for _, slot in over.values())
                    yield quarter, down, right, mask, after


def united(masks: set[int], more: set[int]) -> set[int]:
    """Return the unions of a mask of each set, either of which may be left out, without overlap."""
    return {one | other for one in {0, *masks} for other in {0, *more} if not one & other}


def hideable(clusters: Iterable[Cluster]) -> set[int]:
    """Return what clusters can hide of a card, wherever each of them lies."""
    found = {0}
    for cluster in clusters:
        found = united(found, hidden_by(frozenset(cluster)))
    return found


@cache
def hidden_by(places: frozenset[Place]) -> set[int]:
    """Return what a cluster of these spaces can hide of a card; not to be changed."""
    cluster = dict.fromkeys(places, (0, 0))
    return {mask for *_, mask, _ in covers(cluster, set(range(1, 64)))}


def splitmix(value: int, salt: int) -> int:
    """Mix a number, as a signed one of 64 bits."""
    every = 2**64 - 1
    mixed = (value + salt * 0x9E3779B97F4A7C15) & every
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & every
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & every
    mixed ^= mixed >> 31
    return mixed - (mixed >> 63 << 64)
