"""A* state between calls; without numba, created by Python."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt32s

PAUSED = 0
"""The node budget is used up; call again to continue."""
FINISHED = 1
"""No open node can lead to a shorter solution than the best known one."""
NODES_FULL = 2
"""The node arrays could overflow with the next expansion."""
BUCKETS_FULL = 3
"""The bucket queue could overflow with the next expansion."""

# Cursor fields.
CURSOR_FIELDS = 7
NODES, F, G, BEST_LENGTH, BEST_NODE, BEST_MOVE, EXPANDED = range(CURSOR_FIELDS)


class State(NamedTuple):
    """Search state; changed in place, replaced by larger arrays to grow.

    Attributes
    ----------
    cursor
        int64, shape (7,): the number of nodes, the f and g of the next bucket, the length of the
        best solution (a very large number without one), the last node before its end, its last
        move, and the expansions so far.
    words
        uint64, per node 2: planes 0 and 1; plane 2, the previous empty spot, g, and the stale flag.
    links
        uint32, per node: 1 + the next node of its bucket, or 0.
    slots
        uint32, a power of two of them: 1 + the node in this slot of the hash table, or 0.
    buckets
        uint32, per f and g: 1 + the first node of the bucket, or 0.
    """

    cursor: Int64s
    words: Matrix[np.uint64]
    links: UInt32s
    slots: UInt32s
    buckets: Matrix[np.uint32]
