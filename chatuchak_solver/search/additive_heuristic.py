"""The additive heuristic: the sum of the colors' pattern-database distances, as kernels take it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.search.kernels.heuristic_tables import HeuristicTables
from chatuchak_solver.search.masks import mask_type
from chatuchak_solver.search.pattern_database import (
    check_tables,
    pattern_database,
    prepare_pattern_database,
    rank_tables,
)

if TYPE_CHECKING:
    from chatuchak_solver.arrays import UInt8s
    from chatuchak_solver.puzzle.board import Board
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["additive_heuristic", "heuristic_tables", "prepare_heuristic"]


def heuristic_tables(grid: Grid, rule: MoveRule | str) -> HeuristicTables:
    """Return the tables for all grids with the board and the color counts of ``grid``."""
    return _tables(grid.board, grid.counts, MoveRule(rule))


@lru_cache(maxsize=8)
def _tables(board: Board, counts: tuple[int, ...], rule: MoveRule) -> HeuristicTables:
    check_tables(board, counts)
    sizes = tuple(sorted({size for size in counts if size}))
    offsets = {0: 0}
    start = 1
    for size in sizes:
        offsets[size] = start
        start += pattern_database(board, size, rule).distances.size
    tables = rank_tables(board.spots)
    return HeuristicTables(
        _concatenated(board, sizes, rule),
        np.array([offsets[size] for size in counts], np.int64),
        tables.low,
        tables.high,
        np.array(reach_masks(board, rule), mask_type(board)),
    )


def prepare_heuristic(grid: Grid, rule: MoveRule | str) -> Iterator[None]:
    """Make the pattern databases of all colors in pieces, and yield before each.

    Raises
    ------
    InputError
        If they take too much memory (`check_tables`); before any is taken.
    """
    check_tables(grid.board, grid.counts)
    for size in sorted({size for size in grid.counts if size}):
        yield from prepare_pattern_database(grid.board, size, rule)


def additive_heuristic(grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> int:
    """Return a lower bound on the moves that solve ``grid``.

    Admissible and consistent; 0 exactly at solved grids. Sums one table look-up per color.

    References
    ----------
    Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004).

    Examples
    --------
    >>> from chatuchak_solver.puzzle import Grid
    >>> additive_heuristic(Grid.parse(".RY/YRG/RGG"))
    2
    """
    return sum(
        pattern_database(grid.board, mask.bit_count(), rule).evaluate(mask)
        for mask in grid.color_masks
        if mask
    )


@lru_cache(maxsize=8)
def _concatenated(board: Board, sizes: tuple[int, ...], rule: MoveRule) -> UInt8s:
    databases = [pattern_database(board, size, rule).distances for size in sizes]
    distances = np.concatenate([np.zeros(1, np.uint8), *databases])
    distances.flags.writeable = False
    return distances
