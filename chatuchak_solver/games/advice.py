"""Advice: the ranked legal actions of the current player, with values and reasons."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeVar

import numpy as np

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, check_player
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import nothing_to_choose

A = TypeVar("A")

DEFAULT_PLAYOUTS: Final = 100
"""The work of advice that is given neither a limit of time nor one of work."""


class AdvisedActionAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of an `AdvisedAction`."""

    action: str
    outlook: float | None
    error: float | None
    looks: Count
    immediate: float
    gains: tuple[int, ...]
    line: tuple[str, ...]


class AdviceAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of `Advice`."""

    player: int | None
    playouts: Count
    stopped_by: StopReason | None
    actions: tuple[AdvisedActionAnswer, ...]


@dataclass(frozen=True, slots=True)
class AdvisedAction(Generic[A]):
    """A legal action with its value and reasons.

    Attributes
    ----------
    action
        The action.
    text
        Its text.
    outlook
        The expected value in units of the game's evaluation (points or coins ahead, negative
        number of remaining moves); None if the search did not visit the action.
    error
        The standard error of the outlook; 0 if exact, None if unknown.
    looks
        The number of playouts that tried it.
    immediate
        The value of the game's evaluation directly after it.
    gains
        The immediate change of every player's score.
    line
        The expected continuation as texts, up to the next chance event.
    """

    action: A
    text: str
    outlook: float | None
    error: float | None
    looks: int
    immediate: float
    gains: tuple[int, ...]
    line: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, state: GameState[A], action: A, immediate: float, outlook: float | None = None,
        error: float | None = None, looks: int = 0, line: tuple[str, ...] = (),
    ) -> Self:  # fmt: skip
        """Return the ranked action with its text and immediate gains."""
        pairs = zip(state.scores(), state.apply_unchecked(action).scores(), strict=True)
        gains = tuple(after - before for before, after in pairs)
        return cls(action, state.format(action), outlook, error, looks, immediate, gains, line)


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """Ranked actions, the best first.

    Attributes
    ----------
    player
        The advised player; None without a decision.
    actions
        The actions, one for each class of equivalent ones.
    playouts
        The number of playouts.
    stopped_by
        The limit that ended the search; None for a complete search.
    """

    player: int | None
    actions: tuple[AdvisedAction[A], ...]
    playouts: int = 0
    stopped_by: StopReason | None = None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        if self.player is None:
            return {"player": None, "actions": []}
        actions = [AdvisedActionAnswer.of(advised, action=advised.text) for advised in self.actions]
        return AdviceAnswer.of(self, actions=actions).to_dict()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search for advice.

    Attributes
    ----------
    run
        The limit of time or work, and the progress callback.
    most
        The number of reported actions; None for all.
    """

    run: Run
    most: int | None = None


class Adviser(ABC):
    """Ranks the actions of a player by the player's visible information."""

    __slots__ = ()

    def advise(
        self,
        state: GameState[A],
        player: int | None = None,
        *,
        rng: np.random.Generator,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
        most: int | None = None,
    ) -> Advice[A]:
        """Return the actions of the current player, the best first.

        Parameters
        ----------
        state
            The position. Without a decision the advice has no actions.
        player
            The advised player; None for the current player, or the first in simultaneous games.
        rng
            The source of randomness. Equal states of it and equal work give equal advice on every
            machine.
        stop
            The limits. Without a limit of time or work, work ends after `DEFAULT_PLAYOUTS`.
        on_progress
            Called after each unit of work.
        most
            The number of reported actions, all by default; the report takes time, too.
        """
        advised = who_is_advised(state, player)
        if advised is None:
            return Advice(None, ())
        stop = stop or Stop()
        if stop.time_s is None and stop.work is None:
            stop |= Stop(work=DEFAULT_PLAYOUTS)
        return self.search(state, advised, rng, Limits(Run.begin(stop, on_progress), most))

    @abstractmethod
    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, limits: Limits
    ) -> Advice[A]:
        """Return the actions of the current player, the best first; see `advise`."""


@dataclass(frozen=True, slots=True)
class AdvisorPlayer:
    """Follows advice.

    Attributes
    ----------
    adviser
        The adviser.
    playouts
        The work for each decision. Equal work gives equal games on every machine.
    """

    adviser: Adviser
    playouts: int = DEFAULT_PLAYOUTS

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the action that is advised first."""
        stop = Stop(work=self.playouts)
        advice = self.adviser.advise(state, player, rng=rng, stop=stop, most=1)
        if not advice.actions:
            raise nothing_to_choose(player)
        return advice.actions[0].action


def who_is_advised(state: GameState[Any], player: int | None) -> int | None:
    """Return the player to advise, or None without a decision."""
    if player is not None:
        check_player(state, player)
    mover = state.current_player
    if state.is_over or mover == CHANCE:
        return None
    if mover == ANYONE:
        return player or 0
    if player not in (None, mover):
        raise InputError(f"it is {seat_name(mover)}'s turn, not {seat_name(player)}'s")
    return mover
