"""Players that can play every game, and what it takes to write another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, sample_chance

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Evaluate",
    "GreedyPlayer",
    "LookAheadPlayer",
    "Player",
    "RandomPlayer",
    "own_actions",
    "score_margin",
]

Evaluate = Callable[[Any, int], float]
"""Rates a state for a player; more is better, in any unit."""

TIE_TOLERANCE: Final = 1e-9
"""Values closer than this count as equal, so that rounding never decides between actions."""


class Player(Protocol):
    """Chooses actions; all randomness comes from the generator it is handed."""

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return one of the state's legal actions of ``player``."""
        ...


def own_actions(state: GameState, player: int) -> tuple[str, ...]:
    """Return the legal actions of one player, also where all play at once.

    Where the state's current player is `ANYONE`, actions start with their player's number.
    """
    actions = state.legal_actions()
    if state.current_player != ANYONE:
        return actions
    prefix = f"{player} "
    return tuple(action for action in actions if action.startswith(prefix))


def score_margin(state: GameState, player: int) -> float:
    """Return the player's lead over the best other player; alone, the player's own score."""
    scores = state.scores()
    others = scores[:player] + scores[player + 1 :]
    return float(scores[player] - max(others, default=0))


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return a random action."""
        actions = own_actions(state, player)
        return actions[int(rng.integers(len(actions)))]


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Chooses the action after which the evaluation is best; draws among equals.

    An action that leads to a chance event is rated by the state that waits for it.
    """

    evaluate: Evaluate = score_margin

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return the best-rated action."""
        actions = own_actions(state, player)
        values = [self.evaluate(state.apply(action), player) for action in actions]
        best = max(values)
        tied = [
            a for a, value in zip(actions, values, strict=True) if value >= best - TIE_TOLERANCE
        ]
        return tied[int(rng.integers(len(tied)))]


@dataclass(frozen=True, slots=True)
class LookAheadPlayer:
    """Looks at its next turns, with greedy others and sampled chance between them.

    Attributes
    ----------
    evaluate
        Rates the states that the search ends in.
    depth
        The number of own turns after the one to decide.
    width
        Only that many actions, the best-rated ones after one step, are looked into.
    samples
        The number of continuations that are averaged for each of them.
    """

    evaluate: Evaluate = score_margin
    depth: int = 1
    width: int = 5
    samples: int = 1

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return the action with the best average outlook."""
        candidates = self._best_after_one_step(state, player, rng)
        if len(candidates) == 1:
            return candidates[0][1]
        outlooks = [
            sum(self._outlook(after, player, self.depth, rng) for _ in range(self.samples))
            for after, _ in candidates
        ]
        return candidates[outlooks.index(max(outlooks))][1]

    def _best_after_one_step(
        self, state: GameState, player: int, rng: np.random.Generator
    ) -> list[tuple[GameState, str]]:
        rated = []
        for action in own_actions(state, player):
            after = state.apply(action)
            # The random second key draws among equals, so that no order of texts is preferred.
            rated.append((-self.evaluate(after, player), rng.random(), action, after))
        rated.sort(key=lambda entry: entry[:3])
        return [(after, action) for _, _, action, after in rated[: self.width]]

    def _outlook(
        self, state: GameState, player: int, depth: int, rng: np.random.Generator
    ) -> float:
        greedy = GreedyPlayer(self.evaluate)
        while not state.is_over and depth > 0:
            if state.current_player == CHANCE:
                state = state.apply(sample_chance(state, rng))
            elif state.current_player in (player, ANYONE):
                if not own_actions(state, player):
                    break
                depth -= 1
                state = state.apply(greedy.choose(state, player, rng))
            else:
                state = state.apply(greedy.choose(state, state.current_player, rng))
        return self.evaluate(state, player)
