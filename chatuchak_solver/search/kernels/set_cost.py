"""Cost from a color's booths to a region, ignoring all others."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import kernel

UNIONS = 1 << 9
"""Room for every set of a color's booths."""


@kernel
def set_cost(sources: int, targets: int, lines: Int64s, unions: Int64s) -> int:
    """Return the moves that bring the booths on ``sources`` to ``targets``, without obstacles.

    A booth that reaches a target in one jump takes one move, any other two: 2n - M for n booths and
    a maximum matching of size M along shared rows and columns. A greedy matching resolves most;
    Hall's theorem over all subsets the rest, O(2^n).

    Parameters
    ----------
    sources, targets
        Disjoint masks of equally many spots, at most 9.
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
