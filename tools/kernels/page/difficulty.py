"""What makes a grid hard, measured without Python: the loops around the analysis' kernels.

In the library Python runs them (`chatuchak_solver.analysis.optimal_paths`,
`chatuchak_solver.search.pattern_database`); a test holds both together.
"""

from __future__ import annotations

import numpy as np

from chatuchak_solver.analysis.kernels.optimal_paths import collect_positions, link_positions
from chatuchak_solver.analysis.kernels.outcomes import FULL
from chatuchak_solver.analysis.kernels.path_sums import (
    count_solutions,
    order_positions,
    share_visits,
)
from chatuchak_solver.analysis.kernels.scales import SLICE_BUDGET
from chatuchak_solver.analysis.kernels.small_tables import fill_part_ranks, part_bits
from chatuchak_solver.arrays import Float64s, Int8s, Int32s, Int64s, UInt32s, UInt64s
from chatuchak_solver.bits import popcount
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels.goal_driver import search_grids
from chatuchak_solver.search.kernels.goal_layout import MAX_CODES, MOST_BOOTHS, Tables
from chatuchak_solver.search.kernels.heuristic_tables import MOST_DEPTHS, HeuristicTables
from chatuchak_solver.search.kernels.pattern_database import advance_database
from chatuchak_solver.search.kernels.ranking import fill_rank_tables
from chatuchak_solver.search.kernels.regions import fill_lines
from tools.kernels.page.parts import part
from tools.kernels.page.tables import neighbour_masks, new_workspace, with_goals, with_rows

MEASURED, TOO_MANY_POSITIONS, TOO_MANY_GOALS, TOO_MANY_NODES = range(4)
"""What `find_paths` returns."""
POSITIONS, GOALS, NODES = range(3)
"""Its limits, by their places."""
LIMITS = 3
FIRST_GOALS = 1 << 10
FIRST_POSITIONS = 1 << 12
GROWTH = 8

SOLUTIONS, SOLUTIONS_HIGH, POSITION_COUNT, FIRST_MOVES = range(4)
"""Whole numbers that it finds, by their places; the solutions' number has 128 bits."""
PATH_FACTS = 4


@part
def color_masks(codes: Int8s) -> Int64s:
    """Return int64 (C,): the booths of each color that is present, in the order of their codes."""
    masks = np.zeros(MAX_CODES, np.int64)
    for spot in range(codes.size):
        if codes[spot] >= 0:
            masks[codes[spot]] |= 1 << spot
    present = np.empty(MAX_CODES, np.int64)
    colors = 0
    for mask in masks:
        if mask:
            present[colors] = mask
            colors += 1
    return present[:colors]


@part
def make_heuristic(codes: Int8s, rows: int, columns: int) -> HeuristicTables:
    """Return the pattern databases of a grid's counts; the offsets are by the number of booths."""
    spots = rows * columns
    binomials = np.empty((spots, MOST_BOOTHS + 1), np.uint32)
    low_spots = spots // 2
    low = np.zeros(1 << low_spots, np.uint32)
    high = np.zeros((MOST_BOOTHS + 1, 1 << (spots - low_spots)), np.uint32)
    fill_rank_tables(binomials, low, high)
    offsets = np.zeros(MOST_BOOTHS + 1, np.int64)
    end = 1
    for size in range(2, MOST_BOOTHS + 1):
        for mask in color_masks(codes):
            if popcount(mask) == size and offsets[size] == 0:
                offsets[size] = end
                end += np.int64(binomials[spots - 1, size]) + binomials[spots - 1, size - 1]
    distances = np.zeros(end, np.uint8)
    lines = np.empty(spots, np.int64)
    fill_lines(columns, lines)
    reach = lines.astype(np.uint32)
    neighbours = neighbour_masks(rows, columns)
    for size in range(2, MOST_BOOTHS + 1):
        if offsets[size]:
            count = np.int64(binomials[spots - 1, size]) + binomials[spots - 1, size - 1]
            own = distances[offsets[size] : offsets[size] + count]
            first = np.uint64((1 << size) - 1)
            histogram = np.zeros(MOST_DEPTHS, np.int64)
            while advance_database(own, first, neighbours, reach, low, high, histogram):
                pass
    return HeuristicTables(distances, offsets, low, high, reach)


