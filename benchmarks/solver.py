"""The jump puzzle's searches against each other and a plain C reference.

``python -m benchmarks solver`` measures processor time of one thread and stores the tables in
RESULTS.md. The reference requires a C compiler.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.instances import UNUSUAL_COUNTS, random_start_grids, shuffled_grids
from benchmarks.report import machine, table, write_section
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.batch import solve_batch
from chatuchak_solver.search.goal_directed import GoalDirectedSearch, color_codes
from chatuchak_solver.search.solve import Algorithm, solve

__all__ = ["main"]

REFERENCE = Path(__file__).parent / "reference" / "plain_ida_star.c"
RANDOM_GRIDS = 2000
SHARED_GRIDS = 100
A_STAR_GRIDS = 10
UNUSUAL_GRIDS = 100
PROCESS_RUNS = 7
BATCH_TURNS = 9


@dataclass(frozen=True)
class Run:
    """Lengths, node counts and seconds of one solver on a list of grids."""

    lengths: list[int]
    nodes: list[int]
    seconds: list[float]

    @property
    def mean_s(self) -> float:
        return float(np.mean(self.seconds))

    def cells(self) -> list[str]:
        times = np.array(self.seconds) * 1e3
        nodes = sum(self.nodes)
        return [
            *(f"{value:.2f}" for value in (times.mean(), np.median(times))),
            *(f"{value:.2f}" for value in (np.percentile(times, 95), times.max())),
            f"{nodes / len(self.nodes):,.0f}",
            f"{nodes / sum(self.seconds) / 1e6:.1f}",
        ]


INTRODUCTION = """\
Random rule-valid start grids (seeded), each proven optimal, on one core; a node is an expansion.
All searches agree on every length."""
CELLS = ("mean ms", "median", "p95", "worst", "nodes", "M nodes/s")


def run_solver(grids: list[Grid], algorithm: Algorithm) -> Run:
    solve(grids[0], algorithm=algorithm)  # compile kernels and cache tables
    run = Run([], [], [])
    for grid in grids:
        start = time.thread_time()
        solution = solve(grid, algorithm=algorithm)
        run.seconds.append(time.thread_time() - start)
        assert solution.length is not None
        run.lengths.append(solution.length)
        run.nodes.append(solution.expanded)
    return run


def run_batch(grids: list[Grid]) -> Run:
    codes = np.stack([color_codes(grid) for grid in grids])
    seconds = []
    for _ in range(BATCH_TURNS):
        start = time.thread_time()
        answers = solve_batch(grids[0].board, codes)
        seconds.append((time.thread_time() - start) / len(grids))
    each = [float(np.median(seconds))] * len(grids)
    return Run(answers.lengths.tolist(), answers.expanded.tolist(), each)


def run_reference(grids: list[Grid], folder: Path) -> Run | None:
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "reference"
    options = ["-O3", "-march=native", "-o", str(program), str(REFERENCE)]
    subprocess.run([compiler, *options], check=True)
    lines = "".join(f"{grid}\n" for grid in grids)
    output = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    rows = [line.split() for line in output.stdout.splitlines()]
    return Run([int(r[0]) for r in rows], [int(r[1]) for r in rows], [float(r[2]) for r in rows])


def goal_work(grids: list[Grid]) -> tuple[float, float]:
    goals, placed = [], []
    for grid in grids:
        search = GoalDirectedSearch(grid, MoveRule.JUMP)
        while not search.run(1 << 40):
            pass
        goals.append(search.goals_examined)
        placed.append(search.regions_placed)
    return float(np.mean(goals)), float(np.mean(placed))


@dataclass(frozen=True)
class Processes:
    """Processor and wall times of whole processes: rows of a table, and a summary."""

    rows: list[list[str]]
    ratio: str


def run_processes(folder: Path) -> Processes:
    python = sys.executable
    solve_one = [python, "-m", "chatuchak_cli", "solve", "tile:1"]
    warm_up = [python, "-m", "chatuchak_cli", "warmup"]
    environment = dict(os.environ, NUMBA_CACHE_DIR=str(folder / "cache"))
    times = {
        "`chatuchak solve tile:1`, first run (compiles)": [time_process(solve_one, environment)],
        "`chatuchak warmup` after it (compiles all others)": [time_process(warm_up, environment)],
        "`chatuchak warmup`, again": [time_process(warm_up, environment)],
    }
    warm, bare = [], []
    for _ in range(PROCESS_RUNS):
        warm.append(time_process(solve_one, environment))
        bare.append(time_process([python, "-c", "import numba"], environment))
    times |= {"`chatuchak solve tile:1`, warm": warm, "`import numba` alone": bare}
    rows = []
    for label, runs in times.items():
        rows.append([label, *(f"{seconds:.2f}" for seconds in np.median(runs, axis=0))])
    processor, wall = np.median(np.array(warm) / np.array(bare), axis=0)
    ratio = f"A warm `solve` takes {processor:.2f} times the processor time of `import numba`"
    return Processes(rows, f"{ratio}, {wall:.2f} times the wall time (target 1.8).")


def time_process(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    after, wall = os.times(), time.perf_counter() - start
    children = after.children_user + after.children_system
    return children - before.children_user - before.children_system, wall


C_REFERENCE = "plain C reference (IDA*)"


def run_searches(shared: list[Grid], folder: Path) -> dict[str, Run]:
    runs = {
        "goal-directed": run_solver(shared, "goal"),
        "goal-directed in a batch": run_batch(shared),
        "IDA*": run_solver(shared, "ida"),
    }
    reference = run_reference(shared, folder)
    if reference is not None:
        runs[C_REFERENCE] = reference
    # Repeat the goal-directed search to reveal drift of the machine.
    runs["goal-directed, again"] = run_solver(shared, "goal")
    runs["goal-directed in a batch, again"] = run_batch(shared)
    for label, run in runs.items():
        if run.lengths != runs["goal-directed"].lengths:
            raise SystemExit(f"{label} disagrees on an optimal length")
    return runs


def search_rows(runs: dict[str, Run], shared: list[Grid]) -> list[list[str]]:
    rows = []
    for label, run in runs.items():
        cells = run.cells()
        if "batch" in label:
            cells[1:4] = ["-"] * 3  # only the mean is known
        rows.append([f"{label}, {len(shared)} grids", *cells])
    a_star = run_solver(shared[:A_STAR_GRIDS], "astar")
    if a_star.lengths != runs["IDA*"].lengths[:A_STAR_GRIDS]:
        raise SystemExit("A* disagrees on an optimal length")
    return [*rows, [f"A*, {A_STAR_GRIDS} grids", *a_star.cells()]]


def main() -> None:
    parts = ["## Solving the jump puzzle", "", machine(), "Command: `python -m benchmarks solver`."]
    grids = random_start_grids(RANDOM_GRIDS)
    shared = grids[:SHARED_GRIDS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        goal = run_solver(grids, "goal")
        runs = run_searches(shared, folder)
        reference = runs.get(C_REFERENCE)
        rows = [[f"goal-directed, {len(grids)} grids", *goal.cells()], *search_rows(runs, shared)]
        parts += ["", INTRODUCTION, "", table(["search", *CELLS], rows)]
        if reference is not None:
            single, bulk = (
                2 * reference.mean_s / (runs[label].mean_s + runs[f"{label}, again"].mean_s)
                for label in ("goal-directed", "goal-directed in a batch")
            )
            factors = f"**{bulk:.0f}** in a batch (target 220), **{single:.0f}** by `solve` (150)"
            parts += ["", f"Times the C reference's throughput on the same grids: {factors}."]
        goals, placed = goal_work(grids[:500])
        median, p95 = np.percentile(goal.seconds, [50, 95])
        processes = run_processes(folder)
        parts += [
            "",
            f"The 95th percentile of all is {p95 / median:.1f} medians (target 3).",
            f"On average {goals:.0f} goal positions examined and {placed:,.0f} regions placed.",
            f"Optimal lengths: {histogram(goal.lengths)}.",
            "",
            "Unusual counts, shuffled grids:",
            "",
            table(["counts", *CELLS], unusual_rows()),
            "",
            "Whole processes:",
            "",
            table(["process", "processor s", "wall s"], processes.rows),
            "",
            processes.ratio,
        ]
    text = "\n".join(parts)
    print(text)
    write_section("solver", text)


def unusual_rows() -> list[list[str]]:
    rows = []
    for counts in UNUSUAL_COUNTS:
        run = run_solver(shuffled_grids(UNUSUAL_GRIDS, counts), "goal")
        rows.append([",".join(map(str, counts)), *run.cells()])
    return rows


def histogram(lengths: list[int]) -> str:
    return ", ".join(
        f"{length}: {lengths.count(length) / len(lengths):.1%}" for length in sorted(set(lengths))
    )
