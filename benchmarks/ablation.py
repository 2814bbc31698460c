"""Ablation of the goal-directed search: one idea switched off at a time.

``python -m benchmarks ablation`` stores the table in RESULTS.md. Each variant is a copy of the
library with a few replaced kernel lines, in a separate process that alternates with the unchanged
one after some grids. Lengths must be equal. An idea that saves less than 3% on every set of grids
is not worth its lines.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import chatuchak_solver
from benchmarks.boards import even_counts
from benchmarks.instances import UNUSUAL_COUNTS, random_start_grids, shuffled_grids
from benchmarks.report import machine, table, write_section
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.search.goal_directed import GoalDirectedSearch

__all__ = ["VARIANTS", "main", "write_variant"]

GRIDS = 2_000
"""Random start grids; the slowest 5% form a separate set."""
UNUSUAL_GRIDS = 40
"""Grids of each unusual set of counts."""
LARGER = {
    "6x6, 6x7": ((6, 6, 6), (6, 6, 7), (6, 7, 6), (6, 7, 7)),
    "7x7, 7x8": ((7, 7, 8), (7, 8, 8)),
}
"""Rows, columns and colors."""
LARGER_GRIDS = 60
"""Grids of each set of larger boards."""
MAX_WORK = 3_000_000
"""Maximum expansions and placements of a measured grid; about 0.2 s."""
MAX_WORK_RATIO = 3
"""A variant gives up on a grid after this multiple of `MAX_WORK`."""
TURNS = 7
CHUNK = 100
"""Grids per turn of a variant."""

KERNELS = "search/kernels"

VARIANTS: Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "all ideas": {},
    "no prices of spots": {"goal_bounds.py": (("PRICE_STEPS = 24", "PRICE_STEPS = 1"),)},
    "pockets not looked for": {
        "goal_enumeration.py": (
            ("if first_pockets <= level < colors - 2 and not", "if level < 0 and not"),
        ),
        "goal_layout.py": (("MAX_PAIRED = 4096", "MAX_PAIRED = 0"),),
    },
    "each bound from the beginning": {
        "goal_driver.py": (
            (
                "state[at.FIRST] = 0\n                state[at.GOAL_INDEX] = 0",
                "state[at.GOALS] = 0\n                state[at.GOAL_INDEX] = 0",
            ),
        )
    },
    "cycles of forced moves searched for": {
        "forced_moves.py": (
            ("if enough == 1:", "if enough < 0:"),
            ("return 1 if common else 2", "return 0"),
        )
    },
}
"""Replacements by kernel file, for each disabled idea."""

CHILD = f"""
import json, sys, time
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.goal_directed import GoalDirectedSearch

def solve(grid):
    start = time.process_time()
    search = GoalDirectedSearch(grid, MoveRule.JUMP)
    finished = search.run({MAX_WORK_RATIO * MAX_WORK})
    took = time.process_time() - start
    return took, len(search.incumbent) if finished else None, search.expanded

given = json.loads(input())
sets = {{name: [Grid.parse(text) for text in texts] for name, texts in given.items()}}
for grids in sets.values():
    for grid in {{(grid.board, tuple(sorted(grid.counts))): grid for grid in grids}}.values():
        solve(grid)  # builds the tables of the board
print(flush=True)
for line in sys.stdin:
    name, first, end = json.loads(line)
    seconds, lengths, expanded = zip(*map(solve, sets[name][first:end]))
    print(json.dumps([sum(seconds), lengths, sum(expanded)]), flush=True)
