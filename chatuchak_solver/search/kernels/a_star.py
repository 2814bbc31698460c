"""A* on packed states: hash table, bucket queue, and growth between calls.

A node is the two words of `chatuchak_solver.search.kernels.packed_state`, with search data in the
second. Undoing the last move gives a node's parent.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt8s, UInt32s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels import packed_state as packed
from chatuchak_solver.search.kernels.packed_state import MAX_CHILDREN
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables
from chatuchak_solver.search.kernels.ranking import rank

PAUSED = 0
"""Node budget used up; call again to continue."""
FINISHED = 1
NODES_FULL = 2
MAX_F = 1024
"""Exclusive limit of f; on 32 spots even `first_solution` needs fewer moves."""

CURSOR_FIELDS = 7
NODES, F, G, BEST_LENGTH, BEST_NODE, BEST_MOVE, EXPANDED = range(CURSOR_FIELDS)


class State(NamedTuple):
    """Search state, changed in place; larger arrays replace it to grow.

    Attributes
    ----------
    cursor
        int64, shape (7,): nodes, f and g of the next bucket, the length of the best solution (very
        large without one), the last node before its end, its last move, and the expansions.
    words
        uint64, per node 2: planes 0 and 1; plane 2, the previous empty spot, g, and the stale flag.
    links
        uint32, per node: 1 + the next node of its bucket, or 0.
    slots
        uint32, a power of two of them: 1 + the node in this slot of the hash table, or 0.
    buckets
        uint32, per f and g: 1 + the first node of the bucket, or 0.
    """

    cursor: Int64s
    words: Matrix[np.uint64]
    links: UInt32s
    slots: UInt32s
    buckets: Matrix[np.uint32]


G_SHIFT = 37
"""26 bits of a node's second word."""
STALE = np.uint64(1 << 63)


@kernel
def _path_length(second_word: np.uint64) -> int:
    return np.int64((second_word & ~STALE) >> np.uint64(G_SHIFT))  # type: ignore[return-value]


@precompiled("a_star", makes_arrays=True)
def fill_slots(node_count: int, words: Matrix[np.uint64], slots: UInt32s) -> None:
    """Insert all nodes except stale ones into an empty hash table."""
    last_slot = np.uint64(slots.size - 1)
    for node in range(node_count):
        if not words[node, 1] & STALE:
            first_word, plane_2 = words[node, 0], words[node, 1] & packed.WORD
            hashed = packed.hash_state(first_word, plane_2)
            slots[packed.find_slot(first_word, plane_2, hashed, last_slot, words, slots)] = node + 1


