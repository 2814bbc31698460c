"""Bits of integers: plain functions that kernels replace by machine instructions.

See `chatuchak_solver.kernels.numba_internals`.
"""

from typing import SupportsInt

WORD = (1 << 64) - 1


def popcount(mask: SupportsInt) -> int:
    """Return the number of one bits of an integer of up to 64 bits, as int64."""
    return (int(mask) & WORD).bit_count()


def trailing_zeros(mask: SupportsInt) -> int:
    """Return the index of the lowest one bit of a non-zero integer, as int64."""
    bits = int(mask)
    return (bits & -bits).bit_length() - 1
