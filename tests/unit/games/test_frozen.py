"""Changed copies of frozen dataclasses: nothing of the original is left in them."""

import dataclasses
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
import pytest

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.new_game import new_game
from chatuchak_solver.games.players import RandomPlayer


@dataclass(frozen=True)
class Pair:
    first: int
    second: int

    @cached_property
    def total(self) -> int:
        return self.first + self.second


def test_a_copy_is_the_one_of_dataclasses() -> None:
    pair = Pair(1, 2)
    assert pair.total == 3
    copy = replace(pair, second=5)
    assert copy == dataclasses.replace(pair, second=5)
    assert vars(copy) == {"first": 1, "second": 5}
    assert (copy.total, pair.total) == (6, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.first = 3  # type: ignore[misc]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["chatuchak", "chatuchak-speed", "mercado", "market-stand"])
def test_what_follows_in_a_state_is_what_a_state_read_again_has(game: str, players: int) -> None:
    rng = np.random.default_rng(5)
    state = new_game(game, players, seed=2)
    for _ in range(120):
        again = type(state).from_dict(state.to_dict())
        for own in fields(state):  # type: ignore[arg-type]
            assert getattr(again, own.name) == getattr(state, own.name), own.name
        if state.is_over:
            break
        mover = state.current_player
        chance = mover == CHANCE
        action = sample_chance(state, rng) if chance else RandomPlayer().choose(state, mover, rng)
        state = state.apply_unchecked(action)
