"""Setups of the conformance suite and the golden play-throughs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from chatuchak_solver import GAMES, Game
from chatuchak_solver.games.contract import GameState, sample_chance


@dataclass(frozen=True)
class Setup:
    """A game, a number of players and one choice of options."""

    entry: Game = field(hash=False)
    num_players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        choices = "".join(f"-{name}-{value}" for name, value in self.options)
        return f"{self.entry.name}-{self.num_players}{choices}"

    def start(self, seed: int) -> tuple[GameState[Any], np.random.Generator]:
        """Return the initial state of a seed, and the generator for the game."""
        rng = np.random.default_rng(seed)
        state = self.entry.state.new(self.num_players, rng=rng, options=dict(self.options))
        return state, rng


def setups(games: Iterable[Game] = GAMES) -> Iterator[Setup]:
    """Yield each game with the fewest and most players, and each other choice of options."""
    for entry in games:
        state = entry.state
        counts = state.player_counts
        for num_players in dict.fromkeys((counts[0], counts[-1])):
            yield Setup(entry, num_players)
        for option in state.setup_options:
            for choice in option.choices:
                if choice != option.default:
                    yield Setup(entry, counts[0], ((option.name, choice),))


SETUPS = tuple(setups())


def random_action(
    state: GameState[Any], rng: np.random.Generator, *, with_passes: bool = True
) -> str:
    """Draw an action: chance by its weights, players uniformly."""
    if state.chance_outcomes():
        return state.format(sample_chance(state, rng))
    actions = state.legal_texts()
    if not with_passes:
        actions = tuple(action for action in actions if action != "pass") or actions
    return actions[int(rng.integers(len(actions)))]


@lru_cache(maxsize=100)
def playout(setup: Setup, seed: int) -> list[tuple[GameState[Any], str | None]]:
    """Play at random to the end; return each state with its action. Cached, do not modify.

    Passing for the rest of the game is limited to odd seeds, since it ends games early.
    """
    state, rng = setup.start(seed)
    steps: list[tuple[GameState[Any], str | None]] = []
    while not state.is_over:
        action = random_action(state, rng, with_passes=seed % 2 == 1)
        steps.append((state, action))
        state = state.apply(action)
    steps.append((state, None))
    return steps
