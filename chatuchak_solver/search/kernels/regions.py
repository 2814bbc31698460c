"""Kernels that list the connected regions of a board, and which of them can be together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.pockets import has_no_pocket

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, Masks, UInt64s

__all__ = ["grow_regions", "keep_fillable", "pair_regions"]

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
        free = np.uint64(full) & ~np.uint64(region)
        if has_no_pocket(free, fillable_sizes, columns, left, right):
            kept[count] = region
            count += 1
    return count


@kernel
def pair_regions(
    masks: Masks,
    starts: Int64s,
    fillable: UInt64s,
    pairs: UInt64s,
    full: Any,
    left: Any,
    right: Any,
    columns: Any,
) -> int:
    """Set ``pairs`` to which regions can be together: disjoint, and no pocket left beside them.

    Parameters
    ----------
    masks, starts
        As in `chatuchak_solver.search.kernels.goal_layout.Tables`.
    fillable
        uint64 (sizes, sizes): the numbers of spots that the other colors fill, some of them, with
        or without the empty spot, as bit sets; 0 for two sizes that no two colors have.
    pairs
        Out: uint64 (U, U / 64): bit ``i`` of ``pairs[j, k]`` for regions ``j`` and ``64 k + i``.

    Returns
    -------
    The number of pairs.
    """
    count = 0
    pairs[:] = 0
    sizes = starts.size - 1
    for size in range(sizes):
        for other in range(size, sizes):
            sums = fillable[size, other]
            if sums == 0:
                continue
            for i in range(starts[size], starts[size + 1]):
                region = np.uint64(masks[i])
                if region == 0:
                    continue
                for j in range(starts[other], i if size == other else starts[other + 1]):
                    second = np.uint64(masks[j])
                    if second == 0 or region & second:
                        continue
                    free = np.uint64(full) & ~(region | second)
                    if has_no_pocket(free, sums, columns, left, right):
                        pairs[j, i >> 6] |= ONE << np.uint64(i & 63)
                        pairs[i, j >> 6] |= ONE << np.uint64(j & 63)
                        count += 1
    return count
