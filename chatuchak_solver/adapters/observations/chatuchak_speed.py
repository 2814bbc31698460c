"""Observations of the speed game, a game of perfect information."""

import math

from chatuchak_solver.adapters.observations.parts import Observer, by_seat, grids_part
from chatuchak_solver.games.chatuchak_speed.state import SpeedState


def observer(start: SpeedState) -> Observer:
    """Return the observer for games with this initial state."""
    max_moves = math.inf if start.move_limit is None else start.move_limit
    parts = grids_part(start), by_seat(start, "moves", max_moves), by_seat(start, "solved")
    return Observer(start, parts)
