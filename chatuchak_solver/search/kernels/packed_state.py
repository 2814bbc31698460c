"""States in two words: three bit planes of 32 spots, and the previous empty spot.

The bits of a spot hold 1 + its color, or 7 for the empty spot. The first word is planes 0 and 1;
the second is plane 2, with the previous empty spot and other search data above it.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import UInt32s, UInt64s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel

EMPTY_CODE = 7
PREVIOUS_SHIFT = 32
"""Offset of the previous empty spot in the second word (5 bits)."""
MAX_CHILDREN = 32


ONE = np.uint64(1)
WORD = np.uint64(0xFFFFFFFF)


@kernel
def unpack(
    first_word: np.uint64, second_word: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the three planes, and the previous empty spot."""
    previous = (second_word >> np.uint64(PREVIOUS_SHIFT)) & np.uint64(31)
    return first_word & WORD, first_word >> np.uint64(32), second_word & WORD, previous


@kernel
def with_previous(plane_2: np.uint64, previous: np.uint64) -> np.uint64:
    """Return plane 2 and the previous empty spot in one word."""
    return plane_2 | previous << np.uint64(PREVIOUS_SHIFT)


@kernel
def code_at(
    spot: int | np.uint64, plane_0: np.uint64, plane_1: np.uint64, plane_2: np.uint64
) -> np.uint64:
    """Return the code on a spot."""
    bit_0 = plane_0 >> spot & ONE
    bit_1 = plane_1 >> spot & ONE
    bit_2 = plane_2 >> spot & ONE
    return np.uint64(bit_0 | bit_1 << ONE | bit_2 << np.uint64(2))


@kernel
def spots_of(
    code: np.uint64, plane_0: np.uint64, plane_1: np.uint64, plane_2: np.uint64
) -> np.uint64:
    """Return the spots with a nonzero code."""
    return (
        (plane_0 ^ ((code & ONE) - ONE))
        & (plane_1 ^ ((code >> ONE & ONE) - ONE))
        & (plane_2 ^ ((code >> np.uint64(2)) - ONE))
        & WORD
    )


@kernel
def open_moves(
    plane_0: np.uint64,
    plane_1: np.uint64,
    plane_2: np.uint64,
    previous: np.uint64,
    reach_masks: UInt32s,
) -> np.uint64:
    """Return the spots whose booths may move, without redundant moves.

    Excludes the inverse move, and a booth of the last moved color that could have moved to the
    previous empty spot itself. At the root the previous empty spot is the empty spot.
    """
    empty = trailing_zeros(plane_0 & plane_1 & plane_2)
    code = code_at(previous, plane_0, plane_1, plane_2)
    late = reach_masks[previous] & spots_of(code, plane_0, plane_1, plane_2)
    return np.uint64(reach_masks[empty] & ~(ONE << previous | late))


@kernel
def exchange(
    code: np.uint64, swap: np.uint64, plane_0: np.uint64, plane_1: np.uint64, plane_2: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Exchange a booth's code with the empty spot; ``swap`` is the mask of both spots.

    Returns the first word and plane 2.
    """
    changed = code ^ np.uint64(EMPTY_CODE)
    child_0 = plane_0 ^ (swap * (changed & ONE))
    child_1 = plane_1 ^ (swap * (changed >> ONE & ONE))
    child_2 = plane_2 ^ (swap * (changed >> np.uint64(2)))
    return child_0 | child_1 << np.uint64(32), child_2


@kernel
def hash_state(first_word: np.uint64, plane_2: np.uint64) -> np.uint64:
    """Hash three planes by two multiply-xorshift rounds (of splitmix64)."""
    mixed = (first_word ^ (plane_2 * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(32))


@kernel
def find_slot(
    first_word: np.uint64,
    plane_2: np.uint64,
    hashed: np.uint64,
    last_slot: np.uint64,
    words: UInt64s,
    slots: UInt32s,
) -> np.uint64:
    """Return the slot of a hash table with a state, or the free slot for it.

    A slot holds 1 + the row of a state in ``words``, or 0; slots 0..``last_slot`` are in use, a
    power of two.
    """
    slot = hashed & last_slot
    while slots[slot]:
        row = slots[slot] - ONE
        if words[row, 0] == first_word and (words[row, 1] & WORD) == plane_2:
            break
        slot = (slot + ONE) & last_slot
    return slot
