"""The jump puzzle as a CP-SAT model, without knowledge of the puzzle.

A model asks for a solution of an exact length; lengths are tried from 0 up, so the first solution
is optimal. One Boolean per color, spot and time. A flood from one booth shows that a color is
connected at the end.
"""

from __future__ import annotations

import time
from itertools import count

from ortools.sat.python import cp_model

from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.move_rules import reach_masks

__all__ = ["cp_sat_solution"]


class JumpModel:
    """Model of the solutions of a grid with an exact number of moves."""

    def __init__(self, grid: Grid, moves: int) -> None:
        self.model = cp_model.CpModel()
        self.grid = grid
        self.spots = range(grid.board.spots)
        self.colors = grid.colors
        boolean = self.model.new_bool_var
        times = range(moves + 1)
        self.booth = [
            {(c, s): boolean(f"booth {t} {c} {s}") for c in self.colors for s in self.spots}
            for t in times
        ]
        self.empty = [[boolean(f"empty {t} {s}") for s in self.spots] for t in times]
        for t in times:
            self.model.add_exactly_one(self.empty[t])
            for s in self.spots:
                here = (self.booth[t][c, s] for c in self.colors)
                self.model.add_exactly_one(self.empty[t][s], *here)
        self._begin()
        for t in range(moves):
            self._move(t)
        for c in self.colors:
            self._connect(c, self.booth[-1])

    def _begin(self) -> None:
        self.model.add(self.empty[0][self.grid.empty] == 1)
        for c in self.colors:
            for s in iter_spots(self.grid.color_masks[c]):
                self.model.add(self.booth[0][c, s] == 1)

    def _move(self, t: int) -> None:
        model, before, after = self.model, self.booth[t], self.booth[t + 1]
        reach = reach_masks(self.grid.board, MoveRule.JUMP)
        for s in self.spots:
            reached = [self.empty[t + 1][other] for other in iter_spots(reach[s])]
            model.add_bool_or(*reached).only_enforce_if(self.empty[t][s])
            touched = self.empty[t][s], self.empty[t + 1][s]
            for c in self.colors:
                # A booth stays unless its spot was or becomes empty.
                model.add_bool_or(*touched, before[c, s].negated(), after[c, s])
                for other in iter_spots(reach[s]):
                    swap = self.empty[t][s].negated(), self.empty[t + 1][other].negated()
                    model.add_bool_or(*swap, before[c, other].negated(), after[c, s])

    def _connect(self, color: Color, booth: dict[tuple[Color, int], cp_model.IntVar]) -> None:
        model, neighbors = self.model, self.grid.board.neighbor_masks
        flood = [model.new_bool_var(f"first {color} {s}") for s in self.spots]
        model.add_exactly_one(flood)
        for s in self.spots:
            model.add_implication(flood[s], booth[color, s])
        for step in range(self.grid.counts[color] - 1):
            wider = [model.new_bool_var(f"flood {color} {step} {s}") for s in self.spots]
            for s in self.spots:
                model.add_implication(wider[s], booth[color, s])
                near = [flood[other] for other in iter_spots(neighbors[s])]
                model.add_bool_or(wider[s].negated(), flood[s], *near)
            flood = wider
        for s in self.spots:
            model.add_implication(booth[color, s], flood[s])

    def moves(self, solver: cp_model.CpSolver) -> list[int]:
        return [s for at in self.empty[1:] for s in self.spots if solver.value(at[s])]


def cp_sat_solution(grid: Grid, seconds: float) -> list[int] | None:
    """Return a shortest solution by jumps, or None at the time limit; on one core.

    Parameters
    ----------
    seconds
        Processor time.
    """
    end = time.process_time() + seconds
    for horizon in count():
        model = JumpModel(grid, horizon)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.0, end - time.process_time())
        status = solver.solve(model.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return model.moves(solver)
        if status != cp_model.INFEASIBLE:
            return None
    raise AssertionError("every grid has a solution")
