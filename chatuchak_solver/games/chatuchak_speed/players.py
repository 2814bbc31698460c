"""A player and advice of the speed game from shortest solutions."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.games import players
from chatuchak_solver.games.chatuchak.state import clusters
from chatuchak_solver.games.chatuchak_speed.state import PlayerMove, SpeedState
from chatuchak_solver.puzzle import MoveRule
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import Algorithm, solve

NODE_LIMIT = 200_000


@dataclass(frozen=True, slots=True)
class SpeedSolverPlayer:
    """Plays the next move of a solution, or the best move by the heuristic if none is found.

    Attributes
    ----------
    node_limit
        The search nodes for each move.
    """

    node_limit: int = NODE_LIMIT

    def choose(self, state: SpeedState, player: int, rng: np.random.Generator) -> PlayerMove:
        """Return the player's next action."""
        solution = _solved(state, player, self.node_limit)
        if solution.moves:
            return PlayerMove(player, solution.moves[0])
        return players.GreedyPlayer(_closeness).choose(state, player, rng)


def _closeness(state: SpeedState, player: int) -> float:
    return -additive_heuristic(state.grids[player], state.rule)


@dataclass(frozen=True, slots=True)
class SpeedAdviser(players.Adviser):
    """Ranks moves by the length of a shortest solution after each: a value of -12 is 12 moves.

    A unit of work is a searched move.

    Attributes
    ----------
    node_limit
        The search nodes for each move; beyond it, the value is a bound with unknown error.
    """

    node_limit: int = NODE_LIMIT

    def search(
        self, state: Any, player: int, rng: np.random.Generator, run: Run, most: int | None
    ) -> players.Advice:
        """Rank the moves; see `Adviser`."""
        del rng
        actions, solutions = state.actions_of(player), list[Solution]()
        for action in actions:
            if run.should_stop(len(solutions)):
                break
            after = state.apply_unchecked(action)
            solutions.append(_solved(after, player, self.node_limit))
            run.report(len(solutions), len(actions))
        advised = [_advised(state, *rated) for rated in zip_longest(actions, solutions)]
        advised.sort(key=lambda action: (action.visits == 0, -(action.expected_value or 0.0)))
        return players.Advice(player, len(solutions), run.stopped_by, tuple(advised[:most]))


def _advised(
    state: SpeedState, action: PlayerMove, solution: Solution | None
) -> players.AdvisedAction:
    immediate = evaluate(state.apply_unchecked(action), action.player)
    if solution is None:
        return players.advised_action(state, action, immediate)
    error = 0.0 if solution.length == solution.lower_bound else None
    line = tuple(str(PlayerMove(action.player, spot)) for spot in solution.moves or ())
    return players.advised_action(
        state, action, immediate, -1.0 - solution.lower_bound, error, 1, line
    )


def _solved(state: SpeedState, player: int, node_limit: int) -> Solution:
    algorithm: Algorithm = "goal" if state.rule is MoveRule.JUMP else "ida"
    stop = Stop(work=node_limit)
    return solve(state.grids[player], rule=state.rule, algorithm=algorithm, stop=stop)


WON = 1000.0


def evaluate(state: SpeedState, player: int) -> float:
    """Return the negative number of groups and single booths of the own grid, or a win's worth."""
    grid = state.grids[player]
    return WON if grid.is_solved else -float(sum(clusters(grid)))
