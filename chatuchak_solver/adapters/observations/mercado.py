"""Observations of Mercado de Lisboa, without the order of bag and stock."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, get_args

import numpy as np

from chatuchak_solver.adapters.observations.parts import (
    Observer,
    Part,
    by_seat,
    choice,
    counts,
    marks,
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
    kinds, types, side = setup.different_customers, len(STANDS), board.side
    low, high = start.score_bounds
    tiles, restaurants = sum(setup.stand_tiles), sum(setup.restaurant_tiles)
    customers = max((count for _, count in setup.customer_tiles), default=0)
    entrances = len(board.entrance_names)

    def stands(name: str, planes: int, of: Callable[[Any, Any], int]) -> Part:
        def read(state: MercadoState, seats: Any) -> Any:
            found = state.market.stands
            return marks((stand and of(stand, seats) for stand in found), planes)

        return Part(name, (planes, side, side), read=read)

    def customer_types(state: MercadoState, _: object) -> Float32s:
        found = np.zeros((entrances, types), np.float32)
        for entrance, tile in enumerate(state.market.entrances):
            if tile is not None:
                found[entrance, list(tile.types)] = 1
        return found

    parts = (
        stands("stands", types, lambda stand, _: stand.type),
        stands("owners", players, lambda stand, seats: seats.index(stand.owner)),
        Part("restaurants", (len(RESTAURANTS), side, side),
             read=lambda state, _: marks(state.market.restaurants, len(RESTAURANTS))),
        Part("gray", (side, side), read=lambda state, _: state.market.gray),
        Part("customers", (entrances,), setup.most_customers, read=lambda state, _: [
            tile.customers if tile else 0 for tile in state.market.entrances
        ]),
        Part("customer_types", (entrances, types), read=customer_types),
        by_seat(start, "coins", high),
        by_seat(start, "tiles", tiles, shape=(types,)),
        by_seat(start, "unplaced", restaurants, shape=(len(RESTAURANTS),)),
        Part("wooden_stands", (players,), setup.wooden_stands,
             read=lambda state, seats: list(map(state.wooden_stands_left, seats))),
        Part("bag", (types,), tiles),
        Part("display", (types,), tiles),
        Part("hidden", (len(RESTAURANTS),), restaurants),
        counts("shown", kinds, customers, of=Counter),
        counts("stock", kinds, customers),
        to_act(start),
        Part("turn", (players,),
             read=lambda state, seats: marks([seats.index(state.player)], players)),
        choice("phase", PHASES),
        Part("pending", (len(PENDING),), 3, read=lambda state, _: [
            sum(event.partition(" ")[0] == kind for event in state.pending) for kind in PENDING
        ]),
        choice("set_aside", range(types)),
        Part("coin_streak", (1,), math.inf),
        choice("ended_by", ENDS),
        Part("turns_left", (1,), math.inf),
        by_seat(start, "scores", high, low),
    )  # fmt: skip
    return Observer(start, parts)
