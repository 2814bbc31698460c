"""The rules of Mercado de Lisboa, one named test for each; docs/rules.md maps rules to tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.codec import convert, encode
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.actions import OpenStand
from chatuchak_solver.games.mercado.game import observe
from chatuchak_solver.games.mercado.market import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    Market,
    MarketForm,
    MercadoSetup,
    layout,
)
from chatuchak_solver.games.mercado.state import Player, winners
from tests.game_tree import refused

ALL_TYPES = (3, 3, 3, 3, 3)


def market(
    stands: str = "", *, restaurants: str = "", gray: str = "", entrances: str = ""
) -> Market:
    """Return a market written as ``c3=fish0, d3=meat1``, ``b2=pub``, ``a1 a2``, ``W3=2 fish``."""
    document: dict[str, Any] = {
        "stands": {
            place: {"type": stand[:-1], "owner": int(stand[-1])} for place, stand in pairs(stands)
        },
        "restaurants": dict(pairs(restaurants)),
        "gray": gray.split(),
        "entrances": dict(pairs(entrances)),
    }
    return convert(document, MarketForm).to_market(5, 4)


def pairs(text: str) -> list[tuple[str, str]]:
    parts = [part.strip().split("=") for part in text.split(",") if part.strip()]
    return [(place, piece) for place, piece in parts]


def stand_counts(*counts: int) -> dict[Any, int]:
    """Return the numbers of stand tiles by type."""
    return {name: count for name, count in zip(STANDS, counts, strict=True) if count}


def position(
    on_board: Market | None = None,
    *,
    players: int = 2,
    coins: tuple[int, ...] = (),
    tiles: tuple[tuple[int, ...], ...] = (),
    unplaced: tuple[str, ...] = (),
    bag: tuple[int, ...] = ALL_TYPES,
    display: tuple[int, ...] = (1, 1, 1, 0, 0),
    **changes: Any,
) -> MercadoState:
    """Return player 1's turn with every stand type in hand and plenty of coins.

    ``unplaced`` are player 1's restaurants.
    """
    state = MercadoState.new(players, rng=np.random.default_rng(0))
    owned: list[dict[Any, int]] = [{name: unplaced.count(name) for name in unplaced}]
    held = [*owned, *[{}] * (players - 1)]
    return replace(
        state,
        market=on_board or market(),
        players=tuple(
            Player(*parts)
            for parts in zip(
                coins or (50,) * players,
                (stand_counts(*row) for row in tiles or ((1,) * 5,) * players),
                held,
                strict=True,
            )
        ),
        bag=stand_counts(*bag),
        display=stand_counts(*display),
        **changes,
    )


def coins_of(state: MercadoState) -> tuple[int, ...]:
    return tuple(player.coins for player in state.players)


def tiles(*texts: str) -> tuple[CustomerTile, ...]:
    return tuple(sorted(map(CustomerTile.parse, texts)))


def resolved(state: MercadoState) -> MercadoState:
    """Let chance take its first outcome until a player decides."""
    while state.pending:
        state = state.apply(state.chance_texts()[0][0])
    return state


def opened(state: MercadoState, action: str) -> MercadoState:
    """Open a stand, and take a fish tile."""
    return resolved(resolved(state.apply(action)).apply("take fish"))


def test_equal_positions_are_written_alike() -> None:
    one, other = (
        position(market(", ".join(stands), entrances=", ".join(doors)), unplaced=unplaced)
        for stands, doors, unplaced in (
            (("a1=fish0", "c3=meat1"), ("Na=1 fish", "W3=2 meat"), ("tea-house", "pub")),
            (("c3=meat1", "a1=fish0"), ("W3=2 meat", "Na=1 fish"), ("pub", "tea-house")),
        )
    )
    assert one == other
    assert encode(one.to_dict()) == encode(other.to_dict())


# Setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_deals_one_coin_three_tiles_and_three_of_each_display(players: int) -> None:
    state = MercadoState.new(players, rng=np.random.default_rng(1))
    assert coins_of(state) == (1,) * players
    assert all(sum(player.tiles.values()) == 3 for player in state.players)
    assert sum(state.display.values()) == 3
    assert sum(state.bag.values()) == 35 - 3 * (players + 1)
    for customers in (1, 2, 3, 4):
        assert [tile.customers for tile in state.customers_shown].count(customers) == 3
    assert all(state.wooden_stands_left(player) == 8 for player in range(players))


def test_component_counts_are_the_games() -> None:
    setup = MercadoSetup.load()
    assert setup.side == 5
    assert len(layout(setup.side).entrance_names) == 20
    assert setup.stand_tiles == dict.fromkeys(STANDS, 7)
    assert setup.restaurant_tiles == dict.fromkeys(RESTAURANTS, 2)
    assert sum(count for _, count in setup.customer_tiles) == 35
    assert len(setup.marked_spaces) == 12


def test_restaurants_start_face_down_on_the_marked_spaces() -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(1))
    assert state.market.gray == state.setup.marked_spaces
    assert sum(state.hidden_restaurants.values()) == 12
    assert len(state.market.free_spaces) == 25


def test_assumed_figures_can_be_replaced() -> None:
    data = {"marked_spaces": ["a1"], "customer_tiles": {"2 fish": 5}}
    state = MercadoState.new(2, rng=np.random.default_rng(1), data=data)
    assert state.market.gray == ("a1",)
    assert state.customers_shown == tiles("2 fish", "2 fish", "2 fish")
    assert state.customers_stock == ((CustomerTile.parse("2 fish"), 2),)


def test_bounds_of_scores_allow_for_four_restaurants_at_each_space() -> None:
    # 25 spaces are paid at most once by 4 entrances, at most 1 + 4 coins by each of 4 customers.
    state = MercadoState.new(2, rng=np.random.default_rng(1))
    assert state.score_bounds == (-12, 1 + 4 * 25 * (1 + 4) * 4 + (25 + 20 + 1) * 4)


# Opening a stand


@pytest.mark.parametrize(
    ("space", "cost"), [("e1", 1), ("a1", 2), ("e5", 3), ("c1", 3), ("d2", 2), ("c3", 3)]
)
def test_stand_costs_the_larger_count_of_row_and_column_itself_included(
    space: str, cost: int
) -> None:
    # Row 5 holds two stands, column c two, row 3 two, of any owner.
    board = market("a5=fish0, b5=meat1, c2=fish1, c4=meat0, b3=fish1, d3=meat1")
    state = position(board)
    assert state.market.opening_costs[space] == cost
    assert coins_of(state.apply(f"stand grape {space}"))[0] == 50 - cost


def test_stand_needs_a_tile_in_front_of_the_player() -> None:
    refused(position(tiles=((0, 1, 1, 1, 0), (1,) * 5)), "stand fish a1", "has no fish tile")


def test_stand_needs_a_wooden_stand() -> None:
    board = market(", ".join(f"{c}{r}=fish0" for c in "ab" for r in "1234"))
    state = position(board)
    assert state.wooden_stands_left(0) == 0
    assert not any(action.startswith("stand") for action in state.legal_texts())
    refused(state, "stand fish c5", "no wooden stand left")


def test_stand_needs_a_space_without_stand_or_faceup_restaurant() -> None:
    state = position(market("a1=fish1", restaurants="b1=pub", gray="c1"))
    refused(state, "stand fish a1", "a1 holds a stand")
    refused(state, "stand fish b1", "b1 holds a restaurant")
    assert "stand fish c1" in state.legal_texts()


def test_stand_on_a_gray_restaurant_takes_it() -> None:
    state = position(market(gray="c1"), hidden_restaurants={"pizzeria": 1, "pub": 2})
    after = state.apply("stand fish c1")
    assert after.current_player == CHANCE
    assert after.chance_texts() == (("reveal pizzeria", 1), ("reveal pub", 2))
    after = after.apply("reveal pub")
    assert after.players[0].restaurants == {"pub": 1}
    assert after.hidden_restaurants == {"pizzeria": 1, "pub": 1}
    assert after.market.gray == ()
    assert after.market.restaurants == {}


def test_stand_must_be_paid_for() -> None:
    state = position(market("a5=fish1, b5=fish1"), coins=(2, 0))
    refused(state, "stand meat c5", "costs 3 .* has 2 and the stand would earn 0")
    assert "stand meat c4" in state.legal_texts()


def test_place_then_pay_from_the_stands_own_income() -> None:
    # Three coins are missing; a tile of three at the row's end suffices.
    board = market("a5=fish1, b5=fish1", entrances="E5=3 meat")
    state = position(board, coins=(0, 0))
    after = state.apply("stand meat c5")
    assert coins_of(after) == (0, 0)
    refused(state, "stand grape c5", "has 0 and the stand would earn 0")
    refused(
        position(market("a5=fish1, b5=fish1", entrances="E5=2 meat"), coins=(0, 0)),
        "stand meat c5",
        "costs 3",
    )


def test_place_then_pay_counts_adjacent_restaurants() -> None:
    board = market("a5=fish1, b5=fish1", entrances="E5=2 meat", restaurants="c4=burger-joint")
    assert coins_of(position(board, coins=(0, 0)).apply("stand meat c5")) == (1, 0)


def test_place_then_pay_cannot_be_paid_by_a_restaurant_just_taken() -> None:
    # The gray tile is taken, not opened: no improvement and no coin.
    board = market("a5=fish1, b5=fish1", entrances="E5=2 meat", gray="c5")
    refused(position(board, coins=(0, 0)), "stand meat c5", "would earn 2")


def test_after_a_stand_a_tile_is_taken_and_the_display_refilled() -> None:
    state = position().apply("stand fish c3")
    assert state.legal_texts() == ("take fish", "take flower", "take tomato")
    refused(state, "coin", "take a stand tile")
    state = state.apply("take tomato")
    assert state.players[0].tiles == stand_counts(0, 1, 2, 1, 1)
    assert [outcome for outcome, _ in state.chance_texts()] == [
        f"draw {name}" for name in sorted(STANDS)
    ]
    state = state.apply("draw grape")
    assert state.display == stand_counts(1, 1, 0, 0, 1)
    assert state.current_player == 1


def test_an_empty_bag_leaves_the_display_short_and_an_empty_display_ends_the_turn() -> None:
    state = position(bag=(0,) * 5, display=(1, 0, 0, 0, 0))
    state = state.apply("stand fish c3").apply("take fish")
    assert state.current_player == 1
    assert state.display == {}
    assert state.apply("stand fish a1").current_player == 0


# Bringing customers


def test_customers_need_a_free_entrance() -> None:
    state = position(market("a1=fish0", entrances="W1=1 meat"), customers_shown=tiles("1 fish"))
    refused(state, "bring 1 fish W1", "W1 has customers already")
    assert "bring 1 fish E1" in state.legal_texts()


def test_customers_need_as_many_stands_in_the_line() -> None:
    board = market("a1=fish0, b1=meat1")
    state = position(board, customers_shown=tiles("2 fish", "3 fish"))
    assert "bring 2 fish W1" in state.legal_texts()
    refused(state, "bring 3 fish W1", "row 1 has 2 stands, fewer than the tile's 3 customers")
    refused(state, "bring 2 fish Na", "column a has 1 stand,")


def test_customers_need_an_own_stand_of_a_depicted_type() -> None:
    board = market("a1=fish0, b1=meat1")
    state = position(board, customers_shown=tiles("1 meat", "1 fish+meat"))
    refused(state, "bring 1 meat W1", "player 1 has no stand of a type on the tile in row 1")
    assert "bring 1 fish+meat W1" in state.legal_texts()


def test_customers_must_be_on_display() -> None:
    state = position(market("a1=fish0"), customers_shown=tiles("1 meat"))
    refused(state, "bring 1 fish W1", "no customer tile '1 fish' is on display")


def test_a_taken_customer_tile_is_replaced_by_one_of_its_kind() -> None:
    stock = ((CustomerTile.parse("1 meat"), 2), (CustomerTile.parse("2 fish"), 1))
    state = position(
        market("a1=fish0"), customers_shown=tiles("1 fish", "2 meat"), customers_stock=stock
    )
    after = state.apply("bring 1 fish W1")
    assert after.chance_texts() == (("arrive 1 meat", 2),)
    after = after.apply("arrive 1 meat")
    assert after.customers_shown == tiles("1 meat", "2 meat")
    assert dict(after.customers_stock)[CustomerTile.parse("1 meat")] == 1
    assert after.current_player == 1


def test_a_customer_tile_is_not_replaced_if_its_kind_ran_out() -> None:
    stock = ((CustomerTile.parse("2 fish"), 1),)
    state = position(market("a1=fish0"), customers_shown=tiles("1 fish"), customers_stock=stock)
    after = state.apply("bring 1 fish W1")
    assert after.current_player == 1
    assert after.customers_shown == ()


# Restaurants


def test_restaurant_needs_a_tile_and_a_free_space_and_brings_a_coin() -> None:
    board = market("a1=fish1", restaurants="b1=pub")
    state = position(board, unplaced=("wine-bar",))
    refused(state, "restaurant pub c1", "has no pub tile")
    refused(state, "restaurant wine-bar a1", "a1 holds a stand")
    refused(state, "restaurant wine-bar b1", "b1 holds a restaurant")
    after = state.apply("restaurant wine-bar c1")
    assert coins_of(after) == (51, 50)
    assert after.players[0].restaurants == {}
    assert after.current_player == 1


def test_restaurant_on_a_gray_restaurant_takes_that_one() -> None:
    state = position(market(gray="c1"), unplaced=("wine-bar",), hidden_restaurants={"sushi-bar": 1})
    after = resolved(state.apply("restaurant wine-bar c1"))
    assert after.players[0].restaurants == {"sushi-bar": 1}
    assert after.market.restaurants == {"c1": "wine-bar"}


def test_restaurant_opened_later_pays_only_its_coin() -> None:
    # A matching stand in front of customers is next door; they have paid already.
    board = market("a1=fish1", entrances="W1=1 fish")
    state = position(board, unplaced=("pub",))
    assert coins_of(state.apply("restaurant pub b1")) == (51, 50)


@pytest.mark.parametrize(
    ("restaurant", "stand"),
    [
        ("sushi-bar", "fish"),
        ("tea-house", "flower"),
        ("pizzeria", "tomato"),
        ("burger-joint", "meat"),
        ("wine-bar", "grape"),
    ],
)
def test_each_restaurant_improves_its_type_and_the_pub_all(restaurant: str, stand: str) -> None:
    board = market(f"c3={stand}0", restaurants=f"c2={restaurant}, b3=pub")
    assert [board.improvers("c3", name) for name in STANDS] == [
        2 if name == stand else 1 for name in STANDS
    ]


# Earning


def earned(board: Market, customers: str, entrance: str) -> list[int]:
    """Return the income of each player from customers."""
    state = position(board, customers_shown=tiles(customers))
    after = state.apply(f"bring {customers} {entrance}")
    return [new - old for new, old in zip(coins_of(after), coins_of(state), strict=True)]


def test_customers_pay_every_matching_stand_of_any_owner() -> None:
    # Customers x (1 + restaurants) each: 2 x 1 for player 1, 2 x 2 for 1, none for the grapes.
    board = market("a1=fish0, c1=meat1, e1=grape1", restaurants="d1=burger-joint, c2=wine-bar")
    assert earned(board, "2 fish+meat", "W1") == [2, 4]


def test_two_stands_of_one_owner_in_the_line_both_earn() -> None:
    assert earned(market("a1=fish0, c1=fish0"), "2 fish", "E1") == [4, 0]


def test_restaurants_count_orthogonally_not_diagonally() -> None:
    board = market(
        "c3=fish0", restaurants="c2=pub, b3=sushi-bar, d3=pub, c4=sushi-bar, b2=pub, d4=pub"
    )
    assert earned(board, "1 fish", "W3") == [5, 0]


def test_facedown_restaurants_have_no_effect() -> None:
    assert earned(market("c3=fish0", gray="c2 b3 d3 c4"), "1 fish", "W3") == [1, 0]


def test_restaurants_do_not_wrap_around_the_market() -> None:
    board = market("a2=fish0", restaurants="e1=pub, e2=pub, a5=pub")
    assert earned(board, "1 fish", "W2") == [1, 0]


def test_new_stand_earns_at_all_four_entrances() -> None:
    board = market(
        entrances="Nc=1 fish, Sc=2 fish+meat, W3=3 fish, E3=4 fish, Na=4 fish, E3=4 fish"
    )
    state = position(board, coins=(1, 1))
    assert coins_of(state.apply("stand fish c3")) == (1 - 1 + 1 + 2 + 3 + 4, 1)


def test_new_stand_earns_only_for_matching_customers_and_only_itself() -> None:
    # The other fish stand in the row was paid when the customers arrived.
    board = market("a3=fish1", entrances="W3=2 fish, Nc=4 meat", restaurants="c2=sushi-bar")
    state = position(board, coins=(9, 9))
    assert coins_of(state.apply("stand fish c3")) == (9 - 2 + 2 * 2, 9)


# Coins


def test_taking_a_coin() -> None:
    state = position().apply("coin")
    assert coins_of(state) == (51, 50)
    assert state.current_player == 1


@pytest.mark.parametrize(("players", "coins"), [(2, 4), (3, 3), (4, 4)])
def test_all_taking_a_coin_in_a_row_ends_the_game_at_once(players: int, coins: int) -> None:
    # Of two players each must do so twice.
    state = position(players=players)
    for _ in range(coins - 1):
        state = state.apply("coin")
        assert not state.is_over
    state = state.apply("coin")
    assert state.is_over
    assert state.ended_by == "coins"
    assert state.legal_texts() == ()


def test_any_other_action_breaks_the_row_of_coins() -> None:
    state = position(players=3).apply("coin").apply("coin")
    state = opened(state, "stand fish a1")
    state = state.apply("coin").apply("coin")
    assert not state.is_over
    assert state.apply("coin").is_over


def test_redrawing_does_not_break_the_row_of_coins() -> None:
    # It is no action; the player still takes a coin in that turn.
    state = position(players=3, tiles=((3, 0, 0, 0, 0),) * 3)
    state = state.apply("coin").apply("coin")
    state = resolved(state.apply("redraw"))
    assert state.apply("coin").is_over


# Three equal tiles


def test_three_equal_tiles_may_be_redrawn_at_the_start_of_a_turn() -> None:
    state = position(tiles=((0, 3, 0, 0, 0), (1,) * 5), bag=(1, 1, 1, 0, 0))
    after = state.apply("redraw")
    # The old tiles are not in the bag while the new ones are drawn.
    assert after.chance_texts() == (("draw fish", 1), ("draw flower", 1), ("draw tomato", 1))
    after = after.apply("draw fish").apply("draw flower").apply("draw tomato")
    assert after.players[0].tiles == stand_counts(1, 1, 1, 0, 0)
    assert after.bag == stand_counts(0, 3, 0, 0, 0)
    assert after.current_player == 0
    assert "coin" in after.legal_texts()


def test_tiles_are_redrawn_only_when_three_are_equal() -> None:
    state = position(tiles=((2, 1, 0, 0, 0), (1,) * 5))
    refused(state, "redraw", "has no three equal stand tiles")


def test_tiles_are_redrawn_only_once_a_turn() -> None:
    # Decided: the beginning of a turn is one moment, even if the new tiles are equal again.
    state = position(tiles=((0, 3, 0, 0, 0), (1,) * 5), bag=(4, 0, 0, 0, 0))
    state = resolved(state.apply("redraw"))
    assert state.players[0].tiles == stand_counts(3, 0, 0, 0, 0)
    refused(state, "redraw", "only once, at the beginning")


def test_tiles_are_redrawn_only_with_three_in_the_bag() -> None:
    state = position(tiles=((0, 3, 0, 0, 0), (1,) * 5), bag=(1, 1, 0, 0, 0))
    refused(state, "redraw", "bag holds fewer than three")


def test_three_equal_on_display_may_be_replaced_before_taking_one() -> None:
    state = position(display=(0, 0, 0, 3, 0), bag=(1, 1, 1, 0, 0)).apply("stand fish c3")
    assert state.legal_texts() == ("replace", "take meat")
    state = state.apply("replace")
    assert state.chance_texts() == (("draw fish", 1), ("draw flower", 1), ("draw tomato", 1))
    state = resolved(state)
    assert state.legal_texts() == ("take fish", "take flower", "take tomato")
    assert state.bag == stand_counts(0, 0, 0, 3, 0)
    refused(state, "replace", "only once")


def test_display_is_replaced_only_when_a_tile_is_taken() -> None:
    state = position(display=(0, 0, 0, 3, 0))
    refused(state, "replace", "only when a tile is taken")
    mixed = position().apply("stand fish c3")
    refused(mixed, "replace", "does not show three equal")
    empty = position(display=(0, 0, 0, 3, 0), bag=(0, 2, 0, 0, 0)).apply("stand fish c3")
    refused(empty, "replace", "bag holds fewer than three")


# The end


NINE_STANDS = replace(MercadoSetup.load(), wooden_stands=9)
"""So that three players fill the market."""


def full_but(free: int, *, gray: str = "") -> Market:
    """Return a market with so many free spaces, in the last rows, and stands elsewhere."""
    spaces = [column + row for row in "12345" for column in "abcde"]
    taken = spaces[: 25 - free]
    stands = ", ".join(f"{space}=fish{number % 3}" for number, space in enumerate(taken))
    return market(stands, gray=gray)


def test_four_spaces_left_after_a_stand_trigger_the_end() -> None:
    state = position(full_but(5), players=3, setup=NINE_STANDS)
    state = opened(state, "stand meat e5")
    assert state.ended_by == "spaces"
    assert state.turns_left == 2
    state = state.apply("coin")
    assert not state.is_over
    assert state.current_player == 2
    state = state.apply("coin")
    assert state.is_over
    assert state.ended_by == "spaces"
    assert state.current_player == 2


def test_five_spaces_left_do_not_trigger_the_end() -> None:
    state = position(full_but(6), players=3, setup=NINE_STANDS)
    state = opened(state, "stand meat e5")
    assert state.ended_by is None


def test_gray_spaces_count_as_free_for_the_end() -> None:
    board = full_but(6, gray="c5 d5")
    state = position(board, players=3, setup=NINE_STANDS)
    assert len(state.market.free_spaces) == 6
    after = opened(state, "stand meat e5")
    assert after.ended_by is None


def test_four_spaces_left_after_a_restaurant_trigger_the_end() -> None:
    state = position(full_but(5), unplaced=("pub",))
    state = state.apply("restaurant pub e5")
    assert state.ended_by == "spaces"
    assert state.turns_left == 1


def test_four_entrances_left_after_customers_trigger_the_end() -> None:
    names = [f"N{c}" for c in "abcde"] + [f"S{c}" for c in "abcde"] + [f"W{r}" for r in "12345"]
    board = market("a1=fish0", entrances=", ".join(f"{name}=1 meat" for name in names))
    state = position(board, customers_shown=tiles("1 fish"), customers_stock=())
    after = state.apply("bring 1 fish E1")
    assert after.ended_by == "entrances"
    assert after.turns_left == 1
    assert after.apply("coin").is_over


def test_a_second_trigger_in_the_last_turns_has_no_effect() -> None:
    state = position(full_but(5), players=3, setup=NINE_STANDS)
    state = opened(state, "stand meat e5")
    state = opened(state, "stand meat d5")
    assert state.turns_left == 1
    assert opened(state, "stand meat c5").is_over


def test_coins_in_a_row_end_the_game_also_in_the_last_turns() -> None:
    state = position(players=3, ended_by="spaces", turns_left=3, coin_streak=2)
    state = state.apply("coin")
    assert state.is_over
    assert state.ended_by == "coins"


def test_a_game_that_is_over_refuses_everything() -> None:
    state = position(players=3, coin_streak=2).apply("coin")
    refused(state, "coin", "the game is over")


# Final scoring


def test_each_unplaced_restaurant_costs_a_coin() -> None:
    state = position(coins=(7, 0), unplaced=("burger-joint", "burger-joint", "pub"))
    assert state.scores() == (4, 0)


def test_most_coins_win() -> None:
    assert winners([(9, 1), (8, 8)]) == (0,)


def test_ties_go_to_most_stands_and_are_then_shared() -> None:
    assert winners([(8, 3), (8, 4), (7, 9)]) == (1,)
    assert winners([(9, 4), (9, 4), (8, 9)]) == (0, 1)


def test_a_stand_counts_as_paid_from_its_income_only_if_coins_are_short() -> None:
    state = position(market("c3=fish0"), coins=(0, 0))
    action = next(
        action
        for action in position(market("c3=fish0")).legal_actions()
        if isinstance(action, OpenStand) and state.market.opening_costs[action.space] > 0
    )
    cost = state.market.opening_costs[action.space]

    def counted(coins: int) -> list[str]:
        before = position(market("c3=fish0"), coins=(coins, 50))
        return [name for name, _ in observe(before, action, before)]

    assert counted(cost - 1) == ["stand", "stand paid from its income"]
    assert counted(cost) == counted(cost + 1) == ["stand"]


def test_tiles_shown_in_a_file_have_any_order() -> None:
    document = MercadoState.new(2, rng=np.random.default_rng(1)).to_dict()
    state = MercadoState.from_dict(document)
    document["customers_shown"].reverse()
    assert MercadoState.from_dict(document) == state
