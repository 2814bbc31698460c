"""The PettingZoo environments pass PettingZoo's own tests, and play the games as they are."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from chatuchak_solver.adapters.pettingzoo import env, parallel_env, raw_env
from chatuchak_solver.errors import IllegalMoveError, InputError

GAMES = [
    ("chatuchak", 2),
    ("chatuchak", 5),
    ("chatuchak-speed", 3),
    ("mercado", 3),
    ("river-market", 1),
    ("market-stand", 2),
    ("market-stand", 4),
]

every_game = pytest.mark.parametrize(("game", "players"), GAMES)

# PettingZoo warns about every environment with masks, including its own.
masks = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)
illegal = pytest.mark.filterwarnings("ignore:.*Illegal action:UserWarning")


def play(table: Any, seed: int) -> list[tuple[str, Any]]:
    """Play at random to the end; return the final reward and info of every agent."""
    table.reset(seed=seed)
    results = []
    rng = np.random.default_rng(seed)
    for agent in table.agent_iter():
        observation, reward, ended, cut, info = table.last()
        if ended or cut:
            results.append((agent, (reward, info)))
            table.step(None)
        else:
            table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return results


@masks
@every_game
def test_its_own_tests_pass(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, players), num_cycles=15)
    seed_test(lambda: env(game, players), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out
    render_test(lambda render_mode=None: env(game, players, render_mode=render_mode))
    assert capsys.readouterr().out


@illegal
def test_parallel(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(num_players=3), num_cycles=150)
    parallel_seed_test(parallel_env)
    assert "Passed Parallel API test" in capsys.readouterr().out


@every_game
def test_a_game_ends_with_its_scores(game: str, players: int) -> None:
    for _, (reward, info) in play(env(game, players, reward="score"), seed=5):
        assert reward == info["score"]
    table = env(game, players)
    results = play(table, seed=5)
    assert play(env(game, players), seed=5) == results
    agents, ends = zip(*results, strict=True)
    assert sorted(agents) == [f"player_{seat}" for seat in range(players)]
    state = table.unwrapped.game_state
    assert state.is_over
    for agent, (reward, info) in results:
        seat = int(agent[-1])
        assert info == {"score": state.scores()[seat], "won": seat in state.winners()}
        if players == 1:
            assert reward == info["score"]
    if players > 1:
        assert sum(reward for reward, _ in ends) == pytest.approx(0)


def test_only_the_selected_agent_has_legal_actions() -> None:
    table = env("market-stand", 3)
    table.reset(seed=2)
    parts = table.unwrapped.parts(table.observe("player_0")["observation"])
    assert parts["slots"].shape == (5, 9, 2, 3)
    for _ in range(12):
        for agent in table.possible_agents:
            has_some = table.observe(agent)["action_mask"].any()
            assert has_some == (agent == table.agent_selection)
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))


@illegal
@every_game
@pytest.mark.parametrize("actions", [0, 1, 5])
def test_an_illegal_action_ends_the_game(game: str, players: int, actions: int) -> None:
    table = env(game, players)
    table.reset(seed=1)
    for _ in range(actions):
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        table.step(int(legal[len(legal) // 2]))
    agent = table.agent_selection
    table.step(int(table.observe(agent)["action_mask"].argmin()))
    ends = {}
    for player in table.agent_iter():
        _, reward, ended, _, _ = table.last()
        assert ended
        ends[player] = reward
        table.step(None)
    assert ends == dict.fromkeys(table.possible_agents, 0) | {agent: -1}
    table.reset(seed=1)
    assert table.last()[1:4] == (0, False, False)


@every_game
@pytest.mark.parametrize("action", [None, -1, 10**400, "x", 1.5, np.array([1])], ids=repr)
def test_values_outside_action_space_are_refused(game: str, players: int, action: object) -> None:
    together = game == "chatuchak-speed"
    raw: Any = (parallel_env if together else raw_env)(game, players)
    raw.reset(seed=1)
    with pytest.raises(InputError, match="invalid action"):
        raw.step({"player_0": 3, "player_1": action} if together else action)
    table = env(game, players)
    table.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(action)


def test_an_illegal_action_without_wrappers_is_named() -> None:
    raw = raw_env("mercado", 2)
    raw.reset(seed=1)
    wrong = int(raw.observe("player_0")["action_mask"].argmin())
    with pytest.raises(IllegalMoveError, match=re.escape(raw.action_text(wrong))):
        raw.step(wrong)


def test_in_the_speed_game_the_quicker_hand_wins() -> None:
    # Two players at the same grid, one move from its end, finish in the same step.
    table = parallel_env("chatuchak-speed", data={"speed_move_limit": 3})
    winners = set()
    for seed in range(12):
        table.reset(seed=seed)
        state = table.game_state
        grid = type(state.grids[0]).parse("RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.").move(23)
        grids = (grid, grid)
        table._state = type(state)(grids, (0, 0), state.rule, 3)
        *_, rewards, ended, cut, infos = table.step({"player_0": 29, "player_1": 29})
        assert all(ended.values())
        assert not any(cut.values())
        winners.add(tuple(rewards.values()))
        assert sum(info["won"] for info in infos.values()) == 1
    assert winners == {(1.0, -1.0), (-1.0, 1.0)}


def test_illegal_moves_in_the_speed_game_wait_until_the_limit() -> None:
    table = parallel_env("chatuchak-speed", data={"speed_move_limit": 3})
    observations, _ = table.reset(seed=1)
    start = table.game_state
    wrong = {
        agent: int(observation["action_mask"].argmin())
        for agent, observation in observations.items()
    }
    for step in range(3):
        _, rewards, ended, cut, _ = table.step(wrong)
        assert set(cut.values()) == {step == 2}
    assert table.game_state == start
    assert set(rewards.values()) == {0.0}
    assert not any(ended.values())
    assert table.agents == []


def test_an_agent_without_moves_can_only_wait() -> None:
    table = parallel_env("chatuchak-speed", data={"speed_move_limit": 2})
    table.reset(seed=1)
    state = table.game_state
    table._state = type(state)(state.grids, (2, 1), state.rule, 2)
    observations = table._observe_all()
    assert np.flatnonzero(observations["player_0"]["action_mask"]).tolist() == [30]
    assert not observations["player_1"]["action_mask"][30]
