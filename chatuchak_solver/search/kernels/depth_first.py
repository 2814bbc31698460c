"""Resumable depth-first search within one f-bound, for IDA*, on an explicit stack."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Masks, Matrix, UInt8s, UInt32s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels.connectivity import are_connected
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables
from chatuchak_solver.search.kernels.ranking import rank

PAUSED = 0
"""Node budget used up; call again to continue."""
EXHAUSTED = 1
SOLVED = 2
"""The stack's empty spots, after the first, are the moves of a solution."""

DEPTH, MOVES, EXPANDED = range(3)


class Stack(NamedTuple):
    """Search state; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (3,): the depth, the mask of the moves to evaluate there, and the expansions.
    color_masks
        uint32, or uint64 on boards of over 32 spots, shape (C,): the spots of each color.
    entries
        int64, shape (C,): each color's row of the table.
    color_at
        uint8, shape (32 or 64,): the color on each spot; any value on the empty one.
    empties
        uint8, per depth 0..bound: the empty spot.
    survivors
        As the masks, per depth: the evaluated moves within the bound, not yet made.
    heuristics
        int64, per depth: the heuristic, in units of 1/``scale`` move.
    child_entries
        uint32, per depth and move: the moved color's row after it.
    parent_entries
        uint32, per depth: the moved color's row before the current move.
    """

    cursor: Int64s
    color_masks: Masks
    entries: Int64s
    color_at: UInt8s
    empties: UInt8s
    survivors: Masks
    heuristics: Int64s
    child_entries: Matrix[np.uint32]
    parent_entries: UInt32s


ONE = np.uint64(1)


@kernel
def shift_booth(
    color: int, spot: np.uint64, empty: np.uint64, color_masks: Masks, color_at: UInt8s
) -> None:
    """Move the booth of a color from a spot to the empty spot."""
    color_masks[color] ^= color_masks.dtype.type((ONE << spot) | (ONE << empty))
    color_at[empty] = color


@kernel
def moves_after(
    spot: np.uint64, empty: np.uint64, booths: np.uint64, reach_masks: Masks
) -> np.uint64:
    """Return the moves after a booth's from ``spot`` to ``empty``, without redundant ones.

    Excludes the inverse move, and booths of its color (``booths``, after the move) that could have
    moved to ``empty`` themselves.
    """
    return np.uint64(reach_masks[spot] & ~((ONE << empty) | (reach_masks[empty] & booths)))


@precompiled("depth_first", "depth_first_wide")
def search_depth_first(
    scale: int,
    bound: int,
    node_budget: int,
    stack: Stack,
    tables: HeuristicTables,
    neighbor_masks: Masks,
) -> int:
    """Search all states with f = g + h up to ``bound``; moves in ascending order.

    All moves of a state are evaluated before the first is made, so the table lookups overlap. One
    loop, as calls would cost more than the work. Redundant moves are excluded; see `moves_after`.

    The heuristic is in units of 1/``scale`` move; at most 0 in solved states, possibly also in
    others. ``bound`` is at least 1 and the root unsolved.

    Returns
    -------
    `PAUSED`, `EXHAUSTED` or `SOLVED`.
    """
    distances, offsets, low_ranks, high_ranks, reach_masks = tables
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
    depth = cursor[DEPTH]
    moves = np.uint64(cursor[MOVES])
    empty = np.uint64(empties[depth])
    expanded = 0
    while expanded < node_budget:
        expanded += 1
        left = bound - depth - 1
        most = left * scale - heuristics[depth]
        empty_bit = ONE << empty
        surviving = np.uint64(0)
        while moves and left >= 0:
            spot = trailing_zeros(moves)
            bit = ONE << spot
            moves ^= bit
            color = color_at[spot]
            mask = color_masks[color] ^ (bit | empty_bit)
            old = np.uint64(entries[color])
            new = np.uint64(offsets[color]) + rank(mask, low_ranks, high_ranks)
            child_entries[depth, spot] = new
            if np.int64(distances[new]) - distances[old] <= most:
                surviving |= bit
        survivors[depth] = surviving
        while not survivors[depth]:
            if depth == 0:
                cursor[EXPANDED] += expanded
                return EXHAUSTED
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
        old = np.uint64(entries[color])
        new = np.uint64(child_entries[depth, chosen])
        parent_entries[depth] = old
        entries[color] = new
        heuristic = heuristics[depth] + distances[new] - distances[old]
        depth += 1
        heuristics[depth] = heuristic
        empties[depth] = chosen
        if heuristic <= 0 and are_connected(color_masks, neighbor_masks):
            cursor[DEPTH] = depth
            cursor[EXPANDED] += expanded
            return SOLVED
        moves = moves_after(chosen, empty, color_masks[color], reach_masks)
        empty = chosen
    cursor[DEPTH] = depth
    cursor[MOVES] = np.int64(moves)
    cursor[EXPANDED] += expanded
    return PAUSED
