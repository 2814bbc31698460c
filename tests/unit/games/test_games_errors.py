"""Wrong arguments are answered with one clear InputError, never with a bare error."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GAMES, Game, IllegalMoveError, InputError
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado import actions as mercado
from chatuchak_solver.games.mercado.market import CustomerTile
from chatuchak_solver.games.players import AdvisorPlayer, GreedyPlayer, RandomPlayer
from chatuchak_solver.games.river_market import River, RiverMarketState
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.setup import Place
from chatuchak_solver.games.river_market.title import TITLES
from chatuchak_solver.games.tree_search import TreeSearch
from tests.game_tree import play_on

RIVER = River.parse("swap-meet [e1] mill=you")
TILE = CustomerTile.parse("2 fish")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: RIVER.owner("moon"), "no booth 'moon'; it has: swap-meet, mill"),
        (lambda: RIVER.walk("moon", 1), "no booth 'moon'"),
        (lambda: RIVER.count_end_spots("moon", 1), "no booth 'moon'"),
        (lambda: RIVER.count_end_spots("mill", 0), "0 steps lead to no end spot"),
        (lambda: River.parse("mill").count_end_spots("mill", 1), "no end spot"),
        (lambda: RIVER.build("e9", Place("new")), "no end spot 'e9'; it has: e1"),
        (
            lambda: TITLES.title(helpers=0, score=0, left_over="gold", ended_by="deck"),
            "invalid left_over 'gold': expected one of veggies",
        ),
    ],
)
def test_wrong_arguments_are_named(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        ask()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_players_refuse_a_finished_game(entry: Game) -> None:
    rng = np.random.default_rng(2)
    state = play_on(entry.state.new(entry.state.player_counts[0], rng=rng), rng)
    for player in (RandomPlayer(), GreedyPlayer(), AdvisorPlayer(TreeSearch())):
        with pytest.raises(InputError, match="player 1 has no action to choose from"):
            player.choose(state, 0, rng)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (mercado.OpenStand("eel", "a1"), "no stand type 'eel'; there are: fish, "),  # type: ignore[arg-type]
        (mercado.OpenStand("fish", "f1"), "no space 'f1'; the spaces are a1 to e5"),
        (mercado.OpenRestaurant("bar", "a1"), "no restaurant 'bar'"),  # type: ignore[arg-type]
        (mercado.OpenRestaurant("pub", "a9"), "no space 'a9'"),
        (mercado.BringCustomers(TILE, "W9"), "no entrance 'W9'"),
        (mercado.TakeTile("eel"), "no stand type 'eel'"),  # type: ignore[arg-type]
    ],
)
def test_mercado_refuses_actions_that_no_market_has(action: mercado.Action, rule: str) -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(1))
    with pytest.raises(IllegalMoveError, match=rule):
        state.apply(action)


def test_river_market_refuses_actions_without_a_text_notation() -> None:
    state = RiverMarketState.new()
    for action in (Action("gained gold", 1), Action("spent gold", 1)):
        with pytest.raises(IllegalMoveError, match="it is your turn: report its events"):
            state.apply(action)
    counting = RiverMarketState.from_dict(
        {**state.to_dict(), "phase": "score", "ended_by": "deck", "turns_left": 0, "zoom_tokens": 1}
    )
    with pytest.raises(IllegalMoveError, match="the most points are 300"):
        counting.apply(Action("score", -1))


@pytest.mark.parametrize("text", ["built \ud800", "moved mill\n", "\0"])
def test_actions_are_printable(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="expected printable characters"):
        RiverMarketState.new().parse(text)


def test_a_player_has_no_more_stands_than_wooden_stands() -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(3))
    rng = np.random.default_rng(3)
    state = play_on(state, rng, lambda state: state.wooden_stands_left(0) <= 5)
    document = state.to_dict()
    most = max(state.market.stands_of(player) for player in range(2))
    document["setup"]["wooden_stands"] = most
    assert MercadoState.from_dict(document).to_dict() == document
    document["setup"]["wooden_stands"] = most - 1
    with pytest.raises(InputError, match=f"has {most} stands in the market and only {most - 1} "):
        MercadoState.from_dict(document)


def test_the_rival_zooms_with_a_zoom_card_alone() -> None:
    state = RiverMarketState.new(1, rng=np.random.default_rng(1))

    def draws_after_another_card(state: RiverMarketState) -> bool:
        last = state.collection[-1:]
        return state.phase == "draw" and bool(last) and not last[0].is_zoom

    state = play_on(state, np.random.default_rng(1), draws_after_another_card)
    assert len(state.river.booths) > 1
    document = state.to_dict()
    assert RiverMarketState.from_dict(document) == state
    document["phase"] = "zoom"
    with pytest.raises(InputError, match="'zoom' needs a Zoom card"):
        RiverMarketState.from_dict(document)
