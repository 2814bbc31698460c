"""Advice for the market stand: every promising placement, played on to the game's end."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np

from chatuchak_solver.games.advice import Advice, AdvisedAction, Adviser, Limits
from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.market_stand import players
from chatuchak_solver.games.market_stand.actions import Action
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.tree_search import TreeSearch
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.stand.rollouts import (
    GREEDY_WEIGHTS,
    WEIGHTS,
    RolloutState,
    compare_by_rollouts,
    make_policy,
)

A = TypeVar("A")


CLOSE: Final = 10.0
"""A lead of points that is nearly as good as twice as many."""


@dataclass(frozen=True, slots=True)
class OutlookAdviser(Adviser):
    """The search's settings.

    Attributes
    ----------
    width
        The number of searched placements, by their promise.
    share
        The random share of placements, of 1,024, that players consider in rollouts.
    """

    width: int = 40
    share: int = 64

    def search(
        self, state: GameState[A], player: int, rng: np.random.Generator, limits: Limits
    ) -> Advice[A]:
        """Rank the actions; see `Adviser`. A unit of work is a game played on.

        Announced goods score for all players, so the value is the lead, not the own total; being
        ahead matters more than the margin.
        """
        assert isinstance(state, MarketStandState)
        found: Advice[Any]
        if state.all_complete:  # no hidden information remains
            tree = TreeSearch(players.greedy_player(), value=players.lead)
            found = tree.search(state, player, rng, limits)
            return found
        sample = _sampler(state, player, int(rng.integers(2**62)))
        rows, values = sample(0).placement_values(GREEDY_WEIGHTS)
        promises = sample(0).placement_values(WEIGHTS)[1]
        if not state.is_started:  # rotations of a first card are equivalent
            promises[rows[:, 1] > 0] = -math.inf
        order = np.argsort(-promises, kind="stable")[: np.isfinite(promises).sum()]
        weights = np.tile(GREEDY_WEIGHTS, (state.num_players, 1))
        weights[player] = WEIGHTS
        policy = make_policy(weights, self.share)
        own, others = players.sides(state, player)
        leads: list[list[float]] = [[] for _ in order]

        def worth(candidate: int, future: int) -> float:
            played = sample(future).after(rows[order[candidate]])
            totals = played.totals(policy, future)
            ahead = float(totals[own].sum() - max(totals[other].sum() for other in others))
            leads[candidate].append(ahead)
            return math.tanh(ahead / CLOSE)

        searched = min(self.width, len(order)) if len(order) > 1 else 0
        ranked, _ = compare_by_rollouts(searched, worth, limits.run)
        ranked += range(searched, len(order))
        actions = players.Placements(state, player, players.rater_of(state, player)[0], rows)
        seen = state.sample_hidden(player, rng)
        found = Advice(
            player,
            tuple(
                _advised(seen, actions[int(order[n])], float(values[order[n]]), leads[n])
                for n in ranked[: limits.most]
            ),
            sum(map(len, leads)),
            limits.run.stopped_by,
        )
        return found


def _advised(
    state: MarketStandState, action: Action, at_once: float, leads: list[float]
) -> AdvisedAction[Action]:
    visits = len(leads)
    outlook = sum(leads) / visits if visits else None
    error = float(np.std(leads)) / math.sqrt(visits - 1) if visits > 1 else None
    return AdvisedAction.of(state, action, at_once, outlook, error, visits)


def _sampler(state: MarketStandState, player: int, seed: int) -> Callable[[int], RolloutState]:
    view = observe(state, player)
    rater, layout, _ = players.rater_of(state, player)
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
