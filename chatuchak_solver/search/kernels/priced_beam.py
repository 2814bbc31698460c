"""Layers of a beam search: parents, their children, and the selection of the best."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Matrix, UInt16s, UInt32s
from chatuchak_solver.kernels.bits import prefetch, trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels import packed_state as packed
from chatuchak_solver.search.kernels.connectivity import is_connected
from chatuchak_solver.search.kernels.packed_state import MAX_CHILDREN
from chatuchak_solver.search.kernels.ranking import rank

PAUSED = 0
"""The node budget is used up; call again to continue."""
LAYER_DONE = 1
"""Every parent is expanded."""
SOLVED = 2
"""A child is solved; the cursor has its parent and move."""

MIN_SLOTS = 64
"""The minimum number of slots in use."""

CURSOR_FIELDS = 8
PARENTS, NEXT_PARENT, CHILDREN, CUTOFF, WITHIN, SLOTS, SOLVED_CHOICE, EXPANDED = range(
    CURSOR_FIELDS
)


class LayerState(NamedTuple):
    """One layer of parents and their children so far; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (8,): the number of parents, the next parent, the number of children, the
        maximum selectable score, the number of children within it, the slots in use, the choice
        that solves, and the expansions so far.
    parent_words
        uint64, shape (width, 2): see `chatuchak_solver.search.kernels.packed_state`.
    child_words
        uint64, shape (room for children, 2).
    child_scores
        uint16, per child: smaller is better.
    child_choices
        uint32, per child: its parent, times 32, plus its move.
    slots
        uint32, a power of two of them: a hash table of the children, 0 for a free slot.
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


class MixedTable(NamedTuple):
    """A weighted sum of heuristics; all read-only.

    Attributes
    ----------
    distances
        uint16 (rows,): the sum for one color.
    constant
        The weighted sum of the heuristics' constants.
    units
        The scale: the sum over the colors plus the constant is at most this times the required
        moves.
    offsets, low_ranks, high_ranks, reach_masks, neighbor_masks
        As in `chatuchak_solver.search.kernels.depth_first.Tables`.
    """

    distances: UInt16s
    constant: int
    units: int
    offsets: Int64s
    low_ranks: UInt32s
    high_ranks: Matrix[np.uint32]
    reach_masks: UInt32s
    neighbor_masks: UInt32s


BLOCK = 32
"""Parents per block, which hides memory latency."""


@kernel
def is_solved(
    plane_0: np.uint64, plane_1: np.uint64, plane_2: np.uint64, neighbor_masks: UInt32s
) -> bool:
    """Return whether every color is connected."""
    for color in range(5):
        mask = packed.spots_of(np.uint64(1 + color), plane_0, plane_1, plane_2)
        if not is_connected(mask, neighbor_masks):
            return False
    return True


@precompiled("priced_beam", makes_arrays=True, unrolls=True)
def begin_layer(state: LayerState) -> None:
    """Clear the children before the first parent is expanded."""
    cursor = state.cursor
    most_children = min(cursor[PARENTS] * MAX_CHILDREN, state.child_scores.size)
    slots = MIN_SLOTS
    while slots < 2 * most_children and slots < state.slots.size:
        slots *= 2
    cursor[NEXT_PARENT] = 0
    cursor[CHILDREN] = 0
    cursor[CUTOFF] = state.histogram.size - 1
    cursor[WITHIN] = 0
    cursor[SLOTS] = slots
    state.slots[:slots] = 0
    state.histogram[:] = 0


