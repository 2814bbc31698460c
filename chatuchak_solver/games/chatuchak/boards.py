"""The grids as boards; of the speed game, too."""

from typing import Any

from chatuchak_solver.games.board import Board, Moved
from chatuchak_solver.games.facts import seat_name


def boards(state: Any, viewer: int | None, mover: int) -> list[Board]:
    """Return the grids, those of the viewer or of the current player first."""
    first = viewer if viewer is not None else max(0, mover)
    seats = [(first + place) % state.num_players for place in range(state.num_players)]
    return [
        Board(seat_name(seat), state.grids[seat], seat == first, seat == first == mover,
              seat_name(seat))
        for seat in seats
    ]  # fmt: skip


def moved(before: Any, after: Any, seat: int) -> Moved | None:
    """Return the jump of a player's booth."""
    one, other = before.grids[seat], after.grids[seat]
    return None if one == other else Moved(other, str(other.empty), str(one.empty))