"""


class Cell(NamedTuple):
    """A variant on a set of grids: ratios to the unchanged search, and unsolved grids.

    Attributes
    ----------
    times
        Ratio of processor time, per turn.
    """

    times: list[float]
    expansions: float
    given_up: int

    def __str__(self) -> str:
        low, high = min(self.times), max(self.times)
        text = f"{statistics.median(self.times):.2f} ({low:.2f}..{high:.2f}), {self.expansions:.2f}"
        return f"over {text}; {self.given_up} given up" if self.given_up else text


def write_variant(variant: str, folder: Path) -> Path:
    """Copy the library with the variant's replacements; return the folder.

    Raises
    ------
    ValueError
        If a kernel does not contain a replaced line exactly once.
    """
    library = folder / "chatuchak_solver"
    source = Path(chatuchak_solver.__file__).parent
    # Omit the precompiled code, so that all variants are compiled in the same way.
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


def work_of(grid: Grid) -> int:
    search = GoalDirectedSearch(grid, MoveRule.JUMP)
    search.run(MAX_WORK)
    return search.work


def instances() -> dict[str, list[str]]:
    ordinary = random_start_grids(GRIDS)
    sets = {
        "ordinary": ordinary,
        "slowest twentieth": sorted(ordinary, key=work_of)[-GRIDS // 20 :],
        "unusual counts": [
            g for counts in UNUSUAL_COUNTS for g in shuffled_grids(UNUSUAL_GRIDS, counts)
        ],
    }
    for name, boards in LARGER.items():
        sets[name] = []
        for rows, columns, colors in boards:
            counts = even_counts(rows * columns - 1, colors)
            assert counts is not None
            board = Board(rows, columns)
            sets[name] += shuffled_grids(LARGER_GRIDS // len(boards), counts, board=board)
    return {
        name: [str(grid) for grid in grids if work_of(grid) < MAX_WORK]
        for name, grids in sets.items()
    }


@contextmanager
def running(folder: Path, sets: Mapping[str, list[str]]) -> Iterator[subprocess.Popen[str]]:
    paths = (str(folder), *(path for path in sys.path if path))
    cache = str(folder / "cache")
    with subprocess.Popen(
        [sys.executable, "-P", "-c", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "NUMBA_CACHE_DIR": cache},
    ) as child:
        answer_to(child, sets)
        yield child


def answer_to(child: subprocess.Popen[str], question: object) -> str:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(json.dumps(question) + "\n")
    child.stdin.flush()
    return child.stdout.readline()


def compare(whole: Path, variant: Path, sets: Mapping[str, list[str]]) -> dict[str, Cell]:
    ratios: dict[str, list[float]] = {name: [] for name in sets}
    expansions, given_up = dict.fromkeys(sets, 1.0), dict.fromkeys(sets, 0)
    for turn in range(TURNS):
        with ExitStack() as stack:
            children = [stack.enter_context(running(copy, sets)) for copy in (whole, variant)]
            for name, grids in sets.items():
                seconds, expanded = [0.0, 0.0], [0, 0]
                given_up[name] = 0
                for first in range(0, len(grids), CHUNK):
                    lengths: list[list[int | None]] = [[], []]
                    for place in (0, 1) if (turn + first // CHUNK) % 2 else (1, 0):
                        question = (name, first, first + CHUNK)
                        took, lengths[place], nodes = json.loads(
                            answer_to(children[place], question)
                        )
                        seconds[place] += took
                        expanded[place] += nodes
                    pairs = list(zip(*lengths, strict=True))
                    if any(mine is not None and mine != best for best, mine in pairs):
                        raise AssertionError(f"{variant} changes an answer")
                    given_up[name] += lengths[1].count(None)
                ratios[name].append(seconds[1] / seconds[0])
                expansions[name] = expanded[1] / expanded[0]
    return {name: Cell(ratios[name], expansions[name], given_up[name]) for name in sets}


def main() -> None:
    sets = instances()
    rows = []
    with tempfile.TemporaryDirectory() as made:
        whole = write_variant("all ideas", Path(made) / "whole")
        for number, variant in enumerate(VARIANTS):
            # The unchanged search gets a second copy, too: memory layout affects its speed.
            folder = write_variant(variant, Path(made) / str(number))
            rows.append((variant, *compare(whole, folder, sets).values()))
            print(*rows[-1], sep="  ", flush=True)
    header = ("switched off", *(f"{name} ({len(grids)})" for name, grids in sets.items()))
    write_section(
        "ablation",
        f"## Ablation: what each idea of the goal-directed search is worth\n\n"
        f"`python -m benchmarks ablation`: processor time without an idea, by that with all of "
        f"them: the median, least and largest of {TURNS} turns, each of two new processes that "
        f"solve up to {CHUNK} grids by turns; then expansions, which no machine changes. The first "
        f"row is all ideas against themselves. In brackets the grids of each set: random start "
        f"grids and the twentieth of them that takes most expansions and placements, counts of "
        f"{', '.join(map(str, UNUSUAL_COUNTS))} booths, and shuffled grids of larger boards; none "
        f"takes over {MAX_WORK:,} expansions and placements, and a variant gives up a grid that "
        f"takes it {MAX_WORK_RATIO} times as many. {machine()}"
        f"\n\n{table(header, rows)}",
    )
