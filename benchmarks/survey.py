"""The survey against the solver alone, and two cores against one.

``python -m benchmarks survey`` prints the table and keeps it in RESULTS.md. Cores that other
programs use too make wall times worthless, so the load is printed beside them.
"""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.report import machine, table, write_section
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.survey.chunk import SurveyPlan
from chatuchak_solver.analysis.survey.run import ThreadRunner, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.search.solve import solve

__all__ = ["main"]

SEED = 103
GRIDS = 1600
CHUNK = 100
REPEATS = 7


@dataclass(frozen=True)
class Run:
    """Wall and processor seconds of one run over all grids."""

    wall_s: float
    cpu_s: float


def solve_alone() -> Run:
    """Solve the grids one by one in this thread; making them is not counted."""
    grids = [made.grid for made in StartGridSource(SEED)(0, GRIDS)]
    wall, cpu = time.perf_counter(), time.process_time()
    for grid in grids:
        solve(grid)
    return Run(time.perf_counter() - wall, time.process_time() - cpu)


def survey(workers: int) -> Run:
    """Survey the grids into a new file: making, solving, writing."""
    plan = SurveyPlan(StartGridSource(SEED))
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        with SurveyStore.create(Path(folder) / "s.sqlite", plan.describe()) as store:
            run_survey(plan, store, GRIDS, runner=ThreadRunner(workers), largest_chunk=CHUNK)
        return Run(time.perf_counter() - wall, time.process_time() - cpu)


def main() -> None:
    """Measure in turns, print the table and keep it in RESULTS.md."""
    solve_alone()
    survey(2)
    turns = [(solve_alone(), survey(1), survey(2)) for _ in range(REPEATS)]
    rows = []
    names = ("solver alone, one core", "survey, one core", "survey, two cores")
    for name, runs in zip(names, zip(*turns, strict=True), strict=True):
        cpu_ms = 1e3 * median(run.cpu_s for run in runs) / GRIDS
        rate = GRIDS / median(run.wall_s for run in runs)
        rows.append([name, f"{cpu_ms:.3f}", f"{rate:,.0f}"])
    per_core = median(alone.cpu_s / one.cpu_s for alone, one, _ in turns)
    two_cores = median(one.wall_s / two.wall_s for _, one, two in turns)
    text = f"""\
## Survey

{GRIDS:,} random start grids of seed {SEED}, {REPEATS} runs of each kind in turns, medians.

{table(["run", "processor ms a grid", "grids a second"], rows)}

Of the solver's own throughput, the survey reaches {per_core:.0%} per core (processor time; target
90%). Two cores do {two_cores:.2f} times the work of one (wall time; target 1.8), while the load of
the machine, this benchmark included, was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.

{machine()} Command: `python -m benchmarks survey`.
"""
    print(text)
    write_section("survey", text)


if __name__ == "__main__":
    main()
