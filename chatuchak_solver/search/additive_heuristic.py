"""Additive heuristic: the sum of the colors' pattern-database distances."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from chatuchak_solver.arguments import check_type
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.puzzle import Board, Grid, MoveRule, reach_masks
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables
from chatuchak_solver.search.packed_grid import mask_type
from chatuchak_solver.search.pattern_database import (
    check_tables,
    pattern_database,
    prepare_pattern_database,
    rank_tables,
)


def heuristic_tables(grid: Grid, rule: MoveRule | str) -> HeuristicTables:
    """Return the tables for all grids with the board and counts of ``grid``."""
    return _tables(grid.board, grid.counts, MoveRule(rule))


@lru_cache(maxsize=8)
def _tables(board: Board, counts: tuple[int, ...], rule: MoveRule) -> HeuristicTables:
    check_tables(board, counts)
    databases = [
        pattern_database(board, size, rule).distances for size in sorted(set(counts) - {0})
    ]
    distances = np.concatenate([np.zeros(1, np.uint8), *databases])
    distances.flags.writeable = False
    starts, _ = row_starts(board, counts)
    ranks = rank_tables(board.spots)
    return HeuristicTables(
        distances,
        np.array([starts[size] for size in counts], np.int64),
        ranks.low,
        ranks.high,
        np.array(reach_masks(board, rule), mask_type(board)),
    )


def row_starts(board: Board, counts: Sequence[int]) -> tuple[dict[int, int], int]:
    """Return the first row of each size's placements, and the number of rows.

    Row 0 is for colors without booths.
    """
    starts = {0: 0}
    rows = 1
    for size in sorted({count for count in counts if count}):
        starts[size] = rows
        rows += math.comb(board.spots, size)
    return starts, rows


def rows_of(grid: Grid) -> Int64s:
    """Return, per color, the table row of its placement."""
    starts, _ = row_starts(grid.board, grid.counts)
    ranks = rank_tables(grid.board.spots)
    return np.array([starts[mask.bit_count()] + ranks.rank(mask) for mask in grid.color_masks])


def prepare_heuristic(grid: Grid, rule: MoveRule | str) -> Iterator[None]:
    """Build the pattern databases of all colors in pieces, and yield before each.

    Raises `InputError` before allocation if they exceed the memory limit.
    """
    check_tables(grid.board, grid.counts)
    for size in sorted({size for size in grid.counts if size}):
        yield from prepare_pattern_database(grid.board, size, rule)


def additive_heuristic(grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> int:
    """Return a lower bound on the moves that solve ``grid``.

    Admissible and consistent; 0 exactly for solved grids. One table lookup per color.

    References
    ----------
    Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004).

    Examples
    --------
    >>> from chatuchak_solver.puzzle import Grid
    >>> additive_heuristic(Grid.parse(".RY/YRG/RGG"))
    2
    """
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    return sum(
        pattern_database(grid.board, mask.bit_count(), rule).evaluate(mask)
        for mask in grid.color_masks
        if mask
    )
