"""The depth-first search of one bound with several priced heuristics, resumable.

`chatuchak_solver.search.priced_heuristic` explains the heuristics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.connectivity import is_connected
from chatuchak_solver.search.kernels.depth_first import (
    EXHAUSTED,
    ONE,
    PAUSED,
    SOLVED,
    moves_after,
    shift_booth,
)
from chatuchak_solver.search.kernels.ranking import rank

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int64s, UInt8s, UInt32s

__all__ = ["DEPTH", "MOVES", "PricedStack", "PricedTables", "are_connected", "search_priced"]

# Cursor fields.
DEPTH, MOVES = range(2)


class PricedTables(NamedTuple):
    """Several heuristics side by side; all read-only.

    Attributes
    ----------
    distances
        uint8 (rows, heuristics): `PricedHeuristic.distances` side by side.
    walks
        uint8 (rows, 32), or (0, 0) for none: see `chatuchak_solver.search.total_moves`.
    offsets
        int64 (5,): per color, where the rows of its placements start.
    low_ranks, high_ranks
        See `chatuchak_solver.search.pattern_database.RankTables`.
    reach_masks
        uint32: per spot, the spots whose booth may move to it when it is empty.
    neighbour_masks
        uint32: per spot, its orthogonal neighbours.
    """

    distances: UInt8s
    walks: UInt8s
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: UInt32s
    reach_masks: UInt32s
    neighbour_masks: UInt32s


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

    cursor: Int64s
    color_masks: UInt32s
    entries: Int64s
    color_at: UInt8s
    empties: UInt8s
    survivors: UInt32s
    heuristics: Int64s
    child_entries: UInt32s
    parent_entries: UInt32s


@kernel
def are_connected(color_masks: UInt32s, neighbour_masks: UInt32s) -> bool:
    """Return whether every color is connected."""
    for color in range(color_masks.size):
        if not is_connected(np.uint64(color_masks[color]), neighbour_masks):
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
    depth = cursor[DEPTH]
    moves = np.uint64(cursor[MOVES])
    empty = np.uint64(empties[depth])
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
            old = entries[color]
            new = offsets[color] + np.int64(rank(mask, low_ranks, high_ranks))
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
            previous = np.uint64(empties[depth])
            color = color_at[previous]
            shift_booth(color, previous, empty, color_masks, color_at)
            entries[color] = parent_entries[depth]
            empty = previous
        surviving = np.uint64(survivors[depth])
        chosen = np.uint64(trailing_zeros(surviving))
        survivors[depth] = surviving ^ (ONE << chosen)
        color = color_at[chosen]
        shift_booth(color, chosen, empty, color_masks, color_at)
        old = entries[color]
        new = np.int64(child_entries[depth, chosen])
        parent_entries[depth] = old
        entries[color] = new
        highest = np.int64(-1)
        for k in range(count):
            change = np.int64(distances[new, k]) - np.int64(distances[old, k])
            value = heuristics[depth, k] + change
            heuristics[depth + 1, k] = value
            highest = max(highest, value)
        depth += 1
        empties[depth] = chosen
        if highest <= 0 and are_connected(color_masks, neighbour_masks):
            cursor[DEPTH] = depth
            return SOLVED, expanded
        moves = moves_after(chosen, empty, color_masks[color], reach_masks)
        empty = chosen
    cursor[DEPTH] = depth
    cursor[MOVES] = np.int64(moves)
    return PAUSED, expanded
