"""Advice: the ranked legal actions of the current player."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Final, TypeVar

import numpy as np
from msgspec import field

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, check_player
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import GreedyPlayer, check_least, nothing_to_choose

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
        action: A = state.parse(advice.actions[0].text)
        return action


@dataclass(frozen=True, slots=True)
class LookAhead(Adviser):
    """Plays promising actions on: greedy replies, sampled chance, then the game's evaluation.

    Attributes
    ----------
    greedy
        Rates actions, and plays all turns after the action.
    turns
        The number of own turns after the action; 0 for the immediate rating.
    width
        The number of searched actions, by immediate rating.
    samples
        The number of averaged continuations, each with its sample of hidden information. All
        actions share the seeds, so luck cancels out.
    to_next_turn
        Whether to include the replies to the last own turn.
    """

    greedy: GreedyPlayer = dataclass_field(default_factory=GreedyPlayer)
    turns: int = 1
    width: int = 5
    samples: int = 1
    to_next_turn: bool = False

    def __post_init__(self) -> None:
        check_least(self, turns=0, width=1, samples=1)

    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, limits: Limits
    ) -> Advice:
        """Rank the actions, ties in random order; see `Adviser`. A unit of work is a playout."""
        actions, ratings = self.greedy.ratings(state, player)
        ties = rng.random(len(actions))
        order = sorted(range(len(actions)), key=lambda index: (-ratings[index], ties[index]))
        seeds = [int(seed) for seed in rng.integers(2**32, size=self.samples)]
        values: dict[int, float] = {}
        for index in order[: self.width] if self.turns else ():
            if limits.run.should_stop(len(values) * self.samples):
                break
            played = [self._play_on(state, actions[index], player, seed) for seed in seeds]
            values[index] = sum(played) / len(played)
        ranked = sorted(values, key=lambda index: -values[index]) + order[len(values) :]
        advised = (
            advised_action(
                state, actions[index], ratings[index], values.get(index),
                visits=self.samples * (index in values),
            )
            for index in ranked[: limits.most]
        )  # fmt: skip
        playouts = len(values) * self.samples
        return Advice(player, playouts, limits.run.stopped_by, tuple(advised))

    def _play_on(self, state: GameState[A], action: A, player: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        begun, to_next = state.sample_hidden(player, rng).apply_unchecked(action), self.to_next_turn
        end = self.greedy.play_on(begun, player, self.turns, rng, to_next_turn=to_next)
        return self.greedy.evaluate(end, player)


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
