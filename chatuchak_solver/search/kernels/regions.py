"""Kernels that list the connected regions of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.bits import popcount
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s

__all__ = ["grow_regions", "keep_fillable"]


@kernel
def _neighbourhood(mask: int, full: int, left: int, right: int, columns: int) -> int:
    return (
        (((mask & ~right) << 1) | ((mask & ~left) >> 1) | (mask << columns) | (mask >> columns))
        & full
        & ~mask
    )


@kernel
def grow_regions(regions: Int64s, full: int, left: int, right: int, columns: int) -> Int64s:
    """Return the connected regions that have one spot more than those of ``regions``.

    ``regions`` is int64 (n,); the answer is int64 (m,) with repetitions. A region of up to 8 spots
    has at most 18 spots around it.
    """
    grown = np.empty(regions.size * 18, np.int64)
    count = 0
    for region in regions:
        around = _neighbourhood(region, full, left, right, columns)
        while around:
            bit = around & -around
            around ^= bit
            grown[count] = region | bit
            count += 1
    return grown[:count]


@kernel
def keep_fillable(
    regions: Int64s, fillable_sizes: int, full: int, left: int, right: int, columns: int
) -> Int64s:
    """Return the regions whose complement has only components of fillable sizes.

    Bit ``s`` of ``fillable_sizes`` says that some of the other colors' regions, with or without
    the empty spot, add up to ``s`` spots.
    """
    kept = np.empty_like(regions)
    count = 0
    for region in regions:
        rest = full & ~region
        fillable = True
        while rest and fillable:
            component = rest & -rest
            while True:
                around = _neighbourhood(component, full, left, right, columns) & rest
                if around == 0:
                    break
                component |= around
            fillable = (fillable_sizes >> popcount(component)) & 1 == 1
            rest &= ~component
        if fillable:
            kept[count] = region
            count += 1
    return kept[:count].copy()
