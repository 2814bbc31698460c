"""The whole goal-directed search as one kernel, for one grid or many.

`chatuchak_solver.search.goal_directed` explains the method.
"""

from __future__ import annotations

from typing import Any

from chatuchak_solver.bits import popcount
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.goal_bounds import count_costs, list_survivors, seek_prices
from chatuchak_solver.search.kernels.goal_layout import (
    ALL_REGIONS,
    BEGIN,
    BOUND,
    BUDGET,
    DEPTH,
    EMPTY,
    EXAMINED,
    EXPANSIONS,
    FINISHED,
    FIRST,
    FORGOT,
    GOAL_FOUND,
    GOAL_INDEX,
    GOALS,
    GOALS_EXAMINED,
    GRID,
    LAST_WORD,
    LENGTH,
    LIST,
    LOWER_BOUND,
    MAX_CODES,
    MAX_LENGTH,
    MOVED,
    NEW_REGIONS,
    NO_SOLUTION,
    NODES,
    NOTHING,
    OLD_REGIONS,
    PLACED,
    REGIONS_PLACED,
    SLICE_OVER,
    STAGE,
    STORED,
    Frontier,
    Position,
    Tables,
    Workspace,
)
from chatuchak_solver.search.kernels.goal_search import (
    keep_goal,
    next_goal,
    search_goal,
    start_enumeration,
    start_goal,
)

__all__ = ["search_grids"]


@kernel
def _read_grid(codes: Any, tables: Tables, position: Position, frontier: Frontier) -> None:
    """Set the position to a grid of color codes; the spot without one is empty."""
    color_masks, color_at, fillable = position.color_masks, position.color_at, position.fillable
    sizes = tables.sizes
    colors = 0
    for spot in range(codes.size):
        color_at[spot] = -1
        if codes[spot] < 0:
            frontier.stack[0, EMPTY] = spot
    for code in range(MAX_CODES):
        mask = 0
        for spot in range(codes.size):
            if codes[spot] == code:
                mask |= 1 << spot
                color_at[spot] = colors
        if mask:
            color_masks[colors] = mask
            index = 0
            while sizes[index] != popcount(mask):
                index += 1
            position.size_index[colors] = index
            colors += 1
    for subset in range(fillable.size):
        sums = 1
        for color in range(colors):
            if (subset >> color) & 1:
                sums |= sums << sizes[position.size_index[color]]
        fillable[subset] = sums | sums << 1


@kernel
def _begin(codes: Any, tables: Tables, work: Workspace) -> None:
    """Read a grid and set its costs, prices and first bound."""
    state, position, bounds = work.state, work.position, work.bounds
    _read_grid(codes, tables, position, work.frontier)
    for color in range(position.color_masks.size):
        size = position.size_index[color]
        first, end = tables.starts[size], tables.ends[size]
        count_costs(
            position.color_masks[color],
            tables.masks[first:end],
            tables.lines,
            bounds.counted,
            bounds.costs[color, first:end],
        )
    seek_prices(tables, position, state, bounds)
    state[NODES] = 0
    state[GOALS] = 0
    state[GOAL_INDEX] = 0
    state[FORGOT] = 0
    state[EXAMINED] = 0
    state[PLACED] = 0
    state[DEPTH] = -1
    state[LAST_WORD] = -1
    state[FIRST] = 1
    state[STAGE] = STORED


@kernel
def _next_stored(state: Any, frontier: Frontier) -> int:
    """Go on to the next goal position that an earlier bound has stored."""
    if state[GOAL_INDEX] == state[GOALS] or state[FORGOT]:
        return NOTHING
    for color in range(frontier.goal.shape[1]):
        frontier.goal[0, color] = frontier.goal_regions[state[GOAL_INDEX], color]
        frontier.goal[1, color] = frontier.goal_costs[state[GOAL_INDEX], color]
    state[GOAL_INDEX] += 1
    return GOAL_FOUND


@kernel
def _search(tables: Tables, work: Workspace) -> int:
    """Search bound after bound; return the length of a shortest solution, or why not.

    For each bound, first the goal positions that are known already, then those that the last
    bound's regions can make, then all others within it: a solution is mostly found before the
    last. The first success is optimal, because every solution within the bound ends in a goal
    position whose h is within it, and each of those is searched to the bound.
    """
    state, position, bounds = work.state, work.position, work.bounds
    survivors, frontier = work.survivors, work.frontier
    while state[BOUND] < MAX_LENGTH:
        if state[DEPTH] >= 0:
            outcome = search_goal(tables, position, state, frontier)
            if outcome != NOTHING:
                return outcome
        stage = state[STAGE]
        if stage == LIST:
            list_survivors(tables, position, state, bounds, survivors)
            start_enumeration(state, survivors, frontier)
            state[ALL_REGIONS] = 1
            state[STAGE] = NEW_REGIONS
            continue
        if stage == STORED:
            outcome = _next_stored(state, frontier)
        else:
            outcome = next_goal(tables, position, state, bounds, survivors, frontier)
        if outcome == GOAL_FOUND:
            if stage != STORED:
                keep_goal(state, frontier)
            start_goal(tables.lines, position, state, frontier)
        elif outcome != NOTHING:
            return outcome
        elif stage == STORED and state[FIRST] == 0:
            start_enumeration(state, survivors, frontier)
            state[ALL_REGIONS] = 0
            state[STAGE] = OLD_REGIONS
        elif stage != NEW_REGIONS:
            state[STAGE] = LIST
        else:
            state[BOUND] += 1
            state[FIRST] = 0
            state[GOAL_INDEX] = 0
            state[STAGE] = STORED
    return NO_SOLUTION


@kernel
def search_grids(
    grids: Any, tables: Tables, work: Workspace, moves: Any, results: Any, budget: int
) -> int:
    """Find shortest solutions of grids of one board and one set of counts, none of them solved.

    Parameters
    ----------
    grids
        int8 (n, spots): the color of each spot, below `MAX_CODES`, and -1 for the empty one.
    tables, work
        What depends on the board and the counts, and the arrays to work in. Before a new batch
        set ``state[GRID]`` to 0 and ``state[STAGE]`` to `BEGIN`.
    moves
        Out: uint8 (n, MAX_LENGTH), the spots whose booths move to the empty one.
    results
        Out: int64 (n, RESULT_CELLS): see the cells of a result. That of the grid under way tells
        how far it is, with -1 for its length.
    budget
        Expansions and placements at which the slice ends.

    Returns
    -------
    FINISHED, or SLICE_OVER or ROWS_FULL to be called again with the same arrays (but for larger
    ``rows``), or NO_SOLUTION.
    """
    state = work.state
    while state[GRID] < grids.shape[0]:
        grid = state[GRID]
        if state[STAGE] == BEGIN:
            _begin(grids[grid], tables, work)
        before = state[NODES] + state[PLACED]
        state[BUDGET] = before + budget
        length = _search(tables, work)
        budget -= state[NODES] + state[PLACED] - before
        results[grid, LENGTH] = max(length, -1)
        results[grid, LOWER_BOUND] = state[BOUND]
        results[grid, EXPANSIONS] = state[NODES]
        results[grid, GOALS_EXAMINED] = state[EXAMINED]
        results[grid, REGIONS_PLACED] = state[PLACED]
        if length < 0:
            return length
        for move in range(length):
            moves[grid, move] = work.frontier.stack[move, MOVED]
        state[GRID] = grid + 1
        state[STAGE] = BEGIN
        if budget <= 0 and grid + 1 < grids.shape[0]:
            return SLICE_OVER
    return FINISHED
