"""The goal-directed search against general methods, on instances of growing size.

``python -m benchmarks general`` measures processor time and stores the table in RESULTS.md. Every
solution is replayed; all proven lengths must be equal. A method that solves no instance of a size
is not run on larger ones.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from benchmarks.cp_sat_jump import cp_sat_solution
from benchmarks.instances import GENERAL_SIZES, general_grids
from benchmarks.planner import PACKAGE, driver, planned_solution
from benchmarks.report import machine, table, write_section
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.solve import Algorithm, solve
from chatuchak_solver.search.verify import replay

__all__ = ["METHODS", "main", "measure"]

SECONDS = 10.0
"""Processor time for one instance."""

Method = Callable[[Grid], list[int] | None]
"""Returns a shortest solution, or None at the time limit."""


def by(algorithm: Algorithm) -> Method:
    def method(grid: Grid) -> list[int] | None:
        solution = solve(grid, algorithm=algorithm, stop=Stop(time_s=SECONDS))
        return list(solution.moves or ()) if solution.stopped_by is None else None

    return method


METHODS: Mapping[str, Method] = {
    "goal-directed search": by("goal"),
    "IDA*, pattern databases": by("ida"),
    "A*, pattern databases": by("astar"),
    "CP-SAT model": lambda grid: cp_sat_solution(grid, SECONDS),
    "Fast Downward, blind": lambda grid: planned_solution(grid, "astar(blind())", SECONDS),
    "Fast Downward, LM-cut": lambda grid: planned_solution(grid, "astar(lmcut())", SECONDS),
}


SHARE_TABLES = 3
"""The first methods build tables once per size, outside the measurement."""


class Cell(NamedTuple):
    """Results of a method on the instances of one size."""

    seconds: list[float]
    lengths: list[int | None]

    @property
    def solved(self) -> int:
        return sum(length is not None for length in self.lengths)

    def __str__(self) -> str:
        if not self.solved:
            return "none"
        median = statistics.median(self.seconds)
        shown = f"{1000 * median:,.1f} ms" if median < 1 else f"{median:.1f} s"
        total = len(self.lengths)
        return shown if self.solved == total else f"{self.solved} of {total}"


def processor_time() -> float:
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system


def measure(method: Method, grids: list[Grid]) -> Cell:
    """Solve grids and replay the solutions.

    Raises
    ------
    AssertionError
        If a solution is invalid.
    """
    cell = Cell([], [])
    for grid in grids:
        # Child times are coarse; use the finer clock if no child ran.
        children, start = os.times()[2:4], time.process_time()
        whole = processor_time()
        moves = method(grid)
        alone = os.times()[2:4] == children
        cell.seconds.append(time.process_time() - start if alone else processor_time() - whole)
        assert moves is None or replay(grid, moves), f"{grid}: {moves} is no solution"
        cell.lengths.append(None if moves is None else len(moves))
    return cell


def main() -> None:
    methods = dict(METHODS)
    if driver() is None:
        print(f"without the planner: pip install {PACKAGE}")
        methods = {name: method for name, method in methods.items() if "Fast Downward" not in name}
    rows = []
    given_up: set[str] = set()
    for size in GENERAL_SIZES:
        grids = general_grids(size)
        row: list[object] = [f"{size.board}, {len(size.counts)} colors"]
        best: list[int | None] = []
        for number, (name, method) in enumerate(methods.items()):
            if name in given_up:
                row.append("-")
                continue
            if number < SHARE_TABLES:
                method(grids[0])
            cell = measure(method, grids[1:])
            best = best or cell.lengths
            pairs = zip(cell.lengths, best, strict=True)
            assert all(mine in (None, length) for mine, length in pairs), f"{name}: not optimal"
            if not cell.solved:
                given_up.add(name)
            row.append(cell)
        row.insert(1, f"{statistics.mean(length or 0 for length in best):.1f}")
        rows.append(row)
        print(*row, sep=" | ", flush=True)
    many = len(general_grids(GENERAL_SIZES[0])) - 1
    write_section(
        "general",
        f"## General solvers\n\n"
        f"`python -m benchmarks general`: median processor time of {many} shuffled grids a size, "
        f"{SECONDS:.0f} s for each, one core, proven optimal; `n of {many}` where time or memory "
        f"(4 GB) came first for some, `none` for all, `-` where not asked for after that. CP-SAT "
        f"tries horizons from 0 up; the planner reads the tasks of `chatuchak export --pddl`, its "
        f"time with its start. Tables that all grids of a size share are made before. "
        f"The grids are `benchmarks/instance_sets/general.txt`. "
        f"{machine()}\n\n{table(('board', 'moves', *methods), rows)}",
    )
