"""Layers of a beam search, and their ranking table; without numba, created by Python."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt16s, UInt32s

PAUSED = 0
"""The node budget is used up; call again to continue."""
LAYER_DONE = 1
"""Every parent is expanded."""
SOLVED = 2
"""A child is solved; the cursor has its parent and move."""

MIN_SLOTS = 64
"""The minimum number of slots in use."""

CURSOR_FIELDS = 8
PARENTS, NEXT_PARENT, CHILDREN, CUTOFF, WITHIN, SLOTS, SOLVED_CHOICE, EXPANDED = range(
    CURSOR_FIELDS
)


class LayerState(NamedTuple):
    """One layer of parents and their children so far; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (8,): the number of parents, the next parent, the number of children, the
        maximum selectable score, the number of children within it, the slots in use, the choice
        that solves, and the expansions so far.
    parent_words
        uint64, shape (width, 2): see `chatuchak_solver.search.kernels.packed_state`.
    child_words
        uint64, shape (room for children, 2).
    child_scores
        uint16, per child: smaller is better.
    child_choices
        uint32, per child: its parent, times 32, plus its move.
    slots
        uint32, a power of two of them: a hash table of the children, 0 for a free slot.
    histogram
        int64, per score: the number of children.
    """

    cursor: Int64s
    parent_words: Matrix[np.uint64]
    child_words: Matrix[np.uint64]
    child_scores: UInt16s
    child_choices: UInt32s
    slots: UInt32s
    histogram: Int64s


class MixedTable(NamedTuple):
    """A weighted sum of heuristics; all read-only.

    Attributes
    ----------
    distances
        uint16 (rows,): the sum for one color.
    constant
        The weighted sum of the heuristics' constants.
    units
        The scale: the sum over the colors plus the constant is at most this times the required
        moves.
    offsets, low_ranks, high_ranks, reach_masks, neighbor_masks
        As in `chatuchak_solver.search.kernels.depth_first_stack.Tables`.
    """

    distances: UInt16s
    constant: int
    units: int
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: Matrix[np.uint32]
    reach_masks: UInt32s
    neighbor_masks: UInt32s
