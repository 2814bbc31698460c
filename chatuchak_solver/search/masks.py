"""Width of the kernels' spot masks."""

from typing import Any, Final, TypeAlias

import numpy as np

from chatuchak_solver.puzzle.board import Board

NARROW_SPOTS: Final = 32
"""Boards of more spots have 64-bit masks, others 32-bit ones; kernels are compiled for each width
on first use.
"""

MaskType: TypeAlias = "np.dtype[Any]"
"""`numpy.uint32` or `numpy.uint64`."""


def mask_type(board: Board) -> MaskType:
    """Return the narrowest mask type with a bit for each spot."""
    return np.dtype(np.uint32 if board.spots <= NARROW_SPOTS else np.uint64)
