"""What each idea of the goal-directed search is worth: one at a time is switched off.

``python -m benchmarks ablation`` runs it and keeps its section of RESULTS.md. Each variant is a
copy of the library with a few lines of the kernels replaced, in a process of its own. Lengths must
stay the same: none of the ideas may change an answer.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import chatuchak_solver
from benchmarks.instances import random_start_grids
from benchmarks.report import machine, table, write_section
from chatuchak_solver.puzzle import Grid

__all__ = ["VARIANTS", "main", "switched_off"]

GRIDS: Final = 100
SECONDS: Final = 60.0
"""Processor time after which a variant is given no further grid."""
REPEATS: Final = 3
"""Each grid is solved so often, and the quickest time counts."""

KERNELS: Final = "search/kernels"
OWN_TERMS: Final = """for color in range(colors):
        for i in range(word_starts[color] * 64, word_starts[color + 1] * 64):
            total = np.int64(survivors.reduced[i])
            for other in range(colors):
                if other != color:
                    total += survivors.reduced[word_starts[other] * 64]
            survivors.pair_bounds[i] = total"""

VARIANTS: Final[Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]]] = {
    "all ideas": {},
    "no prices of spots": {
        "goal_bounds.py": (("PRICE_STEPS = 24", "PRICE_STEPS = 1"),),
    },
    "regions kept by their own reduced cost, not in pairs": {
        "goal_bounds.py": (("_bound_pairs(colors, survivors)\n    if", OWN_TERMS + "\n    if"),),
    },
    "pockets not looked for": {
        "goal_enumeration.py": (
            ("if first_pockets < level < colors - 2 and not", "if level < 0 and not"),
            ("pairs.size > 0 and level < colors - 2", "level < 0"),
        ),
    },
    "pairs of regions that leave a pocket not known ahead": {
        "goal_enumeration.py": (
            ("first_pockets = 1 if pairs.size else 0", "first_pockets = 0"),
            ("pairs.size > 0 and level < colors - 2", "level < 0"),
        ),
    },
    "each bound from the beginning": {
        "goal_driver.py": (
            (
                "state[FIRST] = 0\n                state[GOAL_INDEX] = 0",
                "state[GOALS] = 0\n                state[GOAL_INDEX] = 0",
            ),
        ),
    },
    "any move at slack 0 and 1": {
        "goal_search.py": (("if slack < 2:", "if slack < 0:"),),
    },
    "a booth moved twice where another could at once": {
        "goal_search.py": (
            ("(1 << came_to) | (color_masks[last_color] & lines[came_to])", "(1 << came_to)"),
        ),
    },
    "cut off booths searched for": {
        "goal_search.py": (("return displaced & ~reached != 0", "return False"),),
    },
    "circles of forced moves searched for": {
        "forced_moves.py": (
            ("if enough == 1:", "if enough < 0:"),
            ("return 1 if common else 2", "return 0"),
        ),
    },
}
"""What is replaced in which kernel, for each idea that is switched off."""

CHILD: Final = """
import json, sys, time
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.solve import solve
grids, seconds, repeats = json.load(sys.stdin)
grids = [Grid.parse(text) for text in grids]
solve(grids[0])
began = time.process_time()
for grid in grids:
    if time.process_time() - began > seconds:
        break
    times = []
    for _ in range(repeats):
        start = time.process_time()
        solution = solve(grid)
        times.append(time.process_time() - start)
    print(json.dumps([solution.length, solution.expanded, min(times)]), flush=True)
"""


@dataclass(frozen=True)
class Solved:
    """What a variant did with one grid."""

    length: int
    expanded: int
    seconds: float


def switched_off(variant: str, folder: Path) -> Path:
    """Copy the library to a folder with the variant's lines replaced; return the folder.

    Raises
    ------
    ValueError
        If a kernel does not hold what is to be replaced, just once.
    """
    library = folder / "chatuchak_solver"
    source = Path(chatuchak_solver.__file__).parent
    # Without the shipped code, which is of the kernels as they are: all are compiled alike.
    left_out = shutil.ignore_patterns("__pycache__", "*.ll.xz")
    shutil.copytree(source, library, ignore=left_out)
    for name, replacements in VARIANTS[variant].items():
        path = library / KERNELS / name
        text = path.read_text(encoding="utf-8")
        for old, new in replacements:
            if text.count(old) != 1:
                raise ValueError(f"{name}: {variant!r} replaces {old!r}, found {text.count(old)}")
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    return folder


def measure(folder: Path, grids: list[Grid]) -> list[Solved]:
    """Solve as many grids as the time allows by the copy in a folder, in a process of its own."""
    paths = (str(folder), *(path for path in sys.path if path))
    done = subprocess.run(
        [sys.executable, "-P", "-c", CHILD],
        input=json.dumps([[str(grid) for grid in grids], SECONDS * REPEATS, REPEATS]),
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "NUMBA_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return [Solved(*json.loads(line)) for line in done.stdout.splitlines()]


def row(variant: str, whole: list[Solved], solved: list[Solved]) -> tuple[object, ...]:
    """Return a row of the table: a variant against all ideas, on the grids that both solved."""
    pairs = list(zip(solved, whole, strict=False))
    if any(mine.length != best.length for mine, best in pairs):
        raise AssertionError(f"{variant!r} changes an answer")
    return (
        variant,
        len(solved),
        f"{1000 * statistics.mean(one.seconds for one in solved):.2f}",
        f"{sum(a.seconds for a, _ in pairs) / sum(b.seconds for _, b in pairs):.2f}",
        f"{max(a.seconds / b.seconds for a, b in pairs):.1f}",
        f"{statistics.mean(one.expanded for one in solved):,.0f}",
        f"{sum(a.expanded for a, _ in pairs) / sum(b.expanded for _, b in pairs):.2f}",
    )


def main() -> None:
    """Measure every variant, each just after all ideas together, and write the section."""
    grids = random_start_grids(GRIDS)
    rows = []
    with tempfile.TemporaryDirectory() as made:
        whole = switched_off("all ideas", Path(made) / "whole")
        measure(whole, grids[:1])  # compiles
        for number, variant in enumerate(VARIANTS):
            folder = switched_off(variant, Path(made) / str(number))
            measure(folder, grids[:1])
            rows.append(row(variant, measure(whole, grids), measure(folder, grids)))
            print(*rows[-1], sep="  ", flush=True)
    header = ("switched off", "grids", "ms a grid", "ratio", "worst", "expanded", "ratio")
    write_section(
        "ablation",
        f"## Ablation: what each idea of the goal-directed search is worth\n\n"
        f"`python -m benchmarks ablation`: {GRIDS} random start grids, each solved {REPEATS} times "
        f"and the quickest taken, in processor time; a variant ends after {SECONDS:.0f} s of it. "
        f"Ratios are to all ideas, measured just before on the same grids; worst is the largest of "
        f"a single grid. "
        f"{machine()}\n\n{table(header, rows)}",
    )
