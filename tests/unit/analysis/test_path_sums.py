"""Positions in order, counts and chances against plain Python."""

from itertools import pairwise

import numpy as np
import pytest

from chatuchak_solver.analysis.kernels.optimal_paths import (
    count_solutions,
    order_positions,
    share_visits,
)
from tests.twins import reference_for


@reference_for(order_positions)
@pytest.mark.parametrize("count", [1, 2, 300])
def test_the_order_is_that_of_both_words(count: int) -> None:
    keys = np.random.default_rng(count).integers(0, 1 << 64, (count, 2), np.uint64)
    keys[: count // 2, 1] = keys[0, 1]
    order, scratch = np.empty((2, count), np.int64)
    order_positions(keys, order, scratch)
    words = [tuple(reversed(key)) for key in keys.tolist()]
    assert order.tolist() == sorted(range(count), key=words.__getitem__)


def layered(width: int, depth: int) -> tuple[np.ndarray, np.ndarray]:
    """Return moves and targets of layers of positions, each of which leads to all of the next."""
    layers = [[0], *([1 + width * at + i for i in range(width)] for at in range(depth))]
    size = 1 + width * depth
    moves, targets = np.zeros(size, np.int64), np.full((size, width), -1, np.int32)
    for here, there in pairwise(layers):
        for place in here:
            moves[place] = len(there)
            targets[place] = there
    return moves, targets


@reference_for(count_solutions, share_visits)
@pytest.mark.parametrize(("width", "depth"), [(1, 3), (3, 4), (4, 40), (9, 40)])
def test_counts_pass_64_bits_and_chances_add_up_to_one_per_layer(width: int, depth: int) -> None:
    moves, targets = layered(width, depth)
    totals, chances = np.empty((moves.size, 2), np.uint64), np.empty(moves.size)
    assert count_solutions(moves, targets, moves.size - width, totals)
    assert int(totals[0, 0]) | int(totals[0, 1]) << 64 == width**depth
    share_visits(moves, targets, chances)
    for layer in range(depth):
        assert chances[1 + width * layer :][:width].sum() == pytest.approx(1)


@reference_for(count_solutions)
def test_counts_beyond_128_bits_are_reported() -> None:
    moves, targets = layered(9, 41)
    totals = np.empty((moves.size, 2), np.uint64)
    assert not count_solutions(moves, targets, moves.size - 9, totals)