@part
def make_part_ranks(spots: int) -> UInt32s:
    """Return the rank tables of a board's parts."""
    ranks = np.zeros((1 + 2 * (MOST_BOOTHS + 1)) << part_bits(spots), np.uint32)
    fill_part_ranks(np.empty((spots, MOST_BOOTHS + 1), np.uint32), ranks)
    return ranks


@part
def offsets_of(masks: Int64s, heuristic: HeuristicTables) -> Int64s:
    """Return int64 (C,): where each color's pattern database starts."""
    offsets = np.empty(masks.size, np.int64)
    for color in range(masks.size):
        offsets[color] = heuristic.offsets[popcount(masks[color])]
    return offsets


@part
def _goals(
    grids: Int8s, masks: Int64s, tables: Tables, length: int, limits: Int64s
) -> tuple[Int64s, int]:
    """Return the goal positions within a length, and `MEASURED` or the limit reached."""
    if length == 0:
        only = np.empty((1, masks.size), np.int64)
        only[0] = masks
        return only, MEASURED
    work = new_workspace(grids[0], tables)
    moves = np.empty((1, layout.MAX_LENGTH), np.uint8)
    results = np.zeros((1, layout.RESULT_CELLS), np.int64)
    capacity = min(FIRST_GOALS, limits[GOALS])
    while True:
        work = with_goals(work, capacity)
        work.state[layout.GRID] = 0
        work.state[layout.LISTED_BOUND] = length
        work.state[layout.STAGE] = layout.BEGIN
        outcome = layout.SLICE_OVER
        while outcome != layout.GOALS_LISTED:
            budget = min(SLICE_BUDGET, limits[NODES])
            outcome = search_grids(grids, tables, work, moves, results, budget)
            if outcome == layout.ROWS_FULL:
                work = with_rows(work, 2 * work.state[layout.ROWS_NEEDED])
            elif outcome == layout.SLICE_OVER:  # noqa: SIM102
                if results[0, layout.REGIONS_PLACED] > limits[NODES]:
                    return work.frontier.goal_regions, TOO_MANY_NODES
        if work.state[layout.FORGOT] == 0:
            return work.frontier.goal_regions[: work.state[layout.GOALS]], MEASURED
        if capacity == limits[GOALS]:
            return work.frontier.goal_regions, TOO_MANY_GOALS
        capacity = min(GROWTH * capacity, limits[GOALS])


@part
def _measure(
    keys: UInt64s,
    index: Int32s,
    length: int,
    tables: Tables,
    heuristic: HeuristicTables,
    whole: Int64s,
    shares: Float64s,
) -> None:
    """Count the solutions, and follow a random one through the positions found."""
    count = keys.shape[0]
    order = np.empty(count, np.int64)
    order_positions(keys, order, np.empty_like(order))
    width = 0
    for line in tables.lines:
        width = max(width, popcount(line))
    targets = np.full((count, width), -1, np.int32)
    spots = np.full((count, width), -1, np.int32)
    misleads = np.zeros(count, np.bool_)
    moves = np.zeros(count, np.int64)
    link_positions(keys, index, order, tables.lines, heuristic, targets, spots, misleads, moves)
    inside = count
    while inside and np.int64(keys[order[inside - 1], 1] >> np.uint64(32)) == length:
        inside -= 1
    totals = np.empty((count, 2), np.uint64)
    count_solutions(moves, targets, inside, totals)
    chances = np.empty(count, np.float64)
    share_visits(moves, targets, chances)
    shares[:] = 0.0
    for place in range(inside):
        shares[0] += chances[place] if misleads[place] else 0.0
        shares[moves[place]] += chances[place]
    whole[SOLUTIONS], whole[SOLUTIONS_HIGH] = np.int64(totals[0, 0]), np.int64(totals[0, 1])
    whole[POSITION_COUNT] = count
    whole[FIRST_MOVES] = 0
    for branch in range(moves[0]):
        whole[FIRST_MOVES] |= 1 << spots[0, branch]


