"""Incomes, the stated evaluation, the look-ahead and the players of Mercado de Lisboa."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import IllegalMoveError, Stop, game_entry
from chatuchak_solver.codec import convert
from chatuchak_solver.games.mercado import MercadoState, evaluation
from chatuchak_solver.games.mercado.evaluation import evaluate, future, worths
from chatuchak_solver.games.mercado.incomes import incomes, placement_income
from chatuchak_solver.games.mercado.market import CustomerTile, MarketForm
from chatuchak_solver.games.mercado.state import Player
from chatuchak_solver.games.players import AdvisedAction


def position(document: dict[str, Any], **changes: Any) -> MercadoState:
    """Return player 0's turn of two players on a market of that document."""
    state = MercadoState.new(2, rng=np.random.default_rng(0))
    market = convert(document, MarketForm).to_market(5, 2)
    held: tuple[dict[Any, int], ...] = ({"fish": 1, "meat": 1}, {"flower": 1})
    players = tuple(Player(10, tiles, {}) for tiles in held)
    return replace(state, **{"market": market, "players": players, **changes})


def rate(state: MercadoState) -> tuple[AdvisedAction, ...]:
    """Return advice for the current player after a few playouts."""
    rng, stop = np.random.default_rng(1), Stop(work=12)
    return game_entry("mercado").make_adviser().advise(state, rng=rng, stop=stop).actions


BOARD: dict[str, Any] = {
    "stands": {
        "a1": {"type": "fish", "owner": 0},
        "c1": {"type": "fish", "owner": 1},
        "e1": {"type": "meat", "owner": 1},
    },
    "restaurants": {"c2": "sushi-bar"},
    "gray": ["b1"],
}


def test_income_of_customers_for_every_owner() -> None:
    income = placement_income(position(BOARD), "bring 2 fish+meat W1", player=1)
    # 2 for player 0; 2 x 2 and 2 for player 1.
    assert income.owners == (2, 6)
    assert [earning.coins for earning in income.earnings] == [2, 4, 2]
    assert (income.cost, income.net, income.lead) == (0, 6, 4)


def test_income_of_a_stand_with_cost_and_restaurant() -> None:
    board = {**BOARD, "entrances": {"W1": "3 fish", "Sb": "1 fish+grape"}}
    income = placement_income(position(board), "stand fish b1")
    assert (income.cost, income.owners, income.net) == (4, (4, 0), 0)
    assert income.restaurant


def test_placements_need_no_tile_or_coins() -> None:
    state = position(BOARD, players=(Player(0, {}, {}),) * 2)
    assert "stand grape b1" not in state.legal_texts()
    assert placement_income(state, "stand grape b1").net == -4
    assert placement_income(state, "restaurant pub d4").net == 1
    for action in ("stand fish a1", "restaurant pub c2"):
        with pytest.raises(IllegalMoveError, match="the place is taken"):
            placement_income(state, action)


def test_incomes_are_sorted_by_coins_lead_and_text() -> None:
    row = {"b4": {"type": "fish", "owner": 0}, "d4": {"type": "fish", "owner": 1}}
    board = {**BOARD, "stands": {**BOARD["stands"], **row}}
    players = (Player(3, {"fish": 1, "meat": 1}, {}), Player(10, {"flower": 1}, {}))
    shown = (CustomerTile.parse("2 fish"),)
    listed = incomes(position(board, customers_shown=shown, players=players))
    assert [(income.net, income.lead, income.action) for income in listed[:5]] == [
        (2, 0, "bring 2 fish E4"),
        (2, 0, "bring 2 fish W4"),
        (2, -2, "bring 2 fish E1"),
        (2, -2, "bring 2 fish W1"),
        (1, 1, "coin"),
    ]
    # Legal actions only: this stand costs 4 coins.
    assert "stand fish b1" not in {income.action for income in listed}


def test_incomes_are_empty_before_chance() -> None:
    state = position(BOARD, customers_shown=(), customers_stock=())
    assert incomes(state.apply("stand meat d4")) == ()


def weigh(monkeypatch: pytest.MonkeyPatch, **weights: float) -> None:
    """Let prospects be worth something else."""
    for name, coins in weights.items():
        monkeypatch.setattr(evaluation, name, coins)


def test_evaluation_matches_its_description(monkeypatch: pytest.MonkeyPatch) -> None:
    # Player 0's fish stand: 4 entrances; row 1 has 3 stands, column a one: 2 x 3 + 2 x 1.
    weigh(monkeypatch, ENTRANCE=0.5, RESTAURANT=3.0, OPENING=0.25)
    board = {key: BOARD[key] for key in ("stands", "restaurants")}
    players = (Player(10, {"fish": 1, "meat": 1}, {"pub": 1}), Player(10, {"flower": 1}, {}))
    state = position(board, players=players)
    # 21 of 25 spaces are free, 4 beyond the limit's 21; all entrances are free.
    share = (21 - 4) / 21
    assert future(state) == pytest.approx(share)
    own_worth = 10 - 1 + share * (3.0 + 0.5 * (2 * 3 + 2 * 1))
    opponent_worth = 10 + share * 0.5 * (2 * (2 * 3 + 2 * 1) + (2 * 3 + 2 * 1))
    assert worths(state) == pytest.approx([own_worth, opponent_worth])
    assert evaluate(state, 0) == pytest.approx(own_worth - opponent_worth)


def test_evaluation_counts_best_opening_of_tile_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh(monkeypatch, ENTRANCE=0.0, RESTAURANT=0.0, OPENING=1.0)
    board = {**BOARD, "entrances": {"W1": "4 fish", "Nd": "4 flower"}}
    # Fish on b1: 4 customers, cost 4; on d1 likewise. Meat has no income. Flower on d3: 4 - 1.
    assert worths(position(board)) == [10.0, 13.0]
    improved = {**board, "restaurants": {"c2": "sushi-bar", "b2": "pub"}}
    assert worths(position(improved)) == [10.0 + 4 * 2 - 4, 13.0]


def test_the_evaluation_of_a_finished_game_is_the_score() -> None:
    state = position(BOARD, phase="over", ended_by="coins", turns_left=0)
    assert worths(state) == [float(score) for score in state.scores()]


def test_prospects_end_once_the_end_is_triggered(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh(monkeypatch, OPENING=0.0)
    state = position(BOARD, ended_by="spaces", turns_left=1)
    assert future(state) == 0
    assert worths(state) == [10.0, 10.0]


def test_best_action_pays_most_in_the_last_turn() -> None:
    tiles = (CustomerTile.parse("1 fish"), CustomerTile.parse("2 fish"))
    state = position(
        {"stands": {"a1": {"type": "fish", "owner": 0}, "b1": {"type": "meat", "owner": 1}}},
        customers_shown=tiles,
        customers_stock=(),
        ended_by="spaces",
        turns_left=1,
    )
    best = rate(state)[0]
    assert best.text in ("bring 2 fish E1", "bring 2 fish W1")
    assert best.expected_value == 2.0
