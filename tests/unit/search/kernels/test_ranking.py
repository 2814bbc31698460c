"""Ranks of subsets against the sorted list of all of them."""

import math
from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.search.kernels.ranking import (
    fill_binomials,
    fill_rank_tables,
    next_subset,
    rank,
)
from tests.twins import reference_for


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
