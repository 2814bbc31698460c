"""A player and advice of the speed game by shortest solutions."""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.advice import Advice, AdvisedAction, Adviser, Limits
from chatuchak_solver.games.chatuchak.scoring import clusters
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
        """Return the next action of the player."""
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
    """Ranks moves by the length of a shortest solution after each: an outlook of -12 is 12 moves.

    A unit of work is a move looked into.

    Attributes
    ----------
    node_limit
        The search nodes for each move; if they are not enough, the outlook is the distance at
        least, and its error unknown.
    """

    node_limit: int = NODE_LIMIT

    def search(
        self, state: Any, player: int, rng: np.random.Generator, limits: Limits
    ) -> Advice[Any]:
        """Rank the moves; see `Adviser`."""
        del rng
        every = [
            AdvisedAction.of(state, action, evaluate(state.apply_unchecked(action), player))
            for action in state.actions_of(player)
        ]
        found: list[AdvisedAction[Any]] = []
        for advised in every:
            if limits.run.should_stop(len(found)):
                break
            found.append(self._rated(state, advised))
            limits.run.report(len(found), len(every))
        looked = len(found)
        found += every[looked:]
        found.sort(key=_worst_last)
        return Advice(player, tuple(found[: limits.most]), looked, limits.run.stopped_by)

    def _rated(
        self, state: SpeedState, advised: AdvisedAction[PlayerMove]
    ) -> AdvisedAction[PlayerMove]:
        action, after = advised.action, state.apply_unchecked(advised.action)
        if after.solved[action.player]:
            return replace(advised, outlook=-1.0, error=0.0, looks=1)
        solution = _solved(after, action.player, Stop(work=self.node_limit))
        proven = solution.length == solution.lower_bound
        line = tuple(str(PlayerMove(action.player, spot)) for spot in solution.moves or ())
        outlook = -1.0 - solution.lower_bound
        return replace(advised, outlook=outlook, error=0.0 if proven else None, looks=1, line=line)


def _worst_last(advised: AdvisedAction[PlayerMove]) -> tuple[bool, float]:
    return advised.outlook is None, -(advised.outlook or 0.0)


def _solved(state: SpeedState, player: int, stop: Stop) -> Solution:
    algorithm: Algorithm = "goal" if state.rule is MoveRule.JUMP else "ida"
    return solve(state.grids[player], rule=state.rule, algorithm=algorithm, stop=stop)


WON: Final = 1000.0


def evaluate(state: SpeedState, player: int) -> float:
    """Return the groups and single booths of the own grid, fewer being more, or a win's worth."""
    grid = state.grids[player]
    return WON if grid.is_solved else -float(sum(clusters(grid)))
