"""The whole goal-directed search as one kernel; see `chatuchak_solver.search.goal_directed`."""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_bounds import (
    count_costs,
    list_survivors,
    read_grid,
    seek_prices,
)
from chatuchak_solver.search.kernels.goal_enumeration import next_goal
from chatuchak_solver.search.kernels.goal_layout import MAX_LENGTH, Tables, Workspace
from chatuchak_solver.search.kernels.goal_search import search_goal, start_goal


@precompiled("goal_narrow", "goal_wide")
def search_grids(
    grids: Matrix[np.int8],
    tables: Tables,
    work: Workspace,
    moves: Matrix[np.uint8],
    results: Matrix[np.int64],
    budget: int,
) -> int:
    """Find shortest solutions of unsolved grids with one board and one set of counts.

    Each bound first searches the stored goal positions, then those of the last bound's regions,
    then all others within it; most solutions are found before the last stage. The first solution is
    optimal: every solution within the bound ends in a goal position with h within it. One long
    function, as intermediate kernels would each be compiled again.

    With a bound in ``state[LISTED_BOUND]``, the goal positions of one grid within it are only
    stored.

    Parameters
    ----------
    grids
        int8 (n, spots): the color of each spot, below `MAX_CODES`, and -1 for the empty one.
    work
        See `begin_search`.
    moves
        Out: uint8 (n, MAX_LENGTH), the spots whose booths move to the empty one.
    results
        Out: int64 (n, RESULT_CELLS). The current grid has a length of -1.
    budget
        Maximum expansions and placements of the slice.

    Returns
    -------
    FINISHED, or SLICE_OVER to be called again with the same arrays, or NO_SOLUTION, or
    GOALS_LISTED.
    """
    state, position, bounds = work.state, work.position, work.bounds
    survivors, frontier = work.survivors, work.frontier
    goal, colors = frontier.goal, position.color_masks.size
    if state[at.STAGE] != at.BEGIN:
        state[at.BUDGET] = state[at.NODES] + state[at.PLACED] + budget
    while True:
        grid, stage = state[at.GRID], state[at.STAGE]
        outcome = at.NOTHING
        if stage == at.BEGIN:
            read_grid(grids[grid], tables, position, frontier.stack)
            for color in range(colors):
                size = position.size_index[color]
                first, end = tables.starts[size], tables.ends[size]
                count_costs(
                    position.color_masks[color],
                    tables.masks[first:end],
                    tables.lines,
                    frontier.scratch,
                    bounds.counted,
                    bounds.costs[color, first:end],
                )
            seek_prices(tables, position, state, bounds)
            if state[at.LISTED_BOUND]:
                state[at.BOUND] = max(state[at.BOUND], state[at.LISTED_BOUND])
            for cell in (at.NODES, at.PLACED, at.EXAMINED, at.GOALS, at.GOAL_INDEX, at.FORGOT):
                state[cell] = 0
            state[at.DEPTH] = -1
            state[at.LAST_WORD] = -1
            state[at.FIRST] = 1
            state[at.BUDGET] = budget
            state[at.STAGE] = at.STORED
        elif state[at.DEPTH] >= 0:
            outcome = search_goal(tables, position, state, frontier)
        elif stage == at.LIST:
            list_survivors(tables, position, state, bounds, survivors)
            state[at.LEVEL] = -1
            state[at.PART] = 0
            state[at.STAGE] = at.NEW_REGIONS
        elif (
            stage == at.STORED and state[at.GOAL_INDEX] < state[at.GOALS] and state[at.FORGOT] == 0
        ):
            state[at.GOAL_INDEX] += 1
            stored = state[at.GOALS] - state[at.GOAL_INDEX]
            for color in range(colors):
                goal[0, color] = frontier.goal_regions[stored, color]
                goal[1, color] = frontier.goal_costs[stored, color]
            start_goal(tables.lines, position, state, frontier)
        elif stage == at.STORED:
            state[at.STAGE] = at.LIST
            if state[at.FIRST] == 0:
                # All of them may be in goal positions above the last bound.
                for word in range(survivors.word_starts[colors]):
                    survivors.fresh[word] = survivors.present[word]
                state[at.LEVEL] = -1
                state[at.PART] = 0
                state[at.STAGE] = at.OLD_REGIONS
        else:
            outcome = next_goal(tables, position, state, bounds, survivors, frontier)
            if outcome == at.GOAL_FOUND and state[at.LISTED_BOUND]:
                outcome = at.NOTHING
            elif outcome == at.GOAL_FOUND:
                start_goal(tables.lines, position, state, frontier)
                outcome = at.NOTHING
            elif outcome == at.NOTHING and stage == at.OLD_REGIONS:
                state[at.STAGE] = at.LIST
            elif outcome == at.NOTHING and state[at.LISTED_BOUND]:
                outcome = at.GOALS_LISTED
            elif outcome == at.NOTHING:
                state[at.BOUND] += 1
                state[at.FIRST] = 0
                state[at.GOAL_INDEX] = 0
                state[at.STAGE] = at.STORED
                if state[at.BOUND] == MAX_LENGTH:
                    outcome = at.NO_SOLUTION
        if outcome == at.NOTHING:
            continue
        results[grid, at.LENGTH] = max(outcome, -1)
        results[grid, at.LOWER_BOUND] = state[at.BOUND]
        results[grid, at.EXPANSIONS] = state[at.NODES]
        results[grid, at.GOALS_EXAMINED] = state[at.EXAMINED]
        results[grid, at.REGIONS_PLACED] = state[at.PLACED]
        if outcome < 0:
            return outcome
        for move in range(outcome):
            moves[grid, move] = frontier.stack[move, at.MOVED]
        budget = state[at.BUDGET] - state[at.NODES] - state[at.PLACED]
        state[at.GRID] = grid + 1
        state[at.STAGE] = at.BEGIN
        if grid + 1 == grids.shape[0]:
            return at.FINISHED
        if budget <= 0:
            return at.SLICE_OVER
