"""Tables of a board and its counts, and the arrays of a search."""

import numpy as np

from chatuchak_solver.kernels.arrays import Int8s, Int64s, UInt32s
from chatuchak_solver.kernels.bits import popcount
from chatuchak_solver.search.kernels import goal_workspace
from chatuchak_solver.search.kernels.goal_layout import MAX_BOOTHS, MAX_CODES, Tables, Workspace
from tools.kernels.page.functions import page_kernel

MAX_ROW_WORDS = 1 << 22
"""Maximum size of conflict rows, 32 MB; a standard board has 6 MB."""

_begin_search = page_kernel(goal_workspace.begin_search)
_make_tables = page_kernel(goal_workspace.make_tables)
_make_workspace = page_kernel(goal_workspace.make_workspace)


@page_kernel
def color_masks(codes: Int8s) -> Int64s:
    """Return the booths of each color present, in the order of color codes; int64 (C,)."""
    masks = np.zeros(MAX_CODES, np.int64)
    for spot in range(codes.size):
        if codes[spot] >= 0:
            masks[codes[spot]] |= 1 << spot
    present: Int64s = masks[masks != 0]
    return present


@page_kernel
def _counts_of(codes: Int8s) -> Int64s:
    masks = color_masks(codes)
    counts = np.empty_like(masks)
    listed = 0
    for count in range(MAX_BOOTHS, 0, -1):
        for mask in masks:
            if popcount(mask) == count:
                counts[listed] = count
                listed += 1
    return counts


@page_kernel
def make_tables(codes: Int8s, rows: int, columns: int) -> Tables:
    """Return the tables of a grid's board and counts."""
    counts = _counts_of(codes)
    return _make_tables(counts, rows, columns, np.uint32)


@page_kernel
def new_search(codes: Int8s, tables: Tables, most_goals: int, listed_bound: int) -> Workspace:
    """Return initialized arrays for a search of a grid of the tables' board and counts."""
    work = _make_workspace(tables, _counts_of(codes), most_goals, MAX_ROW_WORDS)
    _begin_search(work, listed_bound)
    return work


@page_kernel
def neighbor_masks(rows: int, columns: int) -> UInt32s:
    """Return each spot's neighbors; uint32 (spots,)."""
    masks = np.zeros(rows * columns, np.uint32)
    for spot in range(masks.size):
        for other in range(masks.size):
            down = abs(other // columns - spot // columns)
            across = abs(other % columns - spot % columns)
            if down + across == 1:
                masks[spot] |= np.uint32(1 << other)
    return masks
