"""Ranks of subsets and distances of colors against enumeration and a plain search."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.search.additive_heuristic import heuristic_tables
from chatuchak_solver.search.kernels.pattern_database import color_distance
from chatuchak_solver.search.kernels.ranking import (
    fill_binomials,
    fill_rank_tables,
    next_subset,
    rank,
)
from tests.reference import search as reference
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, grid_of, sample


@reference_for(rank, next_subset, fill_rank_tables, fill_binomials)
@pytest.mark.parametrize("spots", [4, 7, 10])
def test_ranks_are_places_in_the_sorted_list(spots: int) -> None:
    largest = 5
    binomials = np.array(
        [[math.comb(n, k) for k in range(largest + 1)] for n in range(spots)], np.uint32
    )
    low = np.zeros(1 << (spots // 2), np.uint32)
    high = np.zeros((largest + 1, 1 << (spots - spots // 2)), np.uint32)
    fill_rank_tables(binomials, low, high)
    for size in range(1, min(largest, spots) + 1):
        masks = sorted(sum(1 << spot for spot in each) for each in combinations(range(spots), size))
        assert [int(rank(np.uint64(mask), low, high)) for mask in masks] == list(range(len(masks)))
        following = [int(next_subset(np.uint64(mask))) for mask in masks[:-1]]
        assert following == masks[1:]


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
