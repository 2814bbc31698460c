"""Scores of every legal placement of the next card."""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.stand.kernels.interface import MAX_PLACES, KernelArrays
from chatuchak_solver.stand.kernels.laying import lay, legal_places
from chatuchak_solver.stand.kernels.recount import no_groups, number_groups, part_card, recount
from chatuchak_solver.stand.kernels.tables import CENTER, SIDE, Ints
from chatuchak_solver.stand.kernels.tally import best_total


@precompiled("ranking", makes_arrays=True, unrolls=True)
def rank_placements(
    rules: KernelArrays, layout: Matrix[np.int64], offered: Ints, ranked: Matrix[np.int64]
) -> int:
    """Score every legal placement of every offered card; return their number.

    Parameters
    ----------
    layout
        A legal layout of the cards so far. If empty, the card is placed at `CENTER`.
    offered
        Indices of the playable cards.
    ranked
        Of shape (2 * `MAX_PLACES` * offered, 6), filled with card, quarter turns, row, column,
        total and visible mice, in the order of enumeration.
    """
    turned, distinct, cover, contact, opponents_mask, announced = rules
    # Set up the stand, and list the places for a card.
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    covered = np.zeros(SIDE, dtype=np.int64)
    cells = np.zeros(6 * len(layout), dtype=np.int64)
    found = np.zeros(12, dtype=np.int64)
    parts = np.zeros((4, 6), dtype=np.int64)
    places = np.zeros((MAX_PLACES, 3), dtype=np.int64)
    bounds = np.array([SIDE, SIDE, 0, 0])
    for index in range(len(layout)):
        lay(table, covered, bounds, cells, index, layout[index], turned, cover)
    found_places = 2
    if len(layout):
        found_places = legal_places(covered, bounds, 6, places)
    else:
        for shape in range(2):
            places[shape] = (CENTER, CENTER, shape)
    # Score every card in every place and rotation.
    groups = no_groups(cover, contact)
    shown = number_groups(table, cells, len(cells), groups)
    entry = 0
    for card in offered:
        for quarter in range(4):
            part_card(turned[card, quarter], quarter & 1, parts[quarter])
        for index in range(found_places):
            row, column, shape = places[index]
            for quarter in (shape, shape + 2):
                if not distinct[card, quarter]:
                    continue
                at, part, inner = row * SIDE + column, parts[quarter], groups.inner[shape]
                mice = shown + recount(
                    table, turned[card, quarter], part, at, cover[shape], contact[shape], inner,
                    groups, found,
                )  # fmt: skip
                total = best_total(found, mice, opponents_mask, announced)
                ranked[entry] = (card, quarter, row, column, total, mice)
                entry += 1
    return entry
