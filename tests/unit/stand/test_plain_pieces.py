"""Pieces, points, clusters and masks of the plain checker, against plainer twins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise, product

import numpy as np
import pytest

from chatuchak_solver.stand.plain_cluster import Cluster, Cover
from chatuchak_solver.stand.plain_masks import masks_in, unions
from chatuchak_solver.stand.plain_pieces import (
    NO_GOOD,
    NOTHING,
    Pieces,
    count_pieces,
    joined,
    most_points,
    planes_of,
)
from tests.reference.plain_cover import Counts, counts_of_pieces, gains, in_one_cluster, together

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


def pieces_of(counts: Counts) -> Pieces:
    """Return what the plain twin of the search counted, in our order."""
    ones, twos, larger, spaces, largest, closed, *rest = counts
    if rest[1] == 2:
        rest[3] = 0  # of two sources no two free spaces are looked at
    return Pieces(ones, twos, larger, spaces, closed, largest, *rest)


def seeded_counts(seed: int) -> list[tuple[Counts, Pieces]]:
    """Return the pieces of two goods in a cluster, as the twin counts them and as we do."""
    rng = np.random.default_rng([seed, 5])
    shapes = (seeded_places(seed * number + number) for number in (3, 5, 7, 8))
    places = sorted(frozenset.union(*shapes))
    codes = rng.integers(0, 3, len(places)).tolist()
    cluster = {place: (code, 0) for place, code in zip(places, codes, strict=True)}
    spaces = [(*place, code - 1) for place, code in zip(places, codes, strict=True)]
    planes = planes_of(spaces, 2)
    return [
        (counts_of_pieces(cluster, 1 + good), count_pieces(planes[good], sum(planes)))
        for good in range(2)
    ]


COUNTS = [pair for seed in range(60) for pair in seeded_counts(seed)]


def test_pieces_are_counted_and_joined_as_the_twin_of_the_search_does() -> None:
    for counts, pieces in COUNTS:
        assert pieces == pieces_of(counts)
    assert len({pieces.paired - pieces.touching for _, pieces in COUNTS}) > 2
    assert any(pieces.closed for _, pieces in COUNTS)
    for (one, first), (other, second) in pairwise(COUNTS):
        both = joined(first, second, touch=True)
        assert both == pieces_of(together([one, other]))
        assert joined(first, second, touch=False) == pieces_of(in_one_cluster(one, other))
    for (one, first), (other, second), (another, third) in zip(
        COUNTS, COUNTS[1:], COUNTS[2:], strict=False
    ):
        all_three = joined(joined(first, second, touch=True), third, touch=True)
        assert all_three == pieces_of(together([one, other, another]))


def test_points_are_those_of_the_twin_of_the_search() -> None:
    comings = [(0, 0, 0, 0), (1, 0, 0, 1), (0, 0, 1, 4), (2, 1, 0, 4), (1, 1, 2, 9)]
    counted = [counts for counts, _ in COUNTS]
    counted += [together(pair) for pair in pairwise(counted)]
    counted += [together(counted[at : at + 3]) for at in range(40)]
    for counts, coming in product(counted, comings):
        points = most_points(pieces_of(counts), coming)
        naive = gains(counts, coming)
        found = {size: one for size, one in enumerate(points) if one != NOTHING}
        # Where nothing shows yet, that is not ruled out either.
        assert found == ({0: 0} if not counts[4] + counts[6] else {}) | naive


def test_unions_are_of_masks_that_have_no_space_in_common() -> None:
    one, other = {0, 1, 3, 36}, {0, 2, 4, 9, 63}
    both = {a | b for a, b in product(one, other) if not a & b}
    sets = [sum(1 << mask for mask in masks) for masks in (one, other)]
    assert masks_in(unions(*sets)) == sorted(both)
