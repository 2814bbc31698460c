"""The selection of a beam's children against sorting them."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver.search.kernels.priced_beam import (
    CHILDREN,
    CURSOR_FIELDS,
    CUTOFF,
    PARENTS,
    SLOTS,
    WITHIN,
    LayerState,
    begin_layer,
    select_best,
)
from tests.twins import reference_for

WIDTH = 8


def state_of(scores: list[int], most: int = 20) -> LayerState:
    """Return a layer that has these children, as an expansion leaves it."""
    room = max(64, len(scores))
    state = LayerState(
        cursor=np.zeros(CURSOR_FIELDS, np.int64),
        parent_words=np.zeros((WIDTH, 2), np.uint64),
        child_words=np.zeros((room, 2), np.uint64),
        child_scores=np.zeros(room, np.uint16),
        child_choices=np.zeros(room, np.uint32),
        slots=np.ones(256, np.uint32),
        histogram=np.ones(most, np.int64),
    )
    state.cursor[PARENTS] = 1
    begin_layer(state)
    for child, score in enumerate(scores):
        state.child_words[child] = child, 100 + child
        state.child_scores[child] = score
        state.child_choices[child] = 1000 + child
        state.histogram[score] += 1
    ascending = sorted(scores)
    cutoff = ascending[WIDTH - 1] if len(scores) >= WIDTH else most - 1
    within = sum(score <= cutoff for score in scores)
    state.cursor[[CHILDREN, CUTOFF, WITHIN]] = len(scores), cutoff, within
    return state


@reference_for(select_best)
@pytest.mark.parametrize("seed", range(20))
def test_the_best_are_selected_the_first_among_equals(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 6, int(rng.integers(0, 30))).tolist()
    state = state_of(scores)
    choices = np.zeros(WIDTH, np.uint32)
    parents = select_best(WIDTH, state, choices)
    best = sorted(sorted(range(len(scores)), key=lambda child: (scores[child], child))[:WIDTH])
    assert parents == state.cursor[PARENTS] == len(best)
    assert choices[:parents].tolist() == [1000 + child for child in best]
    assert state.parent_words[:parents].tolist() == [[child, 100 + child] for child in best]


@reference_for(begin_layer)
@pytest.mark.parametrize(("parents", "slots"), [(1, 64), (2, 128), (3, 128), (100, 128)])
def test_a_layer_begins_with_nothing(parents: int, slots: int) -> None:
    """And with twice as many slots as there can be children, as far as there is room."""
    state = state_of([1, 2, 3])
    state.cursor[PARENTS] = parents
    state.slots[:] = 1
    begin_layer(state)
    assert state.cursor[[CHILDREN, WITHIN]].tolist() == [0, 0]
    assert state.cursor[CUTOFF] == state.histogram.size - 1
    assert state.cursor[SLOTS] == slots
    assert not state.slots[:slots].any()
    assert not state.histogram.any()
