"""Regions of the goal-directed search: every possible final region of a color."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from chatuchak_solver.kernels.precompiled.shipped_kernel import PrecompiledKernel
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.search.kernels.goal_layout import Tables
from chatuchak_solver.search.kernels.goal_workspace import make_tables
from chatuchak_solver.search.masks import MaskType, mask_type

KERNELS: Final = "chatuchak_solver.search.kernels.regions"
LIST: Final = PrecompiledKernel(
    *("regions", KERNELS, "list_regions"), "int64[1] int64[1] int64 int64 uint64[1] int64[1]"
)
PLACE: Final = PrecompiledKernel(
    *("regions", KERNELS, "place_regions"),
    "uint64[1] int64[1] int64[1] int64[1] int64[1] int64[1] int64",
    "uint64[1] int8[2] int64[1] uint64[2]",
)


@lru_cache(maxsize=32)
def region_tables(
    board: Board, counts: tuple[int, ...], masks_of: MaskType | None = None
) -> Tables:
    """Return cached, read-only tables for colors of ``counts`` booths on ``board``.

    Parameters
    ----------
    counts
        The number of booths of each present color, in any order.
    masks_of
        The type of the masks; that of `mask_type` by default.
    """
    tables = make_tables(
        *(LIST, PLACE, np.array(sorted(counts, reverse=True)), board.rows, board.columns),
        masks_of or mask_type(board),
    )
    for array in tables:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return tables
