"""Values made from one another: what is kept with them is what a new value works out."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
import pytest

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.new_game import new_game
from chatuchak_solver.games.players import RandomPlayer
from chatuchak_solver.games.values import Successive, follows_from


@dataclass(frozen=True)
class Pair(Successive):
    first: int
    second: int

    @follows_from("first")
    def double(self) -> list[int]:
        return [2 * self.first]

    @cached_property
    def total(self) -> int:
        return self.first + self.second


def test_what_cannot_have_changed_is_kept() -> None:
    one = Pair(1, 2)
    assert (one.double, one.total) == ([2], 3)
    other = one.but(second=5)
    assert other.double is one.double
    assert other.total == 6
    assert one.but(first=4).double == [8]


def derived_of(value: Successive) -> list[str]:
    kind = type(value)
    return [name for name in dir(kind) if isinstance(getattr(kind, name, None), cached_property)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["mercado", "market-stand"])
def test_what_is_kept_is_what_a_value_made_again_works_out(game: str, players: int) -> None:
    rng = np.random.default_rng(4)
    state = new_game(game, players, seed=3)
    for _ in range(45):
        if state.is_over:
            break
        values = [state, getattr(state, "market", None)]
        for value in values:
            if not isinstance(value, Successive):
                continue
            kind = type(value)
            given = {f.name: getattr(value, f.name) for f in fields(value) if f.init}  # type: ignore[arg-type]
            fresh = kind(**given)
            for name in derived_of(value):
                assert getattr(value, name) == getattr(fresh, name), name
        mover = state.current_player
        chance = mover == CHANCE
        action = sample_chance(state, rng) if chance else RandomPlayer().choose(state, mover, rng)
        state = state.after(action)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["chatuchak", "chatuchak-speed", "mercado"])
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
        state = state.after(action)
