"""Players of the market stand game. They use visible information only."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import overload

from chatuchak_solver.games.look_ahead import LookAhead, LookAheadPlayer
from chatuchak_solver.games.market_stand.actions import Action, Lay, Source, Start
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.places import Place
from chatuchak_solver.games.market_stand.ranking import PlacementRater
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.problem import Layout
from chatuchak_solver.stand.scoring import DEFAULT_TEAMS, Variant


def evaluate(state: MarketStandState, player: int) -> float:
    """Return the own total if the game ended now, own goods announced at their best.

    If another player has a choice of announcements, all its goods count.
    """
    expected = observe(state, player).expected_goods()
    return state.tallies[player].best_announcement(expected, state.variant.announced)[1]


def lead(state: MarketStandState, player: int) -> float:
    """Return the points of the own side less those of the best other one; partners are one side."""
    scores = state.scores()
    _, others = sides(state, player)
    return float(scores[player] - max(scores[side[0]] for side in others))


def sides(state: MarketStandState, player: int) -> tuple[list[int], list[list[int]]]:
    """Return the seats of the player's side and of every other one."""
    every = [[seat] for seat in range(state.num_players)]
    if state.variant is Variant.TEAMS:
        every = list(map(list, DEFAULT_TEAMS))
    own = next(side for side in every if player in side)
    return own, [side for side in every if side is not own]


def rate(state: MarketStandState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate every placement by the own total after it; equal-looking ones once.

    At the end, without hidden cards, announcements are rated by the resulting lead.
    """
    if state.all_complete:
        actions = state.legal_actions()
        return actions, [lead(state.apply_unchecked(action), player) for action in actions]
    rater, layout, offered = rater_of(state, player)
    rated = rater.rate(layout, offered)
    totals: list[float] = rated.totals.tolist()
    return Placements(state, player, rater, rated.rows), totals


def best(state: MarketStandState, player: int) -> Sequence[Action] | None:
    """Return the placements with the best rating; None unless a later card is placed."""
    if state.all_complete or not state.is_started:
        return None
    rater, layout, offered = rater_of(state, player)
    return Placements(state, player, rater, rater.best(layout, offered))


def rater_of(state: MarketStandState, player: int) -> tuple[PlacementRater, Layout, list[int]]:
    """Return a player's rater with the visible placed and available cards."""
    view = observe(state, player)
    rater = _rater(view.deck, view.expected_goods(), state.variant.announced)
    offered = view.hand if not state.is_started else (*view.hand, *view.market)
    return rater, rater.layout(view.stands[player]), rater.indices(offered)


@lru_cache(maxsize=32)
def _rater(deck: Deck, scoring: frozenset[str], own_goods: int) -> PlacementRater:
    return PlacementRater(deck, scoring, own_goods)


@dataclass(frozen=True, slots=True, eq=False)
class Placements(Sequence[Action]):
    """Rows of a layout as actions, created lazily."""

    state: MarketStandState
    player: int
    rater: PlacementRater
    rows: Layout

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return replace(self, rows=self.rows[index])
        placement = self.rater.placement(self.rows[index])
        if not self.state.is_started:
            return Start(placement.card)
        own = placement.card in self.state.hands[self.player]
        source: Source = "hand" if own else "market"
        return Lay(source, placement.card, Place(placement.x, placement.y, placement.rotation))


def greedy_player() -> GreedyPlayer:
    """Return the player that lays the card that makes the own total the greatest at once."""
    return GreedyPlayer(evaluate, rate, best)


def look_ahead_player() -> LookAheadPlayer:
    """Return the player that plays the best placements on, with hidden cards guessed."""
    return LookAheadPlayer(LookAhead(greedy_player(), turns=2, width=8, samples=4))
