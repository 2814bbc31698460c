"""Kernels that list the connected regions of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chatuchak_solver.bits import popcount
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Masks

__all__ = ["grow_regions", "keep_fillable"]

ONE = np.uint64(1)


@kernel
def _neighbourhood(mask: np.uint64, full: Any, left: Any, right: Any, columns: Any) -> np.uint64:
    """Return the spots beside a mask; unsigned, since a sign would be shifted in from spot 63."""
    to_right = mask & ~np.uint64(right)
    to_left = mask & ~np.uint64(left)
    width = np.uint64(columns)
    beside = (to_right << ONE) | (to_left >> ONE) | (mask << width) | (mask >> width)
    return beside & np.uint64(full) & ~mask


@kernel
def grow_regions(
    regions: Masks, grown: Masks, full: Any, left: Any, right: Any, columns: Any
) -> int:
    """Set ``grown`` to the connected regions that have one spot more than those of ``regions``.

    ``regions`` is uint64 or int64 (n,) and ``grown`` of the same type has room for 18 n: a region
    of up to 8 spots has at most 18 spots around it. Returns their number, with repetitions.
    """
    count = 0
    for signed in regions:
        region = np.uint64(signed)
        around = _neighbourhood(region, full, left, right, columns)
        while around:
            bit = around & (~around + ONE)
            around ^= bit
            grown[count] = region | bit
            count += 1
    return count


@kernel
def keep_fillable(
    regions: Masks,
    kept: Masks,
    fillable_sizes: Any,
    full: Any,
    left: Any,
    right: Any,
    columns: Any,
) -> int:
    """Set ``kept`` to the regions whose complement has only components of fillable sizes.

    Bit ``s`` of ``fillable_sizes`` says that some of the other colors' regions, with or without
    the empty spot, add up to ``s`` spots. Returns their number.
    """
    count = 0
    for region in regions:
        rest = np.uint64(full) & ~np.uint64(region)
        fillable = True
        while rest and fillable:
            component = rest & (~rest + ONE)
            while True:
                around = _neighbourhood(component, full, left, right, columns) & rest
                if around == 0:
                    break
                component |= around
            fillable = (np.uint64(fillable_sizes) >> np.uint64(popcount(component))) & ONE == ONE
            rest &= ~component
        if fillable:
            kept[count] = region
            count += 1
    return count
