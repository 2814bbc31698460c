"""Cost from a color's booths to a region, ignoring all others."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import kernel

SUBSETS = 1 << 9
SCRATCH = SUBSETS + 9
"""A union for each set, then the targets in line with each booth."""


@kernel
def list_targets(sources: int, targets: int, lines: Int64s, scratch: Int64s) -> int:
    """List the targets in line with each source, from the lowest spot on; return their number."""
    count = 0
    while sources:
        scratch[SUBSETS + count] = lines[trailing_zeros(sources)] & targets
        sources &= sources - 1
        count += 1
    return count


@kernel
def count_unmatched(count: int, scratch: Int64s) -> int:
    """Return the number of sources that a maximum matching leaves out; O(2^count).

    Hall's theorem over all subsets of the sources, after `list_targets`.
    """
    scratch[0] = 0
    unmatched = 0
    for source in range(count):
        targets = scratch[SUBSETS + source]
        for subset in range(1 << source):
            union = scratch[subset] | targets
            larger = subset | 1 << source
            scratch[larger] = union
            unmatched = max(unmatched, popcount(larger) - popcount(union))
    return unmatched


@kernel
def set_cost(sources: int, targets: int, lines: Int64s, scratch: Int64s) -> int:
    """Return the moves that bring the booths on ``sources`` to ``targets``, without obstacles.

    A booth that reaches a target in one jump takes one move, any other two: 2n - M for n booths and
    a maximum matching of size M. A greedy matching resolves most.

    Parameters
    ----------
    sources, targets
        Disjoint masks of equally many spots, at most 9.
    lines
        int64 (spots,): the other spots of each spot's row and column.
    scratch
        int64 (`SCRATCH`,).
    """
    rest = sources
    free = targets
    while rest:
        reach = lines[trailing_zeros(rest)] & free
        if reach == 0:
            unmatched = count_unmatched(list_targets(sources, targets, lines, scratch), scratch)
            return popcount(sources) + unmatched
        free &= ~(reach & -reach)
        rest &= rest - 1
    return popcount(sources)