@precompiled("a_star", makes_arrays=True)
def expand_best_first(node_budget: int, state: State, tables: HeuristicTables) -> int:
    """Expand open nodes by ascending f, then descending g, newest first.

    Partial expansion: a node from a bucket of f stores only its children with that f, then moves to
    the bucket of its next larger child f. Every expanded node has its minimum g: a node with a
    cheaper path found later becomes stale, and a copy replaces it. One loop, as all parts share a
    dozen local values. The root must be unsolved.

    Returns
    -------
    `PAUSED`, `FINISHED` or `NODES_FULL`.
    """
    distances, offsets, low_ranks, high_ranks, reach_masks = tables
    cursor, words, links, slots, buckets = state
    last_slot = np.uint64(slots.size - 1)
    color_masks = np.zeros(offsets.size, np.uint64)
    color_distances = np.zeros(offsets.size, np.int64)
    nodes = cursor[NODES]
    f = cursor[F]
    g = cursor[G]
    expanded = 0
    status = PAUSED
    while True:
        # The next nonempty bucket.
        while f < cursor[BEST_LENGTH] and buckets[f, g] == 0:
            if g > 0:
                g -= 1
            else:
                f += 1
                g = f
        if f >= cursor[BEST_LENGTH]:
            status = FINISHED
            break
        if nodes + MAX_CHILDREN > links.size:
            status = NODES_FULL
            break
        # Its newest node, unless stale.
        node = np.int64(buckets[f, g]) - 1
        if words[node, 1] & STALE:
            buckets[f, g] = links[node]
            continue
        if expanded == node_budget:
            break
        buckets[f, g] = links[node]
        expanded += 1

        # A move changes one of the heuristic's terms.
        plane_0, plane_1, plane_2, previous = packed.unpack(words[node, 0], words[node, 1])
        empty_bit = plane_0 & plane_1 & plane_2
        empty = trailing_zeros(empty_bit)
        moves = packed.open_moves(plane_0, plane_1, plane_2, previous, reach_masks)
        heuristic = np.int64(0)
        for color in range(offsets.size):
            mask = packed.spots_of(np.uint64(1 + color), plane_0, plane_1, plane_2)
            place = np.int64(rank(mask, low_ranks, high_ranks))
            color_masks[color] = mask
            color_distances[color] = distances[offsets[color] + place]
            heuristic += color_distances[color]
        child_g = g + 1
        next_f = cursor[BEST_LENGTH]
        while moves:
            spot = trailing_zeros(moves)
            bit = packed.ONE << spot
            moves ^= bit
            code = packed.code_at(spot, plane_0, plane_1, plane_2)
            moved = np.int64(code) - 1
            swap = bit | empty_bit
            place = np.int64(rank(color_masks[moved] ^ swap, low_ranks, high_ranks))
            distance = np.int64(distances[offsets[moved] + place])
            child_heuristic = heuristic - color_distances[moved] + distance
            child_f = child_g + child_heuristic
            if child_heuristic == 0 and child_g < cursor[BEST_LENGTH]:
                cursor[BEST_LENGTH] = child_g
                cursor[BEST_NODE] = node
                cursor[BEST_MOVE] = spot
            # The next larger child f is the node's next bucket.
            if child_f != f:
                if child_f > f:
                    next_f = min(next_f, child_f)
                continue
            child_word, child_2 = packed.exchange(code, swap, plane_0, plane_1, plane_2)
            hashed = packed.hash_state(child_word, child_2)
            slot = packed.find_slot(child_word, child_2, hashed, last_slot, words, slots)
            if slots[slot]:
                twin = np.int64(slots[slot]) - 1
                if _path_length(words[twin, 1]) <= child_g:
                    continue
                words[twin, 1] |= STALE
            words[nodes, 0] = child_word
            words[nodes, 1] = packed.with_previous(child_2, np.uint64(empty)) | (
                np.uint64(child_g) << np.uint64(G_SHIFT)
            )
            links[nodes] = buckets[f, child_g]
            nodes += 1
            buckets[f, child_g] = nodes
            slots[slot] = nodes
        if next_f < cursor[BEST_LENGTH]:
            links[node] = buckets[next_f, g]
            buckets[next_f, g] = node + 1
        if buckets[f, child_g]:
            g = child_g
    cursor[NODES] = nodes
    cursor[F] = f
    cursor[G] = g
    cursor[EXPANDED] += expanded
    return status


@precompiled("a_star", makes_arrays=True)
def trace_back(last_node: int, state: State, moves: UInt8s) -> int:
    """Write the moves from the root to ``last_node``; return their number.

    ``moves`` needs room for its g; cheaper paths may reduce the number.
    """
    _, words, _, slots, _ = state
    last_slot = np.uint64(slots.size - 1)
    count = 0
    node = np.int64(last_node)
    while _path_length(words[node, 1]):
        plane_0, plane_1, plane_2, previous = packed.unpack(words[node, 0], words[node, 1])
        empty_bit = plane_0 & plane_1 & plane_2
        moves[count] = trailing_zeros(empty_bit)
        count += 1
        code = packed.code_at(previous, plane_0, plane_1, plane_2)
        swap = empty_bit | packed.ONE << previous
        first_word, plane_2 = packed.exchange(code, swap, plane_0, plane_1, plane_2)
        hashed = packed.hash_state(first_word, plane_2)
        slot = packed.find_slot(first_word, plane_2, hashed, last_slot, words, slots)
        node = np.int64(slots[slot]) - 1
    # Slice assignment would compile code for unequal lengths: a third of the kernel.
    for place in range(count // 2):
        moves[place], moves[count - 1 - place] = moves[count - 1 - place], moves[place]
    return count
