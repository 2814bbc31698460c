"""How wide the masks of spots are that kernels take."""

from typing import Any, Final, TypeAlias

import numpy as np

from chatuchak_solver.puzzle.board import Board

NARROW_SPOTS: Final = 32
"""Boards of more spots have masks of 64 bits, the others of 32: for each of the two the kernels
that take masks are compiled when they are first needed."""

MaskType: TypeAlias = "np.dtype[Any]"
"""That of `numpy.uint32` or `numpy.uint64`."""


def mask_type(board: Board) -> MaskType:
    """Return the type of a board's masks in kernels: the narrowest that has a bit for each spot."""
    return np.dtype(np.uint32 if board.spots <= NARROW_SPOTS else np.uint64)
