"""The evaluation of the speed game: the distance to a fully grouped grid."""

from typing import Final

from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak_speed.state import SpeedState

WON: Final = 1000.0


def evaluate(state: SpeedState, player: int) -> float:
    """Return the groups and single booths of the own grid, fewer being more, or a win's worth."""
    grid = state.grids[player]
    return WON if grid.is_solved else -float(sum(clusters(grid)))
