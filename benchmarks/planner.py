"""Fast Downward, a PDDL planner, on exported tasks.

Requires the package ``up-fast-downward``, which is not a dependency.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from chatuchak_solver.adapters.pddl import moves_of_plan, pddl_domain, pddl_problem
from chatuchak_solver.puzzle import Grid

__all__ = ["PACKAGE", "driver", "planned_solution"]

PACKAGE = "up-fast-downward"


def driver() -> Path | None:
    package = importlib.util.find_spec("up_fast_downward")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "downward" / "fast-downward.py"


def planned_solution(grid: Grid, search: str, seconds: float) -> list[int] | None:
    """Return a solution by jumps from a plan, or None at the time or memory limit.

    Parameters
    ----------
    search
        Search of the planner, for example ``astar(lmcut())``.
    seconds
        Processor time.

    Raises
    ------
    RuntimeError
        If the planner cannot read the task.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "domain.pddl").write_text(pddl_domain())
        (folder / "problem.pddl").write_text(pddl_problem(grid))
        limits = ["--overall-time-limit", f"{seconds:.0f}s", "--overall-memory-limit", "4G"]
        done = subprocess.run(
            [sys.executable, str(driver()), *limits, "--plan-file", "plan",
             "domain.pddl", "problem.pddl", "--search", search],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        plan = folder / "plan"
        if plan.exists():
            return moves_of_plan(plan.read_text().splitlines())
        if done.returncode not in (20, 21, 22, 23, 24):  # out of memory, out of time
            raise RuntimeError(f"the planner ended with {done.returncode}: {done.stderr[-500:]}")
        return None
