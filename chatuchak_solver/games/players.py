"""Players of all games, and the interface for new ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, check_player, sample_chance
from chatuchak_solver.games.facts import seat_name

A = TypeVar("A")


Evaluate = Callable[[Any, int], float]
"""Values a state for a player, in any unit; more is better."""

Rate = Callable[[Any, int], tuple[Sequence[Any], Sequence[float]]]
"""Rates a player's actions by visible information.

Returns at least one legal action of each class of equivalent ones, with values.
"""

TIE_TOLERANCE: Final = 1e-9
"""Closer values are equal, so rounding never decides between actions."""


class Player(Protocol):
    """Chooses actions; the given generator is the only source of randomness."""

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return a legal action of ``player``."""
        ...


def nothing_to_choose(player: int) -> InputError:
    """Return the error for a choice without legal actions."""
    return InputError(f"{seat_name(player)} has no action to choose from in this state")


def next_turn(state: GameState[Any], player: int, turns: int) -> tuple[int, int]:
    """Return who acts, in simultaneous games the player, and the player's turns left after it.

    Negative if the player would begin one turn too many.
    """
    mover = player if state.current_player == ANYONE else state.current_player
    return mover, turns - (mover == player and state.begins_turn)


def score_margin(state: GameState[Any], player: int) -> float:
    """Return the player's lead over the best other player; alone, the own score."""
    check_player(state, player)
    scores = state.scores()
    others = scores[:player] + scores[player + 1 :]
    return float(scores[player] - max(others, default=0))


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return a random action."""
        actions = state.legal_actions() if player == ANYONE else state.actions_of(player)
        if not actions:
            raise nothing_to_choose(player)
        return actions[int(rng.integers(len(actions)))]


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Chooses the best-rated action; draws among equals.

    Attributes
    ----------
    evaluate
        Rates an action by the resulting state, even before a chance event.
    rate
        Rates the actions in a faster way, or with hidden information.
    """

    evaluate: Evaluate = score_margin
    rate: Rate | None = None

    def ratings(self, state: GameState[A], player: int) -> tuple[Sequence[A], Sequence[float]]:
        """Return a player's actions and their values."""
        if self.rate is not None:
            return self.rate(state, player)
        actions = state.actions_of(player)
        return actions, [self.evaluate(state.apply_unchecked(action), player) for action in actions]

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the best-rated action."""
        actions, values = self.ratings(state, player)
        if not actions:
            raise nothing_to_choose(player)
        best = max(values) - TIE_TOLERANCE
        tied = [index for index, value in enumerate(values) if value >= best]
        return actions[tied[int(rng.integers(len(tied)))]]

    def play_on(
        self, state: GameState[A], player: int, turns: int, rng: np.random.Generator,
        luck: np.random.Generator | None = None,
    ) -> GameState[A]:  # fmt: skip
        """Return the state at the player's next turn, after all players choose this way.

        Parameters
        ----------
        player
            Needed in simultaneous games.
        turns
            The number of the player's own turns.
        rng
            The generator for ties.
        luck
            The generator for chance; ``rng`` by default.
        """
        while not state.is_over:
            mover, turns = next_turn(state, player, turns)
            # Only in simultaneous games can this player alone have no actions.
            if turns < 0 or (state.current_player == ANYONE and not state.actions_of(player)):
                break
            if mover == CHANCE:
                state = state.apply_unchecked(sample_chance(state, luck or rng))
            else:
                state = state.apply_unchecked(self.choose(state, mover, rng))
        return state
