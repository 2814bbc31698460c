"""Breaches of rules A, B and C for start grids, on bit masks.

The library calls this function in plain Python, on boards of any size; the page's module contains
it compiled.
"""

from collections.abc import MutableSequence, Sequence
from typing import Literal, get_args

from chatuchak_solver.kernels.bits import popcount, trailing_zeros

StartRule = Literal["empty", "A", "B", "C"]
START_RULES: tuple[StartRule, ...] = get_args(StartRule)
EMPTY_CORNER, RULE_A, RULE_B, RULE_C = range(len(START_RULES))


def find_breaches(
    color_masks: Sequence[int],
    empty: int,
    neighbors: Sequence[int],
    columns: int,
    rules: MutableSequence[int],
    places: MutableSequence[int],
    spots: MutableSequence[int],
) -> int:
    """List all breaches of the start rules, by rule and then by spot; return their number.

    Parameters
    ----------
    color_masks
        (C,): the booths of each color.
    neighbors
        (spots,): mask of the orthogonal neighbors of each spot.
    rules
        Output, (3 * spots,): index of the rule in `START_RULES`.
    places
        Output, (3 * spots,): the empty spot, the first of two booths, or the surrounded spot.
    spots
        Output, (3 * spots,): mask of the booths, or of the empty spot.
    """
    found = 0
    if empty != 0:
        rules[found], places[found], spots[found] = EMPTY_CORNER, empty, 1 << empty
        found += 1
    corner = 1 << 1 | 1 << columns
    for mask in color_masks:
        if mask & corner == corner:
            rules[found], places[found], spots[found] = RULE_A, 1, corner
            found += 1
    for spot in range(len(neighbors)):
        for mask in color_masks:
            later = neighbors[spot] & mask & -(2 << spot) if (mask >> spot) & 1 else 0
            while later:
                rules[found], places[found] = RULE_B, spot
                spots[found] = 1 << spot | 1 << trailing_zeros(later)
                later &= later - 1
                found += 1
    for spot in range(len(neighbors)):
        for mask in color_masks:
            if popcount(neighbors[spot] & mask) >= 3:
                rules[found], places[found], spots[found] = RULE_C, spot, neighbors[spot] & mask
                found += 1
    return found
