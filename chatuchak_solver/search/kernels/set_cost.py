"""The kernel that tells what a color needs to a region, all others ignored."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import kernel

UNIONS = 1 << 9
"""Room for every set of a color's booths."""


@kernel
def set_cost(sources: int, targets: int, lines: Int64s, unions: Int64s) -> int:
    """Return the moves that bring the booths on ``sources`` to ``targets``, nothing in the way.

    A booth that reaches a target in one jump takes one move, any other two, so this is
    2n - M for n booths and a maximum matching of size M along shared rows and columns. Most are
    matched greedily; the rest by Hall's theorem over all subsets, O(2^n).

    Parameters
    ----------
    sources, targets
        Masks of equally many spots, at most 9, with none in common.
    lines
        int64 (spots,): the other spots of each spot's row and column.
    unions
        Scratch, int64 (`UNIONS`,).
    """
    booths = popcount(sources)
    rest = sources
    free = targets
    while rest:
        reach = lines[trailing_zeros(rest)] & free
        if reach == 0:
            break
        free &= ~(reach & -reach)
        rest &= rest - 1
    if rest == 0:
        return booths
    unions[0] = 0
    subsets = 1
    deficiency = 0
    while sources:
        reach = lines[trailing_zeros(sources)] & targets
        sources &= sources - 1
        for subset in range(subsets):
            union = unions[subset] | reach
            unions[subsets + subset] = union
            lacking = popcount(subsets + subset) - popcount(union)
            if lacking > deficiency:
                deficiency = lacking
        subsets <<= 1
    return booths + deficiency
