"""A player of the speed game that follows a shortest solution.

Importing this module imports numba.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_solver.games.chatuchak_speed.actions import PlayerMove
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.puzzle import MoveRule
from chatuchak_solver.run import Stop
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solve import Algorithm, solve

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SpeedSolverPlayer"]

NODE_LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class SpeedSolverPlayer:
    """Plays the next move of a solution; the one nearest by the heuristic where none is found.

    Attributes
    ----------
    node_limit
        The search nodes for each move.
    """

    node_limit: int = NODE_LIMIT

    def choose(self, state: SpeedState, player: int, rng: np.random.Generator) -> PlayerMove:
        """Return the next action of the player."""
        grid = state.grids[player]
        algorithm: Algorithm = "goal" if state.rule is MoveRule.JUMP else "ida"
        stop = Stop(work=self.node_limit)
        solution = solve(grid, rule=state.rule, algorithm=algorithm, stop=stop)
        if solution.moves:
            return PlayerMove(player, solution.moves[0])
        actions = state.actions_of(player)
        distances = [
            (additive_heuristic(state.after(action).grids[player], state.rule), rng.random())
            for action in actions
        ]
        return actions[distances.index(min(distances))]
