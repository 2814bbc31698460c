"""Kernels that number k-subsets of spots and fill pattern databases.

A subset's rank is its place among all subsets of its size in ascending order of their masks (the
combinatorial number system): the sum over its spots, ascending, of C(spot, position + 1). The sum
is split into a low and a high half of the board, each looked up in a table; the high half's share
also depends on how many spots the low half holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["UNREACHED", "expand_frontier", "fill_rank_tables", "pull_frontier", "seed_goals"]

UNREACHED = 255
"""The distance of a placement that no search depth has reached yet."""

ONE = np.uint64(1)


@kernel
def fill_rank_tables(
    binomials: NDArray[np.uint32], low_ranks: NDArray[np.uint32], high_ranks: NDArray[np.uint32]
) -> None:
    """Fill both halves of the rank tables.

    Parameters
    ----------
    binomials
        ``binomials[n, k]`` is C(n, k), for n below the number of spots and k to the largest size.
    low_ranks
        Out: the share of each subset of the low half.
    high_ranks
        Out: per number of spots in the low half, the share of each subset of the high half; 0
        where both together exceed the largest size.
    """
    largest_size = binomials.shape[1] - 1
    low_bits = trailing_zeros(np.uint64(low_ranks.size))
    for half in range(low_ranks.size):
        rank = np.uint32(0)
        size = 0
        bits = np.uint64(half)
        while bits and size < largest_size:
            size += 1
            rank += binomials[trailing_zeros(bits), size]
            bits &= bits - ONE
        low_ranks[half] = rank
    for below in range(high_ranks.shape[0]):
        for half in range(high_ranks.shape[1]):
            rank = np.uint32(0)
            size = below
            bits = np.uint64(half)
            if popcount(bits) + below <= largest_size:
                while bits:
                    size += 1
                    rank += binomials[low_bits + trailing_zeros(bits), size]
                    bits &= bits - ONE
            high_ranks[below, half] = rank


@kernel
def _rank(
    mask: np.uint64, low_ranks: NDArray[np.uint32], high_ranks: NDArray[np.uint32]
) -> np.uint64:
    low = mask & np.uint64(low_ranks.size - 1)
    high = mask >> trailing_zeros(np.uint64(low_ranks.size))
    return np.uint64(low_ranks[low] + high_ranks[popcount(low), high])


@kernel
def _next_subset(mask: np.uint64) -> np.uint64:
    """Return the next larger mask with as many bits (Gosper's hack)."""
    lowest = mask & (~mask + ONE)
    carried = mask + lowest
    return np.uint64(carried | (((carried ^ mask) >> np.uint64(2)) >> trailing_zeros(mask)))


@kernel
def _is_connected(mask: np.uint64, neighbour_masks: NDArray[np.uint32]) -> bool:
    reached = mask & (~mask + ONE)
    fringe = reached
    while fringe:
        grown = np.uint64(0)
        while fringe:
            grown |= neighbour_masks[trailing_zeros(fringe)]
            fringe &= fringe - ONE
        fringe = grown & mask & ~reached
        reached |= fringe
    return bool(reached == mask)


@kernel
def seed_goals(
    distances: NDArray[np.uint8], first_mask: np.uint64, neighbour_masks: NDArray[np.uint32]
) -> int:
    """Set the distance of every connected placement to 0 and of all others to `UNREACHED`.

    Parameters
    ----------
    distances
        Out: one entry a placement, by rank.
    first_mask
        The placement of rank 0.
    neighbour_masks
        Per spot, its orthogonal neighbours.

    Returns
    -------
    The number of connected placements.
    """
    mask = np.uint64(first_mask)
    goals = 0
    for rank in range(distances.size):
        if _is_connected(mask, neighbour_masks):
            distances[rank] = 0
            goals += 1
        else:
            distances[rank] = UNREACHED
        mask = _next_subset(mask)
    return goals


@kernel
def expand_frontier(
    distances: NDArray[np.uint8],
    depth: int,
    first_mask: np.uint64,
    reach_masks: NDArray[np.uint32],
    low_ranks: NDArray[np.uint32],
    high_ranks: NDArray[np.uint32],
) -> int:
    """Give ``depth + 1`` to every unreached neighbour of a placement at ``depth``; return how many.

    The cheaper direction while few placements are at ``depth``.
    """
    mask = np.uint64(first_mask)
    found = 0
    for rank in range(distances.size):
        if distances[rank] == depth:
            booths = mask
            while booths:
                spot = trailing_zeros(booths)
                booths &= booths - ONE
                others = mask & ~(ONE << spot)
                targets = reach_masks[spot] & ~mask
                while targets:
                    neighbour = others | (targets & (~targets + ONE))
                    targets &= targets - ONE
                    neighbour_rank = _rank(neighbour, low_ranks, high_ranks)
                    if distances[neighbour_rank] == UNREACHED:
                        distances[neighbour_rank] = depth + 1
                        found += 1
        mask = _next_subset(mask)
    return found


@kernel
def pull_frontier(
    distances: NDArray[np.uint8],
    depth: int,
    first_mask: np.uint64,
    reach_masks: NDArray[np.uint32],
    low_ranks: NDArray[np.uint32],
    high_ranks: NDArray[np.uint32],
) -> int:
    """Do as `expand_frontier`, from the side of the unreached placements.

    The cheaper direction while many placements are at ``depth``: each unreached placement stops
    at its first neighbour there. Moves are symmetric, so that both directions agree.
    """
    mask = np.uint64(first_mask)
    found = 0
    for rank in range(distances.size):
        if distances[rank] == UNREACHED:
            booths = mask
            while booths:
                spot = trailing_zeros(booths)
                booths &= booths - ONE
                others = mask & ~(ONE << spot)
                targets = reach_masks[spot] & ~mask
                while targets:
                    neighbour = others | (targets & (~targets + ONE))
                    targets &= targets - ONE
                    if distances[_rank(neighbour, low_ranks, high_ranks)] == depth:
                        distances[rank] = depth + 1
                        found += 1
                        targets = np.uint64(0)
                        booths = np.uint64(0)
        mask = _next_subset(mask)
    return found
