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
    """A legal action, what it is worth and why.

    Attributes
    ----------
    action
        The action.
    text
        Its text.
    outlook
        What it is expected to lead to, in the units of the game's evaluation (points or coins
        ahead, moves to go with a minus); None if the search did not look into it.
    error
        The standard error of the outlook; 0 if it is exact, None if it cannot be told.
    looks
        In how many of the games played on it was tried.
    immediate
        Its value at once, as the game's evaluation sees it.
    gains
        How it changes every player's score at once.
    line
        What is expected to follow, as texts, as far as no chance comes in between.
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
    """What to do, the best first.

    Attributes
    ----------
    player
        Who is advised; None if nobody decides.
    actions
        The actions; of those that come to the same, one.
    playouts
        How many games were played on.
    stopped_by
        The limit that ended the search; None if it found all that there is.
    """

    player: int | None
    actions: tuple[AdvisedAction[A], ...]
    playouts: int = 0
    stopped_by: StopReason | None = None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        if self.player is None:
            return {"player": None, "actions": []}
        actions = [
            AdvisedActionAnswer(
                action=advised.text,
                outlook=advised.outlook,
                error=advised.error,
                looks=advised.looks,
                immediate=advised.immediate,
                gains=advised.gains,
                line=advised.line,
            )
            for advised in self.actions
        ]
        return AdviceAnswer(
            player=self.player,
            playouts=self.playouts,
            stopped_by=self.stopped_by,
            actions=tuple(actions),
        ).to_dict()


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search for advice goes.

    Attributes
    ----------
    run
        When it ends, by a limit of time or work, and who hears of it.
    most
        How many of the best actions it has to tell of; None for all.
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
            The position. Where nobody decides, the advice has no actions.
        player
            Who is advised; None for the current player, or the first in simultaneous games.
        rng
            The source of all luck: for one state of it and one limit of work the advice is the
            same on every machine.
        stop
            When to end. Without a limit of time or work, work ends after `DEFAULT_PLAYOUTS`.
        on_progress
            Called after each unit of work.
        most
            How many of the best actions to tell of, all by default; telling takes its time too.

        Raises
        ------
        InputError
            If there is no such player, or it is another one's turn.
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
        Whose advice.
    playouts
        The work for each decision; the same work gives the same game on every machine.
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
    """Return the player to advise, or None if nobody decides.

    Raises
    ------
    InputError
        If there is no such player, or it is another one's turn.
    """
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
