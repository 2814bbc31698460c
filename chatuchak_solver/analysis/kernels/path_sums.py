"""Kernels that order the positions on shortest solutions and sum over paths."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int32s, Int64s, Matrix, UInt64s
from chatuchak_solver.kernels.jit import kernel, precompiled

BYTE = np.uint64(255)


@kernel
def order_positions(keys: UInt64s, order: Int64s, scratch: Int64s) -> None:
    """Sort positions by depth and then by colors; set ``order`` to their indices.

    ``keys`` are uint64 (N, 2) of `collect_positions`; ``order`` and ``scratch`` int64 (N,), output.
    """
    for place in range(order.size):
        order[place] = place
    source, target = order, scratch
    places = np.empty(257, np.int64)
    # Radix sort; after an even number of passes the result is in ``order``.
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
        Number of unsolved positions, which precede solved ones.
    totals
        Output, uint64 (N, 2): the numbers, lower 64 bits first.

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


@precompiled("optimal_paths", makes_arrays=True)
def share_visits(moves: Int64s, targets: Matrix[np.int32], chances: Float64s) -> None:
    """Set ``chances`` to each position's visit probability under random moves."""
    chances[:] = 0.0
    chances[0] = 1.0
    for place in range(moves.size):
        for branch in range(moves[place]):
            chances[targets[place, branch]] += chances[place] / moves[place]
