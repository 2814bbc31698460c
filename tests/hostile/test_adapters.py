"""Adapters in learners' programs: endless limits, pickles, invalid actions."""

import pickle
import random
import time
from typing import Any

import gymnasium
import pyspiel
import pytest

from chatuchak_solver.adapters import pettingzoo
from chatuchak_solver.adapters.gymnasium import ENV_ID
from chatuchak_solver.adapters.openspiel import GAME_NAMES
from chatuchak_solver.games.registry import GAMES, game_entry

LARGE = "/".join(("." + "RYGBPTV", "YGBPTVWR", "GBPTVWRY", "BPTVWRYG",
                  "PTVWRYGB", "TVWRYGBP", "VWRYGBPT", "WRYGBPTV"))  # fmt: skip


@pytest.mark.parametrize(
    "options", [{"rule": "slide"}, {"grids": [LARGE], "limit_s": 0.0}], ids=["slides", "8x8"]
)
def test_an_episode_begins_however_hard_its_optimum_is(options: dict[str, Any]) -> None:
    puzzle = gymnasium.make(ENV_ID, **options)
    begun = time.monotonic()
    _, info = puzzle.reset(seed=1)
    assert time.monotonic() - begun < 60  # a second, and kernels that are compiled
    assert info["optimum_is_bound"]
    assert info["optimum"] >= 0


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_environments_are_pickled_and_go_on_alike(game: str) -> None:
    players = game_entry(game).state.player_counts.start
    env = pettingzoo.env(game, num_players=players)
    env.reset(seed=1)
    restored = pickle.loads(pickle.dumps(env))
    chance = random.Random(2)
    for _ in range(6):
        observation, reward, ended, cut, _ = env.last()
        again, *rest = restored.last()
        assert (again["observation"] == observation["observation"]).all()
        assert rest[:3] == [reward, ended, cut]
        if ended or cut:
            break
        legal = [number for number, can in enumerate(observation["action_mask"]) if can]
        action = chance.choice(legal)
        env.step(action)
        restored.step(action)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_invalid_actions_are_reported_in_words(name: str) -> None:
    game = pyspiel.load_game(f"{name}(deals=1)")
    state = game.new_initial_state()
    chance = random.Random(1)
    tried = 0
    while not state.is_terminal():
        if state.is_chance_node():
            legal = [number for number, _ in state.chance_outcomes()]
        else:
            legal = state.legal_actions()
        if tried < 40:
            for _ in range(4):
                action = chance.randrange(game.num_distinct_actions() + 3)
                if action not in legal:
                    tried += 1
                    with pytest.raises(Exception, match=f"illegal action {action}: expected"):
                        state.clone().apply_action(action)
        state.apply_action(chance.choice(legal))
    with pytest.raises(Exception, match=r"illegal action .*: the game is over"):
        state.apply_action(0)
