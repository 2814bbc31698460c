"""Decision model for OR-Tools' CP-SAT, the second prover: stands inside a square box.

Groups are counted by Euler's formula: the groups of a good are its spaces, minus adjacent pairs,
plus full 2 x 2 blocks, plus enclosed holes. Holes of one and two spaces are exact; the number of
larger holes is a relaxation, which excludes no stand.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar, cast

import numpy as np
from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus, IntVar, LinearExpr

from chatuchak_solver.errors import SolverError, VerificationError
from chatuchak_solver.execution.limits import Run, Stop, StopReason
from chatuchak_solver.stand.bound import scoring_goods
from chatuchak_solver.stand.card import SOURCES, card_shape
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, find_groups
from chatuchak_solver.stand.placement import neighbors
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, good_code, has_mouse
from chatuchak_solver.stand.stand import Stand

Cell = tuple[int, int]

AROUND = [*product((-1, 0, 1), repeat=2)]

SMALL_HOLES = ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)])

PATTERNS: list[tuple[list[Cell], list[Cell]]] = [
    ([(0, 0), (0, 1), (1, 0), (1, 1)], []),
    *(
        (sorted({(y + down, x + right) for y, x in hole for down, right in AROUND} - {*hole}), hole)
        for hole in SMALL_HOLES
    ),
]
"""Marked and free cells: a full 2 x 2 block, and small holes with the cells around them."""

HOLE_SPACES, END_SPACES = 5, 7
"""A good with h > 0 larger holes has at least 5 h + 7 spaces. Five around each hole (left, above
and diagonally between) differ for any two holes; seven more are right of or below the holes.
"""

POLL_S = 0.05

Key = TypeVar("Key", bound=Hashable)


class Answer(NamedTuple):
    """The answer to one question.

    Attributes
    ----------
    stand
        None if the box has no stand or the question was stopped.
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
    side
        Rows and columns of the box.

    Attributes
    ----------
    lay
        By (slot, card, quarter turns, row, column): the slot of the order lays the card there.
    cuts
        Constraints added after relaxed solutions.
    """

    def __init__(self, problem: StandProblem, own: Announcement, side: int) -> None:
        self.problem = problem
        self.model: CpModel = CpModel()
        self.cuts: int = 0
        self._own = [good_code(good) for good in own]
        self._slots = range(len(problem.cards))
        self._cells: list[Cell] = [*product(range(side), range(side))]
        self._inside = set(self._cells)
        downward = [((row, column), (row + 1, column)) for row, column in self._cells]
        rightward = [((row, column), (row, column + 1)) for row, column in self._cells]
        self._pairs = [pair for pair in downward + rightward if pair[1] in self._inside]
        self.lay: dict[tuple[int, int, int, int, int], IntVar] = {}
        self._place: dict[tuple[int, int, int, int], IntVar] = {}
        # By (slot, cell): the slot covers the cell, is visible there, or an earlier one covers it.
        self._covered = self._booleans(product(self._slots, self._cells))
        self._top: dict[tuple[int, Cell], IntVar] = {}
        self._before = self._booleans(product(range(len(problem.cards) + 1), self._cells))
        self._visible = self._booleans(product(self._slots, range(6)))
        # By (good, cell): the good is visible there.
        self._shows: dict[tuple[int, Cell], IntVar] = {}
        self._biggest: dict[int, IntVar] = {}
        self._groups: dict[int, IntVar] = {}
        self._place_cards()
        self._cover_cells()
        self._require_contact()
        self._break_symmetry()
        self._show_card_spaces()
        self._total: cp_model.LinearExprT = sum(
            MOUSE_POINTS * has_mouse(problem.cards[card].spaces[space]) * var
            for (card, space), var in self._visible.items()
        )
        for good in scoring_goods(problem, own):
            self._show_good(good)
            self._total += sum(self._add_groups(good))
        for good, biggest in self._biggest.items():
            for announced in self._own if good not in self._own else ():
                self.model.add(biggest <= self._biggest[announced])

    def ask(
        self, least: int, most: int, *, stop: Stop | None = None, seed: int = 0, workers: int = 1
    ) -> Answer:
        """Search for a stand with a total from ``least`` to ``most``.

        The proof that no total lies between two close numbers is much faster than optimization.
        Later calls may only narrow the range.

        Parameters
        ----------
        stop
            Limits; the work is the solver's conflicts.
        workers
            Threads of the solver; with more than one, results are not reproducible.
        """
        self.model.add_linear_constraint(self._total, least, most)
        run = Run.begin(stop)
        conflicts = 0
        while not run.should_stop(conflicts):
            solver = CpSolver()
            solver.parameters.max_time_in_seconds = run.seconds_left
            left = run.work_left(conflicts)
            if left is not None:
                solver.parameters.max_number_of_conflicts = left
            solver.parameters.num_workers = workers
            solver.parameters.random_seed = seed
            status = run_solver(solver, self.model, partial(run.should_stop, conflicts))
            conflicts += solver.num_conflicts
            if status == cp_model.MODEL_INVALID:
                raise SolverError(f"CP-SAT rejects the model: {self.model.validate()}")
            if status == cp_model.INFEASIBLE:
                return Answer(conflicts=conflicts)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                if not run.should_stop(conflicts):
                    # The solver's limits differ slightly from the run's.
                    run.end(StopReason.TIME if left is None else StopReason.WORK)
                break
            stand = self._stand(solver)
            if self.problem.score(stand)[1] >= least:
                return Answer(stand, conflicts=conflicts)
            self._cut(stand)
        return Answer(stopped_by=run.stopped_by, conflicts=conflicts)

    def _stand(self, solver: CpSolver) -> Stand:
        keys = sorted(key for key, var in self.lay.items() if solver.boolean_value(var))
        return self.problem.lay(np.array([key[1:] for key in keys], dtype=np.int64))

    def _booleans(self, keys: Iterable[Key]) -> dict[Key, IntVar]:
        return {key: self.model.new_bool_var("") for key in keys}

    def _place_cards(self) -> None:
        fixed_order = self.problem.fixed_order
        for slot, shape, cell in product(self._slots, range(2), self._cells):
            if self._inside.issuperset(_shape_cells(shape, *cell)):
                cards, quarters = [slot] if fixed_order else self._slots, (shape, shape + 2)
                keys = ((slot, card, quarter, *cell) for card in cards for quarter in quarters)
                options = self._booleans(keys)
                place = self._place[slot, shape, *cell] = self.model.new_bool_var("")
                self.model.add(sum(options.values()) == place)
                self.lay |= options
        for slot in self._slots:
            self.model.add_exactly_one(var for key, var in self.lay.items() if key[0] == slot)
            self.model.add_exactly_one(var for key, var in self._place.items() if key[0] == slot)
            if not fixed_order:
                self.model.add_exactly_one(var for key, var in self.lay.items() if key[1] == slot)

    def _cover_cells(self) -> None:
        over: dict[tuple[int, Cell], list[IntVar]] = {key: [] for key in self._covered}
        for (slot, *place), var in self._place.items():
            for cell in _shape_cells(*place):
                over[slot, cell].append(var)
        for cell in self._cells:
            self.model.add(self._before[0, cell] == 0)
            for slot in self._slots:
                covered = self._covered[slot, cell]
                self.model.add(sum(over[slot, cell]) == covered)
                before = self._before[slot, cell]
                self.model.add_max_equality(self._before[slot + 1, cell], [before, covered])
                later = [self._covered[other, cell] for other in self._slots[slot + 1 :]]
                self._top[slot, cell] = self._link([covered], later)
            tops = [self._top[slot, cell] for slot in self._slots]
            self.model.add(sum(tops) == self._before[len(self._slots), cell])

    def _require_contact(self) -> None:
        for (slot, *place), var in self._place.items():
            if slot:
                cells = _shape_cells(*place)
                around = {near for cell in cells for near in neighbors(cell)}.union(cells)
                reach = [self._before[slot, cell] for cell in sorted(around & self._inside)]
                self.model.add_bool_or([*reach, ~var])

    def _break_symmetry(self) -> None:
        """Use row 0 and column 0, and leave card 0 unrotated: rotated stands still fit."""
        for axis in range(2):
            edge = [cell for cell in self._cells if cell[axis] == 0]
            self.model.add_bool_or([self._before[len(self._slots), cell] for cell in edge])
        for (_, card, quarter, _, _), var in self.lay.items():
            if card == 0 and quarter:
                self.model.add(var == 0)

    def _show_card_spaces(self) -> None:
        for (slot, card, *place), var in self.lay.items():
            for cell, space in _card_cells(*place):
                top, visible = self._top[slot, cell], self._visible[card, space]
                self.model.add_bool_or([~var, ~top, visible])
                self.model.add_bool_or([~var, top, ~visible])

    def _spaces_of(self, good: int) -> list[tuple[int, int]]:
        cards = self.problem.cards
        return [key for key in self._visible if cards[key[0]].spaces[key[1]] & KIND_MASK == good]

    def _show_good(self, good: int) -> None:
        shows = self._booleans((good, cell) for cell in self._cells)
        self._shows |= shows
        lays: dict[tuple[int, Cell], list[IntVar]] = {key: [] for key in self._covered}
        for (slot, card, *place), var in self.lay.items():
            for cell, space in _card_cells(*place):
                if self.problem.cards[card].spaces[space] & KIND_MASK == good:
                    lays[slot, cell].append(var)
        for cell in self._cells:
            visible = shows[good, cell]
            self.model.add_implication(visible, self._before[len(self._slots), cell])
            for slot in self._slots:
                top, here = self._top[slot, cell], sum(lays[slot, cell])
                self.model.add(visible >= top + here - 1)
                self.model.add(here >= top + visible - 1)
        # Redundant.
        spaces = [self._visible[key] for key in self._spaces_of(good)]
        self.model.add(sum(shows.values()) == sum(spaces))

    def _add_groups(self, good: int) -> list[LinearExpr]:
        """Add the largest group and the number of groups of a good; return the points."""
        most = len(self._spaces_of(good))
        shows = {cell: self._shows[good, cell] for cell in self._cells}
        member = self._booleans(self._cells)
        biggest = self._biggest[good] = self.model.new_int_var(0, most, "")
        groups = self._groups[good] = self.model.new_int_var(0, most, "")
        holes = max(0, most - END_SPACES) // HOLE_SPACES
        large = self.model.new_int_var(0, holes, "")
        self.model.add((HOLE_SPACES * holes + END_SPACES) * large <= holes * sum(shows.values()))
        self.model.add(groups <= self._euler(shows, most) + large)
        # The largest group: whole groups.
        for first, second in self._pairs:
            for here, there in ((first, second), (second, first)):
                self.model.add_bool_or([~member[here], ~shows[there], member[there]])
        for cell in self._cells:
            self.model.add_implication(member[cell], shows[cell])
        self.model.add(biggest == sum(member.values()))
        self.model.add(self._euler(member, most) <= 1)
        sizes = [(0, 0), *((b + 1, g + 1) for b in range(most) for g in range(most - b))]
        pairs = self._booleans(sizes)
        self.model.add_exactly_one(pairs.values())
        self.model.add(biggest == sum(size * var for (size, _), var in pairs.items()))
        self.model.add(groups == sum(count * var for (_, count), var in pairs.items()))
        needed = sum((size + count - 1) * var for (size, count), var in pairs.items() if size)
        self.model.add(sum(shows.values()) >= needed)
        return [size * count * var for (size, count), var in pairs.items()]

    def _euler(self, cells: Mapping[Cell, IntVar], most: int) -> LinearExpr:
        """Return the number of groups of marked cells, without large holes."""
        pairs = [self._link([cells[first], cells[second]]) for first, second in self._pairs]
        added = []
        for (marked, free), (row, column) in product(PATTERNS, self._cells):
            full = [(row + down, column + right) for down, right in marked]
            if most >= len(marked) and self._inside.issuperset(full):
                hole = [cells[row + down, column + right] for down, right in free]
                added.append(self._link([cells[cell] for cell in full], hole))
        return cast("LinearExpr", sum(cells.values()) - sum(pairs) + sum(added))

    def _link(self, all_of: list[IntVar], none_of: Sequence[IntVar] = ()) -> IntVar:
        """Return a boolean for the condition that ``all_of`` are true and ``none_of`` is."""
        var = self.model.new_bool_var("")
        literals = [*all_of, *(~other for other in none_of)]
        self.model.add_bool_or([var, *(~literal for literal in literals)])
        for literal in literals:
            self.model.add_implication(var, literal)
        return var

    def _cut(self, stand: Stand) -> None:
        """Add a constraint that excludes the relaxed solution.

        Either a group is larger than one of an announced good, or a good has fewer groups than
        counted because of an assumed hole.
        """
        found = find_groups(stand.picture())
        before = self.cuts
        biggest = {good: max(map(len, groups), default=0) for good, groups in found.items()}
        for good, groups in found.items():
            code = good_code(good)
            least_own = min((biggest[GOODS[own - 1]] for own in self._own), default=0)
            if code not in self._own and biggest[good] > least_own:
                if code not in self._biggest and (code, self._cells[0]) not in self._shows:
                    self._show_good(code)
                seen = [self._shows[code, (y, x)] for x, y in sorted(groups[0])]
                for own in self._own:
                    grown = self._biggest[own] >= len(seen)
                    self.model.add(grown).only_enforce_if(seen)
                self.cuts += 1
            elif code in self._groups:
                visible = {(y, x) for group in groups for x, y in group}
                shown = {cell: self._shows[code, cell] for cell in self._cells}
                exact = [var if cell in visible else ~var for cell, var in shown.items()]
                self.model.add(self._groups[code] <= len(groups)).only_enforce_if(exact)
                self.model.add(self._biggest[code] <= biggest[good]).only_enforce_if(exact)
                self.cuts += 1
        if self.cuts == before:
            raise VerificationError(f"CP-SAT's stand {stand} scores less than the model claims")


def _shape_cells(shape: int, row: int, column: int) -> list[Cell]:
    rows, columns = card_shape(90 * shape)
    return [(row + down, column + right) for down in range(rows) for right in range(columns)]


def _card_cells(quarter: int, row: int, column: int) -> Iterator[tuple[Cell, int]]:
    cells = _shape_cells(quarter & 1, row, column)
    yield from zip(cells, SOURCES[90 * quarter], strict=True)


def run_solver(solver: CpSolver, model: CpModel, should_stop: Callable[[], bool]) -> CpSolverStatus:
    """Solve in a thread, to leave the main thread interruptible.

    Polls ``should_stop`` in the main thread.
    """
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        status = pool.submit(solver.solve, model)
        try:
            while not wait([status], POLL_S).done:
                if should_stop():
                    solver.stop_search()
        finally:
            solver.stop_search()
        return status.result()
