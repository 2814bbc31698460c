"""Rating actions by playing on: greedy replies, sampled chance, then the stated evaluation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.mercado.actions import Action, format_action
from chatuchak_solver.games.mercado.evaluation import DEFAULT_WEIGHTS, Weights, evaluate
from chatuchak_solver.games.mercado.rules import legal_actions
from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["LookAhead", "RatedAction", "best_action"]

TIE_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class RatedAction:
    """An action and what it is expected to lead to.

    Attributes
    ----------
    action
        The action's text.
    immediate
        The evaluation right after the action, in coins.
    outlook
        The mean evaluation after playing on, in coins; None where the search did not look.
    """

    action: str
    immediate: float
    outlook: float | None


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The search's settings.

    Attributes
    ----------
    turns
        How many own turns after the action are played, with everyone choosing greedily.
    width
        Only that many actions, the best by their immediate evaluation, are looked into.
    samples
        The number of continuations that are averaged. Every action sees the same seeds, so that
        luck weighs on all alike.
    weights
        The evaluation's weights.
    """

    turns: int = 1
    width: int = 6
    samples: int = 2
    weights: Weights = DEFAULT_WEIGHTS

    def num_continuations(self, state: MercadoState) -> int:
        """Return how many continuations `rate` plays."""
        if self.turns == 0:
            return 0
        return min(self.width, sum(1 for _ in legal_actions(state))) * self.samples

    def rate(
        self,
        state: MercadoState,
        rng: np.random.Generator,
        *,
        on_progress: Callable[[], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[RatedAction, ...]:
        """Rate every legal action of the player to act, the best first.

        Actions that were looked into come before the others; equals are in order of their texts.

        Parameters
        ----------
        state
            The position.
        rng
            Where the seeds of the continuations come from.
        on_progress
            Called after each continuation.
        should_stop
            Asked before each continuation; once it says so, the means are those of the
            continuations played, which are as many for every action, give or take one.
        """
        player = state.player
        board = state.market.layout
        steps = []
        for action in legal_actions(state):
            after = state.after(action)
            value = evaluate(after, player, self.weights)
            steps.append((-value, format_action(action, board), after))
        steps.sort(key=lambda step: step[:2])
        looked = steps[: self.width if self.turns else 0]
        outlooks: list[list[float]] = [[] for _ in steps]
        for seed in rng.integers(2**32, size=self.samples):
            for (_, _, after), found in zip(looked, outlooks, strict=False):
                if should_stop is not None and should_stop():
                    break
                found.append(self._outlook(after, player, int(seed)))
                if on_progress is not None:
                    on_progress()
        rated = [
            RatedAction(text, -value, sum(found) / len(found) if found else None)
            for (value, text, _), found in zip(steps, outlooks, strict=True)
        ]
        return tuple(sorted(rated, key=_worst_last))

    def _outlook(self, state: MercadoState, player: int, seed: int) -> float:
        """Return the evaluation after one continuation."""
        rng = np.random.default_rng(seed)
        turns = self.turns
        while not state.is_over:
            if state.current_player == CHANCE:
                state = state.apply(sample_chance(state, rng))
                continue
            if state.phase == "turn" and state.player == player:
                if turns == 0:
                    break
                turns -= 1
            state = state.after(greedy_action(state, rng, self.weights))
        return evaluate(state, player, self.weights)


def greedy_action(
    state: MercadoState, rng: np.random.Generator, weights: Weights = DEFAULT_WEIGHTS
) -> Action:
    """Return the action after which the evaluation is best; draws among equals."""
    rated = [
        (evaluate(state.after(action), state.player, weights), action)
        for action in legal_actions(state)
    ]
    best = max(value for value, _ in rated)
    tied = [action for value, action in rated if value >= best - TIE_TOLERANCE]
    return tied[int(rng.integers(len(tied)))]


def best_action(
    state: MercadoState, *, search: LookAhead | None = None, seed: int = 0
) -> RatedAction | None:
    """Return the best action of the player to act, or None where nobody decides.

    Parameters
    ----------
    state
        The position.
    search
        The search's settings; None for the default ones.
    seed
        The seed of the sampled chance events; equal seeds give equal answers.
    """
    rated = (search or LookAhead()).rate(state, np.random.default_rng(seed))
    return rated[0] if rated else None


def _worst_last(rated: RatedAction) -> tuple[bool, float, str]:
    value = rated.immediate if rated.outlook is None else rated.outlook
    return rated.outlook is None, -value, rated.action
