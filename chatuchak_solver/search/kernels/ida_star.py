"""The depth-first search inside IDA*: one f-bound, on an explicit stack, resumable."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel
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
    from chatuchak_solver.arrays import Int64s, Masks, UInt8s
    from chatuchak_solver.search.kernels.heuristic_tables import HeuristicTables

__all__ = ["DEPTH", "DepthFirstState", "search_depth_first"]

# Cursor fields.
DEPTH, HEURISTIC, MOVES = range(3)


class DepthFirstState(NamedTuple):
    """All that a depth-first search needs to go on; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (3,): the depth, the heuristic of the state there, and the mask of the moves
        to evaluate there.
    color_masks
        uint32, or uint64 on boards of over 32 spots, shape (C,): the spots of each color.
    color_distances
        int64, shape (C,): each color's share of the heuristic.
    color_at
        uint8, shape (32 or 64,): the color on each spot; any value on the empty one.
    empties
        uint8, per depth 0..bound: the empty spot.
    survivors
        As the masks, per depth: the evaluated moves within the bound that are still to be made.
    child_distances
        uint8, per depth and move: the moved color's distance after it.
    parent_distances
        uint8, per depth: the moved color's distance before the move that is under way.
    """

    cursor: Int64s
    color_masks: Masks
    color_distances: Int64s
    color_at: UInt8s
    empties: UInt8s
    survivors: Masks
    child_distances: UInt8s
    parent_distances: UInt8s


@kernel
def search_depth_first(
    bound: int, node_budget: int, state: DepthFirstState, tables: HeuristicTables
) -> tuple[int, int]:
    """Search all states with f = g + h up to ``bound``, moves in ascending order of their spots.

    All moves of a state are evaluated in one go, before the first of them is made: their table
    look-ups then overlap. One loop on purpose: calls and returns would cost more than the work.

    Two kinds of moves are left out, because the same state is reachable in fewer moves: the
    inverse of the last move, and, after a booth went from spot b to f, a move to b of an equally
    colored booth that could have gone to f itself.

    Parameters
    ----------
    bound
        The largest f, in moves.
    node_budget
        The most expansions before the search pauses.
    state
        Where to go on. The root must not be solved.
    tables
        The additive heuristic.

    Returns
    -------
    `PAUSED`, `EXHAUSTED` or `SOLVED`, and the number of expansions.
    """
    distances, offsets, low_ranks, high_ranks, reach_masks = tables
    (
        cursor,
        color_masks,
        color_distances,
        color_at,
        empties,
        survivors,
        child_distances,
        parent_distances,
    ) = state
    depth = cursor[DEPTH]
    heuristic = cursor[HEURISTIC]
    moves = np.uint64(cursor[MOVES])
    empty = np.uint64(empties[depth])
    expanded = 0
    while expanded < node_budget:
        expanded += 1
        slack = bound - depth - 1 - heuristic
        empty_bit = ONE << empty
        surviving = np.uint64(0)
        while moves:
            spot = trailing_zeros(moves)
            bit = ONE << spot
            moves ^= bit
            color = color_at[spot]
            mask = color_masks[color] ^ (bit | empty_bit)
            place = np.int64(rank(mask, low_ranks, high_ranks))
            distance = np.int64(distances[offsets[color] + place])
            child_distances[depth, spot] = distance
            if distance - color_distances[color] <= slack:
                surviving |= bit
        survivors[depth] = surviving
        while not survivors[depth]:
            if depth == 0:
                return EXHAUSTED, expanded
            depth -= 1
            previous = np.uint64(empties[depth])
            color = color_at[previous]
            shift_booth(color, previous, empty, color_masks, color_at)
            distance = np.int64(parent_distances[depth])
            heuristic += distance - color_distances[color]
            color_distances[color] = distance
            empty = previous
        surviving = np.uint64(survivors[depth])
        chosen = np.uint64(trailing_zeros(surviving))
        survivors[depth] = surviving ^ (ONE << chosen)
        color = color_at[chosen]
        shift_booth(color, chosen, empty, color_masks, color_at)
        distance = np.int64(child_distances[depth, chosen])
        parent_distances[depth] = color_distances[color]
        heuristic += distance - color_distances[color]
        color_distances[color] = distance
        depth += 1
        empties[depth] = chosen
        if heuristic == 0:
            cursor[DEPTH] = depth
            return SOLVED, expanded
        moves = moves_after(chosen, empty, color_masks[color], reach_masks)
        empty = chosen
    cursor[DEPTH] = depth
    cursor[HEURISTIC] = heuristic
    cursor[MOVES] = np.int64(moves)
    return PAUSED, expanded
