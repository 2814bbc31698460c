"""Players and advice of the market stand game, from visible information only."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.games import players
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.market_stand.actions import Action, Lay, Place, Source, Start
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.tree_search import TreeSearch
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.stand.card import ROTATIONS, Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.next_card import score_placements
from chatuchak_solver.stand.problem import Layout, kernel_arrays, layout_of
from chatuchak_solver.stand.rollouts import (
    GREEDY_WEIGHTS,
    WEIGHTS,
    RolloutState,
    compare_by_rollouts,
    make_policy,
)
from chatuchak_solver.stand.scoring import DEFAULT_TEAMS, Variant
from chatuchak_solver.stand.stand import Stand


class PlacementRater:
    """Rates placements of a deck's cards for one owner.

    Parameters
    ----------
    scoring
        Goods that score in any case.
    own_goods
        The number of goods that the owner announces; the best ones count.

    Attributes
    ----------
    arrays
        The deck and the rules as arguments of kernels.
    """

    def __init__(self, deck: Deck, scoring: Collection[str], own_goods: int) -> None:
        self._place_in_deck = {card.id: index for index, card in enumerate(deck)}
        self.arrays: Words[Any] = pack_args(kernel_arrays(deck.cards, tuple(scoring), own_goods))

    def indices(self, cards: Sequence[Card]) -> list[int]:
        """Return the cards' indices in the deck."""
        return [self._place_in_deck[card.id] for card in cards]

    def layout(self, stand: Stand) -> Layout:
        """Return the layout of a stand."""
        return layout_of(stand.placements, self.indices(stand.cards))


_placement_rater = lru_cache(maxsize=32)(PlacementRater)

CLOSE = 10.0
"""A lead in points that is nearly as good as twice as many."""


@dataclass(frozen=True, slots=True)
class RolloutAdviser(players.Adviser):
    """Advice by rollouts to the end of the game.

    Attributes
    ----------
    width
        The number of searched placements.
    share
        The random share of placements in rollouts, of 1,024.
    """

    width: int = 40
    share: int = 64

    def search(
        self, state: AnyState, player: int, rng: np.random.Generator, run: Run, most: int | None
    ) -> players.Advice:
        """Rank the actions by lead; see `Adviser`. A unit of work is a rollout.

        Announced goods score for all players; being ahead matters more than the margin.
        """
        assert isinstance(state, MarketStandState)
        if state.all_complete:  # no hidden information remains
            tree = TreeSearch(players.GreedyPlayer(lead, rate))
            return tree.search(state, player, rng, run, most)
        sample = _sampler(state, player, int(rng.integers(2**62)))
        rows, values, _ = sample(0).placement_values(GREEDY_WEIGHTS)
        promises = sample(0).placement_values(WEIGHTS)[1]
        if not state.is_started:  # rotations of a first card are equivalent
            promises[rows[:, 1] > 0] = -math.inf
        order = np.argsort(-promises, kind="stable")[: np.isfinite(promises).sum()]
        weights = np.tile(GREEDY_WEIGHTS, (state.num_players, 1))
        weights[player] = WEIGHTS
        policy = make_policy(weights, self.share)
        own, others = sides(state, player)
        leads: list[list[float]] = [[] for _ in order]

        def worth(candidate: int, future: int) -> float:
            played = sample(future).after(rows[order[candidate]])
            totals = played.totals(policy, future)
            ahead = float(totals[own].sum() - max(totals[other].sum() for other in others))
            leads[candidate].append(ahead)
            return math.tanh(ahead / CLOSE)

        searched = min(self.width, len(order)) if len(order) > 1 else 0
        ranked, _ = compare_by_rollouts(searched, worth, run)
        ranked += range(searched, len(order))
        actions = actions_of(state, player, rows[order])
        seen = state.sample_hidden(player, rng)
        advised = (
            _advised(seen, actions[n], float(values[order[n]]), leads[n]) for n in ranked[:most]
        )
        return players.Advice(player, sum(map(len, leads)), run.stopped_by, tuple(advised))


def _advised(
    state: MarketStandState, action: Action, immediate: float, leads: list[float]
) -> players.AdvisedAction:
    visits = len(leads)
    mean = sum(leads) / visits if visits else None
    error = float(np.std(leads)) / math.sqrt(visits - 1) if visits > 1 else None
    return players.advised_action(state, action, immediate, mean, error, visits)


def _sampler(state: MarketStandState, player: int, seed: int) -> Callable[[int], RolloutState]:
    view = observe(state, player)
    rater, layout, _ = rater_of(state, player)
    rules = pack_args(rater.arrays.value._replace(opponents_mask=0))
    unseen, market = np.array(rater.indices(view.unseen)), rater.indices(state.market)
    laid = [rater.layout(stand) for stand in state.stands]
    laid[player] = layout

    @lru_cache(maxsize=1)
    def sample_future(future: int) -> RolloutState:
        drawn = np.random.default_rng((seed, future)).permutation(unseen).tolist()
        stands, offers = list(laid), [drawn[:0] for _ in laid]
        for seat, hand in enumerate(state.hands):
            if seat == player:
                offers[seat] = rater.indices(hand)
                continue
            offers[seat], drawn = drawn[: len(hand)], drawn[len(hand) :]
            if len(laid[seat]) and not state.is_started:  # chosen in secret
                stands[seat] = laid[seat].copy()
                stands[seat][0, 0] = drawn.pop()
        return RolloutState.of(rules, stands, [*offers, market], drawn)

    return sample_future


def lead(state: MarketStandState, player: int) -> float:
    """Return the lead over the best other side; partners are one side."""
    scores = state.scores()
    _, others = sides(state, player)
    return float(scores[player] - max(scores[side[0]] for side in others))


def sides(state: MarketStandState, player: int) -> tuple[list[int], list[list[int]]]:
    """Return the seats of the player's side and of every other side."""
    every = [[seat] for seat in range(state.num_players)]
    if state.variant is Variant.TEAMS:
        every = list(map(list, DEFAULT_TEAMS))
    own = next(side for side in every if player in side)
    return own, [side for side in every if side is not own]


def rate(state: MarketStandState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate the placements by the resulting own total; those that look the same only once.

    At the end, without hidden cards, announcements are rated by the resulting lead.
    """
    if state.all_complete:
        actions = state.legal_actions()
        return actions, [lead(state.apply_unchecked(action), player) for action in actions]
    rater, layout, offered = rater_of(state, player)
    rows = score_placements(rater.arrays, layout, offered)
    totals: list[float] = rows[:, 4].tolist()
    return actions_of(state, player, rows[:, :4]), totals


def rater_of(state: MarketStandState, player: int) -> tuple[PlacementRater, Layout, list[int]]:
    """Return a player's rater, stand and available cards."""
    view = observe(state, player)
    rater = _placement_rater(view.deck, view.expected_goods(), state.variant.announced)
    offered = view.hand if not state.is_started else (*view.hand, *view.market)
    return rater, rater.layout(view.stands[player]), rater.indices(offered)


def actions_of(state: MarketStandState, player: int, rows: Layout) -> list[Action]:
    """Return a player's actions of rows of a layout."""
    cards, hand = state.deck.cards, state.hands[player]
    if not state.is_started:
        return [Start(cards[number]) for number in rows[:, 0].tolist()]
    sources: list[Source] = ["hand" if card in hand else "market" for card in cards]
    return [
        Lay(sources[number], cards[number], Place(x - CENTER, y - CENTER, ROTATIONS[quarter]))
        for number, quarter, y, x in rows.tolist()
    ]
