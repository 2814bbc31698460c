"""Pattern databases and rank tables small enough for the processor's nearest memory.

A jump adds -1, 0 or 1 to what its color needs, so that two bits of every distance tell its gain
from the distance before. Ranks come from three parts of the board, not two halves: ten bits each
on the game's own board, of which few are set.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import UInt8s, UInt32s
from chatuchak_solver.kernels.bits import load_alone, popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, kernel
from chatuchak_solver.search.kernels.ranking import fill_binomials

PARTS = 3
CODE_BITS = np.uint64(2)
"""A code is what is left of a distance, or 1 more than what a jump adds to it: 0, 1 or 2."""
CODE_MASK = np.uint64(3)
ONE = np.uint64(1)


class SmallTables(NamedTuple):
    """What looks up distances' last two bits.

    Attributes
    ----------
    packed
        uint8: four distances in each, the first in the lowest bits, as `pack_distances` makes it.
    ranks
        uint32 (rows << part_bits,): the shares of the parts of a mask, see `fill_part_ranks`.
    part_bits
        uint64: spots of a part.
    most
        uint64: the most booths of a color, plus 1: so many shares of each mask of a higher part
        are side by side, so that few lines of the processor's nearest memory hold what is needed.
    third
        uint64: where the shares of the third part begin.
    """

    packed: UInt8s
    ranks: UInt32s
    part_bits: np.uint64
    most: np.uint64
    third: np.uint64


@kernel
def pack_distances(distances: UInt8s, packed: UInt8s) -> None:
    """Put the last two bits of every four of the distances into one of ``packed``, all zeros."""
    for place in range(distances.size):
        packed[place >> 2] |= (distances[place] & 3) << 2 * (place & 3)


@kernel
def part_bits(spots: int) -> int:
    """Return how many spots a part of the board has."""
    return (spots + PARTS - 1) // PARTS


@kernel
def fill_part_ranks(binomials: UInt32s, ranks: UInt32s) -> None:
    """Fill the rank tables of a board's parts.

    A mask's rank (`chatuchak_solver.search.kernels.ranking`) is the sum of its parts' shares,
    which also depend on how many spots the parts below hold.

    Parameters
    ----------
    binomials
        Out, uint32 (spots, largest size + 1): ``binomials[n, k]`` is C(n, k).
    ranks
        Out, uint32 ((1 + 2 * (largest size + 1)) << part_bits,), zeros: a share for each mask of
        the lowest part, then for each other part and mask one for each number of spots below.
    """
    fill_binomials(binomials)
    spots, most = binomials.shape
    width = part_bits(spots)
    for part in range(PARTS):
        first = 1 + most * (part - 1) << width if part else 0
        for below in range(most if part else 1):
            for bits in range(1 << width):
                share, size, left = np.uint32(0), below, np.uint64(bits)
                while left and size < most - 1:
                    spot = part * width + trailing_zeros(left)
                    size += 1
                    share += binomials[spot, size] if spot < spots else np.uint32(0)
                    left &= left - ONE
                place = most * bits + below if part else bits
                ranks[first + place] = share


@inlined_kernel
def code_of(offset: np.uint64, mask: np.uint64, tables: SmallTables) -> np.uint64:
    """Return the last two bits of a mask's distance, in the database that starts at ``offset``."""
    bits = tables.part_bits
    part = (ONE << bits) - ONE
    lower = mask & ((ONE << (bits + bits)) - ONE)
    low, middle, high = mask & part, lower >> bits, mask >> (bits + bits)
    place = offset + np.uint64(tables.ranks[low])
    below = np.uint64(popcount(low))
    place += np.uint64(tables.ranks[part + ONE + middle * tables.most + below])
    below = np.uint64(popcount(lower))
    place += np.uint64(tables.ranks[tables.third + high * tables.most + below])
    # Processors gather bytes from memory slower than they load each.
    four = np.uint64(load_alone(tables.packed, place >> CODE_BITS))
    return four >> (place & CODE_MASK) * CODE_BITS & CODE_MASK
