"""The players of Mercado de Lisboa."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.mercado.actions import format_action
from chatuchak_solver.games.mercado.evaluation import DEFAULT_WEIGHTS, Weights
from chatuchak_solver.games.mercado.look_ahead import LookAhead, greedy_action
from chatuchak_solver.games.mercado.state import MercadoState

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MercadoGreedyPlayer", "MercadoLookAheadPlayer"]


@dataclass(frozen=True, slots=True)
class MercadoGreedyPlayer:
    """Takes the action after which the stated evaluation is best."""

    weights: Weights = DEFAULT_WEIGHTS

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:  # noqa: ARG002
        """Return the best action after one step; draws among equals."""
        assert isinstance(state, MercadoState)
        return format_action(greedy_action(state, rng, self.weights), state.market.layout)


@dataclass(frozen=True, slots=True)
class MercadoLookAheadPlayer:
    """Plays every promising action on before it decides."""

    search: LookAhead = field(default_factory=LookAhead)

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:  # noqa: ARG002
        """Return the action with the best outlook."""
        assert isinstance(state, MercadoState)
        return self.search.rate(state, rng)[0].action
