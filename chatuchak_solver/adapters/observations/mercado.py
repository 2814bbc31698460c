"""Observations of Mercado de Lisboa, without the order of bag and stock."""

import math
from collections.abc import Mapping
from typing import Final, get_args

from chatuchak_solver.adapters.observations.parts import (
    Observer,
    Part,
    copy,
    copy_by_seat,
    mark,
    seats_from,
    to_act,
)
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS
from chatuchak_solver.games.mercado.state import MercadoState, Phase
from chatuchak_solver.kernels.arrays import Float32s

PHASES: Final[tuple[str, ...]] = get_args(Phase)
PENDING: Final = ("tile", "display", "restaurant", "customers")
ENDS: Final = (None, "spaces", "entrances", "coins")


def observer(start: MercadoState) -> Observer:
    """Return the observer for games with this initial state."""
    players, setup, board = start.num_players, start.setup, start.market.layout
    side, kinds = board.side, len(setup.different_customers)
    max_coins = start.score_bounds[1]
    tiles, restaurants = sum(setup.stand_tiles), sum(setup.restaurant_tiles)
    customers = max((count for _, count in setup.customer_tiles), default=0)
    parts = (
        Part("stands", (len(STANDS), side, side)),
        Part("owners", (players, side, side)),
        Part("restaurants", (len(RESTAURANTS), side, side)),
        Part("gray", (side, side)),
        Part("customers", (len(board.entrance_names),), setup.most_customers),
        Part("customer_types", (len(board.entrance_names), len(STANDS))),
        Part("coins", (players,), max_coins),
        Part("tiles", (players, len(STANDS)), tiles),
        Part("unplaced", (players, len(RESTAURANTS)), restaurants),
        Part("wooden_stands", (players,), setup.wooden_stands),
        Part("bag", (len(STANDS),), tiles),
        Part("display", (len(STANDS),), tiles),
        Part("hidden", (len(RESTAURANTS),), restaurants),
        Part("shown", (kinds,), customers),
        Part("stock", (kinds,), customers),
        Part("to_act", (players + 1,)),
        Part("turn", (players,)),
        Part("phase", (len(PHASES),)),
        Part("pending", (len(PENDING),), 3),
        Part("set_aside", (len(STANDS),)),
        Part("coin_streak", (1,), math.inf),
        Part("ended_by", (len(ENDS),)),
        Part("turns_left", (1,), math.inf),
        Part("scores", (players,), max_coins, start.score_bounds[0]),
    )
    return Observer(parts, _write)


def _write(state: MercadoState, player: int, parts: Mapping[str, Float32s]) -> None:
    seats, market = seats_from(player, state.num_players), state.market
    flat = {name: parts[name].reshape(-1, market.side**2) for name in ("stands", "owners")}
    for space, stand in enumerate(market.stands):
        if stand is not None:
            flat["stands"][stand.type, space] = 1
            flat["owners"][seats.index(stand.owner), space] = 1
    restaurants = parts["restaurants"].reshape(-1, market.side**2)
    for space, restaurant in enumerate(market.restaurants):
        if restaurant is not None:
            restaurants[restaurant, space] = 1
    parts["gray"].reshape(-1)[:] = market.gray
    for entrance, tile in enumerate(market.entrances):
        if tile is not None:
            parts["customers"][entrance] = tile.customers
            parts["customer_types"][entrance, list(tile.types)] = 1
    for row, seat in enumerate(seats):
        parts["wooden_stands"][row] = state.wooden_stands_left(seat)
    copy_by_seat(state, parts, seats, "coins", "tiles", "unplaced", "scores")
    _write_supply(state, parts)
    to_act(state, player, parts["to_act"])
    mark(parts["turn"], seats.index(state.player))
    mark(parts["phase"], PHASES.index(state.phase))
    mark(parts["set_aside"], state.set_aside)
    mark(parts["ended_by"], ENDS.index(state.ended_by))


def _write_supply(state: MercadoState, parts: Mapping[str, Float32s]) -> None:
    copy(state, parts, "bag", "display", "hidden", "coin_streak", "turns_left")
    kinds = state.setup.different_customers
    for tile in state.shown:
        parts["shown"][kinds.index(tile)] += 1
    for tile, count in state.stock:
        parts["stock"][kinds.index(tile)] = count
    for event in state.pending:
        parts["pending"][PENDING.index(event.partition(" ")[0])] += 1
