"""Connectivity kernels."""

import numpy as np

from chatuchak_solver.kernels.arrays import Mask, Masks
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inner_kernel, kernel

ONE = np.uint64(1)


@inner_kernel
def has_no_pocket(free: Mask, fillable: Mask, columns: Mask, left: Mask, right: Mask) -> bool:
    """Return whether every component of the free spots has a size in the bit set ``fillable``.

    ``columns``, ``left`` and ``right``: the board's columns, and the masks of the outer ones.
    """
    width = np.uint64(columns)
    to_right = ~np.uint64(right)
    to_left = ~np.uint64(left)
    rest = np.uint64(free)
    while rest:
        component = rest & (~rest + ONE)
        while True:
            around = (
                ((component & to_right) << ONE)
                | ((component & to_left) >> ONE)
                | (component << width)
                | (component >> width)
            )
            around &= rest & ~component
            if around == 0:
                break
            component |= around
        if (np.uint64(fillable) >> np.uint64(popcount(component))) & ONE == 0:
            return False
        rest &= ~component
    return True


@kernel
def is_connected(mask: np.uint64, neighbor_masks: Masks) -> bool:
    """Return whether the spots of a mask are connected; the empty mask is.

    ``neighbor_masks`` has each spot's orthogonal neighbors.
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
