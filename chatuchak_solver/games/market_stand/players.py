"""Players of the market stand game; each decides by what it can see, never by hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import overload

from chatuchak_solver.games.look_ahead import LookAhead, LookAheadPlayer
from chatuchak_solver.games.market_stand.actions import Action, Lay, Source, Start
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.places import Place
from chatuchak_solver.games.market_stand.ranking import PlacementRater
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.games.tree_search import TreeSearch
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.problem import Layout
from chatuchak_solver.stand.scoring import DEFAULT_TEAMS, Variant


def evaluate(state: MarketStandState, player: int) -> float:
    """Return the own total if the game ended now, own goods announced at their best.

    Where another player has a choice of what to announce, all its goods count.
    """
    expected = observe(state, player).expected_goods()
    return state.tallies[player].best_announcement(expected, state.variant.announced)[1]


def lead(state: MarketStandState, player: int) -> float:
    """Return the points of the own side less those of the best other one; partners are one side."""
    own: tuple[int, ...] = (player,)
    if state.variant is Variant.TEAMS:
        own = next(team for team in DEFAULT_TEAMS if player in team)
    scores = state.scores()
    others = [score for seat, score in enumerate(scores) if seat not in own]
    return float(scores[player] - max(others))


def rate(state: MarketStandState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate every placement by the own total after it; equal-looking ones once.

    At the end, where nothing is hidden any more, announcements are rated by the lead they leave.
    """
    if state.all_complete:
        actions = state.legal_actions()
        return actions, [lead(state.after(action), player) for action in actions]
    rater, layout, offered = _beside(state, player)
    rated = rater.rate(layout, offered)
    totals: list[float] = rated.totals.tolist()
    return _Placements(state, player, rater, rated.rows), totals


def best(state: MarketStandState, player: int) -> Sequence[Action] | None:
    """Return the placements that `rate` rates best; None where no second or later card is laid."""
    if state.all_complete or not state.is_started:
        return None
    rater, layout, offered = _beside(state, player)
    return _Placements(state, player, rater, rater.best(layout, offered))


def _beside(state: MarketStandState, player: int) -> tuple[PlacementRater, Layout, list[int]]:
    """Return a player's rater, what is laid and what may be laid, as that player sees it."""
    view = observe(state, player)
    rater = _rater(view.deck, view.expected_goods(), state.variant.announced)
    offered = view.hand if not state.is_started else (*view.hand, *view.market)
    return rater, rater.layout(view.stands[player]), rater.indices(offered)


@lru_cache(maxsize=32)
def _rater(deck: Deck, scoring: frozenset[str], own_goods: int) -> PlacementRater:
    return PlacementRater(deck, scoring, own_goods)


class _Placements(Sequence[Action]):
    """Rows of a layout as the actions that lay them, each made when it is asked for."""

    def __init__(
        self,
        state: MarketStandState,
        player: int,
        rater: PlacementRater,
        rows: Layout,
    ) -> None:
        self._state = state
        self._player = player
        self._rater = rater
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return _Placements(self._state, self._player, self._rater, self._rows[index])
        placement = self._rater.placement(self._rows[index])
        if not self._state.is_started:
            return Start(placement.card)
        own = placement.card in self._state.hands[self._player]
        source: Source = "hand" if own else "market"
        return Lay(source, placement.card, Place(placement.x, placement.y, placement.rotation))


def greedy_player() -> GreedyPlayer:
    """Return the player that lays the card that makes the own total the greatest at once."""
    return GreedyPlayer(evaluate, rate, best)


def look_ahead(*, turns: int = 2, width: int = 8, samples: int = 4) -> LookAhead:
    """Return a search that plays the best placements on, with hidden cards guessed.

    Parameters
    ----------
    turns, width, samples
        As for `LookAhead`.
    """
    return LookAhead(greedy_player(), turns=turns, width=width, samples=samples)


def look_ahead_player() -> LookAheadPlayer:
    """Return the player that plays the best placements on before it decides."""
    return LookAheadPlayer(look_ahead())


def adviser() -> TreeSearch:
    """Return the search for advice.

    What is announced scores for everybody, so it is the lead that counts, not the own total.
    """
    greedy = GreedyPlayer(evaluate, _rate_actions, best)
    return TreeSearch(greedy, value=lead, turns=2, spread=1.5)


def _rate_actions(state: MarketStandState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate as `rate` does; a first card, which lies the same however it is turned, once."""
    actions, totals = rate(state, player)
    if state.is_started:
        return actions, totals
    once = dict(zip(actions, totals, strict=True))
    return tuple(once), tuple(once.values())
