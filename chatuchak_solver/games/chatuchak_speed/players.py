"""A player and advice of the speed game from shortest solutions."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.advice import Advice, AdvisedAction, Adviser, Limits, advised_action
from chatuchak_solver.games.chatuchak.state import clusters
from chatuchak_solver.games.chatuchak_speed.state import PlayerMove, SpeedState
from chatuchak_solver.puzzle import MoveRule
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import Algorithm, solve

NODE_LIMIT: Final = 200_000


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
        solution = _solved(state, player, Stop(work=self.node_limit))
        if solution.moves:
            return PlayerMove(player, solution.moves[0])
        actions = state.actions_of(player)
        distances = [
            (
                additive_heuristic(state.apply_unchecked(action).grids[player], state.rule),
                rng.random(),
            )
            for action in actions
        ]
        return actions[distances.index(min(distances))]


@dataclass(frozen=True, slots=True)
class SpeedAdviser(Adviser):
    """Ranks moves by the length of a shortest solution after each: a value of -12 is 12 moves.

    A unit of work is a searched move.

    Attributes
    ----------
    node_limit
        The search nodes for each move; beyond it, the value is a bound with unknown error.
    """

    node_limit: int = NODE_LIMIT

    def search(self, state: Any, player: int, rng: np.random.Generator, limits: Limits) -> Advice:
        """Rank the moves; see `Adviser`."""
        del rng
        every = [
            advised_action(state, action, evaluate(state.apply_unchecked(action), player))
            for action in state.actions_of(player)
        ]
        found: list[AdvisedAction] = []
        for advised in every:
            if limits.run.should_stop(len(found)):
                break
            found.append(self._rated(state, advised, player))
            limits.run.report(len(found), len(every))
        searched = len(found)
        found += every[searched:]
        found.sort(key=lambda action: (action.visits == 0, -(action.expected_value or 0.0)))
        return Advice(player, searched, limits.run.stopped_by, tuple(found[: limits.most]))

    def _rated(self, state: SpeedState, advised: AdvisedAction, player: int) -> AdvisedAction:
        after = state.apply(advised.text)
        if after.solved[player]:
            return replace(advised, expected_value=-1.0, error=0.0, visits=1)
        solution = _solved(after, player, Stop(work=self.node_limit))
        error = 0.0 if solution.length == solution.lower_bound else None
        line = tuple(str(PlayerMove(player, spot)) for spot in solution.moves or ())
        value = -1.0 - solution.lower_bound
        return replace(advised, expected_value=value, error=error, visits=1, line=line)


def _solved(state: SpeedState, player: int, stop: Stop) -> Solution:
    algorithm: Algorithm = "goal" if state.rule is MoveRule.JUMP else "ida"
    return solve(state.grids[player], rule=state.rule, algorithm=algorithm, stop=stop)


WON: Final = 1000.0


def evaluate(state: SpeedState, player: int) -> float:
    """Return the negative number of groups and single booths of the own grid, or a win's worth."""
    grid = state.grids[player]
    return WON if grid.is_solved else -float(sum(clusters(grid)))
