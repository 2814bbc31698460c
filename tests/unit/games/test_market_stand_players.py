"""The market stand's players: they rate exactly, never peek, and look-ahead beats greedy beats
random."""

import json

import numpy as np
import pytest

from chatuchak_solver import Player, game_entry
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.players import lead
from chatuchak_solver.stand import tally
from tests.game_tree import play_at_least, play_on

GREEDY, LOOK_AHEAD = map(game_entry("market-stand").make_player, ("greedy", "look-ahead"))


def play(players: list[Player], seed: int) -> MarketStandState:
    rng = np.random.default_rng(seed)
    return play_on(MarketStandState.new(len(players), rng=rng), rng, players=players)


def position(num_players: int, seed: int, actions: int) -> MarketStandState:
    """Return a position of random play in which a player lays a card."""
    rng = np.random.default_rng(seed)
    start = MarketStandState.new(num_players, rng=rng)
    return play_at_least(start, rng, actions, lambda s: s.is_started and not s.draws_for)


@pytest.mark.parametrize("player", [GREEDY, LOOK_AHEAD], ids=["greedy", "look-ahead"])
def test_players_ignore_hidden_cards(player: Player) -> None:
    # Positions that differ in hidden cards only bring the same choice.
    state = position(3, 5, 12)
    seat = state.current_player
    other = (seat + 1) % 3
    document = state.to_dict()
    document["hands"][other] = [state.stack[2].id]
    hidden = MarketStandState.from_dict(json.loads(json.dumps(document)))
    assert hidden != state
    choices = {
        player.choose(variant, seat, np.random.default_rng(9)) for variant in (state, hidden)
    }
    assert len(choices) == 1


def test_greedy_takes_a_greatest_total() -> None:
    state = position(2, 3, 10)
    seat = state.current_player
    view = observe(state, seat)
    action = GREEDY.choose(state, seat, np.random.default_rng(1))
    after = tally(state.apply(action).stands[seat].picture())
    scoring, count = view.expected_goods(), state.variant.announced
    best = max(
        tally(state.stands[seat].place(placement).picture()).best_announcement(scoring, count)[1]
        for card in (*view.hand, *view.market)
        for placement in state.stands[seat].legal_placements(card)
    )
    assert after.best_announcement(scoring, count)[1] == best


def test_lead_is_the_distance_to_the_best_other_score() -> None:
    state = position(3, 3, 20)
    assert state.scores() == (-6, 3, 2)
    assert [lead(state, seat) for seat in range(3)] == [-9, 1, -1]


@pytest.mark.parametrize("num_players", [3, pytest.param(4, marks=pytest.mark.thorough)])
def test_players_play_whole_games_of_every_size(num_players: int) -> None:
    players = [(GREEDY, LOOK_AHEAD)[seat % 2] for seat in range(num_players)]
    assert play(players, 2) == play(players, 2)
