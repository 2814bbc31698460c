"""One layer of a beam search with a priced heuristic, resumable.

States are packed as in `chatuchak_solver.search.kernels.beam`: three bit planes of 32 spots, in
two words, with the previous empty spot above the third plane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chatuchak_solver.bits import popcount, prefetch, trailing_zeros
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chatuchak_solver.search.priced_heuristic import MixedTable

__all__ = [
    "EMPTY_CODE",
    "LAYER_DONE",
    "LEAST_SLOTS",
    "MOST_CHILDREN",
    "PARENTS",
    "PAUSED",
    "PREVIOUS_SHIFT",
    "SOLVED",
    "SOLVED_CHOICE",
    "TIE_LEVELS",
    "LayerState",
    "begin_layer",
    "expand_layer",
    "select_best",
]

PAUSED = 0
"""The node budget is used up; call again to go on."""
LAYER_DONE = 1
"""Every parent is expanded."""
SOLVED = 2
"""A child is solved; the cursor has its parent and move."""

MOST_CHILDREN = 32
"""At least the number of children of one state."""
LEAST_SLOTS = 64
"""The least number of slots in use."""
TIE_LEVELS = 4
"""A child's score is its heuristic times this, plus a tie-break below it."""
EMPTY_CODE = 7
"""The code of the empty spot in the three planes; color c has the code 1 + c."""
PREVIOUS_SHIFT = 32
"""Where the previous empty spot starts in a state's second word (5 bits)."""

BLOCK = 32
"""So many parents are expanded side by side, which hides the time that memory takes."""

# Cursor fields.
PARENTS, NEXT_PARENT, CHILDREN, CUTOFF, WITHIN, SLOTS, SOLVED_CHOICE = range(7)

ONE = np.uint64(1)
WORD = np.uint64(0xFFFFFFFF)


class LayerState(NamedTuple):
    """One layer of parents and the children they have so far; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (7,): the number of parents, the parent to expand next, the number of
        children, the worst score that may still be selected, how many children are within it,
        the slots in use, and the choice that solves.
    parent_words
        uint64, shape (width, 2).
    child_words
        uint64, shape (room for all children, 2).
    child_scores
        uint16, per child: smaller is better.
    child_choices
        uint32, per child: its parent, times 32, plus its move.
    slots
        uint32, a power of two of them: the upper half of the hashes of the children, or 0. Two
        states of one half and neighbouring places count as the same: one in a billion is lost.
    histogram
        int64, per score: how many children have it.
    """

    cursor: NDArray[np.int64]
    parent_words: NDArray[np.uint64]
    child_words: NDArray[np.uint64]
    child_scores: NDArray[np.uint16]
    child_choices: NDArray[np.uint32]
    slots: NDArray[np.uint32]
    histogram: NDArray[np.int64]


@kernel
def _coded(
    plane_0: np.uint64, plane_1: np.uint64, plane_2: np.uint64, code: np.uint64
) -> np.uint64:
    """Return the spots with a code other than 0."""
    return (
        (plane_0 ^ ((code & ONE) - ONE))
        & (plane_1 ^ ((code >> ONE & ONE) - ONE))
        & (plane_2 ^ ((code >> np.uint64(2)) - ONE))
        & WORD
    )


@kernel
def _is_solved(
    plane_0: np.uint64,
    plane_1: np.uint64,
    plane_2: np.uint64,
    neighbour_masks: NDArray[np.uint32],
) -> bool:
    """Return whether every color is connected."""
    for code in range(1, 6):
        mask = _coded(plane_0, plane_1, plane_2, np.uint64(code))
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
def begin_layer(state: LayerState) -> None:
    """Clear everything about the children, before the first parent is expanded."""
    cursor = state.cursor
    most_children = min(cursor[PARENTS] * MOST_CHILDREN, state.child_scores.size)
    slots = LEAST_SLOTS
    while slots < 2 * most_children and slots < state.slots.size:
        slots *= 2
    cursor[NEXT_PARENT] = 0
    cursor[CHILDREN] = 0
    cursor[CUTOFF] = state.histogram.size - 1
    cursor[WITHIN] = 0
    cursor[SLOTS] = slots
    state.slots[:slots] = 0
    state.histogram[:] = 0


