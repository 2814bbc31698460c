"""Random play of a game, driven from Python: this library's and OpenSpiel's backgammon."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

SECONDS = 0.7
"""Processor time of a measurement."""
WARM_UP = 5
"""Games before a measurement, for imports and caches."""
CHANCE = -1


def rates(name: str, players: int) -> tuple[float, float]:
    """Return actions and games per second of processor time (``backgammon``: OpenSpiel's)."""
    play = of_openspiel(name) if name == "backgammon" else of_ours(name, players)
    rng = random.Random(1)
    for seed in range(WARM_UP):
        play(seed, rng)
    began, actions, games = time.process_time(), 0, 0
    while (elapsed := time.process_time() - began) < SECONDS:
        actions += play(games, rng)
        games += 1
    return actions / elapsed, games / elapsed


def of_ours(game: str, players: int) -> Callable[[int, random.Random], int]:
    from chatuchak_solver.games.registry import game_entry

    entry: Any = game_entry(game)
    states = entry.state

    def play(seed: int, rng: random.Random) -> int:
        state: Any = states.new(players, rng=np.random.default_rng(seed))
        uniform, length = rng.random, 0
        while not state.is_over:
            if state.current_player == CHANCE:
                outcomes = state.chance_outcomes()
                action = drawn(outcomes, uniform() * sum([weight for _, weight in outcomes]))
            else:
                actions = state.legal_actions()
                action = actions[int(uniform() * len(actions))]
            state = state.apply_unchecked(action)
            length += 1
        return length

    return play


def drawn(outcomes: Sequence[tuple[Any, float]], ticket: float) -> Any:
    for action, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return action
    return outcomes[-1][0]  # rounding error


def of_openspiel(game: str) -> Callable[[int, random.Random], int]:
    loaded = import_module("pyspiel").load_game(game)

    def play(_: int, rng: random.Random) -> int:
        state, uniform, length = loaded.new_initial_state(), rng.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = drawn(state.chance_outcomes(), uniform())
            else:
                actions = state.legal_actions()
                action = actions[int(uniform() * len(actions))]
            state.apply_action(action)
            length += 1
        return length

    return play
