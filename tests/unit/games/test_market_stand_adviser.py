"""Advice for the market stand: samples, rollouts and their statistics."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from statistics import mean, stdev
from typing import TYPE_CHECKING

import numpy as np
import pytest

from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.players import RolloutAdviser
from chatuchak_solver.stand.rollouts import GREEDY_WEIGHTS, WEIGHTS, RolloutState
from tests.game_tree import play_at_least

if TYPE_CHECKING:
    from chatuchak_solver.games.players import Advice
    from chatuchak_solver.kernels.arrays import Int64s
    from chatuchak_solver.kernels.packing import Words
    from chatuchak_solver.stand.kernels.tables import Policy


def position(num_players: int, actions: int) -> MarketStandState:
    """Return a position of random play, from the first cards on, in which a player decides."""
    rng = np.random.default_rng(num_players)
    start = MarketStandState.new(num_players, rng=rng)
    return play_at_least(start, rng, actions, lambda state: not state.draws_for)


def advised(state: MarketStandState, work: int, *, width: int = 40) -> Advice:
    return RolloutAdviser(width=width, share=48).advise(
        state, rng=np.random.default_rng(5), stop=Stop(work=work)
    )


@pytest.mark.parametrize(("num_players", "actions"), [(3, 2), (4, 1), (2, 9), (4, 30)])
def test_samples_deal_unseen(
    num_players: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(num_players, actions)
    player, view = state.current_player, observe(state, state.current_player)
    guesses: list[RolloutState] = []
    after = RolloutState.after

    def recorded_after(state: RolloutState, row: Int64s) -> RolloutState:
        guesses.append(state)
        return after(state, row)

    monkeypatch.setattr(RolloutState, "after", recorded_after)
    advised(state, 24, width=2)
    deck = [card.id for card in state.deck]
    stacks = []
    for rollout in guesses:
        # Other players' goods follow from the final stands, not from the current ones.
        assert rollout.rules.value.opponents_mask == 0
        assert rollout.counts.tolist() == [len(stand) for stand in state.stands]
        stands = [
            [deck[row[0]] for row in rows[:count].tolist()]
            for rows, count in zip(rollout.layouts, rollout.counts.tolist(), strict=True)
        ]
        *hands, market = (
            [deck[index] for index in row if index >= 0] for row in rollout.offers.tolist()
        )
        stack = [deck[index] for index in rollout.stack.tolist()]
        assert hands[player] == [card.id for card in state.hands[player]]
        assert market == [card.id for card in state.market]
        assert list(map(len, hands)) == [len(hand) for hand in state.hands]
        for seat, stand in enumerate(state.stands):
            if seat == player or state.is_started:
                assert stands[seat] == [card.id for card in stand.cards]
                places = [(placement.x, placement.y) for placement in stand.placements]
                rows = rollout.layouts[seat, : len(places), 2:] - rollout.layouts[seat, 0, 2:]
                assert [(x, y) for y, x in rows.tolist()] == places
            elif len(stand):
                assert rollout.layouts[seat, 0].tolist()[1:] == rollout.layouts[0, 0].tolist()[1:]
        dealt = [*chain(*stands, *hands), *market, *stack]
        assert sorted(dealt) == sorted(deck)
        seen_cards = {*hands[player], *market, *chain(*(stands if state.is_started else ()))}
        unseen = set(dealt) - seen_cards - set(stands[player])
        assert unseen == {card.id for card in view.unseen}
        stacks.append(tuple(stack))
    # Two are compared in each of the futures, which differ.
    assert len(guesses) == 24
    assert len(set(stacks)) == 12
    assert stacks[::2] == stacks[1::2]


@pytest.mark.parametrize("seat", [0, 3])
def test_expected_value_is_the_mean_lead_of_the_own_side(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(4, 20)
    while state.current_player != seat:
        chance = [draw for draw, _ in state.chance_outcomes()]
        state = state.apply_unchecked((chance or state.legal_actions())[0])
    rng = np.random.default_rng(seat)
    leads: dict[tuple[int, ...], list[float]] = defaultdict(list)

    def random_totals(state: RolloutState, policy: Words[Policy], seed: int) -> Int64s:
        assert policy.value.share == 48
        for player, own in enumerate(policy.value.weights.tolist()):
            assert own == (WEIGHTS if player == seat else GREEDY_WEIGHTS).tolist()
        row = state.layouts[seat, state.counts[seat] - 1].tolist()
        totals: Int64s = rng.integers(-20, 90, size=4)
        assert seed == len(leads[tuple(row)])
        sides = totals.reshape(2, 2).sum(axis=0).tolist()
        leads[tuple(row)].append(sides[seat % 2] - sides[1 - seat % 2])
        return totals

    monkeypatch.setattr(RolloutState, "totals", random_totals)
    advice = advised(state, 60, width=12)
    looked = [action for action in advice.actions if action.visits]
    assert len(looked) == len(leads) == 12
    assert advice.playouts == sum(action.visits for action in looked) == 60
    expected = sorted(
        (mean(of), len(of), stdev(of) / len(of) ** 0.5 if len(of) > 1 else -1)
        for of in leads.values()
    )
    actual = sorted(
        (action.expected_value, action.visits, -1 if action.error is None else action.error)
        for action in looked
        if action.expected_value is not None
    )
    assert np.allclose(actual, expected)


def test_rotations_of_a_first_card_are_one_action() -> None:
    state = position(3, 1)
    advice = advised(state, 20)
    assert sorted(action.text for action in advice.actions) == sorted(state.legal_texts())
    assert len(advice.actions) == 2
    assert [action.visits for action in advice.actions] == [10, 10]