@precompiled("priced_beam", makes_arrays=True, unrolls=True)
def expand_layer(
    width: int, most_heuristic: int, node_budget: int, state: LayerState, tables: MixedTable
) -> int:
    """Generate the children of the parents, without duplicates and certain rejects.

    Once ``width`` children have a smaller score than some score, children with that score are
    rejected. A slot holds the upper half of a child's hash: states with equal halves in neighboring
    slots count as duplicates, a false positive in a billion. Tables and slots exceed the
    processor's cache, so a block of parents passes through four loops, each of which prefetches for
    the next one. One function, as all loops share the same two dozen local values.

    Parameters
    ----------
    width
        The number of children to select.
    most_heuristic
        The maximum useful heuristic, in the table's units.
    node_budget
        The maximum expansions before a pause.
    state
        The search state.
    tables
        The heuristic.

    Returns
    -------
    `PAUSED`, `LAYER_DONE` or `SOLVED`.
    """
    distances, constant, _, offsets, low_ranks, high_ranks, reach_masks, neighbor_masks = tables
    cursor, parent_words, child_words, child_scores, child_choices, slots, histogram = state
    last_slot = np.uint64(cursor[SLOTS] - 1)
    first = cursor[NEXT_PARENT]
    children = cursor[CHILDREN]
    cutoff = cursor[CUTOFF]
    within = cursor[WITHIN]
    end = min(cursor[PARENTS], first + node_budget)
    rows = np.empty((BLOCK, 5), np.int64)
    new_rows = np.empty(BLOCK * MAX_CHILDREN, np.int64)
    new_colors = np.empty(BLOCK * MAX_CHILDREN, np.int64)
    choices = np.empty(BLOCK * MAX_CHILDREN, np.int64)
    words = np.empty((BLOCK * MAX_CHILDREN, 2), np.uint64)
    hashes = np.empty(BLOCK * MAX_CHILDREN, np.uint64)
    scores = np.empty(BLOCK * MAX_CHILDREN, np.int64)
    for block in range(first, end, BLOCK):
        block_end = min(block + BLOCK, end)
        # First loop: the table rows of the parents' colors.
        for parent in range(block, block_end):
            plane_0, plane_1, plane_2, _ = packed.unpack(
                parent_words[parent, 0], parent_words[parent, 1]
            )
            for color in range(5):
                mask = packed.spots_of(np.uint64(1 + color), plane_0, plane_1, plane_2)
                row = np.int64(offsets[color] + np.int64(rank(mask, low_ranks, high_ranks)))
                rows[parent - block, color] = row
                prefetch(distances, row)
        # Second: the children, each with the row of the moved color.
        born = 0
        for parent in range(block, block_end):
            plane_0, plane_1, plane_2, previous = packed.unpack(
                parent_words[parent, 0], parent_words[parent, 1]
            )
            empty_bit = plane_0 & plane_1 & plane_2
            empty = trailing_zeros(empty_bit)
            moves = packed.open_moves(plane_0, plane_1, plane_2, previous, reach_masks)
            while moves:
                spot = trailing_zeros(moves)
                bit = packed.ONE << spot
                moves ^= bit
                code = packed.code_at(spot, plane_0, plane_1, plane_2)
                moved = np.int64(code) - 1
                swap = bit | empty_bit
                mask = packed.spots_of(code, plane_0, plane_1, plane_2) ^ swap
                row = np.int64(offsets[moved] + np.int64(rank(mask, low_ranks, high_ranks)))
                prefetch(distances, row)
                child_word, child_2 = packed.exchange(code, swap, plane_0, plane_1, plane_2)
                new_rows[born] = row
                new_colors[born] = moved
                choices[born] = parent * MAX_CHILDREN + spot
                words[born, 0] = child_word
                words[born, 1] = packed.with_previous(child_2, np.uint64(empty))
                born += 1
        # Third: the heuristic, from the rows; a solved child ends the search.
        kept = 0
        for i in range(born):
            parent = choices[i] // MAX_CHILDREN
            moved = new_colors[i]
            heuristic = constant + np.int64(distances[new_rows[i]])
            for color in range(5):
                if color != moved:
                    heuristic += np.int64(distances[rows[parent - block, color]])
            if heuristic > most_heuristic:
                continue
            child_word = words[i, 0]
            child_2 = words[i, 1] & packed.WORD
            if heuristic <= 0:
                if is_solved(
                    child_word & packed.WORD, child_word >> np.uint64(32), child_2, neighbor_masks
                ):
                    cursor[SOLVED_CHOICE] = choices[i]
                    cursor[EXPANDED] += parent + 1 - first
                    return SOLVED
                heuristic = np.int64(0)
            if heuristic > cutoff:
                continue
            hashed = packed.hash_state(child_word, child_2)
            prefetch(slots, hashed & last_slot)
            hashes[kept] = hashed
            scores[kept] = heuristic
            choices[kept] = choices[i]
            words[kept, 0] = child_word
            words[kept, 1] = words[i, 1]
            kept += 1
        # Fourth: insert new states into the slots; each accepted one may lower the cutoff.
        for i in range(kept):
            score = scores[i]
            if score > cutoff or (score == cutoff and within >= width):
                continue
            hashed = hashes[i]
            slot = hashed & last_slot
            tag = np.uint32(hashed >> np.uint64(32) | packed.ONE)
            while slots[slot] and slots[slot] != tag:
                slot = (slot + packed.ONE) & last_slot
            if slots[slot]:
                continue
            slots[slot] = tag
            child_words[children, 0] = words[i, 0]
            child_words[children, 1] = words[i, 1]
            child_scores[children] = score
            child_choices[children] = choices[i]
            children += 1
            histogram[score] += 1
            within += 1
            while within - histogram[cutoff] >= width:
                within -= histogram[cutoff]
                cutoff -= 1
    cursor[NEXT_PARENT] = end
    cursor[CHILDREN] = children
    cursor[CUTOFF] = cutoff
    cursor[WITHIN] = within
    cursor[EXPANDED] += end - first
    return LAYER_DONE if end == cursor[PARENTS] else PAUSED


@precompiled("priced_beam", makes_arrays=True, unrolls=True)
def select_best(width: int, state: LayerState, choices: UInt32s) -> int:
    """Make parents of the ``width`` children of minimum score, the first among equal ones.

    Parameters
    ----------
    width
        The number of children to select.
    state
        A finished layer.
    choices
        Out: per new parent, its child_choices; room for ``width``.

    Returns
    -------
    The number of new parents.
    """
    cursor, parent_words, child_words, child_scores, child_choices, _, histogram = state
    cutoff = cursor[CUTOFF]
    room_at_cutoff = width - (cursor[WITHIN] - histogram[cutoff])
    parents = 0
    for child in range(cursor[CHILDREN]):
        score = child_scores[child]
        if score > cutoff:
            continue
        if score == cutoff:
            if room_at_cutoff == 0:
                continue
            room_at_cutoff -= 1
        parent_words[parents, 0] = child_words[child, 0]
        parent_words[parents, 1] = child_words[child, 1]
        choices[parents] = child_choices[child]
        parents += 1
    cursor[PARENTS] = parents
    return parents
