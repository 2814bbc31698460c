"""Every layout of a few cards, one by one: slow, simple and sure.

The first card's place and rotation do not matter, because a stand may be moved and turned as a
whole. Two cards have 126 layouts in fixed order, three 22,412, four 5 million (most of a second),
five over a thousand million; in any order n! times as many.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Final

import numpy as np

from chatuchak_solver.stand.kernels.layout import ILLEGAL, MOST_PLACES, exhaust
from chatuchak_solver.stand.kernels.tables import SIDE
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

__all__ = ["exhaustive_search", "is_small"]

SLICE: Final = 400_000
"""Layouts between two looks at whether to stop."""

SMALL_FIXED: Final = 3
SMALL_FREE: Final = 2


def is_small(problem: StandProblem) -> bool:
    """Whether all layouts are tried in a few milliseconds."""
    return len(problem.cards) <= (SMALL_FIXED if problem.fixed_order else SMALL_FREE)


def exhaustive_search(
    problem: StandProblem, *, should_stop: Callable[[], bool] | None = None
) -> Stand | None:
    """Return a best stand by trying every layout, or None if it was stopped.

    Parameters
    ----------
    should_stop
        Called a few times a second; the search ends as soon as it returns True.
    """
    arrays = problem.arrays()
    cards = range(len(problem.cards))
    best_total = ILLEGAL
    best = np.zeros((len(cards), 4), dtype=np.int64)
    for order in [tuple(cards)] if problem.fixed_order else permutations(cards):
        layout = np.zeros((len(cards), 4), dtype=np.int64)
        layout[:, 0] = order
        found = layout.copy()
        table = np.zeros(SIDE * SIDE, dtype=np.int8)
        places = np.zeros((len(cards), MOST_PLACES + 1, 3), dtype=np.int64)
        under = np.zeros((len(cards), 6), dtype=np.int8)
        bounds = np.zeros((len(cards) + 1, 4), dtype=np.int64)
        numbers = np.zeros(4, dtype=np.int64)
        while not exhaust(
            arrays.turned,
            arrays.distinct,
            arrays.cover,
            arrays.contact,
            arrays.opponents_mask,
            arrays.own_goods,
            layout,
            table,
            places,
            under,
            bounds,
            numbers,
            found,
            SLICE,
        ):
            if should_stop is not None and should_stop():
                return None
        if numbers[1] > best_total:
            best_total = int(numbers[1])
            best = found
    return Stand.of(problem.placements(best)).anchored()
