"""Observations of Mercado de Lisboa, without the order of bag and stock."""

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from chatuchak_solver.adapters.observations import parts
from chatuchak_solver.adapters.observations.parts import Observer, Part, choice, counts, marks
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS
from chatuchak_solver.games.mercado.state import Ending, MercadoState, Phase

PHASES: tuple[str, ...] = get_args(Phase)
PENDING = ("tile", "display", "restaurant", "customers")
ENDS = (None, *get_args(Ending))


def observer(start: MercadoState) -> Observer:
    """Return the observer for games with this initial state."""
    players, setup, board = start.num_players, start.setup, start.market.layout
    kinds, types, side = [tile for tile, _ in setup.customer_tiles], len(STANDS), setup.side
    low, high = start.score_bounds
    tiles, restaurants = sum(setup.stand_tiles.values()), sum(setup.restaurant_tiles.values())
    customers = max((count for _, count in setup.customer_tiles), default=0)
    entrances = len(board.entrance_names)
    held = partial(parts.by_seat, start, attribute="players")

    def placed(name: str, planes: int, of: Callable[[Any, Any], int], kind: str = "stands") -> Part:
        def read(state: MercadoState, seats: Any) -> Any:
            found = map(getattr(state.market, kind).get, board.space_names)
            return marks((of(piece, seats) if piece else None for piece in found), planes)

        return Part(name, (planes, side, side), read=read)

    def tiles_at(state: MercadoState) -> list[Any]:
        return [state.market.entrances.get(name) for name in board.entrance_names]

    return Observer(start, (
        placed("stands", types, lambda stand, _: STANDS.index(stand.type)),
        placed("owners", players, lambda stand, seats: seats.index(stand.owner)),
        placed("restaurants", len(RESTAURANTS), lambda name, _: RESTAURANTS.index(name),
               "restaurants"),
        Part("gray", (side, side), read=lambda state, _: [
            space in state.market.gray for space in board.space_names
        ]),
        Part("customers", (entrances,), setup.most_customers, read=lambda state, _: [
            tile.customers if tile else 0 for tile in tiles_at(state)
        ]),
        Part("customer_types", (entrances, types), read=lambda state, _: [
            [tile is not None and type_ in tile.types for type_ in STANDS]
            for tile in tiles_at(state)
        ]),
        held("coins", high, of=lambda own: own.coins),
        held("tiles", tiles, shape=(types,),
             of=lambda own: [own.tiles.get(name, 0) for name in STANDS]),
        held("unplaced", restaurants, shape=(len(RESTAURANTS),),
             of=lambda own: [own.restaurants.get(name, 0) for name in RESTAURANTS]),
        Part("wooden_stands", (players,), setup.wooden_stands,
             read=lambda state, seats: list(map(state.wooden_stands_left, seats))),
        counts("bag", STANDS, tiles),
        counts("display", STANDS, tiles),
        counts("hidden", RESTAURANTS, restaurants, attribute="hidden_restaurants"),
        counts("shown", kinds, customers, of=Counter, attribute="customers_shown"),
        counts("stock", kinds, customers, attribute="customers_stock"),
        parts.to_act(start),
        Part("turn", (players,),
             read=lambda state, seats: marks([seats.index(state.player)], players)),
        choice("phase", PHASES),
        Part("pending", (len(PENDING),), 3, read=lambda state, _: [
            sum(event.partition(" ")[0] == kind for event in state.pending) for kind in PENDING
        ]),
        choice("set_aside", STANDS),
        Part("coin_streak", (1,), math.inf),
        choice("ended_by", ENDS),
        Part("turns_left", (1,), math.inf),
        parts.by_seat(start, "scores", high, low),
    ))  # fmt: skip
