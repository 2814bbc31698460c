"""The tables of a board and its counts, and the arrays that a search works in, for a grid."""

from __future__ import annotations

import numpy as np

from chatuchak_solver.arrays import Int8s, Int64s, UInt32s
from chatuchak_solver.search.kernels import goal_workspace
from chatuchak_solver.search.kernels.goal_layout import MAX_CODES, Tables, Workspace
from chatuchak_solver.search.kernels.regions import list_regions, place_regions
from tools.kernels.page.parts import part

with_goals = part(goal_workspace.with_goals)
with_rows = part(goal_workspace.with_rows)
_make_tables = part(goal_workspace.make_tables)
_make_workspace = part(goal_workspace.make_workspace)


@part
def _counts_of(codes: Int8s) -> Int64s:
    """Return the number of booths of each color that is present, the largest first."""
    found = np.zeros(MAX_CODES, np.int64)
    for code in codes:
        if code >= 0:
            found[code] += 1
    counts = np.empty(MAX_CODES, np.int64)
    colors = 0
    for count in found:
        if count == 0:
            continue
        place = colors
        while place > 0 and counts[place - 1] < count:
            counts[place] = counts[place - 1]
            place -= 1
        counts[place] = count
        colors += 1
    return counts[:colors]


@part
def make_tables(codes: Int8s, rows: int, columns: int) -> Tables:
    """Return the tables of a grid's board and counts."""
    counts = _counts_of(codes)
    return _make_tables(list_regions, place_regions, counts, rows, columns, np.uint32)


@part
def new_workspace(codes: Int8s, tables: Tables) -> Workspace:
    """Return arrays for a search of a grid of the tables' board and counts."""
    return _make_workspace(tables, _counts_of(codes))


@part
def neighbour_masks(rows: int, columns: int) -> UInt32s:
    """Return uint32 (spots,): the spots beside each spot."""
    masks = np.zeros(rows * columns, np.uint32)
    for spot in range(masks.size):
        for other in range(masks.size):
            down = abs(other // columns - spot // columns)
            across = abs(other % columns - spot % columns)
            if down + across == 1:
                masks[spot] |= np.uint32(1 << other)
    return masks
