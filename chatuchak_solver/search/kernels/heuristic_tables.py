"""The additive heuristic's tables, and the kernels that look colors up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.ranking import rank

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HeuristicTables", "color_distance"]


class HeuristicTables(NamedTuple):
    """Everything that a kernel needs to move booths and to evaluate the result; all read-only.

    Attributes
    ----------
    distances
        uint8: one entry 0 for colors without booths, then the pattern databases of all sizes.
    offsets
        int64, shape (5,): per color, where its database starts in ``distances``.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        uint32: per spot, the spots whose booth may move to it when it is empty.
    """

    distances: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    low_ranks: NDArray[np.uint32]
    high_ranks: NDArray[np.uint32]
    reach_masks: NDArray[np.uint32]


@kernel
def color_distance(color: int, mask: np.uint64, tables: Any) -> Any:
    """Return what a color needs until its booths on ``mask`` are connected, others ignored.

    ``tables`` are `HeuristicTables`, or others with the same arrays.
    """
    place = np.int64(rank(mask, tables.low_ranks, tables.high_ranks))
    return np.int64(tables.distances[tables.offsets[color] + place])
