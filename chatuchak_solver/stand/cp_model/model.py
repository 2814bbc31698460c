"""The decision model and its solver."""

import math
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

import numpy as np
from ortools.sat.python.cp_model import (
    FEASIBLE,
    INFEASIBLE,
    MODEL_INVALID,
    OPTIMAL,
    CpModel,
    CpSolver,
    CpSolverStatus,
    LinearExprT,
)

from chatuchak_solver.errors import SolverError, VerificationError
from chatuchak_solver.execution.limits import Run, Stop, StopReason
from chatuchak_solver.stand.bound import scoring_goods
from chatuchak_solver.stand.cp_model.constraints import Constraints
from chatuchak_solver.stand.cp_model.variables import Variables
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, find_groups
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, good_code, has_mouse
from chatuchak_solver.stand.stand import Stand

POLL_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Attributes
    ----------
    stand
        The stand, or None if the box has none or the question was stopped.
    stopped_by
        The reason for an early stop, or None.
    conflicts
        Conflicts of the solver.
    """

    stand: Stand | None = None
    stopped_by: StopReason | None = None
    conflicts: int = 0


class StandModel:
    """CP-SAT model of the stands inside a square box.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner announces.
    side
        Rows and columns of the box.

    Attributes
    ----------
    model
        The CP-SAT model.
    cuts
        Constraints added after relaxed solutions.
    """

    def __init__(self, problem: StandProblem, own: Announcement, side: int) -> None:
        self.problem = problem
        self.own = own
        self.model: CpModel = CpModel()
        self.cuts: int = 0
        self.variables: Variables = Variables(self.model, problem, side)
        self.constraints: Constraints = Constraints(self.model, self.variables)
        self.constraints.lay_every_card_once()
        self.constraints.cover_cells()
        self.constraints.touch_what_lies()
        self.constraints.anchor()
        self.constraints.see_card_spaces()
        self.constraints.hide_by_rectangles()
        for good in scoring_goods(problem, own):
            self._show(good)
            self.variables.add_groups(good)
            self.constraints.count_groups(good)
            self.constraints.grow_biggest(good)
            self.constraints.pair_up(good)
        self.constraints.own_goods_are_biggest(good_code(good) for good in own)
        pairs = self.variables.pair.items()
        self.total: LinearExprT = sum(size * groups * var for (_, size, groups), var in pairs)
        for (card, space), var in self.variables.visible.items():
            self.total += MOUSE_POINTS * has_mouse(problem.cards[card].spaces[space]) * var

    def ask(
        self, least: int, most: int, *, stop: Stop | None = None, seed: int = 0, workers: int = 1
    ) -> Answer:
        """Search for a stand with a total from ``least`` to ``most``.

        A decision question: the proof that no total lies between two close numbers is much faster
        than optimization. Later calls may only narrow the range.

        Parameters
        ----------
        stop
            Limits; the work is the solver's conflicts.
        workers
            Threads of the solver; with more than one, results are not reproducible.

        Raises
        ------
        VerificationError
            If a stand is illegal or scores less than the model claims (a library bug).
        SolverError
            If CP-SAT rejects the model or returns no status (a library bug).
        """
        self.model.add_linear_constraint(self.total, least, most)
        run = Run.begin(stop)
        conflicts = 0
        while not run.must_end(conflicts):
            solver = CpSolver()
            if math.isfinite(run.seconds_left):
                solver.parameters.max_time_in_seconds = run.seconds_left
            left = run.work_left(conflicts)
            if left is not None:
                solver.parameters.max_number_of_conflicts = left
            solver.parameters.num_workers = workers
            solver.parameters.random_seed = seed
            solver.parameters.catch_sigint_signal = False
            status = _solve(solver, self.model, run, conflicts)
            conflicts += solver.num_conflicts
            if status == MODEL_INVALID:
                raise SolverError(f"CP-SAT rejects the model: {self.model.validate()}")
            if status == INFEASIBLE:
                return Answer(conflicts=conflicts)
            if status not in (OPTIMAL, FEASIBLE):
                if not run.must_end(conflicts):
                    # The solver's limits differ slightly from the run's.
                    run.end(StopReason.TIME if left is None else StopReason.WORK)
                break
            stand = self._stand(solver)
            if self.problem.score(stand)[1] >= least:
                return Answer(stand, conflicts=conflicts)
            self._cut(stand)
        return Answer(stopped_by=run.stopped_by, conflicts=conflicts)

    def _show(self, good: int) -> None:
        self.variables.add_shows(good)
        self.constraints.show_good(good)

    def _stand(self, solver: CpSolver) -> Stand:
        keys = sorted(key for key, var in self.variables.lay.items() if solver.boolean_value(var))
        return self.problem.lay(np.array([key[1:] for key in keys], dtype=np.int64))

    def _cut(self, stand: Stand) -> None:
        """Add a constraint that excludes the relaxed solution.

        Either a group is larger than one of an announced good, or a good has fewer groups than the
        model counted because it assumed a hole.
        """
        found = find_groups(stand.picture())
        own = [good_code(good) for good in self.own]
        sizes = {good: max(map(len, groups), default=0) for good, groups in found.items()}
        before = self.cuts
        for good, groups in found.items():
            code = good_code(good)
            cells = [[(y, x) for x, y in sorted(group)] for group in groups]
            if (
                good not in self.own
                and groups
                and len(groups[0]) > min(sizes[GOODS[one - 1]] for one in own)
            ):
                if (code, cells[0][0]) not in self.variables.shows:
                    self._show(code)
                seen = [self.variables.shows[code, cell] for cell in cells[0]]
                for one in own:
                    grown = self.variables.biggest[one] >= len(seen)
                    self.model.add(grown).only_enforce_if(seen)
                self.cuts += 1
            elif code in self.variables.groups:
                visible = [cell for group in cells for cell in group]
                shown = {(code, cell): cell in visible for cell in self.variables.cells}
                exact = [
                    self.variables.shows[key] if here else ~self.variables.shows[key]
                    for key, here in shown.items()
                ]
                fewer = self.variables.groups[code] <= len(groups)
                largest = self.variables.biggest[code] <= sizes[good]
                self.model.add(fewer).only_enforce_if(exact)
                self.model.add(largest).only_enforce_if(exact)
                self.cuts += 1
        if self.cuts == before:
            raise VerificationError(f"CP-SAT's stand {stand} scores less than the model claims")


def _solve(solver: CpSolver, model: CpModel, run: Run, conflicts: int) -> CpSolverStatus:
    """Solve in a thread, so that the main thread can be interrupted.

    ``conflicts`` are those of earlier questions in the run.
    """
    with ThreadPoolExecutor(1) as pool:
        status = pool.submit(solver.solve, model)
        try:
            while not wait([status], POLL_S).done:
                if run.must_end(conflicts):
                    solver.stop_search()
        finally:
            solver.stop_search()
        return status.result()
