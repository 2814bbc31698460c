"""Functions of grids for the page: tables, searches and the measurement of difficulty.

The library has them in Python (`chatuchak_solver.analysis.optimal_paths`,
`chatuchak_solver.search.pattern_database`); a test compares both.
"""

import numpy as np

from chatuchak_solver.analysis.kernels.optimal_paths import (
    FULL,
    MIN_SLOTS,
    SLICE_BUDGET,
    collect_positions,
)
from chatuchak_solver.kernels.arrays import Int8s, Int32s, Int64s, UInt32s, UInt64s
from chatuchak_solver.kernels.bits import popcount
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import goal_workspace
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_driver import search_grids
from chatuchak_solver.search.kernels.goal_layout import MAX_BOOTHS, MAX_CODES, Tables, Workspace
from chatuchak_solver.search.kernels.pattern_database import (
    MAX_DEPTHS,
    HeuristicTables,
    advance_database,
    color_distance,
)
from chatuchak_solver.search.kernels.ranking import fill_rank_tables
from tools.kernels.page.memory import page_kernel

MEASURED, TOO_MANY_POSITIONS, TOO_MANY_GOALS, TOO_MANY_NODES = range(4)
POSITIONS, GOALS, NODES = range(3)
"""Indices of the limits."""
LIMITS = 3
MAX_ROW_WORDS = 1 << 22
"""32 MB; a standard board has 6 MB."""

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
    """Return initialized arrays for a search of a grid."""
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


@page_kernel
def make_heuristic(tables: Tables) -> HeuristicTables:
    """Return the pattern databases of some counts, with offsets by the number of booths."""
    spots = tables.lines.size
    binomials = np.empty((spots, MAX_BOOTHS + 1), np.uint32)
    low = np.zeros(1 << spots // 2, np.uint32)
    high = np.zeros((MAX_BOOTHS + 1, 1 << (spots + 1) // 2), np.uint32)
    fill_rank_tables(binomials, low, high)
    offsets = np.zeros(MAX_BOOTHS + 2, np.int64)
    for size in range(MAX_BOOTHS + 1):
        placements = 1 if size == 0 else 0
        for other in tables.sizes:
            if other == size:
                placements = np.int64(binomials[spots - 1, size]) + binomials[spots - 1, size - 1]
        offsets[size + 1] = offsets[size] + placements
    distances = np.zeros(offsets[MAX_BOOTHS + 1], np.uint8)
    reach = tables.lines.astype(np.uint32)
    neighbors = neighbor_masks(spots // tables.columns, tables.columns)
    for size in tables.sizes:
        own = distances[offsets[size] : offsets[size + 1]]
        histogram = np.zeros(MAX_DEPTHS, np.int64)
        first = np.uint64((1 << size) - 1)
        while advance_database(own, first, neighbors, reach, low, high, histogram):
            pass
    return HeuristicTables(distances, offsets, low, high, reach)


@page_kernel
def databases_of(codes: Int8s, heuristic: HeuristicTables) -> HeuristicTables:
    """Return the pattern databases with the offset of each color."""
    masks = color_masks(codes)
    offsets = np.empty_like(masks)
    for color in range(masks.size):
        offsets[color] = heuristic.offsets[popcount(masks[color])]
    return HeuristicTables(
        heuristic.distances,
        offsets,
        heuristic.low_ranks,
        heuristic.high_ranks,
        heuristic.reach_masks,
    )


@page_kernel
def needs_of(codes: Int8s, databases: HeuristicTables) -> Int64s:
    """Return each color's separate distance; see `databases_of`."""
    needs = color_masks(codes)
    for color in range(needs.size):
        needs[color] = color_distance(color, np.uint64(needs[color]), databases)
    return needs


@page_kernel
def empty_spot(codes: Int8s) -> int:
    """Return the empty spot."""
    empty = 0
    while codes[empty] >= 0:
        empty += 1
    return empty


@page_kernel
def _goals(grids: Int8s, tables: Tables, length: int, limits: Int64s) -> tuple[Int64s, int]:
    if length == 0:
        masks = color_masks(grids[0])
        only = np.empty((1, masks.size), np.int64)
        only[0] = masks
        return only, MEASURED
    work = new_search(grids[0], tables, limits[GOALS], length)
    moves = np.empty((1, layout.MAX_LENGTH), np.uint8)
    results = np.zeros((1, at.RESULT_CELLS), np.int64)
    budget = min(SLICE_BUDGET, limits[NODES])
    goals = work.frontier.goal_regions
    while search_grids(grids, tables, work, moves, results, budget) != at.GOALS_LISTED:
        if results[0, at.REGIONS_PLACED] > limits[NODES]:
            return goals, TOO_MANY_NODES
    if work.state[at.FORGOT]:
        return goals, TOO_MANY_GOALS
    return goals[: work.state[at.GOALS]], MEASURED


@page_kernel
def positions_of(
    grids: Int8s, tables: Tables, length: int, limits: Int64s
) -> tuple[UInt64s, Int32s, int]:
    """Return all positions on shortest solutions, and `MEASURED` or the limit reached."""
    keys = np.empty((limits[POSITIONS], 2), np.uint64)
    slots = MIN_SLOTS
    while slots < 2 * limits[POSITIONS]:
        slots *= 2
    index = np.empty(slots, np.int32)
    goals, reached = _goals(grids, tables, length, limits)
    if reached != MEASURED:
        return keys, index, reached
    codes = grids[0]
    masks, empty, lines = color_masks(codes), empty_spot(codes), tables.lines
    found = collect_positions(masks, empty, lines, length, goals, limits[NODES], keys, index)
    if found >= 0:
        return keys[:found], index, MEASURED
    return keys, index, TOO_MANY_POSITIONS if found == FULL else TOO_MANY_NODES
