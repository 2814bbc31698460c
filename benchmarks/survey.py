"""Surveys against the solver alone, and two cores against one.

``python -m benchmarks survey`` prints the table and stores it in RESULTS.md, with the load: wall
times are meaningless on busy machines.
"""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.report import machine, table, write_section
from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.execution.processes import Executor, in_processes, in_threads
from chatuchak_solver.search.solve import solve

__all__ = ["main"]

SEED = 103
GRIDS = 2000
CHUNK = 100
REPEATS = 5


@dataclass(frozen=True)
class Run:
    """Grids per second of wall time, and processor seconds of this process."""

    rate: float
    cpu_s: float


def solve_alone() -> Run:
    grids = [made.grid for made in StartGridSource(SEED).batch(0, GRIDS)]
    wall, cpu = time.perf_counter(), time.process_time()
    for grid in grids:
        solve(grid)
    return Run(GRIDS / (time.perf_counter() - wall), time.process_time() - cpu)


def survey(executor: Executor) -> Run:
    """Survey the grids into a new file.

    The rate excludes the first quarter of the reports, and thus the start of processes.
    """
    plan = SurveyPlan(StartGridSource(SEED))
    ends: list[tuple[int, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        cpu = time.process_time()
        with SurveyStore.create(Path(folder) / "s.sqlite", plan.describe()) as store:
            run_survey(
                plan,
                store,
                GRIDS,
                spread=executor,
                largest_chunk=CHUNK,
                on_progress=lambda done: ends.append((done.work, time.perf_counter())),
            )
    (first, begin), (last, end) = ends[len(ends) // 4], ends[-1]
    rate = (last - first) / (end - begin)
    return Run(rate, time.process_time() - cpu)


def main() -> None:
    kinds: dict[str, Executor] = {
        "survey, one core": partial(in_threads, workers=1),
        "survey, two threads": partial(in_threads, workers=2),
        "survey, two processes": partial(in_processes, workers=2),
    }
    solve_alone()
    survey(kinds["survey, one core"])
    turns = [(solve_alone(), *map(survey, kinds.values())) for _ in range(REPEATS)]
    names = ("solver alone, one core", *kinds)
    rows = [
        [name, f"{median(run.rate for run in runs):,.0f}"]
        for name, runs in zip(names, zip(*turns, strict=True), strict=True)
    ]
    alone_ms = 1e3 * median(turn[0].cpu_s for turn in turns) / GRIDS
    survey_ms = 1e3 * median(turn[1].cpu_s for turn in turns) / GRIDS
    threads = median(turn[2].rate / turn[1].rate for turn in turns)
    processes = median(turn[3].rate / turn[1].rate for turn in turns)
    writer_ms = 1e3 * median(turn[3].cpu_s for turn in turns) / GRIDS
    possible = 2 * survey_ms / (survey_ms + writer_ms)
    text = f"""\
## Survey

{GRIDS:,} random start grids of seed {SEED}, {REPEATS} runs of each kind in turns, medians.

{table(["run", "grids a second"], rows)}

The solver alone takes {alone_ms:.3f} ms of processor time a grid, the survey on one core
{survey_ms:.3f} ms: it reaches {alone_ms / survey_ms:.0%} of the solver's own throughput per core
(target 90%). Two threads do {threads:.2f} times the work of one core and two processes
{processes:.2f} times (wall time; target 1.8); the load of the machine, this benchmark included,
was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, and only a load of about 2 lets these
two figures mean something. Besides the two processes, the one that starts them and writes takes
{writer_ms:.3f} ms of processor time a grid, so two cores to themselves can do {possible:.2f} times
the work of one.

{machine()} Command: `python -m benchmarks survey`.
"""
    print(text)
    write_section("survey", text)


if __name__ == "__main__":
    main()
