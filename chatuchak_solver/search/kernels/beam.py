"""One layer of a beam search with the additive heuristic, resumable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.layers import (
    CHILDREN,
    CHILDREN_FULL,
    CUTOFF,
    LAYER_DONE,
    NEXT_PARENT,
    PARENTS,
    PAUSED,
    SLOTS,
    SOLVED,
    SOLVED_CHOICE,
    TRUNCATED,
    WITHIN,
    LayerState,
)
from chatuchak_solver.search.kernels.packed_state import (
    MOST_CHILDREN,
    ONE,
    WORD,
    code_at,
    exchange,
    find_slot,
    hash_state,
    open_moves,
    spots_of,
    unpack,
    with_previous,
)
from chatuchak_solver.search.kernels.ranking import rank

if TYPE_CHECKING:
    from chatuchak_solver.search.kernels.heuristic_tables import HeuristicTables

__all__ = ["TIE_LEVELS", "drop_rejected", "expand_layer"]

TIE_LEVELS = 16
"""A child's score is its heuristic times this, plus a tie-break below it."""


@kernel
def expand_layer(
    width: int, most_heuristic: int, node_budget: int, state: LayerState, tables: HeuristicTables
) -> tuple[int, int]:
    """Generate the children of the parents, each state once, without the surely rejected ones.

    As soon as ``width`` children have a smaller score than some score, children with that score
    are rejected. One loop on purpose: everything in it works on the same dozen of local values.

    Parameters
    ----------
    width
        The number of children that will be selected.
    most_heuristic
        Children with a larger heuristic are of no use.
    node_budget
        The most expansions before the search pauses.
    state
        Where to go on.
    tables
        The additive heuristic.

    Returns
    -------
    `PAUSED`, `LAYER_DONE`, `CHILDREN_FULL` or `SOLVED`, and the number of expansions.
    """
    distances, offsets, low_ranks, high_ranks, reach_masks = tables
    cursor, parent_words, child_words, child_scores, child_choices, slots, histogram = state
    color_masks = np.zeros(offsets.size, np.uint64)
    color_distances = np.zeros(offsets.size, np.int64)
    last_slot = np.uint64(cursor[SLOTS] - 1)
    parent = cursor[NEXT_PARENT]
    children = cursor[CHILDREN]
    cutoff = cursor[CUTOFF]
    within = cursor[WITHIN]
    expanded = 0
    status = LAYER_DONE
    while parent < cursor[PARENTS]:
        if expanded == node_budget:
            status = PAUSED
            break
        if children + MOST_CHILDREN > child_scores.size:
            status = CHILDREN_FULL
            break
        expanded += 1
        plane_0, plane_1, plane_2, previous = unpack(
            parent_words[parent, 0], parent_words[parent, 1]
        )
        empty_bit = plane_0 & plane_1 & plane_2
        empty = trailing_zeros(empty_bit)
        moves = open_moves(plane_0, plane_1, plane_2, previous, reach_masks)
        heuristic = np.int64(0)
        for color in range(offsets.size):
            mask = spots_of(np.uint64(1 + color), plane_0, plane_1, plane_2)
            place = np.int64(rank(mask, low_ranks, high_ranks))
            color_masks[color] = mask
            color_distances[color] = distances[offsets[color] + place]
            heuristic += color_distances[color]
        while moves:
            spot = trailing_zeros(moves)
            bit = ONE << spot
            moves ^= bit
            code = code_at(spot, plane_0, plane_1, plane_2)
            moved = np.int64(code) - 1
            swap = bit | empty_bit
            place = np.int64(rank(color_masks[moved] ^ swap, low_ranks, high_ranks))
            distance = np.int64(distances[offsets[moved] + place])
            child_heuristic = heuristic - color_distances[moved] + distance
            if child_heuristic > most_heuristic:
                continue
            if child_heuristic == 0:
                cursor[SOLVED_CHOICE] = parent * MOST_CHILDREN + spot
                return SOLVED, expanded
            if child_heuristic * TIE_LEVELS > cutoff:
                cursor[TRUNCATED] = 1
                continue
            child_word, child_2 = exchange(code, swap, plane_0, plane_1, plane_2)
            hashed = hash_state(child_word, child_2)
            # The tie-break is random, but the same each time: it keeps the beam diverse.
            score = child_heuristic * TIE_LEVELS + np.int64(hashed >> np.uint64(60))
            if score > cutoff or (score == cutoff and within >= width):
                cursor[TRUNCATED] = 1
                continue
            slot = find_slot(child_word, child_2, hashed, last_slot, child_words, slots)
            if slots[slot]:
                continue
            child_words[children, 0] = child_word
            child_words[children, 1] = with_previous(child_2, np.uint64(empty))
            child_scores[children] = score
            child_choices[children] = parent * MOST_CHILDREN + spot
            children += 1
            slots[slot] = children
            histogram[score] += 1
            within += 1
            while within - histogram[cutoff] >= width:
                if histogram[cutoff]:
                    cursor[TRUNCATED] = 1
                within -= histogram[cutoff]
                cutoff -= 1
        parent += 1
    cursor[NEXT_PARENT] = parent
    cursor[CHILDREN] = children
    cursor[CUTOFF] = cutoff
    cursor[WITHIN] = within
    return status, expanded


@kernel
def drop_rejected(state: LayerState) -> None:
    """Make room: forget the children beyond the cutoff, and enter the others anew."""
    cursor, _, child_words, child_scores, child_choices, slots, _ = state
    last_slot = np.uint64(cursor[SLOTS] - 1)
    slots[: cursor[SLOTS]] = 0
    kept = 0
    for child in range(cursor[CHILDREN]):
        if child_scores[child] <= cursor[CUTOFF]:
            first_word = child_words[child, 0]
            plane_2 = child_words[child, 1] & WORD
            child_words[kept, 0] = first_word
            child_words[kept, 1] = child_words[child, 1]
            child_scores[kept] = child_scores[child]
            child_choices[kept] = child_choices[child]
            kept += 1
            hashed = hash_state(first_word, plane_2)
            slot = find_slot(first_word, plane_2, hashed, last_slot, child_words, slots)
            slots[slot] = kept
    cursor[CHILDREN] = kept
