"""The size of each game's tree at small depths, as pinned in games.perft."""

from pathlib import Path

import numpy as np
import pytest

from chatuchak_solver.games.registry import GAMES, game_entry
from tests.game_tree import PerftCount, divide

PINS = Path(__file__).with_name("games.perft")


def pins() -> list[tuple[str, int, int, int, PerftCount]]:
    rows = []
    for line in PINS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            case, counts = line.split(":")
            name, *numbers = case.split()
            num_players, seed, depth = map(int, numbers)
            rows.append((name, num_players, seed, depth, PerftCount(*map(int, counts.split()))))
    return rows


@pytest.mark.parametrize(("name", "num_players", "seed", "depth", "count"), pins())
def test_sizes_of_trees(
    name: str, num_players: int, seed: int, depth: int, count: PerftCount
) -> None:
    start = game_entry(name).state.new(num_players, rng=np.random.default_rng(seed))
    parts = divide(start, depth)
    assert tuple(parts) == start.legal_texts()
    assert sum(parts.values(), PerftCount(0, 0, 0)) == count


def test_every_game_is_pinned() -> None:
    assert {name for name, *_ in pins()} == {entry.name for entry in GAMES}
