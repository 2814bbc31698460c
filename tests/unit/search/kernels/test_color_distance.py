"""Look-ups of colors against a plain search over sets of spots."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver.search.additive_heuristic import heuristic_tables
from chatuchak_solver.search.kernels.pattern_database import color_distance
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, grid_of, sample


@reference_for(color_distance)
@pytest.mark.parametrize("rule", RULES)
def test_distances_are_those_of_a_plain_search(rule: str) -> None:
    plain = {size: reference.pattern_distances(3, 3, size, rule) for size in (2, 3)}
    for position in sample("RRRYYYPP.", 30):
        grid = grid_of(position, 3, 3)
        tables = heuristic_tables(grid, rule)
        for color in grid.colors:
            spots = reference.spots_of(position, "RYGBP"[color])
            distance = color_distance(color, np.uint64(grid.color_masks[color]), tables)
            assert distance == plain[len(spots)][spots]
