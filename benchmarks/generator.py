"""Speed of the generator of random start grids, in bulk and one by one.

``python -m benchmarks generator`` prints the table and stores it in RESULTS.md.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.report import machine, table, write_section
from chatuchak_generators.start_grids import bulk_start_grids, generate_start_grids
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid
from chatuchak_solver.puzzle.start_rules import start_violations

__all__ = ["main"]

SEED = 2026
BULK_GRIDS = 1_000_000
SINGLE_GRIDS = 20_000
CHECKED_GRIDS = 100_000
REPEATS = 5


def rates(make: Callable[[], object], grids: int) -> list[float]:
    found = []
    for _ in range(REPEATS):
        start = time.process_time()
        make()
        found.append(grids / (time.process_time() - start))
    return sorted(found)


def main() -> None:
    bulk_start_grids(1, seed=SEED)  # compiles
    rows = []
    for label, make, grids in (
        ("bulk arrays", lambda: bulk_start_grids(BULK_GRIDS, seed=SEED), BULK_GRIDS),
        ("one by one", lambda: list(generate_start_grids(SINGLE_GRIDS, seed=SEED)), SINGLE_GRIDS),
    ):
        found = rates(make, grids)
        low, high = found[0], found[-1]
        rows.append([label, f"{statistics.median(found):,.0f}", f"{low:,.0f}..{high:,.0f}"])
    starts = bulk_start_grids(CHECKED_GRIDS, seed=SEED)
    broken = sum(
        bool(start_violations(Grid.from_colors(colors, board=STANDARD_BOARD)))
        for colors, fallback in zip(starts.colors.tolist(), starts.fallback.tolist(), strict=True)
        if not fallback
    )
    text = "\n".join(
        [
            "## Making start grids",
            "",
            f"{machine()} Command: `python -m benchmarks generator`.",
            "",
            table(["way", "grids a second, one core", "range"], rows),
            "",
            f"Of {CHECKED_GRIDS:,} grids {int(starts.fallback.sum())} needed the fallback (rules A",
            f"and B only); of the others {broken} break a rule.",
        ]
    )
    print(text)
    write_section("generator", text)
