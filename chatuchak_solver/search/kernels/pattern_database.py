"""Kernels that fill pattern databases; placements are numbered by `rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.connectivity import is_connected
from chatuchak_solver.search.kernels.heuristic_tables import PULL_RATIO
from chatuchak_solver.search.kernels.ranking import next_subset, rank

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, Masks, UInt8s, UInt32s

UNREACHED = 255
"""The distance of a placement that no search depth has reached yet."""

ONE = np.uint64(1)


@kernel
def seed_goals(distances: UInt8s, first_mask: np.uint64, neighbor_masks: Masks) -> int:
    """Set the distance of every connected placement to 0 and of all others to `UNREACHED`.

    Parameters
    ----------
    distances
        Out: one entry a placement, by rank.
    first_mask
        The placement of rank 0.
    neighbor_masks
        Per spot, its orthogonal neighbors.

    Returns
    -------
    The number of connected placements.
    """
    mask = np.uint64(first_mask)
    goals = 0
    for place in range(distances.size):
        if is_connected(mask, neighbor_masks):
            distances[place] = 0
            goals += 1
        else:
            distances[place] = UNREACHED
        mask = next_subset(mask)
    return goals


@kernel
def expand_frontier(
    distances: UInt8s,
    depth: int,
    first_mask: np.uint64,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
) -> int:
    """Give ``depth + 1`` to every unreached neighbor of a placement at ``depth``; return how many.

    The cheaper direction while few placements are at ``depth``.
    """
    mask = np.uint64(first_mask)
    found = 0
    for place in range(distances.size):
        if distances[place] == depth:
            booths = mask
            while booths:
                spot = trailing_zeros(booths)
                booths &= booths - ONE
                others = mask & ~(ONE << spot)
                targets = reach_masks[spot] & ~mask
                while targets:
                    neighbor = others | (targets & (~targets + ONE))
                    targets &= targets - ONE
                    neighbor_rank = rank(neighbor, low_ranks, high_ranks)
                    if distances[neighbor_rank] == UNREACHED:
                        distances[neighbor_rank] = depth + 1
                        found += 1
        mask = next_subset(mask)
    return found


@kernel
def pull_frontier(
    distances: UInt8s,
    depth: int,
    first_mask: np.uint64,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
) -> int:
    """Do as `expand_frontier`, from the side of the unreached placements.

    The cheaper direction while many placements are at ``depth``: each unreached placement stops
    at its first neighbor there. Moves are symmetric, so that both directions agree.
    """
    mask = np.uint64(first_mask)
    found = 0
    for place in range(distances.size):
        if distances[place] == UNREACHED:
            booths = mask
            while booths:
                spot = trailing_zeros(booths)
                booths &= booths - ONE
                others = mask & ~(ONE << spot)
                targets = reach_masks[spot] & ~mask
                while targets:
                    neighbor = others | (targets & (~targets + ONE))
                    targets &= targets - ONE
                    if distances[rank(neighbor, low_ranks, high_ranks)] == depth:
                        distances[place] = depth + 1
                        found += 1
                        targets = np.uint64(0)
                        booths = np.uint64(0)
        mask = next_subset(mask)
    return found


@kernel
def advance_database(
    distances: UInt8s,
    first_mask: np.uint64,
    neighbor_masks: Masks,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
    histogram: Int64s,
) -> int:
    """Give a pattern database its next depth, from the cheaper side; return what is unreached.

    Parameters
    ----------
    histogram
        int64 (`UNREACHED`,): how many placements have each distance; zeros at first.
    """
    reached = np.int64(0)
    depth = 0
    while histogram[depth]:
        reached += histogram[depth]
        depth += 1
    if depth == 0:
        found = seed_goals(distances, first_mask, neighbor_masks)
    elif distances.size - reached < PULL_RATIO * histogram[depth - 1]:
        found = pull_frontier(distances, depth - 1, first_mask, reach_masks, low_ranks, high_ranks)
    else:
        found = expand_frontier(
            distances, depth - 1, first_mask, reach_masks, low_ranks, high_ranks
        )
    histogram[depth] = found
    return int(distances.size - reached - found)
