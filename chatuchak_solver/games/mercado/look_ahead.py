"""Rating actions by playing on: greedy replies, sampled chance, then the stated evaluation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.mercado.actions import Action, format_action
from chatuchak_solver.games.mercado.evaluation import DEFAULT_WEIGHTS, Weights, evaluate
from chatuchak_solver.games.mercado.legality import legal_actions
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

    def rate(self, state: MercadoState, rng: np.random.Generator) -> tuple[RatedAction, ...]:
        """Rate every legal action of the player to act, the best first.

        Actions that were looked into come before the others; equals are in order of their texts.
        """
        player = state.player
        board = state.market.layout
        steps = []
        for action in legal_actions(state):
            after = state.after(action)
            value = evaluate(after, player, self.weights)
            steps.append((-value, format_action(action, board), after))
        steps.sort(key=lambda step: step[:2])
        seeds = rng.integers(2**32, size=self.samples)
        rated = []
        for rank, (value, text, after) in enumerate(steps):
            looked = rank < self.width and self.turns > 0
            outlook = self._outlook(after, player, seeds) if looked else None
            rated.append(RatedAction(text, -value, outlook))
        return tuple(sorted(rated, key=_worst_last))

    def _outlook(self, start: MercadoState, player: int, seeds: np.ndarray) -> float:
        total = 0.0
        for seed in seeds:
            rng = np.random.default_rng(int(seed))
            state, turns = start, self.turns
            while not state.is_over:
                if state.current_player == CHANCE:
                    state = state.apply(sample_chance(state, rng))
                    continue
                if state.phase == "turn" and state.player == player:
                    if turns == 0:
                        break
                    turns -= 1
                state = state.after(greedy_action(state, rng, self.weights))
            total += evaluate(state, player, self.weights)
        return total / len(seeds)


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
