"""Kernel tables of the additive heuristic; without numba, filled by Python."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Masks, Matrix, UInt8s, UInt32s

MAX_DEPTHS = 255
"""More moves than any placement needs."""
MAX_PRICED_DISTANCE = 255
"""The maximum distance in a priced table, in price units."""


class HeuristicTables(NamedTuple):
    """Tables to move booths and to evaluate the result; all read-only.

    Attributes
    ----------
    distances
        uint8: one entry 0 for colors without booths, then the pattern databases of all sizes.
    offsets
        int64, shape (C,): per color, the start of its database in ``distances``.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        uint32, or uint64 on boards of over 32 spots: per spot, the spots whose booth may move to it
        when it is empty.
    """

    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: Matrix[np.uint32]
    reach_masks: Masks
