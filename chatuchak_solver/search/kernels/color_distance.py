"""Lookup of a color's distance in its pattern database."""

import numpy as np

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.search.kernels.heuristic_tables import HeuristicTables
from chatuchak_solver.search.kernels.ranking import rank


@kernel
def color_distance(color: int, mask: np.uint64, tables: HeuristicTables) -> np.int64:
    """Return the moves that connect a color's booths on ``mask``, ignoring other colors."""
    place = np.int64(rank(mask, tables.low_ranks, tables.high_ranks))
    return np.int64(tables.distances[tables.offsets[color] + place])
