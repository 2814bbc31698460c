"""What a color needs, looked up in its pattern database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.ranking import rank

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, UInt8s, UInt32s

__all__ = ["color_distance"]


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
