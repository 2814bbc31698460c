"""Observations of the speed game, a game of perfect information."""

import math
from collections.abc import Mapping

from chatuchak_solver.adapters.observations.parts import (
    Observer,
    Part,
    copy_by_seat,
    grid_planes,
    seats_from,
    write_planes,
)
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.kernels.arrays import Float32s


def observer(start: SpeedState) -> Observer:
    """Return the observer for games with this initial state."""
    players = start.num_players
    max_moves = math.inf if start.move_limit is None else start.move_limit
    parts = (
        Part("grids", (players, *max(grid_planes(grid) for grid in start.grids))),
        Part("moves", (players,), max_moves),
        Part("solved", (players,)),
    )
    return Observer(parts, _write)


def _write(state: SpeedState, player: int, parts: Mapping[str, Float32s]) -> None:
    seats = seats_from(player, state.num_players)
    for row, seat in enumerate(seats):
        write_planes(state.grids[seat], parts["grids"][row])
    copy_by_seat(state, parts, seats, "moves", "solved")
