"""Construction of pattern databases; placements are numbered by `rank`."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Masks, Matrix, UInt8s, UInt32s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels.connectivity import is_connected
from chatuchak_solver.search.kernels.ranking import next_subset, rank

MAX_DEPTHS = 255
"""More moves than any placement needs."""


class HeuristicTables(NamedTuple):
    """Tables to move booths and evaluate the result; read-only.

    Attributes
    ----------
    distances
        uint8: one entry 0 for colors without booths, then the pattern databases of all sizes.
    offsets
        int64, shape (C,): per color, the start of its database in ``distances``.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        uint32, or uint64 on boards of over 32 spots: per spot, the spots whose booth may move to
        it.
    """

    distances: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: Matrix[np.uint32]
    reach_masks: Masks


UNREACHED = 255

ONE = np.uint64(1)


@kernel
def color_distance(color: int, mask: np.uint64, tables: HeuristicTables) -> np.int64:
    """Return the moves that connect a color's booths on ``mask``, ignoring others."""
    place = np.int64(rank(mask, tables.low_ranks, tables.high_ranks))
    return np.int64(tables.distances[tables.offsets[color] + place])


@kernel
def seed_goals(distances: UInt8s, first_mask: np.uint64, neighbor_masks: Masks) -> int:
    """Set the distance of connected placements to 0, others to `UNREACHED`; return their number.

    ``distances`` is by rank; ``first_mask`` has rank 0.
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
def relax_neighbors(
    mask: np.uint64,
    distance: int,
    distances: UInt8s,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
) -> int:
    """Lower the distances of a placement's neighbors to ``distance``; return their number."""
    found = 0
    booths = mask
    while booths:
        spot = trailing_zeros(booths)
        booths &= booths - ONE
        others = mask & ~(ONE << spot)
        targets = reach_masks[spot] & ~mask
        while targets:
            neighbor = others | (targets & (~targets + ONE))
            targets &= targets - ONE
            place = rank(neighbor, low_ranks, high_ranks)
            if distances[place] > distance:
                distances[place] = distance
                found += 1
    return found


@kernel
def expand_frontier(
    distances: UInt8s,
    depth: int,
    first_mask: np.uint64,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: UInt32s,
) -> int:
    """Assign ``depth + 1`` to unreached neighbors of ``depth``; return their number."""
    mask = np.uint64(first_mask)
    found = 0
    for place in range(distances.size):
        if distances[place] == depth:
            found += relax_neighbors(mask, depth + 1, distances, reach_masks, low_ranks, high_ranks)
        mask = next_subset(mask)
    return found


@precompiled("pattern_databases")
def list_placements(masks: UInt32s, size: int) -> None:
    """Set ``masks`` to the placements of ``size`` booths, by rank."""
    mask = (ONE << np.uint64(size)) - ONE
    for place in range(masks.size):
        masks[place] = mask
        mask = next_subset(mask)


@precompiled("pattern_databases")
def relax_placements(
    masks: UInt32s,
    distance: int,
    distances: UInt8s,
    reach_masks: UInt32s,
    low_ranks: UInt32s,
    high_ranks: Matrix[np.uint32],
) -> None:
    """Lower the distances of some placements' neighbors to ``distance``."""
    for place in range(masks.size):
        mask = np.uint64(masks[place])
        relax_neighbors(mask, distance, distances, reach_masks, low_ranks, high_ranks)


@precompiled("pattern_databases", "depth_first_wide")
def advance_database(
    distances: UInt8s,
    first_mask: np.uint64,
    neighbor_masks: Masks,
    reach_masks: Masks,
    low_ranks: UInt32s,
    high_ranks: Matrix[np.uint32],
    histogram: Int64s,
) -> int:
    """Add the next depth to a pattern database; return the number of unreached placements.

    ``histogram``, int64 (`MAX_DEPTHS`,), counts placements by distance; initially zeros.
    """
    reached = np.int64(0)
    depth = 0
    while histogram[depth]:
        reached += histogram[depth]
        depth += 1
    if depth == 0:
        found = seed_goals(distances, first_mask, neighbor_masks)
    else:
        found = expand_frontier(
            distances, depth - 1, first_mask, reach_masks, low_ranks, high_ranks
        )
    histogram[depth] = found
    return int(distances.size - reached - found)
