"""Every layout of a few cards, one by one."""

from __future__ import annotations

from typing import Final

import numpy as np

from chatuchak_solver.arrays import Bools
from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.evaluation import ILLEGAL
from chatuchak_solver.stand.kernels.laying import MOST_PLACES, grow_bounds, lay, legal_places, lift
from chatuchak_solver.stand.kernels.tables import (
    CARD,
    CENTER,
    COLUMN,
    QUARTER,
    ROW,
    SIDE,
    Ints,
    Spaces,
)
from chatuchak_solver.stand.kernels.tally import best_total, tally

__all__ = ["BEST", "NUMBERS", "SCORED", "exhaust", "start_depth"]

DEPTH: Final = 0
"""1 + how many cards are laid; 0 before the first call."""
BEST: Final = 1
"""The best total."""
SCORED: Final = 2
"""Layouts scored."""
NUMBERS: Final = 3

# The last row of a depth's places: how many there are, the next one, and its next half turn.
PLACES: Final = 0
NEXT: Final = 1
TURN: Final = 2


@kernel
def start_depth(
    table: Spaces, bounds: Ints, cover: Ints, contact: Ints, places: Ints, first: bool
) -> None:
    """List one depth's candidates for `exhaust`; the first card has one place, unturned."""
    end = places[MOST_PLACES]
    end[NEXT] = 0
    end[TURN] = 0
    if first:
        places[0, 0] = CENTER
        places[0, 1] = CENTER
        places[0, 2] = 0
        end[PLACES] = 1
    else:
        end[PLACES] = legal_places(table, bounds, cover, contact, places)


@kernel
def exhaust(
    turned: Spaces,
    distinct: Bools,
    cover: Ints,
    contact: Ints,
    opponents_mask: int,
    announced: int,
    layout: Ints,
    table: Spaces,
    places: Ints,
    under: Spaces,
    bounds: Ints,
    numbers: Ints,
    best: Ints,
    budget: int,
) -> bool:
    """Try every layout of the cards in the order of ``layout``; resumable.

    The first card is laid at `CENTER` unturned, which loses nothing: the whole stand may be
    turned and moved. Call with zeros at first and again with the same arrays until finished.

    Parameters
    ----------
    layout
        The cards in their order; the other columns are scratch.
    table
        The empty flat table.
    places
        Scratch of shape (cards, `MOST_PLACES` + 1, 3): candidates of every depth; the last
        row counts them and holds the next one to try and the next rotation.
    under
        Scratch of shape (cards, 6).
    bounds
        Scratch of shape (cards + 1, 4).
    numbers
        `DEPTH`, `BEST` and `SCORED`; all 0 at first.
    best
        The best layout, of shape (cards, 4).
    budget
        Layouts to score before returning.

    Returns
    -------
    Whether every layout has been tried.
    """
    cards = len(layout)
    mark = np.zeros(SIDE * SIDE, dtype=np.int64)
    cells = np.zeros(6 * cards, dtype=np.int64)
    stack = np.zeros(64, dtype=np.int64)
    found = np.zeros(12, dtype=np.int64)
    if numbers[DEPTH] == 0:
        numbers[BEST] = ILLEGAL
        bounds[0] = np.array([SIDE, SIDE, 0, 0])
        numbers[DEPTH] = 1
        start_depth(table, bounds[0], cover, contact, places[0], True)
    for slot in range(numbers[DEPTH] - 1):
        at = layout[slot, ROW] * SIDE + layout[slot, COLUMN]
        for space in range(6):
            cells[6 * slot + space] = at + cover[layout[slot, QUARTER] & 1, space]
    depth = numbers[DEPTH] - 1
    scored = 0
    stamp = 0
    while scored < budget:
        end = places[depth, MOST_PLACES]
        if end[NEXT] == end[PLACES]:
            if depth == 0:
                numbers[SCORED] += scored
                return True
            depth -= 1
            shape = layout[depth, QUARTER] & 1
            at = layout[depth, ROW] * SIDE + layout[depth, COLUMN]
            lift(table, at, cover[shape], under[depth])
            continue
        row, column, shape = places[depth, end[NEXT]]
        quarter = shape + end[TURN]
        end[TURN] += 2
        if end[TURN] == 4 or depth == 0:
            end[TURN] = 0
            end[NEXT] += 1
        card = layout[depth, CARD]
        if not distinct[card, quarter]:
            continue
        layout[depth, QUARTER] = quarter
        layout[depth, ROW] = row
        layout[depth, COLUMN] = column
        at = row * SIDE + column
        lay(table, cells, 6 * depth, turned[card, quarter], at, cover[shape], under[depth])
        if depth < cards - 1:
            grow_bounds(bounds[depth], row, column, shape, bounds[depth + 1])
            depth += 1
            start_depth(table, bounds[depth], cover, contact, places[depth], False)
            continue
        stamp += 1
        scored += 1
        mice = tally(table, cells, 6 * cards, mark, stamp, stack, found)
        total = best_total(found, mice, opponents_mask, announced)
        lift(table, at, cover[shape], under[depth])
        if total > numbers[BEST]:
            numbers[BEST] = total
            best[:] = layout
    numbers[DEPTH] = depth + 1
    numbers[SCORED] += scored
    return False
