"""Grids side by side: what differs, and what may be chance."""

from __future__ import annotations

import math
import statistics

import pytest

from chatuchak_generators import generate_start_grids
from chatuchak_solver import Stop, StopReason, assess, compare_grids, replay

GRIDS = [start.grid for start in generate_start_grids(3, seed=4)]


def test_reasons_sum_to_the_difference_of_the_difficulties() -> None:
    comparison = compare_grids(GRIDS, games=50)
    assert [tile.tile for tile in comparison.tiles] == [1, 2, 3]
    differences = list(comparison.differences())
    assert len(differences) == 3
    for difference in differences:
        apart = (difference.harder.difficulty or 0) - (difference.easier.difficulty or 0)
        assert difference.points == pytest.approx(apart)
        assert difference.points >= 0
        assert sum(difference.reasons.values()) == pytest.approx(difference.points)
    assert comparison.noise == tuple(tile.noise for tile in comparison.tiles)
    for tile, solution in zip(comparison.tiles, comparison.solutions, strict=True):
        assert tile.moves is not None
        assert tile.moves == solution.moves
        assert len(tile.moves) == tile.optimal_length
        assert replay(tile.grid, tile.moves)


def test_a_grid_does_not_differ_from_itself() -> None:
    (difference,) = compare_grids([GRIDS[0], GRIDS[0]], games=20).differences()
    assert difference.points == 0
    assert not difference.beyond_noise


def test_noise_is_the_deviation_between_seeds() -> None:
    """Half and twice leave room for the estimate from 8 seeds; it is right within that."""
    comparison = compare_grids(GRIDS[:2], games=40)
    for tile in comparison.tiles:
        difficulties = [assess(tile.grid, games=40, seed=seed).difficulty or 0 for seed in range(8)]
        assert tile.noise is not None
        assert 0.5 < statistics.stdev(difficulties) / tile.noise < 2


def test_the_noise_of_a_single_game_is_unknown() -> None:
    (difference,) = compare_grids(GRIDS[:2], games=1).differences()
    assert difference.noise == math.inf
    assert not difference.beyond_noise


def test_a_stop_returns_the_measured_tiles() -> None:
    comparison = compare_grids(GRIDS, stop=Stop(interrupt=lambda: True))
    assert comparison.stopped_by is StopReason.INTERRUPT
    assert list(comparison.differences()) == []
