"""Actions per second of random play, of this code or of an older commit.

``python -P benchmarks/random_play.py GAME:PLAYERS...`` prints one JSON line. Supports current and
earlier states, and OpenSpiel's backgammon (``backgammon:2``).
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

SECONDS = 0.7
"""Processor time of one measurement."""
WARM_UP = 5
"""Games before it, for imports and caches."""
CHANCE = -1


def print_rates() -> None:
    rates = {name: measure(*name.split(":")) for name in sys.argv[1:]}
    print(json.dumps(rates))


def measure(game: str, players: str) -> float:
    play = of_openspiel(game) if game == "backgammon" else of_ours(game, int(players))
    rng = random.Random(1)
    for seed in range(WARM_UP):
        play(seed, rng)
    began, actions, seed = time.process_time(), 0, 0
    while (elapsed := time.process_time() - began) < SECONDS:
        actions += play(seed, rng)
        seed += 1
    return actions / elapsed


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

    def play_picks(seed: int, rng: random.Random) -> int:
        state: Any = states.new(players, rng=np.random.default_rng(seed))
        uniform, length = rng.random, 0

        def draw(count: int) -> int:
            return int(uniform() * count)

        while not state.is_over:
            mover = state.current_player
            action = state.pick_outcome(draw) if mover == CHANCE else state.pick(mover, draw)
            state = state.after(action)
            length += 1
        return length

    def play_texts(seed: int, rng: random.Random) -> int:
        state: Any = states.new(players, rng=np.random.default_rng(seed))
        uniform, length = rng.random, 0
        while not state.is_over:
            if state.current_player == CHANCE:
                outcomes = state.chance_outcomes()
                action = drawn(outcomes, uniform() * sum([weight for _, weight in outcomes]))
            else:
                actions = state.legal_actions()
                action = actions[int(uniform() * len(actions))]
            state = state.apply(action)
            length += 1
        return length

    if hasattr(states, "apply_unchecked"):
        return play
    return play_picks if hasattr(states, "pick_outcome") else play_texts


def drawn(outcomes: Sequence[tuple[Any, float]], ticket: float) -> Any:
    for action, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return action
    return outcomes[-1][0]  # where rounding left a little


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


if __name__ == "__main__":
    print_rates()
