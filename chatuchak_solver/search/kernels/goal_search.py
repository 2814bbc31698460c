"""Depth-first search of a goal position."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.forced_moves import count_extra, forced_at, look_up
from chatuchak_solver.search.kernels.goal_layout import Frontier, Position, Tables


@inlined_kernel
def put_booth(
    color: int,
    spot: int,
    left: int,
    cost: int,
    forced: int,
    color_masks: Int64s,
    color_at: Int64s,
    goal: Int64s,
) -> None:
    """Move a booth, and set its color's cost and forced moves."""
    color_masks[color] ^= (1 << spot) | (1 << left)
    color_at[spot] = color
    color_at[left] = -1
    goal[1, color] = cost
    goal[2, color] = forced


@inlined_kernel
def go_down(
    depth: int, moved: int, color: int, old_cost: int, old_forced: int, h: int, stack: Int64s
) -> None:
    """Push the node after a move, with the data to undo it."""
    stack[depth, at.MOVED] = moved
    stack[depth, at.MOVED_COLOR] = color
    stack[depth, at.OLD_COST] = old_cost
    stack[depth, at.OLD_FORCED] = old_forced
    stack[depth + 1, at.EMPTY] = moved
    stack[depth + 1, at.JUST_MOVED] = 1 << stack[depth, at.EMPTY]
    stack[depth + 1, at.H] = h
    stack[depth + 1, at.MOVES] = at.UNEXPANDED


@inner_kernel
def start_goal(lines: Int64s, position: Position, state: Int64s, frontier: Frontier) -> None:
    """Put the grid on the stack, to search the goal position in ``frontier.goal``."""
    goal = frontier.goal
    colors = position.color_masks.size
    h = 0
    for color in range(colors):
        h += goal[1, color]
        booths, region = position.color_masks[color], goal[0, color]
        place = look_up(booths, region, lines, frontier.memo, frontier.scratch)
        goal[2, color] = forced_at(place, lines, frontier.memo, frontier.scratch)
    frontier.stack[0, at.H] = h
    frontier.stack[0, at.JUST_MOVED] = 0
    frontier.stack[0, at.MOVES] = at.UNEXPANDED
    state[at.DEPTH] = 0
    slack = state[at.BOUND] - h
    every_color = (1 << colors) - 1
    enough = slack + 1
    if count_extra(every_color, enough, position.color_masks, position.color_at, goal) > slack:
        state[at.DEPTH] = -1


@inner_kernel
def search_goal(tables: Tables, position: Position, state: Int64s, frontier: Frontier) -> int:
    """Search depth first for the current goal position within the bound.

    Starts or resumes at ``state[DEPTH]``. Returns the length of a solution, or NOTHING, or
    SLICE_OVER.
    """
    stack, goal, scratch = frontier.stack, frontier.goal, frontier.scratch
    memo = frontier.memo
    every_color = (1 << position.color_masks.size) - 1
    color_masks, color_at, lines = position.color_masks, position.color_at, tables.lines
    bound = state[at.BOUND]
    depth = state[at.DEPTH]
    nodes = state[at.NODES]
    last_node = state[at.BUDGET] - state[at.PLACED]
    while True:
        empty = stack[depth, at.EMPTY]
        moves = stack[depth, at.MOVES]
        # A new node: all moves except the inverse.
        if moves == at.UNEXPANDED:
            if nodes >= last_node:
                state[at.DEPTH] = depth
                state[at.NODES] = nodes
                return at.SLICE_OVER
            nodes += 1
            moves = lines[empty] & ~stack[depth, at.JUST_MOVED]
        if moves == 0:
            depth -= 1
            if depth < 0:
                state[at.DEPTH] = -1
                state[at.NODES] = nodes
                return at.NOTHING
            empty, moved = stack[depth, at.EMPTY], stack[depth, at.MOVED]
            color = stack[depth, at.MOVED_COLOR]
            old_cost, old_forced = stack[depth, at.OLD_COST], stack[depth, at.OLD_FORCED]
            put_booth(color, moved, empty, old_cost, old_forced, color_masks, color_at, goal)
            continue
        stack[depth, at.MOVES] = moves & (moves - 1)
        moved = trailing_zeros(moves)
        color = color_at[moved]
        region = goal[0, color]
        booths = color_masks[color] ^ ((1 << moved) | (1 << empty))
        others = stack[depth, at.H] - goal[1, color]
        limit = bound - depth - 1 - others
        if popcount(booths & ~region) > limit:
            continue
        place = look_up(booths, region, lines, memo, scratch)
        cost = memo[place, at.COST]
        if cost > limit:
            continue
        old_cost = goal[1, color]
        old_forced = goal[2, color]
        forced = forced_at(place, lines, memo, scratch)
        put_booth(color, empty, moved, cost, forced, color_masks, color_at, goal)
        slack = limit - cost
        # At slack 0 before, there were no cycles of forced moves, so new ones contain this color.
        some = 1 << color if others + old_cost + depth == bound else every_color
        if slack < 2 and count_extra(some, slack + 1, color_masks, color_at, goal) > slack:
            put_booth(color, moved, empty, old_cost, old_forced, color_masks, color_at, goal)
            continue
        go_down(depth, moved, color, old_cost, old_forced, others + cost, stack)
        depth += 1
        if others + cost == 0:
            state[at.DEPTH] = depth
            state[at.NODES] = nodes
            return int(depth)
