"""The layers of a beam search: parents, the children they have so far, and the best of these."""

from typing import NamedTuple

from chatuchak_solver.arrays import Int64s, UInt16s, UInt32s, UInt64s
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.packed_state import MOST_CHILDREN

PAUSED = 0
"""The node budget is used up; call again to go on."""
LAYER_DONE = 1
"""Every parent is expanded."""
SOLVED = 2
"""A child is solved; the cursor has its parent and move."""

LEAST_SLOTS = 64
"""The least number of slots in use."""

CURSOR_FIELDS = 7
PARENTS, NEXT_PARENT, CHILDREN, CUTOFF, WITHIN, SLOTS, SOLVED_CHOICE = range(CURSOR_FIELDS)


class LayerState(NamedTuple):
    """One layer of parents and the children they have so far; changed in place.

    Attributes
    ----------
    cursor
        int64, shape (7,): the number of parents, the parent to expand next, the number of
        children, the worst score that may still be selected, how many children are within it,
        the slots in use, and the choice that solves.
    parent_words
        uint64, shape (width, 2): see `chatuchak_solver.search.kernels.packed_state`.
    child_words
        uint64, shape (room for children, 2).
    child_scores
        uint16, per child: smaller is better.
    child_choices
        uint32, per child: its parent, times 32, plus its move.
    slots
        uint32, a power of two of them: a hash table of the children, 0 where it is free.
    histogram
        int64, per score: how many children have it.
    """

    cursor: Int64s
    parent_words: UInt64s
    child_words: UInt64s
    child_scores: UInt16s
    child_choices: UInt32s
    slots: UInt32s
    histogram: Int64s


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
def select_best(width: int, state: LayerState, choices: UInt32s) -> int:
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
        parent_words[parents, 0] = child_words[child, 0]
        parent_words[parents, 1] = child_words[child, 1]
        choices[parents] = child_choices[child]
        parents += 1
    cursor[PARENTS] = parents
    return parents
