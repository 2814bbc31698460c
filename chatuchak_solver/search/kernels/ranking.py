"""Ranks of k-subsets of spots.

A subset's rank is its index among all subsets of its size in ascending order of their masks (the
combinatorial number system): the sum over its spots, ascending, of C(spot, position + 1). Each half
of the board has a lookup table; the high half's term also depends on the number of spots in the low
half.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix, UInt32s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled

ONE = np.uint64(1)


@kernel
def rank(mask: np.uint64, low_ranks: UInt32s, high_ranks: UInt32s) -> np.uint64:
    """Return the rank of a mask, with the tables of `fill_rank_tables`."""
    low = mask & np.uint64(low_ranks.size - 1)
    high = mask >> np.uint64(trailing_zeros(np.uint64(low_ranks.size)))
    return np.uint64(low_ranks[low] + high_ranks[popcount(low), high])


@kernel
def next_subset(mask: np.uint64) -> np.uint64:
    """Return the next larger mask with as many bits (Gosper's hack)."""
    lowest = mask & (~mask + ONE)
    carried = mask + lowest
    shift = np.uint64(trailing_zeros(mask) + 2)
    return np.uint64(carried | ((carried ^ mask) >> shift))


@kernel
def fill_binomials(binomials: UInt32s) -> None:
    """Set ``binomials[n, k]`` to C(n, k)."""
    for n in range(binomials.shape[0]):
        binomials[n, :] = 0
        binomials[n, 0] = 1
        for k in range(1, min(n + 1, binomials.shape[1])):
            binomials[n, k] = binomials[n - 1, k] + binomials[n - 1, k - 1]


@precompiled("pattern_databases")
def fill_rank_tables(
    binomials: Matrix[np.uint32], low_ranks: UInt32s, high_ranks: Matrix[np.uint32]
) -> None:
    """Fill both halves of the rank tables.

    Parameters
    ----------
    binomials
        Out: C(n, k), for n below the number of spots and k to the largest size.
    low_ranks
        Out: the term of each subset of the low half.
    high_ranks
        Out: per number of spots in the low half, the term of each subset of the high half; 0 above
        the largest size.
    """
    fill_binomials(binomials)
    largest_size = binomials.shape[1] - 1
    low_bits = trailing_zeros(np.uint64(low_ranks.size))
    for half in range(low_ranks.size):
        share = np.uint32(0)
        size = 0
        bits = np.uint64(half)
        while bits and size < largest_size:
            size += 1
            share += binomials[trailing_zeros(bits), size]
            bits &= bits - ONE
        low_ranks[half] = share
    for below in range(high_ranks.shape[0]):
        for half in range(high_ranks.shape[1]):
            share = np.uint32(0)
            size = below
            bits = np.uint64(half)
            if popcount(bits) + below <= largest_size:
                while bits:
                    size += 1
                    share += binomials[low_bits + trailing_zeros(bits), size]
                    bits &= bits - ONE
            high_ranks[below, half] = share
