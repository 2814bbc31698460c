"""Rating actions by playing on: greedy replies, sampled chance, then the game's evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, sample_chance
from chatuchak_solver.games.players import GreedyPlayer, nothing_to_choose
from chatuchak_solver.run import OnProgress, Progress, Run, Stop, StopReason

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Float64s, Int64s

__all__ = ["LookAhead", "LookAheadPlayer", "RatedAction", "Ratings"]

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class RatedAction(Generic[A]):
    """An action and what it is expected to lead to.

    Attributes
    ----------
    action
        The action.
    text
        Its text.
    immediate
        Its value at once.
    outlook
        The mean value after playing on; None where the search did not look.
    """

    action: A
    text: str
    immediate: float
    outlook: float | None


@dataclass(frozen=True, slots=True)
class Ratings(Generic[A]):
    """The rated actions, the best first, and why the search ended early, or None."""

    actions: tuple[RatedAction[A], ...]
    stopped_by: StopReason | None


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The search's settings.

    Attributes
    ----------
    greedy
        Rates actions at once, and plays everybody's turns after the action.
    turns
        How many own turns after the action are played; 0 to rate at once only.
    width
        Only that many actions, the best at once, are looked into.
    samples
        The number of continuations that are averaged. All actions see the same seeds, so that
        luck weighs on all alike; what is hidden from the player is guessed again for each seed.
    to_next_turn
        Whether the others' replies to the last own turn are played too.

    Raises
    ------
    InputError
        If a number is negative, or the width or the samples are 0.
    """

    greedy: GreedyPlayer = field(default_factory=GreedyPlayer)
    turns: int = 1
    width: int = 5
    samples: int = 1
    to_next_turn: bool = False

    def __post_init__(self) -> None:
        for name, number, least in (
            ("turns", self.turns, 0),
            ("width", self.width, 1),
            ("samples", self.samples, 1),
        ):
            if number < least:
                raise InputError(f"{name} {number}; expected {least} or more")

    def rate(
        self,
        state: GameState[A],
        player: int,
        rng: np.random.Generator,
        *,
        shuffle: bool = False,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Ratings[A]:
        """Rate the actions of a player who is to act, the best first.

        Actions that were looked into come before the others.

        Parameters
        ----------
        state
            The position; without ratings where nobody decides.
        player
            Whose actions are rated.
        rng
            Where the seeds of the continuations come from.
        shuffle
            Whether equals come in random order; otherwise in the order of their texts.
        stop
            When to end early; a unit of work is a continuation. The means are then those of the
            continuations played, which are as many for every action, give or take one.
        on_progress
            Called after each continuation.
        """
        run = Run.begin(stop, on_progress)
        if state.current_player == CHANCE or state.is_over:
            return Ratings((), None)
        actions, values = self.greedy.ratings(state, player)
        ties: Sequence[float] | Float64s = (
            rng.random(len(actions)) if shuffle else range(len(actions))
        )
        order = sorted(range(len(actions)), key=lambda index: (-values[index], ties[index]))
        looked = order[: self.width if self.turns else 0]
        seeds = rng.integers(2**32, size=self.samples)
        outlooks = self._outlooks(
            state, player, [actions[index] for index in looked], seeds, run, on_progress
        )
        rated = [
            RatedAction(actions[index], state.format(actions[index]), values[index], outlook)
            for index, outlook in zip(
                order, [*outlooks, *[None] * (len(order) - len(looked))], strict=True
            )
        ]
        # The sort is stable: equals keep their order.
        rated.sort(key=_worst_last)
        return Ratings(tuple(rated), run.stopped_by)

    def _outlooks(
        self,
        state: GameState[A],
        player: int,
        actions: Sequence[A],
        seeds: Int64s,
        run: Run,
        on_progress: OnProgress | None,
    ) -> list[float | None]:
        """Return the mean value of each action after playing on."""
        sums = [0.0] * len(actions)
        counts = [0] * len(actions)
        played, total = 0, len(actions) * len(seeds)
        for seed in seeds:
            for index, action in enumerate(actions):
                if run.must_end(played):
                    break
                sums[index] += self._outlook(state, action, player, int(seed))
                counts[index] += 1
                played += 1
                if on_progress is not None:
                    on_progress(Progress(work=played, total=total, seconds=run.seconds))
        return [value / count if count else None for value, count in zip(sums, counts, strict=True)]

    def _outlook(self, state: GameState[A], action: A, player: int, seed: int) -> float:
        """Return the value after one continuation."""
        rng = np.random.default_rng(seed)
        state = state.guess(player, rng).after(action)
        left = self.turns
        while not state.is_over:
            mover = state.current_player
            if mover == CHANCE:
                if left == 0 and not self.to_next_turn:
                    break
                state = state.after(sample_chance(state, rng))
                continue
            if mover in (player, ANYONE):
                mover = player
                if state.begins_turn:
                    if left == 0 or not state.actions_of(player):
                        break
                    left -= 1
            elif left == 0 and not self.to_next_turn:
                break
            state = state.after(self.greedy.choose(state, mover, rng))
        return self.greedy.evaluate(state, player)


@dataclass(frozen=True, slots=True)
class LookAheadPlayer:
    """Plays every promising action on before it decides."""

    search: LookAhead = field(default_factory=LookAhead)

    def choose(self, state: GameState[A], player: int, rng: np.random.Generator) -> A:
        """Return the action with the best outlook; draws among equals."""
        rated = self.search.rate(state, player, rng, shuffle=True).actions
        if not rated:
            raise nothing_to_choose(player)
        return rated[0].action


def _worst_last(rated: RatedAction[A]) -> tuple[bool, float]:
    value = rated.immediate if rated.outlook is None else rated.outlook
    return rated.outlook is None, -value
