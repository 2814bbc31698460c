"""Layers of a beam search: parents and their best children."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt16s, UInt32s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.search.kernels import packed_state as packed
from chatuchak_solver.search.kernels.packed_state import MAX_CHILDREN
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables
from chatuchak_solver.search.kernels.ranking import rank

PAUSED = 0
"""Node budget used up; call again to continue."""
LAYER_DONE = 1
SOLVED = 2
"""A child is solved; the cursor has its parent and move."""

UNSOLVED = 8
"""Scores are multiples of it, plus the number of disconnected colors."""

CURSOR_FIELDS = 7
PARENTS, NEXT_PARENT, CHILDREN, CUTOFF, WITHIN, SOLVED_CHOICE, EXPANDED = range(CURSOR_FIELDS)


class LayerState(NamedTuple):
    """One layer of parents and their children so far; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (7,): parents, the next parent, children, the maximum selectable score, the
        children within it, the choice that solves, and the expansions.
    parent_words
        uint64, shape (width, 2): see `chatuchak_solver.search.kernels.packed_state`.
    child_words
        uint64, shape (room for children, 2).
    child_scores
        uint16, per child: smaller is better.
    child_choices
        uint32, per child: its parent, times 32, plus its move.
    slots
        uint32, a power of two: a hash table of the children, 0 for a free slot.
    histogram
        int64, per score: the number of children.
    """

    cursor: Int64s
    parent_words: Matrix[np.uint64]
    child_words: Matrix[np.uint64]
    child_scores: UInt16s
    child_choices: UInt32s
    slots: UInt32s
    histogram: Int64s


@precompiled("beam", makes_arrays=True, unrolls=True)
def expand_layer(
    width: int,
    most_score: int,
    node_budget: int,
    state: LayerState,
    ranking: UInt16s,
    tables: HeuristicTables,
) -> int:
    """Generate the children of the parents, without duplicates and certain rejects.

    A slot holds the upper half of a child's hash: states with equal halves in neighboring slots
    count as duplicates, a false positive in a billion.

    Parameters
    ----------
    width
        The number of children to select. Children with a larger score than so many are rejected.
    most_score
        The maximum useful score.
    ranking
        By row of the tables' distances, a color's share of the score: `UNSOLVED` times a heuristic,
        plus 1 for a disconnected placement.

    Returns
    -------
    `PAUSED`, `LAYER_DONE` or `SOLVED`.
    """
    _, offsets, low_ranks, high_ranks, reach_masks = tables
    cursor, parent_words, child_words, child_scores, child_choices, slots, histogram = state
    last_slot = np.uint64(slots.size - 1)
    first = cursor[NEXT_PARENT]
    children = cursor[CHILDREN]
    cutoff = cursor[CUTOFF]
    within = cursor[WITHIN]
    end = min(cursor[PARENTS], first + node_budget)
    shares = np.zeros(offsets.size, np.int64)
    for parent in range(first, end):
        plane_0, plane_1, plane_2, previous = packed.unpack(
            parent_words[parent, 0], parent_words[parent, 1]
        )
        empty_bit = plane_0 & plane_1 & plane_2
        empty = trailing_zeros(empty_bit)
        moves = packed.open_moves(plane_0, plane_1, plane_2, previous, reach_masks)
        total = np.int64(0)
        for color in range(offsets.size):
            mask = packed.spots_of(np.uint64(1 + color), plane_0, plane_1, plane_2)
            place = np.int64(rank(mask, low_ranks, high_ranks))
            shares[color] = ranking[offsets[color] + place]
            total += shares[color]
        while moves:
            spot = trailing_zeros(moves)
            bit = packed.ONE << spot
            moves ^= bit
            code = packed.code_at(spot, plane_0, plane_1, plane_2)
            moved = np.int64(code) - 1
            swap = bit | empty_bit
            mask = packed.spots_of(code, plane_0, plane_1, plane_2) ^ swap
            place = np.int64(rank(mask, low_ranks, high_ranks))
            score = total - shares[moved] + ranking[offsets[moved] + place]
            choice = parent * MAX_CHILDREN + spot
            if score % UNSOLVED == 0:
                cursor[SOLVED_CHOICE] = choice
                cursor[EXPANDED] += parent + 1 - first
                return SOLVED
            if score > most_score or score > cutoff or (score == cutoff and within >= width):
                continue
            child_word, child_2 = packed.exchange(code, swap, plane_0, plane_1, plane_2)
            hashed = packed.hash_state(child_word, child_2)
            slot = hashed & last_slot
            tag = np.uint32(hashed >> np.uint64(32) | packed.ONE)
            while slots[slot] and slots[slot] != tag:
                slot = (slot + packed.ONE) & last_slot
            if slots[slot]:
                continue
            slots[slot] = tag
            child_words[children, 0] = child_word
            child_words[children, 1] = packed.with_previous(child_2, np.uint64(empty))
            child_scores[children] = score
            child_choices[children] = choice
            children += 1
            histogram[score] += 1
            within += 1
            # Each accepted child may lower the cutoff.
            while within - histogram[cutoff] >= width:
                within -= histogram[cutoff]
                cutoff -= 1
    cursor[NEXT_PARENT] = end
    cursor[CHILDREN] = children
    cursor[CUTOFF] = cutoff
    cursor[WITHIN] = within
    cursor[EXPANDED] += end - first
    return LAYER_DONE if end == cursor[PARENTS] else PAUSED
