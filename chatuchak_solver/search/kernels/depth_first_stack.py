"""Depth-first search state between calls; without numba, created by Python."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Masks, Matrix, UInt8s, UInt32s

PAUSED = 0
"""The node budget is used up; call again to continue."""
EXHAUSTED = 1
"""No solution is as short as the bound."""
SOLVED = 2
"""The stack's empty spots, after the first, are the moves of a solution."""

# Cursor fields.
DEPTH, MOVES, EXPANDED = range(3)


class Tables(NamedTuple):
    """Several heuristics, interleaved; all read-only.

    Attributes
    ----------
    distances
        uint8 (rows, 1 or 2): each heuristic's term for a color's placement.
    offsets
        int64 (C,): per color, the first row of its placements.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        As the masks: per spot, the spots whose booth may move to it when it is empty.
    neighbor_masks
        As the masks: per spot, its orthogonal neighbors.
    """

    distances: Matrix[np.uint8]
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: Matrix[np.uint32]
    reach_masks: Masks
    neighbor_masks: Masks


class Stack(NamedTuple):
    """Search state; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (3,): the depth, the mask of the moves to evaluate there, and the expansions so
        far.
    color_masks
        uint32, or uint64 on boards of over 32 spots, shape (C,): the spots of each color.
    entries
        int64, shape (C,): each color's row of the table.
    color_at
        uint8, shape (32 or 64,): the color on each spot; any value on the empty one.
    empties
        uint8, per depth 0..bound: the empty spot.
    survivors
        As the masks, per depth: the evaluated moves within the bound that are still to be made.
    heuristics
        int64, per depth and heuristic: its value, in units of 1/``scale`` move.
    child_entries
        uint32, per depth and move: the moved color's row after it.
    parent_entries
        uint32, per depth: the moved color's row before the current move.
    """

    cursor: Int64s
    color_masks: Masks
    entries: Int64s
    color_at: UInt8s
    empties: UInt8s
    survivors: Masks
    heuristics: Matrix[np.int64]
    child_entries: Matrix[np.uint32]
    parent_entries: UInt32s
