"""The additive heuristic's tables, and the kernels that look colors up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.ranking import rank

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, Masks, UInt8s, UInt32s

__all__ = ["HeuristicTables", "color_distance"]


class HeuristicTables(NamedTuple):
    """Everything that a kernel needs to move booths and to evaluate the result; all read-only.

    Attributes
    ----------
    distances
        uint8: one entry 0 for colors without booths, then the pattern databases of all sizes.
    offsets
        int64, shape (C,): per color, where its database starts in ``distances``.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        uint32, or uint64 on boards of over 32 spots: per spot, the spots whose booth may move to
        it when it is empty.
    """

    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: UInt32s
    reach_masks: Masks


class ColorTables(Protocol):
    """What looks colors up: `HeuristicTables`, or another tuple with these of its arrays."""

    @property
    def distances(self) -> UInt8s: ...
    @property
    def offsets(self) -> Int64s: ...
    @property
    def low_ranks(self) -> UInt32s: ...
    @property
    def high_ranks(self) -> UInt32s: ...


@kernel
def color_distance(color: int, mask: np.uint64, tables: ColorTables) -> np.int64:
    """Return what a color needs until its booths on ``mask`` are connected, others ignored."""
    place = np.int64(rank(mask, tables.low_ranks, tables.high_ranks))
    return np.int64(tables.distances[tables.offsets[color] + place])
