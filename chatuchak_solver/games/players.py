"""Players of all games, advice on a player's actions, and the interfaces for new ones."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from msgspec import field

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, check_player, sample_chance
from chatuchak_solver.games.facts import seat_name

A = TypeVar("A")

Evaluate = Callable[[Any, int], float]
"""Values a state for a player, in any unit; more is better."""

Rate = Callable[[Any, int], tuple[Sequence[Any], Sequence[float]]]
"""Rates a player's actions by visible information.

Returns at least one legal action of each class of equivalent ones, with values.
"""

TIE_TOLERANCE = 1e-9
"""Closer values are equal, so rounding never decides between actions."""


class Player(Protocol):
    """Chooses actions; the given generator is the only source of randomness."""

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return a legal action of ``player``."""
        ...


def pick(actions: Sequence[A], player: int, rng: np.random.Generator) -> A:
    """Return a random one of a player's actions."""
    if not actions:
        raise InputError(f"{seat_name(player)} has no action to choose from in this state")
    return actions[int(rng.integers(len(actions)))]


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
        return pick(actions, player, rng)


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
        best = max(values, default=0.0) - TIE_TOLERANCE
        tied = [action for action, value in zip(actions, values, strict=True) if value >= best]
        return pick(tied, player, rng)

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


DEFAULT_PLAYOUTS = 100
"""The work for advice without limits of time or work."""


@renamed_members(action="text", outlook="expected_value", looks="visits")
class AdvisedAction(Answer, frozen=True):
    """A legal action with its value and reasons.

    Attributes
    ----------
    text
        The action's text.
    expected_value
        In units of the game's evaluation (lead in points or coins, negative number of remaining
        moves); None for an unvisited action.
    error
        The standard error of the expected value; 0 if exact, None if unknown.
    visits
        The number of playouts with the action.
    immediate
        Its immediate evaluation.
    gains
        The immediate change of every player's score.
    line
        The expected continuation as texts, up to the next chance event.
    """

    text: str = field(name="action")
    expected_value: float | None = field(name="outlook")
    error: float | None
    visits: Count = field(name="looks")
    immediate: float
    gains: tuple[int, ...]
    line: tuple[str, ...]


def advised_action(
    state: GameState[A], action: A, immediate: float, expected_value: float | None = None,
    error: float | None = None, visits: int = 0, line: tuple[str, ...] = (),
) -> AdvisedAction:  # fmt: skip
    """Return an action with its text and immediate gains."""
    pairs = zip(state.scores(), state.apply_unchecked(action).scores(), strict=True)
    gains = tuple(after - before for before, after in pairs)
    text = state.format(action)
    return AdvisedAction(text, expected_value, error, visits, immediate, gains, line)


class Advice(Answer, frozen=True):
    """Ranked actions, best first.

    Attributes
    ----------
    player
        The advised player; None without a decision.
    playouts
        The number of playouts.
    stopped_by
        The limit that ended the search; None for a complete search.
    actions
        One action for each class of equivalent ones.
    """

    player: int | None
    playouts: Count
    stopped_by: StopReason | None
    actions: tuple[AdvisedAction, ...]

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return {"player": None, "actions": []} if self.player is None else super().to_dict()


class Adviser(ABC):
    """Ranks a player's actions by visible information."""

    __slots__ = ()

    def advise(
        self, state: GameState[A], player: int | None = None, *, rng: np.random.Generator,
        stop: Stop | None = None, on_progress: OnProgress | None = None, most: int | None = None,
    ) -> Advice:  # fmt: skip
        """Return the actions of a player, best first; none without a decision.

        Parameters
        ----------
        player
            None for the current player, or the first in simultaneous games.
        rng
            Equal states of it and equal work give equal advice on every machine.
        stop
            By default work ends after `DEFAULT_PLAYOUTS`.
        on_progress
            Unit of work: playouts.
        most
            The number of reported actions, all by default; reporting takes time, too.
        """
        if player is not None:
            check_player(state, player)
        mover = state.current_player
        if state.is_over or mover == CHANCE:
            return Advice(None, 0, None, ())
        if mover == ANYONE:
            mover = player or 0
        elif player not in (None, mover):
            raise InputError(f"it is {seat_name(mover)}'s turn, not {seat_name(player)}'s")
        stop = stop or Stop()
        if stop.time_s is None and stop.work is None:
            stop |= Stop(work=DEFAULT_PLAYOUTS)
        return self.search(state, mover, rng, Run.begin(stop, on_progress), most)

    @abstractmethod
    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, run: Run, most: int | None
    ) -> Advice:
        """Return the actions, best first; see `advise`."""


@dataclass(frozen=True, slots=True)
class AdvisorPlayer:
    """Follows advice.

    Attributes
    ----------
    playouts
        The work per decision. Equal work gives equal games on every machine.
    """

    adviser: Adviser
    playouts: int = DEFAULT_PLAYOUTS

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the best advised action."""
        stop = Stop(work=self.playouts)
        advice = self.adviser.advise(state, player, rng=rng, stop=stop, most=1)
        return state.parse(pick(advice.actions[:1], player, rng).text)