@kernel
def expand_layer(
    width: int, most_heuristic: int, node_budget: int, state: LayerState, tables: MixedTable
) -> tuple[int, int]:
    """Generate the children of the parents, each state once, without the surely rejected ones.

    As soon as ``width`` children have a smaller score than some score, children with that score
    are rejected. The tables and the slots do not fit the processor's cache: a block of parents
    goes through four loops, each of which asks for the memory that the next one reads. One
    function on purpose: all loops work on the same two dozen of local values.

    Parameters
    ----------
    width
        The number of children that will be selected.
    most_heuristic
        Children with a larger heuristic, in the table's units, are of no use.
    node_budget
        The most expansions before the search pauses.
    state
        Where to go on.
    tables
        The heuristic.

    Returns
    -------
    `PAUSED`, `LAYER_DONE` or `SOLVED`, and the number of expansions.
    """
    distances, constant, _, offsets, low_ranks, high_ranks, reach_masks, neighbour_masks = tables
    cursor, parent_words, child_words, child_scores, child_choices, slots, histogram = state
    columns = distances.shape[1]
    low_mask = np.uint64(low_ranks.size - 1)
    low_bits = trailing_zeros(np.uint64(low_ranks.size))
    last_slot = np.uint64(cursor[SLOTS] - 1)
    first = cursor[NEXT_PARENT]
    children = cursor[CHILDREN]
    cutoff = cursor[CUTOFF]
    within = cursor[WITHIN]
    end = min(cursor[PARENTS], first + node_budget)
    rows = np.empty((BLOCK, 5), np.int64)
    new_rows = np.empty(BLOCK * MOST_CHILDREN, np.int64)
    new_colors = np.empty(BLOCK * MOST_CHILDREN, np.int64)
    choices = np.empty(BLOCK * MOST_CHILDREN, np.int64)
    words = np.empty((BLOCK * MOST_CHILDREN, 2), np.uint64)
    hashes = np.empty(BLOCK * MOST_CHILDREN, np.uint64)
    scores = np.empty(BLOCK * MOST_CHILDREN, np.int64)
    for block in range(first, end, BLOCK):
        block_end = min(block + BLOCK, end)
        for parent in range(block, block_end):
            plane_0 = parent_words[parent, 0] & WORD
            plane_1 = parent_words[parent, 0] >> np.uint64(32)
            plane_2 = parent_words[parent, 1] & WORD
            for color in range(5):
                mask = _coded(plane_0, plane_1, plane_2, np.uint64(1 + color))
                low = mask & low_mask
                rank = low_ranks[low] + high_ranks[popcount(low), mask >> low_bits]
                row = np.int64(offsets[color] + rank)
                rows[parent - block, color] = row
                prefetch(distances, row * columns)
        born = 0
        for parent in range(block, block_end):
            plane_0 = parent_words[parent, 0] & WORD
            plane_1 = parent_words[parent, 0] >> np.uint64(32)
            plane_2 = parent_words[parent, 1] & WORD
            previous = parent_words[parent, 1] >> np.uint64(PREVIOUS_SHIFT)
            empty_bit = plane_0 & plane_1 & plane_2
            empty = trailing_zeros(empty_bit)
            # A booth of the color that just left for the previous empty spot could have gone
            # there itself, one move ago.
            code = (
                (plane_0 >> previous & ONE)
                | (plane_1 >> previous & ONE) << ONE
                | (plane_2 >> previous & ONE) << np.uint64(2)
            )
            left = reach_masks[previous] & _coded(plane_0, plane_1, plane_2, code)
            moves = reach_masks[empty] & ~(ONE << previous | left)
            while moves:
                spot = trailing_zeros(moves)
                bit = ONE << spot
                moves ^= bit
                code = (
                    (plane_0 >> spot & ONE)
                    | (plane_1 >> spot & ONE) << ONE
                    | (plane_2 >> spot & ONE) << np.uint64(2)
                )
                swap = bit | empty_bit
                mask = _coded(plane_0, plane_1, plane_2, code) ^ swap
                low = mask & low_mask
                rank = low_ranks[low] + high_ranks[popcount(low), mask >> low_bits]
                moved = np.int64(code) - 1
                row = np.int64(offsets[moved] + rank)
                prefetch(distances, row * columns)
                changed = code ^ np.uint64(EMPTY_CODE)
                child_0 = plane_0 ^ (swap * (changed & ONE))
                child_1 = plane_1 ^ (swap * (changed >> ONE & ONE))
                child_2 = plane_2 ^ (swap * (changed >> np.uint64(2)))
                new_rows[born] = row
                new_colors[born] = moved
                choices[born] = parent * MOST_CHILDREN + spot
                words[born, 0] = child_0 | child_1 << np.uint64(32)
                words[born, 1] = child_2 | np.uint64(empty) << np.uint64(PREVIOUS_SHIFT)
                born += 1
        kept = 0
        for i in range(born):
            parent = choices[i] // MOST_CHILDREN
            column = choices[i] % MOST_CHILDREN & (columns - 1)
            moved = new_colors[i]
            heuristic = constant + np.int64(distances[new_rows[i], column])
            for color in range(5):
                if color != moved:
                    heuristic += np.int64(distances[rows[parent - block, color], column])
            if heuristic > most_heuristic:
                continue
            child_word = words[i, 0]
            child_2 = words[i, 1] & WORD
            if heuristic <= 0:
                if _is_solved(
                    child_word & WORD, child_word >> np.uint64(32), child_2, neighbour_masks
                ):
                    cursor[SOLVED_CHOICE] = choices[i]
                    return SOLVED, parent + 1 - first
                heuristic = np.int64(0)
            if heuristic * TIE_LEVELS > cutoff:
                continue
            # Two multiply-xorshift rounds (splitmix64's) spread the planes over all bits.
            hashed = child_word ^ (child_2 * np.uint64(0x9E3779B97F4A7C15))
            hashed *= np.uint64(0xBF58476D1CE4E5B9)
            hashed = (hashed ^ (hashed >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
            hashed ^= hashed >> np.uint64(32)
            # The tie-break is random, but the same each time: it keeps the beam diverse.
            score = heuristic * TIE_LEVELS + np.int64(hashed >> np.uint64(62))
            prefetch(slots, hashed & last_slot)
            hashes[kept] = hashed
            scores[kept] = score
            choices[kept] = choices[i]
            words[kept, 0] = child_word
            words[kept, 1] = words[i, 1]
            kept += 1
        for i in range(kept):
            score = scores[i]
            if score > cutoff or (score == cutoff and within >= width):
                continue
            hashed = hashes[i]
            slot = hashed & last_slot
            tag = np.uint32(hashed >> np.uint64(32) | ONE)
            while slots[slot] and slots[slot] != tag:
                slot = (slot + ONE) & last_slot
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
    return (LAYER_DONE if end == cursor[PARENTS] else PAUSED), end - first


@kernel
def select_best(width: int, state: LayerState, choices: NDArray[np.uint32]) -> int:
    """Make parents of the ``width`` children of least score, the first among equal ones.

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
        parent_words[parents] = child_words[child]
        choices[parents] = child_choices[child]
        parents += 1
    cursor[PARENTS] = parents
    return parents
