"""Run time of a designer's commands: targeted generation and ranking.

``python -m benchmarks orders`` prints the table and stores it in RESULTS.md. Each command is a
separate process with warm kernel caches; processor time includes all its threads.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median

from benchmarks.report import machine, table, write_section

__all__ = ["main"]

SEEDS = (1, 2, 3, 4, 5)
LIMIT_S = 120
RANK = "rank"
COMMANDS = (
    "generate -n 10 --difficulty 30..70",
    "generate -n 2 --difficulty 80..90",
    "generate -n 8 --optimal 17..24",
    "generate -n 2 --optimal 16..16",
    "generate --tile-set 16",
    "generate --tile-set 16 --difficulty 30..70",
    RANK,
)


@dataclass(frozen=True)
class RunTime:
    """Wall and processor time of a command, in seconds."""

    wall_s: float
    cpu_s: float


def run_command(arguments: str) -> RunTime:
    """Run a command and measure its times.

    Raises
    ------
    subprocess.CalledProcessError
        If the exit code is not 0, for example if grids are missing at the time limit.
    """
    command = [sys.executable, "-m", "chatuchak_cli", *arguments.split()]
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    wall, after = time.perf_counter() - start, os.times()
    user = after.children_user - before.children_user
    return RunTime(wall, user + after.children_system - before.children_system)


def main() -> None:
    busy = os.getloadavg()[0]
    runs: dict[str, list[RunTime]] = {name: [] for name in COMMANDS}
    run_command(RANK)  # warm the caches
    for seed in SEEDS:
        for name in COMMANDS:
            drawn = f" --seed {seed} --time-limit {LIMIT_S}" if name != RANK else ""
            runs[name].append(run_command(name + drawn))
    rows = [
        [
            f"`chatuchak {name}`",
            f"{median(run.wall_s for run in done):.1f}",
            f"{max(run.wall_s for run in done):.1f}",
            f"{median(run.cpu_s for run in done):.1f}",
        ]
        for name, done in runs.items()
    ]
    head = ["command", "wall time, median (s)", "longest (s)", "processor time, median (s)"]
    text = f"""\
## Made to order

Whole commands with warm caches, seeds {SEEDS[0]} to {SEEDS[-1]}, all with every grid that was
wanted within {LIMIT_S} s.

{table(head, rows)}

{machine()} `python -m benchmarks orders`, with a load average of {busy:.1f} from other work before
it started.
"""
    print(text)
    write_section("orders", text)


if __name__ == "__main__":
    main()
