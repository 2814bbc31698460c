"""Observations of Chatuchak, a game of perfect information."""

from collections.abc import Mapping

from chatuchak_solver.adapters.observations.parts import (
    Observer,
    Part,
    copy_by_seat,
    grid_planes,
    mark,
    seats_from,
    to_act,
    write_planes,
)
from chatuchak_solver.games.chatuchak.state import CENTER, ChatuchakState
from chatuchak_solver.kernels.arrays import Float32s


def observer(start: ChatuchakState) -> Observer:
    """Return the observer for games with this initial state."""
    players, table = start.num_players, start.table
    markers, numbers = len(table.markers), start.time.numbers
    colors, *size = max(grid_planes(grid) for grid in start.grids)
    low, high = start.score_bounds
    parts = (
        Part("grids", (players, colors, *size)),
        Part("holders", (markers, players + 1)),
        Part("tokens", (markers, players + 1)),
        Part("mixes", (len(table.mixes), colors - 1)),
        Part("strengths", (players, markers), 255),
        Part("general_tokens", (players,), markers * sum(numbers)),
        Part("passed", (players,)),
        Part("to_act", (players + 1,)),
        Part("tent", (len(numbers) + 1,)),
        Part("needed_roll", (1,), max(numbers)),
        Part("scores", (players,), high, low),
    )
    return Observer(parts, _write)


def _write(state: ChatuchakState, player: int, parts: Mapping[str, Float32s]) -> None:
    seats = seats_from(player, state.num_players)
    for row, seat in enumerate(seats):
        write_planes(state.grids[seat], parts["grids"][row])
        parts["strengths"][row] = state.profiles[seat].strengths
    copy_by_seat(state, parts, seats, "general_tokens", "passed", "scores")
    for name, owners in (("holders", state.holders), ("tokens", state.token_owners)):
        for places, owner in zip(parts[name], owners, strict=True):
            mark(places, 0 if owner == CENTER else 1 + seats.index(owner))
    for places, mix in zip(parts["mixes"], state.table.mixes, strict=True):
        places[list(map(int, mix.colors))] = 1
    to_act(state, player, parts["to_act"])
    mark(parts["tent"], state.time.tent)
    parts["needed_roll"][0] = state.time.requirement or 0
