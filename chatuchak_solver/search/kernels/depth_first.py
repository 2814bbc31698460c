"""What depth-first searches of one bound share: how they end, and how a booth moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Masks, UInt8s

__all__ = ["EXHAUSTED", "ONE", "PAUSED", "SOLVED", "moves_after", "shift_booth"]

PAUSED = 0
"""The node budget is used up; call again to go on."""
EXHAUSTED = 1
"""No solution is as short as the bound."""
SOLVED = 2
"""The stack's empty spots, after the first, are the moves of a solution."""

ONE = np.uint64(1)


@kernel
def shift_booth(
    color: int,
    spot: np.uint64,
    empty: np.uint64,
    color_masks: Masks,
    color_at: UInt8s,
) -> None:
    """Bring the booth of a color from a spot to the empty spot."""
    color_masks[color] ^= color_masks.dtype.type((ONE << spot) | (ONE << empty))
    color_at[empty] = color


@kernel
def moves_after(
    spot: np.uint64, empty: np.uint64, booths: np.uint64, reach_masks: Masks
) -> np.uint64:
    """Return the moves after a booth's from ``spot`` to ``empty``, but for two kinds.

    The way straight back, and booths of its color (``booths``, after the move) that could have
    gone to ``empty`` themselves: they lead to states that are reachable in fewer moves.
    """
    return np.uint64(reach_masks[spot] & ~((ONE << empty) | (reach_masks[empty] & booths)))
