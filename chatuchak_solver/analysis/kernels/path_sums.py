"""Kernels that order the positions on optimal paths, and add up over them."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int32s, Int64s, UInt64s
from chatuchak_solver.kernels.jit import kernel

BYTE = np.uint64(255)


@kernel
def order_positions(keys: UInt64s, order: Int64s, scratch: Int64s) -> None:
    """Set ``order`` to the places of positions, by depth and then by their colors.

    Parameters
    ----------
    keys
        uint64 (N, 2): what `collect_positions` found, the depth in the highest bits of the second.
    order, scratch
        Out, int64 (N,).
    """
    for place in range(order.size):
        order[place] = place
    source, target = order, scratch
    places = np.empty(257, np.int64)
    # An even number of passes, the lowest byte first, so that the last one ends in ``order``.
    for digit in range(16):
        column, shift = digit >> 3, np.uint64(8 * (digit & 7))
        places[:] = 0
        for place in range(order.size):
            places[((keys[place, column] >> shift) & BYTE) + np.uint64(1)] += 1
        for value in range(256):
            places[value + 1] += places[value]
        for place in source:
            own = (keys[place, column] >> shift) & BYTE
            target[places[own]] = place
            places[own] += 1
        source, target = target, source


@kernel
def count_solutions(moves: Int64s, targets: Int32s, inside: int, totals: UInt64s) -> bool:
    """Count the paths from each position to the end.

    Parameters
    ----------
    moves, targets
        As in `chatuchak_solver.analysis.optimal_paths.OptimalPaths`.
    inside
        How many positions are not solved; they are the first ones.
    totals
        Out, uint64 (N, 2): the numbers, the lower 64 bits first.

    Returns
    -------
    Whether all numbers are below 2**128.
    """
    for place in range(moves.size - 1, -1, -1):
        low, high = np.uint64(0 if place < inside else 1), np.uint64(0)
        for branch in range(moves[place] if place < inside else 0):
            target = targets[place, branch]
            low += totals[target, 0]
            before = high
            high += totals[target, 1] + np.uint64(1 if low < totals[target, 0] else 0)
            if high < before:
                return False
        totals[place, 0], totals[place, 1] = low, high
    return True


@kernel
def share_visits(moves: Int64s, targets: Int32s, chances: Float64s) -> None:
    """Set ``chances`` to how likely each position is when every move on has equal chances."""
    chances[:] = 0.0
    chances[0] = 1.0
    for place in range(moves.size):
        for branch in range(moves[place]):
            chances[targets[place, branch]] += chances[place] / moves[place]
