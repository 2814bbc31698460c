"""Regions of the goal-directed search: every possible final region of a color."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.search.kernels.goal_layout import Tables
from chatuchak_solver.search.kernels.goal_workspace import make_tables
from chatuchak_solver.search.masks import MaskType, mask_type


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
        np.array(sorted(counts, reverse=True)),
        board.rows,
        board.columns,
        masks_of or mask_type(board),
    )
    for array in tables:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return tables
