"""Connected sets of spots against a plain flood fill, on every set of a small board."""

import numpy as np
import pytest

from chatuchak_solver.search.kernels.connectivity import are_connected, is_connected
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import SMALL_PUZZLES, grid_of, sample


@reference_for(is_connected)
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 5)])
def test_connectivity_matches_a_flood_fill(rows: int, columns: int) -> None:
    near = reference.reach(rows, columns, "slide")
    neighbors = np.array([sum(1 << spot for spot in spots) for spots in near], np.uint32)
    for mask in range(1 << (rows * columns)):
        spots = frozenset(spot for spot in range(rows * columns) if mask >> spot & 1)
        assert is_connected(np.uint64(mask), neighbors) == reference.is_connected(
            spots, rows, columns
        )


@reference_for(are_connected)
@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_solved_positions_are_those_of_plain_twin(rows: int, columns: int, letters: str) -> None:
    for position in (letters, *sample(letters, 60)):
        grid = grid_of(position, rows, columns)
        neighbors = np.array(grid.board.neighbor_masks, np.uint32)
        expected = reference.is_solved(position, rows, columns)
        assert are_connected(np.array(grid.color_masks, np.uint32), neighbors) == expected
