"""What each idea of the goal-directed search is worth: one at a time is switched off.

``python -m benchmarks ablation`` runs it and keeps its section of RESULTS.md. Each variant is a
copy of the library with a few lines of the kernels replaced, in a process of its own, and takes
turns with another copy with all ideas. Lengths must stay the same: none of the ideas may change an
answer. An idea that is worth less than 3% on every set of grids is not worth its lines.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import chatuchak_solver
from benchmarks.boards import even_counts
from benchmarks.instances import UNUSUAL_COUNTS, random_start_grids, shuffled_grids
from benchmarks.report import machine, table, write_section
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.search.goal_directed import GoalDirectedSearch

__all__ = ["VARIANTS", "main", "switched_off"]

GRIDS: Final = 600
"""Random start grids; the slowest twentieth of them is a set of its own."""
FEW: Final = 12
"""Grids of each unusual set of counts, and a quarter of it of each larger board."""
LARGER: Final = ((6, 6, 7), (6, 7, 7), (7, 7, 8), (7, 8, 8))
"""Rows, columns and colors."""
MOST_S: Final = 1.0
"""Processor seconds that a grid may take to be measured."""
TURNS: Final = 7
PASSES: Final = 3
"""Passes over the grids in a process; the quickest time of each grid counts."""

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
    "no prices of spots": {"goal_bounds.py": (("PRICE_STEPS = 24", "PRICE_STEPS = 1"),)},
    "regions kept by their own reduced cost, not in pairs": {
        "goal_bounds.py": (("_bound_pairs(colors, survivors)\n    if", OWN_TERMS + "\n    if"),)
    },
    "pockets not looked for": {
        "goal_enumeration.py": (
            ("if first_pockets < level < colors - 2 and not", "if level < 0 and not"),
            ("pairs.size > 0 and level < colors - 2", "level < 0"),
        )
    },
    "pairs of regions that leave a pocket not known ahead": {
        "goal_enumeration.py": (
            ("first_pockets = 1 if pairs.size else 0", "first_pockets = 0"),
            ("pairs.size > 0 and level < colors - 2", "level < 0"),
        )
    },
    "each bound from the beginning": {
        "goal_driver.py": (
            (
                "state[at.FIRST] = 0\n                state[at.GOAL_INDEX] = 0",
                "state[at.GOALS] = 0\n                state[at.GOAL_INDEX] = 0",
            ),
        )
    },
    "any move at slack 0 and 1": {"goal_search.py": (("if slack < 2:", "if slack < 0:"),)},
    "a booth moved twice where another could at once": {
        "goal_search.py": (
            ("(1 << came_to) | (color_masks[last_color] & lines[came_to])", "(1 << came_to)"),
        )
    },
    "cut off booths searched for": {
        "goal_search.py": (("return displaced & ~reached != 0", "return False"),)
    },
    "cycles of forced moves searched for": {
        "forced_moves.py": (
            ("if enough == 1:", "if enough < 0:"),
            ("return 1 if common else 2", "return 0"),
        )
    },
}
"""What is replaced in which kernel, for each idea that is switched off."""

CHILD: Final = f"""
PASSES = {PASSES}
import json, sys, time
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.solve import solve
answers = {{}}
for name, texts in json.load(sys.stdin).items():
    grids = [Grid.parse(text) for text in texts]
    for grid in {{(grid.board, tuple(sorted(grid.counts))): grid for grid in grids}}.values():
        solve(grid)  # makes the tables that all grids like it share
    least, lengths = [float("inf")] * len(grids), []
    for _ in range(PASSES):
        lengths = []
        for place, grid in enumerate(grids):
            start = time.process_time()
            lengths.append(solve(grid).length)
            least[place] = min(least[place], time.process_time() - start)
    answers[name] = [sum(least), lengths]
print(json.dumps(answers))
"""

Answers = Mapping[str, tuple[float, list[int]]]
"""Of each set of grids, the processor seconds (the quickest pass of each) and the lengths."""


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


def seconds_of(grid: Grid) -> float:
    """Return the processor seconds of a proof; infinity for one that takes too long."""
    search = GoalDirectedSearch(grid, MoveRule.JUMP)
    start = time.process_time()
    while not search.run(20_000):
        if time.process_time() - start > MOST_S:
            return float("inf")
    return time.process_time() - start


def instances() -> dict[str, list[str]]:
    """Return the grids of each set, as text."""
    ordinary = random_start_grids(GRIDS)
    slowest = sorted(ordinary, key=seconds_of)[-GRIDS // 20 :]
    unusual = [grid for counts in UNUSUAL_COUNTS for grid in shuffled_grids(FEW, counts)]
    larger = []
    for rows, columns, colors in LARGER:
        counts = even_counts(rows * columns - 1, colors)
        assert counts is not None
        larger += shuffled_grids(FEW // 4, counts, board=Board(rows, columns))
    sets = {
        "ordinary": ordinary,
        "slowest twentieth": slowest,
        "unusual counts": unusual,
        "larger boards": larger,
    }
    return {
        name: [str(grid) for grid in grids if seconds_of(grid) < MOST_S]
        for name, grids in sets.items()
    }


def measure(folder: Path, sets: Mapping[str, list[str]]) -> Answers:
    """Solve the grids by the copy in a folder, in a process of its own."""
    paths = (str(folder), *(path for path in sys.path if path))
    done = subprocess.run(
        [sys.executable, "-P", "-c", CHILD],
        input=json.dumps(sets),
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "NUMBA_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    answers: Answers = json.loads(done.stdout)
    return answers


def ratios(whole: Path, variant: Path, sets: Mapping[str, list[str]]) -> dict[str, list[float]]:
    """Return the variant's time to that with all ideas, turn by turn, for each set."""
    found: dict[str, list[float]] = {name: [] for name in sets}
    for turn in range(TURNS):
        order = (whole, variant) if turn % 2 else (variant, whole)
        answers = {folder: measure(folder, sets) for folder in order}
        for name in sets:
            (mine, lengths), (best, expected) = answers[variant][name], answers[whole][name]
            if lengths != expected:
                raise AssertionError(f"{variant} changes an answer")
            found[name].append(mine / best)
    return found


def main() -> None:
    """Measure every variant, in turns with all ideas together, and write the section."""
    sets = instances()
    rows = []
    with tempfile.TemporaryDirectory() as made:
        whole = switched_off("all ideas", Path(made) / "whole")
        measure(whole, sets)  # compiles
        for number, variant in enumerate(VARIANTS):
            folder = switched_off(variant, Path(made) / str(number))
            measure(folder, {name: grids[:1] for name, grids in sets.items()})
            found = ratios(whole, folder, sets)
            cells = (
                f"{statistics.median(each):.2f} ({min(each):.2f}..{max(each):.2f})"
                for each in found.values()
            )
            rows.append((variant, *cells))
            print(*rows[-1], sep="  ", flush=True)
    header = ("switched off", *(f"{name} ({len(grids)})" for name, grids in sets.items()))
    write_section(
        "ablation",
        f"## Ablation: what each idea of the goal-directed search is worth\n\n"
        f"`python -m benchmarks ablation`: processor time without an idea, by that with all of "
        f"them, each measured {TURNS} times in turns, the quickest of {PASSES} passes for each "
        f"grid: the median, least and largest ratio. The first row is all ideas against "
        f"themselves. In brackets the grids of each set; those of "
        f"larger boards have {LARGER[0][0]} x {LARGER[0][1]} to {LARGER[-1][0]} x {LARGER[-1][1]} "
        f"spots, and none takes over {MOST_S:.0f} s. {machine()}\n\n{table(header, rows)}",
    )
