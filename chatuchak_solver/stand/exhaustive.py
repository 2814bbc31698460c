"""Every layout of a few cards, one by one: slow, simple and sure.

The first card's place and rotation do not matter, because a stand may be moved and turned as a
whole. Two cards have 126 layouts in fixed order, three 22,412, four 5 million (most of a second),
five over a thousand million; in any order n! times as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.arrays import Int8s, Int64s
from chatuchak_solver.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.run import OnProgress, Progress, Run, Stop, StopReason
from chatuchak_solver.stand.kernels.evaluation import ILLEGAL
from chatuchak_solver.stand.kernels.exhausting import BEST, NUMBERS, SCORED
from chatuchak_solver.stand.kernels.laying import MOST_PLACES
from chatuchak_solver.stand.kernels.tables import SIDE
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

__all__ = ["EXHAUST", "ExhaustiveResult", "exhaustive_search", "is_small"]

EXHAUST: Final = ShippedKernel(
    *("exhaustive", "chatuchak_solver.stand.kernels.exhausting", "exhaust"),
    "int8[3] bool[2] int64[2] int64[2] int64 int64",
    "int64[2] int8[1] int64[3] int8[2] int64[2] int64[1] int64[2] int64",
)
SLICE: Final = 400_000
"""Layouts between two looks at whether to stop."""

SMALL_FIXED: Final = 3
SMALL_FREE: Final = 2


@dataclass(frozen=True, slots=True)
class ExhaustiveResult:
    """The best of the layouts that were tried.

    Attributes
    ----------
    stand
        A best stand, or None where the search ended before it had scored one.
    total
        Its points, or None.
    layouts
        Layouts scored.
    stopped_by
        Why not every layout was tried, or None: no stand is better then.
    """

    stand: Stand | None
    total: int | None
    layouts: int
    stopped_by: StopReason | None


def is_small(problem: StandProblem) -> bool:
    """Whether all layouts are tried in a few milliseconds."""
    return len(problem.cards) <= (SMALL_FIXED if problem.fixed_order else SMALL_FREE)


class _Work(NamedTuple):
    """What `exhaust` changes."""

    layout: Int64s
    table: Int8s
    places: Int64s
    under: Int8s
    bounds: Int64s
    numbers: Int64s
    found: Int64s


def _start(order: Sequence[int]) -> _Work:
    """Return the arrays for all layouts of the cards in an order."""
    layout = np.zeros((len(order), 4), dtype=np.int64)
    layout[:, 0] = order
    return _Work(
        layout,
        table=np.zeros(SIDE * SIDE, dtype=np.int8),
        places=np.zeros((len(order), MOST_PLACES + 1, 3), dtype=np.int64),
        under=np.zeros((len(order), 6), dtype=np.int8),
        bounds=np.zeros((len(order) + 1, 4), dtype=np.int64),
        numbers=np.zeros(NUMBERS, dtype=np.int64),
        found=layout.copy(),
    )


def exhaustive_search(
    problem: StandProblem, *, stop: Stop | None = None, on_progress: OnProgress | None = None
) -> ExhaustiveResult:
    """Return a best stand by trying every layout.

    Parameters
    ----------
    stop
        When to end before that; its work is layouts scored.
    on_progress
        Called some ten times a second.

    Raises
    ------
    VerificationError
        If the rules forbid what was found: always a defect of this library.
    """
    run = Run.begin(stop, on_progress)
    arrays = problem.arrays()
    cards = range(len(problem.cards))
    best = np.zeros((len(cards), 4), dtype=np.int64)
    best_total = ILLEGAL
    layouts = 0
    for order in [tuple(cards)] if problem.fixed_order else permutations(cards):
        work = _start(order)
        finished = False
        while not (finished or run.must_end(layouts)):
            left = run.work_left(layouts)
            ended = EXHAUST(
                arrays.turned,
                arrays.distinct,
                arrays.cover,
                arrays.contact,
                arrays.opponents_mask,
                arrays.own_goods,
                *work,
                SLICE if left is None else min(SLICE, left),
            )
            finished = bool(ended)
            layouts += int(work.numbers[SCORED])
            work.numbers[SCORED] = 0
            if work.numbers[BEST] > best_total:
                best_total = int(work.numbers[BEST])
                best = work.found.copy()
            if on_progress is not None:
                on_progress(Progress(work=layouts, seconds=run.seconds, best=best_total))
        if not finished:
            break
    if best_total == ILLEGAL:
        return ExhaustiveResult(None, None, layouts, run.stopped_by)
    return ExhaustiveResult(problem.lay(best), best_total, layouts, run.stopped_by)
