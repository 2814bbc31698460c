"""Pieces, points, clusters and masks of the plain checker, against plainer twins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

import numpy as np
import pytest

from chatuchak_solver.stand.checker.cluster import Cluster, Cover, masks_in, unions
from chatuchak_solver.stand.checker.pieces import (
    NO_GOOD,
    NOTHING,
    Pieces,
    Shown,
    count_pieces,
    joined,
    most_points,
    planes_of,
)
from tests.reference.cover import Counts, counts_of_pieces, least_spaces, most_joined, together

Places = frozenset[tuple[int, int]]


def anchored(places: Iterable[tuple[int, int]]) -> Places:
    """Move spaces so that the first row and the first column are 0."""
    places = set(places)
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return frozenset((row - top, column - left) for row, column in places)


def turns(places: Places) -> list[Places]:
    """Return spaces after 0 to 3 quarter turns clockwise."""
    found = [places]
    for _ in range(3):
        found.append(anchored((column, -row) for row, column in found[-1]))
    return found


def seeded_places(seed: int) -> Places:
    """Return spaces that hang together, as rows and columns."""
    rng = np.random.default_rng(seed)
    places = [(0, 0)]
    while len(places) < 3 + seed % 9:
        row, column = places[rng.integers(len(places))]
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        if (row + down, column + right) not in places:
            places.append((row + down, column + right))
    return anchored(places)


@pytest.mark.parametrize("seed", range(12))
def test_a_cluster_lies_over_a_card_in_every_way(seed: int) -> None:
    places = seeded_places(seed)
    naive = defaultdict(set)
    for quarter, shape in enumerate(turns(places)):
        for down, right in product(range(-15, 16), repeat=2):
            moved = {(row + down, column + right) for row, column in shape}
            mask = sum(1 << at for at in range(6) if divmod(at, 3) in moved)
            naive[mask].add((Cover(quarter, down, right), frozenset(moved)))
    del naive[0]
    cluster = Cluster([(row - 3, column + 2, NO_GOOD, 0) for row, column in places], ())
    found = {
        mask: {
            (cover, frozenset((row, column) for row, column, _, _ in cluster.marks(cover)))
            for cover in covers
        }
        for mask, covers in cluster.covers().items()
    }
    assert found == naive
    assert masks_in(cluster.hideable) == sorted([0, *naive])


def of_twin(counts: Counts) -> Pieces:
    """Return pieces in our order, of those in that of the search's twin."""
    return Pieces._make((*counts[:4], counts[5], counts[4], *counts[6:]))


def seeded_pieces(seed: int) -> list[tuple[Pieces, Pieces]]:
    """Return the pieces of two goods in a cluster, as the search's twin counts them and we do."""
    rng = np.random.default_rng([seed, 5])
    shapes = (seeded_places(seed * number + number) for number in (3, 5, 7, 8))
    places = sorted(frozenset.union(*shapes))
    codes = rng.integers(0, 3, len(places)).tolist()
    cluster = {place: (code, 0) for place, code in zip(places, codes, strict=True)}
    planes = planes_of([(*place, code - 1) for place, code in zip(places, codes, strict=True)], 2)
    found = []
    for good in range(2):
        naive = of_twin(counts_of_pieces(cluster, 1 + good))
        found.append((naive, count_pieces(planes[good], sum(planes))))
    return found


FOUND = [pair for seed in range(60) for pair in seeded_pieces(seed)]
COUNTED = [pieces for _, pieces in FOUND]


def reference_joined(parts: Sequence[Pieces]) -> Pieces:
    """Count the pieces of clusters that may touch each other."""
    return of_twin(together([(*one[:4], one[5], one[4], *one[6:]) for one in parts]))


def reference_joined_apart(one: Pieces, other: Pieces) -> Pieces:
    """Count the pieces of two clusters that lie beside each other and touch nowhere."""
    both = reference_joined([one, other])
    if both.sources < 2:
        return both
    # Two new spaces hang together by pieces of the one and touch any of the other.
    paired = max(
        some.paired + min(more.spaces, 2 * more.touching)
        for some, more in ((one, other), (other, one))
    )
    touching = one.touching + other.touching
    return Pieces._make((*both[:7], 1, touching, paired, 0, 0, 0, 0, 0))


def reference_points(old: Pieces, new: Shown) -> dict[int, int]:
    """Return the most a good is worth by the size of its biggest group."""
    largest = max(old.largest, old.largest_closed)
    sizes = [1] * old.ones + [2] * old.twos + [3] * old.larger
    new_sizes = [1] * new[0] + [2] * new[1] + [3] * new[2]
    if old.sources < 2 and not new_sizes:
        return {largest: largest * (len(sizes) + old.closed)}
    found = {} if largest else {0: 0}
    for groups in range(1, len(sizes + new_sizes) + 1):
        pieces = len(sizes + new_sizes) - groups + 1
        reach = old.spaces + new[3] - least_spaces(sizes + new_sizes, groups - 1)
        counts = (*old[:4], old.largest, old.closed, *old[6:])
        reach = min(reach, most_joined(counts, new, pieces - 1))
        for size in range(max(largest, 1), max(reach, old.largest_closed) + 1):
            found[size] = max(found.get(size, 0), size * (groups + old.closed))
    return found


def test_pieces_are_counted_as_the_searchs_twin_does() -> None:
    for naive, pieces in FOUND:
        assert pieces == naive
    assert len({pieces.paired - pieces.touching for pieces in COUNTED}) > 2
    assert any(pieces.closed for pieces in COUNTED)


def test_pieces_of_clusters_are_joined() -> None:
    for one, other in pairwise(COUNTED):
        assert joined(one, other, touch=True) == reference_joined([one, other])
        assert joined(one, other, touch=False) == reference_joined_apart(one, other)
    for three in zip(COUNTED, COUNTED[1:], COUNTED[2:], strict=False):
        two = joined(*three[:2], touch=True)
        assert joined(two, three[2], touch=True) == reference_joined(three)


def test_points_of_pieces_are_the_most_of_all_ways_to_join_them() -> None:
    news = [(0, 0, 0, 0), (1, 0, 0, 1), (0, 0, 1, 4), (2, 1, 0, 4), (1, 1, 2, 9)]
    olds = [*COUNTED, *map(reference_joined, pairwise(COUNTED))]
    olds += [reference_joined(COUNTED[at : at + 3]) for at in range(40)]
    for old, new in product(olds, news):
        points = enumerate(most_points(old, new))
        assert {size: one for size, one in points if one != NOTHING} == reference_points(old, new)


def test_unions_are_of_masks_that_have_no_space_in_common() -> None:
    one, other = {0, 1, 3, 36}, {0, 2, 4, 9, 63}
    both = {a | b for a, b in product(one, other) if not a & b}
    sets = [sum(1 << mask for mask in masks) for masks in (one, other)]
    assert masks_in(unions(*sets)) == sorted(both)
