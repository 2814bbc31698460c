"""Proof time by board size and number of colors.

``python -m benchmarks boards`` prints the tables and stores them in RESULTS.md.
"""

from __future__ import annotations

import math
import statistics
import time
from typing import NamedTuple

from benchmarks.instances import shuffled_grids
from benchmarks.report import machine, table, write_section
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, MAX_BOOTHS, MIN_BOOTHS
from chatuchak_solver.search.goal_directed import GoalDirectedSearch
from chatuchak_solver.search.pattern_database import MAX_BYTES, table_bytes

__all__ = ["main"]

SIDES = ((3, 3), (4, 4), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (7, 8), (8, 8))
GRIDS = 5
LARGE_BOARD_GRIDS = 3
"""Grids of a board of over 42 spots."""
MAX_S = 3.0
"""Maximum processor time of a search."""
SLICE = 5_000


class Cell(NamedTuple):
    """Measurements of a board and a number of colors."""

    seconds: list[float]
    lengths: list[int]
    gaps: int

    def __str__(self) -> str:
        median = 1000 * statistics.median(self.seconds)
        shown = f"{median:,.0f}" if median >= 10 else f"{median:.1f}"
        if not self.lengths:
            return f"over {MAX_S:.0f} s"
        mean = f"{statistics.mean(self.lengths):.1f}"
        if not self.gaps:
            return f"{shown} ({mean})"
        done = len(self.lengths)
        return f"{done} of {done + self.gaps} in {MAX_S:.0f} s ({mean})"


def even_counts(booths: int, colors: int) -> tuple[int, ...] | None:
    least, more = divmod(booths, colors)
    counts = tuple(least + (color < more) for color in range(colors))
    return counts if min(counts) >= MIN_BOOTHS and max(counts) <= MAX_BOOTHS else None


def proven_length(grid: Grid) -> int | None:
    search = GoalDirectedSearch(grid, MoveRule.JUMP)
    start = time.process_time()
    while not search.run(SLICE):
        if time.process_time() - start > MAX_S:
            return None
    return search.lower_bound


def measure(board: Board, counts: tuple[int, ...]) -> Cell:
    grids = shuffled_grids(
        1 + (GRIDS if board.spots <= 42 else LARGE_BOARD_GRIDS), counts, board=board
    )
    GoalDirectedSearch(grids[0], MoveRule.JUMP).run(1)
    cell = Cell([], [], 0)
    for grid in grids[1:]:
        start = time.process_time()
        length = proven_length(grid)
        cell.seconds.append(time.process_time() - start)
        if length is None:
            cell = cell._replace(gaps=cell.gaps + 1)
        else:
            cell.lengths.append(length)
    return cell


def largest_boards() -> list[str]:
    found = []
    for size in range(MIN_BOOTHS, MAX_BOOTHS + 1):
        spots = max(n for n in range(size + 1, 65) if table_bytes(n, [size]) <= MAX_BYTES)
        found.append(f"{size}: {spots} ({math.comb(spots, size) / 1e6:,.1f} M placements)")
    return found


def main() -> None:
    colors = range(2, len(COLOR_LETTERS) + 1)
    rows = []
    for sides in SIDES:
        board = Board(*sides)
        row = [str(board)]
        for number in colors:
            counts = even_counts(board.spots - 1, number)
            row.append("-" if counts is None else str(measure(board, counts)))
        rows.append(row)
        print(" | ".join(row), flush=True)
    pinned = f"{GRIDS} shuffled grids of counts as even as can be ({LARGE_BOARD_GRIDS} on boards of"
    databases = f"are refused beyond {MAX_BYTES >> 30} GiB. The largest"
    text = "\n".join(
        [
            "## Larger boards, more colors",
            "",
            f"{machine()} Command: `python -m benchmarks boards`.",
            "",
            "Jumps, goal-directed: the median processor milliseconds of a proof, and the mean",
            f"length, on {pinned}",
            "over 42 spots); compilation and the tables that the grids share excluded. Where some",
            f"were given up after {MAX_S:.0f} s, how many were not, and their mean length. Boards",
            "of over 32 spots have masks of 64 bits.",
            "",
            table(["board", *(f"{number} colors" for number in colors)], rows),
            "",
            f"Pattern databases, which the other searches need, {databases}",
            "boards, in spots, by the booths of a color: " + "; ".join(largest_boards()) + ".",
        ]
    )
    print(text)
    write_section("boards", text)


if __name__ == "__main__":
    main()
