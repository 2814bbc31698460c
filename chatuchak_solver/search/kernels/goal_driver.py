"""The whole goal-directed search as one kernel, for one grid or many.

`chatuchak_solver.search.goal_directed` explains the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.goal_bounds import (
    count_costs,
    list_survivors,
    read_grid,
    seek_prices,
)
from chatuchak_solver.search.kernels.goal_enumeration import next_goal
from chatuchak_solver.search.kernels.goal_layout import (
    BEGIN,
    BOUND,
    BUDGET,
    DEPTH,
    EXAMINED,
    EXPANSIONS,
    FINISHED,
    FIRST,
    FORGOT,
    GOAL_FOUND,
    GOAL_INDEX,
    GOALS,
    GOALS_EXAMINED,
    GOALS_LISTED,
    GRID,
    LAST_WORD,
    LENGTH,
    LEVEL,
    LIST,
    LISTED_BOUND,
    LOWER_BOUND,
    MAX_LENGTH,
    MOVED,
    NEW_REGIONS,
    NO_SOLUTION,
    NODES,
    NOTHING,
    OLD_REGIONS,
    PART,
    PLACED,
    REGIONS_PLACED,
    SLICE_OVER,
    STAGE,
    STORED,
    Tables,
    Workspace,
)
from chatuchak_solver.search.kernels.goal_search import search_goal, start_goal

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int8s, Int64s, UInt8s


@kernel
def search_grids(
    grids: Int8s,
    tables: Tables,
    work: Workspace,
    moves: UInt8s,
    results: Int64s,
    budget: int,
) -> int:
    """Find shortest solutions of grids of one board and one set of counts, none of them solved.

    For each bound, first the goal positions that are known already are searched, then those that
    the last bound's regions can make, then all others within it: a solution is mostly found before
    the last. The first success is optimal, because every solution within the bound ends in a goal
    position whose h is within it, and each of those is searched to the bound. One long function:
    kernels between this one and those that it calls would be compiled once more each.

    With a bound in ``state[LISTED_BOUND]``, the goal positions within it are only stored, those of
    one grid, and none is searched.

    Parameters
    ----------
    grids
        int8 (n, spots): the color of each spot, below `MAX_CODES`, and -1 for the empty one.
    tables, work
        What depends on the board and the counts, and the arrays to work in; see `begin_search`.
    moves
        Out: uint8 (n, MAX_LENGTH), the spots whose booths move to the empty one.
    results
        Out: int64 (n, RESULT_CELLS): see the cells of a result. That of the grid under way tells
        how far it is, with -1 for its length.
    budget
        Expansions and placements at which the slice ends.

    Returns
    -------
    FINISHED, or SLICE_OVER to be called again with the same arrays, or NO_SOLUTION, or
    GOALS_LISTED.
    """
    state, position, bounds = work.state, work.position, work.bounds
    survivors, frontier = work.survivors, work.frontier
    goal, colors = frontier.goal, position.color_masks.size
    if state[STAGE] != BEGIN:
        state[BUDGET] = state[NODES] + state[PLACED] + budget
    while True:
        grid, stage = state[GRID], state[STAGE]
        outcome = NOTHING
        if stage == BEGIN:
            read_grid(grids[grid], tables, position, frontier.stack)
            for color in range(colors):
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
            if state[LISTED_BOUND]:
                state[BOUND] = max(state[BOUND], state[LISTED_BOUND])
            for cell in (NODES, PLACED, EXAMINED, GOALS, GOAL_INDEX, FORGOT):
                state[cell] = 0
            state[DEPTH] = -1
            state[LAST_WORD] = -1
            state[FIRST] = 1
            state[BUDGET] = budget
            state[STAGE] = STORED
        elif state[DEPTH] >= 0:
            outcome = search_goal(tables, position, state, frontier)
        elif stage == LIST:
            list_survivors(tables, position, state, bounds, survivors)
            state[LEVEL] = -1
            state[PART] = 0
            state[STAGE] = NEW_REGIONS
        elif stage == STORED and state[GOAL_INDEX] < state[GOALS] and state[FORGOT] == 0:
            state[GOAL_INDEX] += 1
            stored = state[GOALS] - state[GOAL_INDEX]
            for color in range(colors):
                goal[0, color] = frontier.goal_regions[stored, color]
                goal[1, color] = frontier.goal_costs[stored, color]
            start_goal(tables.lines, position, state, frontier)
        elif stage == STORED:
            state[STAGE] = LIST
            if state[FIRST] == 0:
                # All of them may make goal positions that the last bound was too low for.
                for word in range(survivors.word_starts[colors]):
                    survivors.fresh[word] = survivors.present[word]
                state[LEVEL] = -1
                state[PART] = 0
                state[STAGE] = OLD_REGIONS
        else:
            outcome = next_goal(tables, position, state, bounds, survivors, frontier)
            if outcome == GOAL_FOUND and state[LISTED_BOUND]:
                outcome = NOTHING
            elif outcome == GOAL_FOUND:
                start_goal(tables.lines, position, state, frontier)
                outcome = NOTHING
            elif outcome == NOTHING and stage == OLD_REGIONS:
                state[STAGE] = LIST
            elif outcome == NOTHING and state[LISTED_BOUND]:
                outcome = GOALS_LISTED
            elif outcome == NOTHING:
                state[BOUND] += 1
                state[FIRST] = 0
                state[GOAL_INDEX] = 0
                state[STAGE] = STORED
                if state[BOUND] == MAX_LENGTH:
                    outcome = NO_SOLUTION
        if outcome == NOTHING:
            continue
        results[grid, LENGTH] = max(outcome, -1)
        results[grid, LOWER_BOUND] = state[BOUND]
        results[grid, EXPANSIONS] = state[NODES]
        results[grid, GOALS_EXAMINED] = state[EXAMINED]
        results[grid, REGIONS_PLACED] = state[PLACED]
        if outcome < 0:
            return outcome
        for move in range(outcome):
            moves[grid, move] = frontier.stack[move, MOVED]
        budget = state[BUDGET] - state[NODES] - state[PLACED]
        state[GRID] = grid + 1
        state[STAGE] = BEGIN
        if grid + 1 == grids.shape[0]:
            return FINISHED
        if budget <= 0:
            return SLICE_OVER
