"""Connected regions and what their complements can hold against plain sets of spots."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.search.kernels.regions import grow_regions, keep_fillable
from tests.reference import naive_search as naive
from tests.reference.naive_priced import component
from tests.twins import twin_of


def mask_of(spots: frozenset[int]) -> int:
    return sum(1 << spot for spot in spots)


def geometry(rows: int, columns: int) -> tuple[int, int, int, int]:
    """Return the masks of the board and of its left and right column, and its columns."""
    left = sum(1 << row * columns for row in range(rows))
    return (1 << rows * columns) - 1, left, left << (columns - 1), columns


def connected(rows: int, columns: int, size: int) -> list[int]:
    spots = range(rows * columns)
    sets = (frozenset(each) for each in combinations(spots, size))
    return [mask_of(each) for each in sets if naive.is_connected(each, rows, columns)]


@twin_of(grow_regions)
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 5), (3, 4)])
def test_grown_regions_are_all_connected_sets_of_the_next_size(rows: int, columns: int) -> None:
    for size in range(1, 5):
        regions = np.array(connected(rows, columns, size), np.uint64)
        grown = np.empty(18 * regions.size, np.uint64)
        count = grow_regions(regions, grown, *geometry(rows, columns))
        assert sorted(set(grown[:count].tolist())) == sorted(connected(rows, columns, size + 1))


@twin_of(keep_fillable)
@pytest.mark.parametrize("fillable", [{3, 4, 6}, {2, 3, 5, 6}, set(range(10))])
def test_kept_regions_leave_components_of_fillable_sizes(fillable: set[int]) -> None:
    rows, columns = 3, 4
    for size in (2, 4):
        expected = []
        for mask in connected(rows, columns, size):
            free = {spot for spot in range(rows * columns) if not mask >> spot & 1}
            sizes = {len(component(spot, free, rows, columns)) for spot in free}
            if sizes <= fillable:
                expected.append(mask)
        regions = np.array(connected(rows, columns, size), np.uint64)
        bits = sum(1 << each for each in fillable)
        kept = np.empty_like(regions)
        count = keep_fillable(regions, kept, bits, *geometry(rows, columns))
        assert kept[:count].tolist() == expected
