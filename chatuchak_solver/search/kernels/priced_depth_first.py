"""The depth-first search of one bound with several priced heuristics, resumable.

`chatuchak_solver.search.priced_heuristic` explains the heuristics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chatuchak_solver.search.priced_heuristic import PricedTables

__all__ = ["EXHAUSTED", "PAUSED", "SOLVED", "PricedStack", "search_priced"]

PAUSED = 0
"""The node budget is used up; call again to go on."""
EXHAUSTED = 1
"""No solution is as short as the bound."""
SOLVED = 2
"""The stack's empty spots, after the first, are the moves of a solution."""

ONE = np.uint64(1)


class PricedStack(NamedTuple):
    """All that the search needs to go on; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (2,): the depth, and the mask of the moves to evaluate there.
    color_masks
        uint32, shape (5,): the spots of each color.
    entries
        int64, shape (5,): each color's row of the table.
    color_at
        uint8, shape (32,): the color on each spot; any value on the empty one.
    empties
        uint8, per depth 0..bound: the empty spot.
    survivors
        uint32, per depth: the evaluated moves within the bound that are still to be made.
    heuristics
        int64, per depth and heuristic: its value in price units.
    child_entries
        uint32, per depth and move: the moved color's row after it.
    parent_entries
        uint32, per depth: the moved color's row before the move that is under way.
    """

    cursor: NDArray[np.int64]
    color_masks: NDArray[np.uint32]
    entries: NDArray[np.int64]
    color_at: NDArray[np.uint8]
    empties: NDArray[np.uint8]
    survivors: NDArray[np.uint32]
    heuristics: NDArray[np.int64]
    child_entries: NDArray[np.uint32]
    parent_entries: NDArray[np.uint32]


@kernel
def _is_solved(color_masks: NDArray[np.uint32], neighbour_masks: NDArray[np.uint32]) -> bool:
    """Return whether every color is connected."""
    for color in range(color_masks.size):
        mask = np.uint64(color_masks[color])
        group = mask & (~mask + ONE)
        edge = group
        while edge:
            spot = trailing_zeros(edge)
            edge &= edge - ONE
            fresh = neighbour_masks[spot] & mask & ~group
            group |= fresh
            edge |= fresh
        if group != mask:
            return False
    return True


@kernel
def search_priced(
    scale: int, bound: int, node_budget: int, stack: PricedStack, tables: PricedTables
) -> tuple[int, int]:
    """Search all states whose every f = g + h is at most ``bound``; moves in ascending order.

    As `chatuchak_solver.search.kernels.ida_star.search_depth_first`, which see for the moves that
    are left out. Heuristics are in units of 1/``scale`` move; they are at most 0 in solved states,
    and may be so in others. Where the tables have total moves, those of no color may exceed the
    moves left either. ``bound`` is at least 1 and the root not solved.

    Returns
    -------
    `PAUSED`, `EXHAUSTED` or `SOLVED`, and the number of expansions.
    """
    distances, walks, offsets, low_ranks, high_ranks, reach_masks, neighbour_masks = tables
    has_walks = walks.size > 0
    (
        cursor,
        color_masks,
        entries,
        color_at,
        empties,
        survivors,
        heuristics,
        child_entries,
        parent_entries,
    ) = stack
    count = distances.shape[1]
    low_mask = np.uint64(low_ranks.size - 1)
    low_bits = trailing_zeros(np.uint64(low_ranks.size))
    depth = cursor[0]
    moves = np.uint64(cursor[1])
    empty = np.int64(empties[depth])
    expanded = 0
    while expanded < node_budget:
        expanded += 1
        most = (bound - depth - 1) * scale
        empty_bit = ONE << empty
        surviving = np.uint64(0)
        while moves:
            spot = trailing_zeros(moves)
            bit = ONE << spot
            moves ^= bit
            color = color_at[spot]
            mask = color_masks[color] ^ (bit | empty_bit)
            low = mask & low_mask
            rank = low_ranks[low] + high_ranks[popcount(low), mask >> low_bits]
            old = entries[color]
            new = offsets[color] + rank
            child_entries[depth, spot] = new
            within = most >= 0
            for k in range(count):
                change = np.int64(distances[new, k]) - np.int64(distances[old, k])
                within &= heuristics[depth, k] + change <= most
            if within and has_walks:
                left = bound - depth - 1
                within = walks[new, spot] <= left
                for other in range(5):
                    if other != color:
                        within &= walks[entries[other], spot] <= left
            if within:
                surviving |= bit
        survivors[depth] = surviving
        while not survivors[depth]:
            if depth == 0:
                return EXHAUSTED, expanded
            depth -= 1
            previous = np.int64(empties[depth])
            color = color_at[previous]
            color_masks[color] ^= (ONE << previous) | (ONE << empty)
            color_at[empty] = color
            entries[color] = parent_entries[depth]
            empty = previous
        surviving = np.uint64(survivors[depth])
        spot = trailing_zeros(surviving)
        bit = ONE << spot
        survivors[depth] = surviving ^ bit
        color = color_at[spot]
        color_masks[color] ^= bit | (ONE << empty)
        color_at[empty] = color
        old = entries[color]
        new = np.int64(child_entries[depth, spot])
        parent_entries[depth] = old
        entries[color] = new
        highest = np.int64(-1)
        for k in range(count):
            change = np.int64(distances[new, k]) - np.int64(distances[old, k])
            value = heuristics[depth, k] + change
            heuristics[depth + 1, k] = value
            highest = max(highest, value)
        depth += 1
        empties[depth] = spot
        if highest <= 0 and _is_solved(color_masks, neighbour_masks):
            cursor[0] = depth
            return SOLVED, expanded
        moves = reach_masks[spot] & ~((ONE << empty) | (reach_masks[empty] & color_masks[color]))
        empty = np.int64(spot)
    cursor[0] = depth
    cursor[1] = np.int64(moves)
    return PAUSED, expanded
