"""Rating actions by playing on: greedy replies, sampled chance, then the game's evaluation."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from chatuchak_solver.games.contract import CHANCE, GameState
from chatuchak_solver.games.players import GreedyPlayer, check_least, nothing_to_choose

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class RatedAction(Generic[A]):
    """An action and its expected value.

    Attributes
    ----------
    action
        The action.
    immediate
        Its value at once.
    outlook
        The mean value of the continuations; None if not searched.
    """

    action: A
    immediate: float
    outlook: float | None


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The search's settings.

    Attributes
    ----------
    greedy
        Rates actions, and plays the turns of all players after the action.
    turns
        The number of own turns after the action; 0 for the immediate rating.
    width
        The number of searched actions, by their immediate rating.
    samples
        The number of averaged continuations. All actions share the seeds, so luck cancels out;
        hidden information is sampled for each seed.
    to_next_turn
        Whether to include the replies to the last own turn.
    """

    greedy: GreedyPlayer = field(default_factory=GreedyPlayer)
    turns: int = 1
    width: int = 5
    samples: int = 1
    to_next_turn: bool = False

    def __post_init__(self) -> None:
        check_least(self, turns=0, width=1, samples=1)

    def rate(
        self, state: GameState[A], player: int, rng: np.random.Generator
    ) -> tuple[RatedAction[A], ...]:
        """Rate the actions of the current player, the best first, ties in random order.

        Searched actions precede the remaining ones.

        Parameters
        ----------
        state
            The position; without ratings if no player decides.
        player
            The player.
        rng
            The generator for ties and for the seeds of the continuations.
        """
        if state.current_player == CHANCE or state.is_over:
            return ()
        actions, values = self.greedy.ratings(state, player)
        ties = rng.random(len(actions))
        order = sorted(range(len(actions)), key=lambda index: (-values[index], ties[index]))
        seeds = [int(seed) for seed in rng.integers(2**32, size=self.samples)]
        rated = []
        for place, index in enumerate(order):
            outlook = None
            if self.turns and place < self.width:
                played = [self._outlook(state, actions[index], player, seed) for seed in seeds]
                outlook = sum(played) / len(played)
            rated.append(RatedAction(actions[index], values[index], outlook))
        # The sort is stable.
        return tuple(sorted(rated, key=_worst_last))

    def _outlook(self, state: GameState[A], action: A, player: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        begun, to_next = state.sample_hidden(player, rng).apply_unchecked(action), self.to_next_turn
        end = self.greedy.play_on(begun, player, self.turns, rng, to_next_turn=to_next)
        return self.greedy.evaluate(end, player)


@dataclass(frozen=True, slots=True)
class LookAheadPlayer:
    """Plays every promising action on before it decides."""

    search: LookAhead = field(default_factory=LookAhead)

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the action with the best outlook; draws among equals."""
        rated = self.search.rate(state, player, rng)
        if not rated:
            raise nothing_to_choose(player)
        return rated[0].action


def _worst_last(rated: RatedAction[A]) -> tuple[bool, float]:
    value = rated.immediate if rated.outlook is None else rated.outlook
    return rated.outlook is None, -value
