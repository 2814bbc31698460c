"""Whole game trees of tiny markets, pinned and counted twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.perft import PerftCount, perft
from tests.reference.plain_mercado import PlainMercado, count_tree

# Four spaces: the first stand already triggers the end.
TINY: dict[str, Any] = {
    "side": 2,
    "starting_coins": 1,
    "wooden_stands": 2,
    "stand_tiles": {"fish": 6, "meat": 6},
    "restaurant_tiles": {"sushi-bar": 1, "pub": 1},
    "marked_spaces": ["a1", "b2"],
    "customer_tiles": {"1 fish": 2, "1 fish+meat": 1, "2 fish": 1},
}
# Nine spaces: five turns or more.
SMALL: dict[str, Any] = {
    "side": 3,
    "starting_coins": 2,
    "wooden_stands": 3,
    "stand_tiles": {"fish": 10, "meat": 9},
    "restaurant_tiles": {"sushi-bar": 1, "pub": 1},
    "marked_spaces": ["a1", "b2"],
    "customer_tiles": {"1 fish": 3, "1 fish+meat": 2, "2 fish": 3},
}


@pytest.mark.parametrize(
    ("data", "num_players", "seed", "depth", "count"),
    [
        (TINY, 2, 1, 11, PerftCount(3361, 3361, 726)),
        (TINY, 3, 1, 10, PerftCount(2617, 2617, 78)),
        (SMALL, 2, 2, 5, PerftCount(4227, 1, 8960)),
        (SMALL, 3, 2, 5, PerftCount(4345, 1, 16769)),
        (SMALL, 4, 2, 5, PerftCount(2217, 1, 13152)),
    ],
    ids=["tiny-2", "tiny-3", "small-2", "small-3", "small-4"],
)
def test_tree_has_the_pinned_size(
    data: dict[str, Any], num_players: int, seed: int, depth: int, count: PerftCount
) -> None:
    start = MercadoState.new(num_players, rng=np.random.default_rng(seed), data=data)
    assert perft(start, depth) == count
    assert PerftCount(*count_tree(PlainMercado(start.to_dict()), depth)) == count