@part
def _positions(
    grids: Int8s, tables: Tables, length: int, limits: Int64s
) -> tuple[UInt64s, Int32s, int]:
    """Return all positions on shortest solutions, and `MEASURED` or the limit reached."""
    codes = grids[0]
    masks = color_masks(codes)
    empty = 0
    while codes[empty] >= 0:
        empty += 1
    goals, reached = _goals(grids, masks, tables, length, limits)
    capacity = min(FIRST_POSITIONS, limits[POSITIONS])
    while True:
        keys = np.empty((capacity, 2), np.uint64)
        slots = 1
        while slots < 2 * capacity:
            slots *= 2
        index = np.full(slots, -1, np.int32)
        if reached != MEASURED:
            return keys, index, reached
        found = collect_positions(
            masks, empty, tables.lines, length, goals, limits[NODES], keys, index
        )
        if found >= 0:
            return keys[:found], index, MEASURED
        if found != FULL:
            return keys, index, TOO_MANY_NODES
        if capacity == limits[POSITIONS]:
            return keys, index, TOO_MANY_POSITIONS
        capacity = min(GROWTH * capacity, limits[POSITIONS])


@part
def find_paths(
    grids: Int8s,
    tables: Tables,
    heuristic: HeuristicTables,
    length: int,
    limits: Int64s,
    whole: Int64s,
    shares: Float64s,
) -> int:
    """Find all positions on shortest solutions, and measure them.

    Parameters
    ----------
    grids
        int8 (1, spots): the grid.
    length
        The proven optimal length.
    limits
        int64 (LIMITS,): when to give up, as `PathLimits`.
    whole
        Out, int64: the whole numbers that are found.
    shares
        Out, float64: of the positions along a random solution, at 0 those where a move that loses
        the optimum looks better, at k those where k moves keep it, 1 to the most of a spot.

    Returns
    -------
    MEASURED, or which limit was reached.
    """
    keys, index, outcome = _positions(grids, tables, length, limits)
    if outcome != MEASURED:
        return int(outcome)
    own = HeuristicTables(
        heuristic.distances,
        offsets_of(color_masks(grids[0]), heuristic),
        heuristic.low_ranks,
        heuristic.high_ranks,
        heuristic.reach_masks,
    )
    _measure(keys, index, length, tables, own, whole, shares)
    return MEASURED


@part
def find_goals(grids: Int8s, tables: Tables, length: int, limits: Int64s, goals: Int64s) -> int:
    """Find the goal positions that shortest solutions lead to.

    Parameters
    ----------
    grids, length, limits
        As `find_paths`.
    goals
        Out, int64 (most, C): each color's spots in each of them, in the order of color codes.

    Returns
    -------
    Their number, or -1 where a limit was reached or there are more.
    """
    colors = color_masks(grids[0]).size
    keys, _, outcome = _positions(grids, tables, length, limits)
    if outcome != MEASURED:
        return -1
    found = 0
    for place in range(keys.shape[0]):
        low, high = keys[place, 0], keys[place, 1]
        if np.int64(high >> np.uint64(32)) != length:
            continue
        if found == goals.shape[0]:
            return -1
        for color in range(colors):
            goals[found, color] = 0
        for spot in range(tables.lines.size):
            at = np.uint64(spot)
            code = (low >> at) & np.uint64(1)
            code |= ((low >> (at + np.uint64(32))) & np.uint64(1)) << np.uint64(1)
            code |= ((high >> at) & np.uint64(1)) << np.uint64(2)
            if code:
                goals[found, np.int64(code) - 1] |= 1 << spot
        found += 1
    return found
