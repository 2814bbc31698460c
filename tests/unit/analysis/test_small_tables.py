"""The simulated player's small tables against the tables that they are made of."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from numba import njit

from chatuchak_solver.analysis.kernels import small_tables
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.colors import MAX_BOOTHS
from chatuchak_solver.search.kernels.ranking import fill_binomials
from chatuchak_solver.search.pattern_database import pattern_database
from tests.twins import twin_of


def part_ranks(spots: int) -> np.ndarray:
    binomials = np.empty((spots, MAX_BOOTHS + 1), np.uint32)
    ranks = np.zeros((1 + 2 * (MAX_BOOTHS + 1)) << small_tables.part_bits(spots), np.uint32)
    small_tables.fill_part_ranks(binomials, ranks)
    assert binomials.tolist() == [
        [math.comb(n, k) for k in range(MAX_BOOTHS + 1)] for n in range(spots)
    ]
    return ranks


@twin_of(small_tables.part_bits, small_tables.fill_part_ranks, fill_binomials)
@pytest.mark.parametrize("spots", [4, 9, 11, 16])
def test_the_shares_of_three_parts_add_up_to_a_rank(spots: int) -> None:
    ranks, bits = part_ranks(spots), small_tables.part_bits(spots)
    assert 3 * bits >= spots
    for size in (2, 3, min(6, spots)):
        masks = [mask for mask in range(1 << spots) if mask.bit_count() == size]
        for place, mask in list(enumerate(masks))[:: 1 + len(masks) // 200]:
            low = mask & (1 << bits) - 1
            lower = mask & (1 << 2 * bits) - 1
            middle, high, most = lower >> bits, mask >> 2 * bits, MAX_BOOTHS + 1
            second, third = 1 << bits, (1 + most) << bits
            places = (
                low,
                second + most * middle + low.bit_count(),
                third + most * high + lower.bit_count(),
            )
            assert sum(int(ranks[share]) for share in places) == place


@twin_of(small_tables.pack_distances)
@pytest.mark.parametrize("count", [1, 4, 7])
def test_four_distances_share_a_byte(count: int) -> None:
    distances = np.array([3, 5, 0, 6, 1, 255, 2][:count], np.uint8)
    packed = np.zeros((count + 3) // 4, np.uint8)
    small_tables.pack_distances(distances, packed)
    fours = [packed[place // 4] >> 2 * (place % 4) & 3 for place in range(count)]
    assert fours == (distances & 3).tolist()


@twin_of(small_tables.code_of)
def test_a_code_is_what_is_left_of_a_distance() -> None:
    board, size, offset = Board(3, 4), 4, 5
    database = pattern_database(board, size, "jump")
    distances = np.concatenate([np.zeros(offset, np.uint8), database.distances])
    packed = np.zeros((distances.size + 3) // 4, np.uint8)
    small_tables.pack_distances(distances, packed)
    ranks, bits = part_ranks(board.spots), np.uint64(small_tables.part_bits(board.spots))
    most = MAX_BOOTHS + 1
    third = np.uint64((1 + most) << int(bits))
    small = small_tables.SmallTables(packed, ranks, bits, np.uint64(most), third)
    code_in = small_tables.code_of
    code_of = njit(lambda start, mask, tables: code_in(start, mask, tables))
    chance = random.Random(5)
    for _ in range(300):
        mask = sum(1 << spot for spot in chance.sample(range(board.spots), size))
        code = code_of(np.uint64(offset), np.uint64(mask), small)
        assert code == database.evaluate(mask) % 4
