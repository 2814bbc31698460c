"""Connectivity kernels."""

import numpy as np

from chatuchak_solver.kernels.arrays import Masks
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel

ONE = np.uint64(1)


@kernel
def is_connected(mask: np.uint64, neighbor_masks: Masks) -> bool:
    """Return whether the spots of a mask are connected; the empty mask is.

    ``neighbor_masks`` has, per spot, its orthogonal neighbors.
    """
    reached = mask & (~mask + ONE)
    fringe = reached
    while fringe:
        grown = np.uint64(0)
        while fringe:
            grown |= neighbor_masks[trailing_zeros(fringe)]
            fringe &= fringe - ONE
        fringe = grown & mask & ~reached
        reached |= fringe
    return bool(reached == mask)


@kernel
def are_connected(color_masks: Masks, neighbor_masks: Masks) -> bool:
    """Return whether every color is connected."""
    for color in range(color_masks.size):
        if not is_connected(np.uint64(color_masks[color]), neighbor_masks):
            return False
    return True
