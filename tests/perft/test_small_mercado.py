"""Whole game trees of tiny markets, pinned and counted twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chatuchak_solver.games.mercado import MercadoState
from tests.game_tree import PerftCount, perft
from tests.reference.mercado import ReferenceMercado, count_tree
from tests.reference.small_mercado import SMALL, TINY


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
    assert PerftCount(*count_tree(ReferenceMercado(start.to_dict()), depth)) == count
