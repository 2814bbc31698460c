"""Players of all games, and the interface for new ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

import numpy as np

from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import (
    ANYONE,
    CHANCE,
    AnyState,
    GameState,
    check_player,
    sample_chance,
)
from chatuchak_solver.games.facts import seat_name

A = TypeVar("A")


Evaluate = Callable[[Any, int], float]
"""Values a state for a player; more is better, in any unit."""

Rate = Callable[[Any, int], tuple[Sequence[Any], Sequence[float]]]
"""Rates the actions of a player by the player's visible information.

Returns legal actions with their values, at least one of each class of equivalent actions.
"""

Best = Callable[[Any, int], Sequence[Any] | None]
"""Returns the best-rated actions alone, in the order in which they are rated.

None if all have to be rated.
"""

TIE_TOLERANCE: Final = 1e-9
"""Values closer than this count as equal, so that rounding never decides between actions."""


class Player(Protocol):
    """Chooses actions with the given generator as the only source of randomness."""

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return one of the state's legal actions of ``player``."""
        ...


def nothing_to_choose(player: int) -> InputError:
    """Return the error for a choice without legal actions."""
    return InputError(f"{seat_name(player)} has no action to choose from in this state")


def check_least(search: object, **least: int) -> None:
    """Raise InputError if a setting of a search is below its minimum."""
    for name, low in least.items():
        checked_whole(getattr(search, name), low, what=name)


def score_margin(state: AnyState, player: int) -> float:
    """Return the player's lead over the best other player; alone, the player's own score."""
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
        An action is rated by the value of the state after it, also if that waits for chance.
    rate
        Rates the actions in another way, if a game has a faster one or hides something.
    best
        Finds the best-rated actions if that is faster than to rate all.
    """

    evaluate: Evaluate = score_margin
    rate: Rate | None = None
    best: Best | None = None

    def ratings(self, state: GameState[A], player: int) -> tuple[Sequence[A], Sequence[float]]:
        """Return the actions of a player and the value of each."""
        if self.rate is not None:
            return self.rate(state, player)
        actions = state.actions_of(player)
        return actions, [self.evaluate(state.apply_unchecked(action), player) for action in actions]

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the best-rated action."""
        found = None if self.best is None else self.best(state, player)
        if found:
            chosen: A = found[int(rng.integers(len(found)))]
            return chosen
        actions, values = self.ratings(state, player)
        if not actions:
            raise nothing_to_choose(player)
        best = max(values) - TIE_TOLERANCE
        tied = [index for index, value in enumerate(values) if value >= best]
        return actions[tied[int(rng.integers(len(tied)))]]

    def play_on(
        self, state: GameState[A], player: int, turns: int, rng: np.random.Generator,
        luck: np.random.Generator | None = None, *, to_next_turn: bool = True,
    ) -> GameState[A]:  # fmt: skip
        """Return the result of a game in which all players choose this way.

        Parameters
        ----------
        player
            The player, needed in simultaneous games.
        turns
            The number of the player's own turns; turns of other players in between are included.
        rng
            The generator for ties.
        luck
            The generator for chance; ``rng`` by default.
        to_next_turn
            Whether play continues until the player's next turn, not only to the end of the last.
        """
        while not state.is_over:
            mover = state.current_player
            together = mover == ANYONE
            if together or mover == player:
                mover = player
                if state.begins_turn:
                    # Only in simultaneous games can other players have actions and this one none.
                    if turns == 0 or (together and not state.actions_of(player)):
                        break
                    turns -= 1
            elif turns == 0 and not to_next_turn:
                break
            if mover == CHANCE:
                state = state.apply_unchecked(sample_chance(state, luck or rng))
            else:
                state = state.apply_unchecked(self.choose(state, mover, rng))
        return state


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
