"""The kernel that counts the moves of all booths that bring one color to a region.

`chatuchak_solver.search.total_moves` explains what that is good for.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import UInt8s, UInt32s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.search.kernels.ranking import rank

ONE = np.uint64(1)


@kernel
def count_total_moves(
    moves: int,
    placements: UInt32s,
    reach_masks: UInt32s,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
    following: UInt32s,
    frontier: UInt32s,
    unseen: UInt32s,
    distances: UInt8s,
) -> bool:
    """Set the places that are ``moves`` from any region; return whether there were any.

    One layer of a breadth-first search from all regions and all empty spots at once. The empty
    spots of a placement are one word of bits, so that a step of the empty spot is a few operations
    on it.

    Parameters
    ----------
    moves
        The layer: 0, then one more each time.
    placements
        uint32 (placements,): the mask of each rank.
    reach_masks, low_ranks, high_ranks
        As in `chatuchak_solver.search.kernels.heuristic_tables.HeuristicTables`.
    following
        In and out: uint32 (placements,): the empty spots that this layer can reach, seen or not;
        at first those of the regions.
    frontier
        Out: uint32 (placements,): the empty spots of this layer.
    unseen
        In and out: uint32 (placements,): the empty spots of no layer; at first all beside the
        placement.
    distances
        Out: uint8 (placements, 32), at first `MOST_TOTAL_MOVES`.
    """
    # The frontier: empty spots that were reached last and not seen before.
    is_last = True
    for row in range(placements.size):
        fresh = np.uint64(following[row] & unseen[row])
        following[row] = 0
        frontier[row] = fresh
        unseen[row] ^= fresh
        while fresh:
            distances[row, trailing_zeros(fresh)] = moves
            fresh &= fresh - ONE
            is_last = False
    if is_last:
        return False
    # A move of another booth keeps the placement; one of the color leads to another.
    for row in range(placements.size):
        empties = np.uint64(frontier[row])
        if empties == 0:
            continue
        mask = np.uint64(placements[row])
        near = np.uint64(0)
        while empties:
            empty = trailing_zeros(empties)
            empty_bit = ONE << empty
            empties ^= empty_bit
            near |= reach_masks[empty]
            booths = reach_masks[empty] & mask
            while booths:
                booth = booths & (~booths + ONE)
                booths ^= booth
                moved = mask ^ booth ^ empty_bit
                following[rank(moved, low_ranks, high_ranks)] |= booth
        following[row] |= near & ~mask
    return True
