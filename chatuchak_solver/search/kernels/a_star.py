"""A* on packed states: hash table, bucket queue, and growth between calls.

A state is three bit planes of 32 spots; the three bits of a spot hold 1 + its color, or 7 for the
empty spot. A node is two words: planes 0 and 1, then plane 2 with what the search knows about the
state. Words of a node, a link of its bucket's list and its share of the hash table are all that is
stored; a node's parent is found by undoing its last move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chatuchak_solver.search.additive_heuristic import HeuristicTables

__all__ = [
    "BEST_LENGTH",
    "BEST_MOVE",
    "BEST_NODE",
    "BUCKETS_FULL",
    "EMPTY_CODE",
    "FINISHED",
    "NODES",
    "NODES_FULL",
    "PAUSED",
    "PREVIOUS_SHIFT",
    "AStarState",
    "F",
    "expand_best_first",
    "fill_slots",
    "trace_back",
]

PAUSED = 0
"""The node budget is used up; call again to go on."""
FINISHED = 1
"""No open node can lead to a shorter solution than the best known one."""
NODES_FULL = 2
"""The node arrays could overflow with the next expansion."""
BUCKETS_FULL = 3
"""The bucket queue could overflow with the next expansion."""

EMPTY_CODE = 7
"""The code of the empty spot in the three planes; color c has the code 1 + c."""
PREVIOUS_SHIFT = 32
"""Where the previous empty spot starts in a node's second word (5 bits)."""
G_SHIFT = 37
"""Where g starts in a node's second word (26 bits)."""

# Cursor fields.
NODES, F, G, BEST_LENGTH, BEST_NODE, BEST_MOVE = 0, 1, 2, 3, 4, 5

MOST_CHILDREN = 32
ONE = np.uint64(1)
WORD = np.uint64(0xFFFFFFFF)
STALE = np.uint64(1 << 63)


class AStarState(NamedTuple):
    """All that the search needs to go on; changed in place, replaced by larger arrays to grow.

    Attributes
    ----------
    cursor
        int64, shape (6,): the number of nodes, the f and g of the bucket to look at next, the
        length of the best solution (a very large number without one), the last node before its
        end, and its last move.
    first_words, second_words
        uint64, per node: planes 0 and 1; plane 2, the previous empty spot, g, and whether a
        cheaper path has made the node stale.
    links
        uint32, per node: 1 + the next node of its bucket, or 0.
    slots
        uint32, a power of two of them: 1 + the node in this slot of the hash table, or 0.
    buckets
        uint32, per f and g: 1 + the first node of the bucket, or 0.
    """

    cursor: NDArray[np.int64]
    first_words: NDArray[np.uint64]
    second_words: NDArray[np.uint64]
    links: NDArray[np.uint32]
    slots: NDArray[np.uint32]
    buckets: NDArray[np.uint32]


