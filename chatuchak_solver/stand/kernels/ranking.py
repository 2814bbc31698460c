"""Every legal placement of the next card, scored."""

from __future__ import annotations

import numpy as np

from chatuchak_solver.arrays import Bools
from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.laying import MOST_PLACES, grow_bounds, lay, legal_places, lift
from chatuchak_solver.stand.kernels.tables import CENTER, SIDE, Ints, Spaces
from chatuchak_solver.stand.kernels.tally import best_total, tally


@kernel
def rank_placements(
    turned: Spaces,
    distinct: Bools,
    cover: Ints,
    contact: Ints,
    layout: Ints,
    offered: Ints,
    opponents_mask: int,
    announced: int,
    ranked: Ints,
) -> int:
    """Score every legal placement of every offered card; return how many there are.

    Parameters
    ----------
    distinct
        Of shape (cards, 4): rotations to try.
    layout
        The cards laid so far; must be legal. May be empty: the card then goes to `CENTER`.
    offered
        Indices of the cards that may be laid.
    ranked
        Of shape (2 * `MOST_PLACES` * offered, 6), filled with card, quarter turns, row, column,
        total and visible mice, in the order of enumeration.
    """
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    mark = np.zeros(SIDE * SIDE, dtype=np.int64)
    cells = np.zeros(6 * len(layout) + 6, dtype=np.int64)
    stack = np.zeros(64, dtype=np.int64)
    found = np.zeros(12, dtype=np.int64)
    under = np.zeros(6, dtype=np.int8)
    places = np.zeros((MOST_PLACES, 3), dtype=np.int64)
    bounds = np.array([SIDE, SIDE, 0, 0])
    count = 0
    for index in range(len(layout)):
        card, quarter, row, column = layout[index]
        offsets = cover[quarter & 1]
        lay(table, cells, count, turned[card, quarter], row * SIDE + column, offsets, under)
        grow_bounds(bounds, row, column, quarter & 1, bounds)
        count += 6
    if count:
        found_places = legal_places(table, bounds, cover, contact, places)
    else:
        found_places = 2
        for shape in range(2):
            places[shape, 0] = CENTER
            places[shape, 1] = CENTER
            places[shape, 2] = shape
    entry = 0
    stamp = 0
    for card in offered:
        for index in range(found_places):
            row, column, shape = places[index]
            at = row * SIDE + column
            for quarter in (shape, shape + 2):
                if not distinct[card, quarter]:
                    continue
                lay(table, cells, count, turned[card, quarter], at, cover[shape], under)
                stamp += 1
                mice = tally(table, cells, count + 6, mark, stamp, stack, found)
                total = best_total(found, mice, opponents_mask, announced)
                lift(table, at, cover[shape], under)
                ranked[entry, 0] = card
                ranked[entry, 1] = quarter
                ranked[entry, 2] = row
                ranked[entry, 3] = column
                ranked[entry, 4] = total
                ranked[entry, 5] = mice
                entry += 1
    return entry
