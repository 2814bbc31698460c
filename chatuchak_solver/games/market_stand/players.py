"""Players of the market stand game; each decides by what it can see, never by hidden cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.market_stand.observation import Observation, observe
from chatuchak_solver.games.market_stand.ranking import PlacementRater
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.players import GreedyPlayer, Player
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import Layout
from chatuchak_solver.stand.stand import STAND_CARDS

__all__ = ["MarketStandGreedyPlayer", "MarketStandLookAheadPlayer"]

TAKEN_FROM_MARKET: Final = 0.75
"""How often another player is expected to take one of the three market cards, not the hand's."""


@dataclass(frozen=True, slots=True)
class MarketStandGreedyPlayer:
    """Lays the card that makes the own total the greatest at once; draws among equals."""

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return one of the player's legal actions."""
        assert isinstance(state, MarketStandState)
        if state.all_complete:
            # Nothing is hidden any more: the announcement that leaves the best lead.
            return GreedyPlayer().choose(state, player, rng)
        view = observe(state, player)
        rater = PlacementRater(view.deck, view.expected_goods(), state.variant.announced)
        offered = view.hand if not state.is_started else (*view.hand, *view.market)
        rated = rater.rate(rater.layout(view.stands[player]), rater.indices(offered))
        placement = rater.placement(rated.rows[rated.best(rng)])
        if not state.is_started:
            return f"start {placement.card.id}"
        return action_for(view, placement)


@dataclass(frozen=True, slots=True)
class MarketStandLookAheadPlayer:
    """Looks at how the own stand would go on after the best placements.

    Each candidate is continued some times to the end of the game, or some turns ahead: other
    players take market cards at random, the cards that come are drawn from the unseen ones, and
    the own stand grows greedily. The candidate with the best average total is taken.

    Attributes
    ----------
    width
        How many of the best-rated placements are continued.
    samples
        Continuations of each; all candidates see the same cards come.
    turns
        Own turns in a continuation at most.
    """

    width: int = 8
    samples: int = 4
    turns: int = 2

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:
        """Return one of the player's legal actions."""
        assert isinstance(state, MarketStandState)
        greedy: Player = MarketStandGreedyPlayer()
        if state.all_complete or not state.is_started:
            return greedy.choose(state, player, rng)
        view = observe(state, player)
        rater = PlacementRater(view.deck, view.expected_goods(), state.variant.announced)
        layout = rater.layout(view.stands[player])
        rated = rater.rate(layout, rater.indices((*view.hand, *view.market)))
        candidates = rated.ordered(rng)[: self.width]
        seeds = rng.integers(2**63, size=self.samples)
        outlooks = [0] * len(candidates)
        for seed in seeds:
            for number, index in enumerate(candidates):
                future = Future(view, rater, np.random.default_rng(seed))
                grown = future.lay(layout, rated.rows[index])
                outlooks[number] += future.total(grown, int(rated.totals[index]), self.turns)
        return action_for(view, rater.placement(rated.rows[candidates[int(np.argmax(outlooks))]]))


class Future:
    """One way in which the cards may come, and the own stand growing greedily with them."""

    def __init__(self, view: Observation, rater: PlacementRater, rng: np.random.Generator) -> None:
        self._rater = rater
        self._rng = rng
        self._others = len(view.stands) - 1
        self._hand = rater.indices(view.hand)
        self._market = rater.indices(view.market)
        self._coming = rng.permutation(rater.indices(view.unseen)).tolist()

    def lay(self, layout: Layout, row: npt.NDArray[np.int64]) -> Layout:
        """Return the layout with one more card, which is replaced where it came from."""
        card = int(row[0])
        self._replace(self._hand if card in self._hand else self._market, card)
        return np.vstack((layout, row))

    def _replace(self, cards: list[int], gone: int) -> None:
        cards.remove(gone)
        if self._coming:
            cards.append(self._coming.pop())

    def total(self, layout: Layout, total: int, turns: int) -> int:
        """Return the own total after so many further turns, ``total`` being that of now."""
        for _ in range(min(turns, STAND_CARDS - len(layout))):
            for _ in range(self._others):
                if self._rng.random() < TAKEN_FROM_MARKET and self._market:
                    taken = self._market[int(self._rng.integers(len(self._market)))]
                    self._replace(self._market, taken)
            rated = self._rater.rate(layout, (*self._hand, *self._market))
            best = rated.best(self._rng)
            total = int(rated.totals[best])
            layout = self.lay(layout, rated.rows[best])
        return total


def action_for(view: Observation, placement: Placement) -> str:
    """Return the action that lays a card of the hand or of the market."""
    source = "hand" if placement.card in view.hand else "market"
    return f"{source} {placement}"
