"""Advice: the ranked legal actions of the current player."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from msgspec import field

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, check_player
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import nothing_to_choose

A = TypeVar("A")

DEFAULT_PLAYOUTS: Final = 100
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


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search for advice.

    Attributes
    ----------
    most
        The number of reported actions; None for all.
    """

    run: Run
    most: int | None = None


class Adviser(ABC):
    """Ranks a player's actions by visible information."""

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
    ) -> Advice:
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
            Called after each unit of work.
        most
            The number of reported actions, all by default; reporting takes time, too.
        """
        advised = who_is_advised(state, player)
        if advised is None:
            return Advice(None, 0, None, ())
        stop = stop or Stop()
        if stop.time_s is None and stop.work is None:
            stop |= Stop(work=DEFAULT_PLAYOUTS)
        return self.search(state, advised, rng, Limits(Run.begin(stop, on_progress), most))

    @abstractmethod
    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, limits: Limits
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
        if not advice.actions:
            raise nothing_to_choose(player)
        return state.parse(advice.actions[0].text)


def who_is_advised(state: GameState[Any], player: int | None) -> int | None:
    """Return the advised player, or None without a decision."""
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