@kernel
def _slot(
    first_word: np.uint64,
    plane_2: np.uint64,
    first_words: NDArray[np.uint64],
    second_words: NDArray[np.uint64],
    slots: NDArray[np.uint32],
) -> np.uint64:
    """Return the slot that holds a state, or the free slot where it belongs."""
    # Two multiply-xorshift rounds (constants of splitmix64) spread three planes over all bits.
    mixed = (first_word ^ (plane_2 * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
    last_slot = np.uint64(slots.size - 1)
    slot = (mixed ^ (mixed >> np.uint64(32))) & last_slot
    while slots[slot]:
        node = slots[slot] - ONE
        if first_words[node] == first_word and (second_words[node] & WORD) == plane_2:
            break
        slot = (slot + ONE) & last_slot
    return np.uint64(slot)


@kernel
def fill_slots(
    node_count: int,
    first_words: NDArray[np.uint64],
    second_words: NDArray[np.uint64],
    slots: NDArray[np.uint32],
) -> None:
    """Enter all nodes but stale ones into an empty hash table."""
    for node in range(node_count):
        if not second_words[node] & STALE:
            plane_2 = second_words[node] & WORD
            slot = _slot(first_words[node], plane_2, first_words, second_words, slots)
            slots[slot] = node + 1


@kernel
def _rank(
    mask: np.uint64, low_ranks: NDArray[np.uint32], high_ranks: NDArray[np.uint32]
) -> np.uint64:
    low = mask & np.uint64(low_ranks.size - 1)
    high = mask >> trailing_zeros(np.uint64(low_ranks.size))
    return np.uint64(low_ranks[low] + high_ranks[popcount(low), high])


@kernel
def expand_best_first(
    node_budget: int, state: AStarState, tables: HeuristicTables
) -> tuple[int, int]:
    """Expand open nodes by ascending f, among these by descending g, the newest first.

    Expansion is partial: a node that is taken out of a bucket of f stores only its children with
    that f, then waits in the bucket of the next f that one of its children has. The heuristic is
    consistent, so that f never falls and every node that is taken out has its least g: a node that
    a cheaper path reaches before that becomes stale, and a copy takes its place. One loop on
    purpose: everything in it works on the same dozen of local values.

    Parameters
    ----------
    node_budget
        The most expansions before the search pauses.
    state
        Where to go on. The root must not be solved.
    tables
        The additive heuristic.

    Returns
    -------
    `PAUSED`, `FINISHED`, `NODES_FULL` or `BUCKETS_FULL`, and the number of expansions.
    """
    distances, offsets, low_ranks, high_ranks, reach_masks = tables
    cursor, first_words, second_words, links, slots, buckets = state
    color_masks = np.zeros(5, np.uint64)
    color_distances = np.zeros(5, np.int64)
    nodes = cursor[NODES]
    f = cursor[F]
    g = cursor[G]
    expanded = 0
    status = PAUSED
    while True:
        while f < cursor[BEST_LENGTH] and buckets[f, g] == 0:
            if g > 0:
                g -= 1
            else:
                f += 1
                g = f
                if f + 2 >= buckets.shape[0]:
                    break
        if f >= cursor[BEST_LENGTH]:
            status = FINISHED
            break
        if f + 2 >= buckets.shape[0]:
            status = BUCKETS_FULL
            break
        if nodes + MOST_CHILDREN > first_words.size:
            status = NODES_FULL
            break
        node = np.int64(buckets[f, g]) - 1
        if second_words[node] & STALE:
            buckets[f, g] = links[node]
            continue
        if expanded == node_budget:
            break
        buckets[f, g] = links[node]
        expanded += 1

        first_word = first_words[node]
        plane_0 = first_word & WORD
        plane_1 = first_word >> np.uint64(32)
        plane_2 = second_words[node] & WORD
        previous = (second_words[node] >> np.uint64(PREVIOUS_SHIFT)) & np.uint64(31)
        color_masks[0] = plane_0 & ~(plane_1 | plane_2)
        color_masks[1] = plane_1 & ~(plane_0 | plane_2)
        color_masks[2] = plane_0 & plane_1 & ~plane_2
        color_masks[3] = plane_2 & ~(plane_0 | plane_1)
        color_masks[4] = plane_0 & plane_2 & ~plane_1
        empty_bit = plane_0 & plane_1 & plane_2
        empty = trailing_zeros(empty_bit)
        moves = reach_masks[empty] & ~(ONE << previous)
        heuristic = np.int64(0)
        for color in range(5):
            mask = color_masks[color]
            color_distances[color] = distances[offsets[color] + _rank(mask, low_ranks, high_ranks)]
            if mask >> previous & ONE:
                # A booth of the color that just left for the previous empty spot could have gone
                # there itself, one move ago.
                moves &= ~(reach_masks[previous] & mask)
            heuristic += color_distances[color]
        child_g = g + 1
        next_f = cursor[BEST_LENGTH]
        while moves:
            spot = trailing_zeros(moves)
            bit = ONE << spot
            moves ^= bit
            code = (
                (plane_0 >> spot & ONE)
                | (plane_1 >> spot & ONE) << ONE
                | (plane_2 >> spot & ONE) << np.uint64(2)
            )
            moved = np.int64(code) - 1
            swap = bit | empty_bit
            rank = _rank(color_masks[moved] ^ swap, low_ranks, high_ranks)
            distance = np.int64(distances[offsets[moved] + rank])
            child_heuristic = heuristic - color_distances[moved] + distance
            child_f = child_g + child_heuristic
            if child_heuristic == 0 and child_g < cursor[BEST_LENGTH]:
                cursor[BEST_LENGTH] = child_g
                cursor[BEST_NODE] = node
                cursor[BEST_MOVE] = spot
            if child_f != f:
                if child_f > f:
                    next_f = min(next_f, child_f)
                continue
            changed = code ^ np.uint64(EMPTY_CODE)
            child_0 = plane_0 ^ (swap * (changed & ONE))
            child_1 = plane_1 ^ (swap * (changed >> ONE & ONE))
            child_2 = plane_2 ^ (swap * (changed >> np.uint64(2)))
            child_word = child_0 | child_1 << np.uint64(32)
            slot = _slot(child_word, child_2, first_words, second_words, slots)
            if slots[slot]:
                twin = np.int64(slots[slot]) - 1
                twin_g = np.int64((second_words[twin] & ~STALE) >> np.uint64(G_SHIFT))
                if twin_g <= child_g:
                    continue
                second_words[twin] |= STALE
            first_words[nodes] = child_word
            second_words[nodes] = (
                child_2
                | np.uint64(empty) << np.uint64(PREVIOUS_SHIFT)
                | np.uint64(child_g) << np.uint64(G_SHIFT)
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
    return status, expanded


@kernel
def trace_back(last_node: int, state: AStarState, moves: NDArray[np.uint8]) -> int:
    """Write the moves from the root to ``last_node``; return how many.

    ``moves`` needs room for its g; cheaper paths found since may make it fewer.
    """
    _, first_words, second_words, _, slots, _ = state
    count = 0
    node = np.int64(last_node)
    while (second_words[node] & ~STALE) >> np.uint64(G_SHIFT):
        plane_0 = first_words[node] & WORD
        plane_1 = first_words[node] >> np.uint64(32)
        plane_2 = second_words[node] & WORD
        previous = (second_words[node] >> np.uint64(PREVIOUS_SHIFT)) & np.uint64(31)
        empty_bit = plane_0 & plane_1 & plane_2
        moves[count] = trailing_zeros(empty_bit)
        count += 1
        swap = empty_bit | ONE << previous
        # Undo: the booth on the previous empty spot goes back, so its planes differ from the
        # empty spot's exactly where its bit is 0.
        if not plane_0 >> previous & ONE:
            plane_0 ^= swap
        if not plane_1 >> previous & ONE:
            plane_1 ^= swap
        if not plane_2 >> previous & ONE:
            plane_2 ^= swap
        word = plane_0 | plane_1 << np.uint64(32)
        slot = _slot(word, plane_2, first_words, second_words, slots)
        node = np.int64(slots[slot]) - 1
    moves[:count] = moves[:count][::-1].copy()
    return count
