"""Connected regions and capacities of their complements against plain sets of spots."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.search.kernels.connectivity import has_no_pocket
from chatuchak_solver.search.kernels.goal_workspace import make_tables
from chatuchak_solver.search.kernels.regions import (
    Area,
    area,
    fill_lines,
    grow_regions,
    keep_fillable,
    list_regions,
    place_regions,
)
from tests.reference import search as reference
from tests.reference.priced import component
from tests.twins import reference_for
from tests.unit.search.proven_searches import mask_of


def geometry(rows: int, columns: int) -> Area:
    """Return the masks of the board and of its left and right column, and its columns."""
    left = sum(1 << row * columns for row in range(rows))
    full = (1 << rows * columns) - 1
    return Area(*map(np.uint64, (full, left, left << (columns - 1), columns)))


def connected(rows: int, columns: int, size: int) -> list[int]:
    spots = range(rows * columns)
    sets = (frozenset(each) for each in combinations(spots, size))
    return [mask_of(each) for each in sets if reference.is_connected(each, rows, columns)]


@reference_for(area)
@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 2), (2, 5), (5, 6), (7, 8), (8, 8), (1, 64), (32, 2)]
)
def test_an_area_is_the_board_and_its_outer_columns(rows: int, columns: int) -> None:
    assert area(rows, columns) == geometry(rows, columns)


@reference_for(grow_regions)
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 5), (3, 4)])
def test_grown_regions_are_all_connected_sets_of_the_next_size(rows: int, columns: int) -> None:
    for size in range(1, 5):
        regions = np.array(connected(rows, columns, size), np.uint64)
        grown = np.empty(18 * regions.size, np.uint64)
        count = grow_regions(regions, grown, np.empty_like(grown), geometry(rows, columns))
        assert grown[:count].tolist() == sorted(connected(rows, columns, size + 1))


@reference_for(grow_regions)
def test_regions_of_a_board_of_64_spots_are_sorted_by_all_their_bits() -> None:
    regions = np.array([1 << spot for spot in range(64)], np.uint64)
    grown = np.empty(18 * 64, np.uint64)
    count = grow_regions(regions, grown, np.empty_like(grown), geometry(8, 8))
    pairs = [1 << spot | 1 << spot + 1 for spot in range(64) if spot % 8 < 7]
    pairs += [1 << spot | 1 << spot + 8 for spot in range(56)]
    assert grown[:count].tolist() == sorted(pairs)


@reference_for(keep_fillable, has_no_pocket)
@pytest.mark.parametrize("counts", [(4, 4, 3), (4, 2, 3, 2), (2, 4, 5)])
def test_filtered_regions_leave_components_of_fillable_sizes(counts: tuple[int, ...]) -> None:
    rows, columns = 3, 4
    for size in sorted({2, 4} & set(counts)):
        others = list(counts)
        others.remove(size)
        sums = {sum(part) for n in range(4) for part in combinations(others, n)}
        fillable = sums | {total + 1 for total in sums}
        expected = []
        for mask in connected(rows, columns, size):
            free = {spot for spot in range(rows * columns) if not mask >> spot & 1}
            sizes = {len(component(spot, free, rows, columns)) for spot in free}
            if sizes <= fillable:
                expected.append(mask)
        regions = np.array(connected(rows, columns, size), np.uint64)
        fillable_regions = np.empty_like(regions)
        count = keep_fillable(
            regions, fillable_regions, np.array(counts), size, geometry(rows, columns)
        )
        assert fillable_regions[:count].tolist() == expected


@reference_for(list_regions, place_regions, fill_lines)
@pytest.mark.parametrize("counts", [(4, 3, 2, 2), (5, 4, 2), (3, 3, 3, 2)])
def test_compatible_regions_are_held(
    counts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, columns = 3, 4
    booths = np.array(counts, np.int64)
    tables = make_tables(booths, rows, columns, np.uint32)
    for size, start, end in zip(tables.sizes, tables.starts, tables.ends, strict=False):
        regions = np.array(sorted(connected(rows, columns, size)), np.uint64)
        fillable_regions = np.empty_like(regions)
        count = keep_fillable(regions, fillable_regions, booths, size, geometry(rows, columns))
        assert tables.masks[start:end].tolist() == fillable_regions[:count].tolist()
    assert not tables.masks[tables.ends[0] : tables.starts[1]].any()
    spots = np.arange(rows * columns + 1, dtype=np.uint32)
    holds = tables.masks >> spots[:, None] & 1
    np.testing.assert_array_equal(tables.holds, -holds.astype(np.int8))
    assert tuple(tables.lines) == Board(rows, columns).line_masks
    assert (tables.left, tables.right, tables.columns) == (0x111, 0x888, columns)
    monkeypatch.setattr("chatuchak_solver.search.kernels.goal_workspace.FIRST_ROOM", 3)
    again = make_tables(booths, rows, columns, np.uint32)
    np.testing.assert_array_equal(again.masks, tables.masks)
