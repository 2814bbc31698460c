"""The speed game's position as a person reads it."""

from __future__ import annotations

from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak.text import format_grids
from chatuchak_solver.games.chatuchak_speed.state import SpeedState

__all__ = ["format_state"]


def format_state(state: SpeedState) -> str:
    """Return a position: the grids, and how far each player is."""
    winners = " and ".join(f"player {player}" for player in state.winners())
    if winners:
        headline = f"over, won by {winners}"
    else:
        headline = "called off, nobody won" if state.is_over else "all play at once"
    limit = "" if state.move_limit is None else f" of {state.move_limit}"
    lines = [f"chatuchak-speed ({state.rule} rule): {headline}", ""]
    lines += format_grids(state.grids, [f"player {p}" for p in range(state.num_players)])
    lines.append("")
    for player, (grid, made) in enumerate(zip(state.grids, state.moves, strict=True)):
        left = sum(clusters(grid))
        lines.append(
            f"player {player}: {made}{limit} moves; {left} groups and single booths, "
            f"{len(grid.colors)} when fully grouped"
        )
    return "\n".join(lines)
