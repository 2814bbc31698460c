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
    """Move a booth from ``left`` to ``spot``, and set its color's cost and forced moves."""
    color_masks[color] ^= (1 << spot) | (1 << left)
    color_at[spot] = color
    color_at[left] = -1
    goal[1, color] = cost
    goal[2, color] = forced


@inlined_kernel
def make_next_move(
    depth: int,
    moves: int,
    bound: int,
    lines: Int64s,
    memo: Int64s,
    scratch: Int64s,
    color_masks: Int64s,
    color_at: Int64s,
    goal: Int64s,
    stack: Int64s,
) -> bool:
    """Make the next of a node's ``moves`` and push the child, unless it exceeds the bound."""
    stack[depth, at.MOVES] = moves & (moves - 1)
    empty, moved = stack[depth, at.EMPTY], trailing_zeros(moves)
    color = color_at[moved]
    region = goal[0, color]
    booths = color_masks[color] ^ ((1 << moved) | (1 << empty))
    others = stack[depth, at.H] - goal[1, color]
    limit = bound - depth - 1 - others
    if popcount(booths & ~region) > limit:
        return False
    place = look_up(booths, region, lines, memo, scratch)
    cost = memo[place, at.COST]
    if cost > limit:
        return False
    old_cost, old_forced = goal[1, color], goal[2, color]
    forced = forced_at(place, lines, memo, scratch)
    put_booth(color, empty, moved, cost, forced, color_masks, color_at, goal)
    slack = limit - cost
    # At slack 0 before, there were no cycles of forced moves, so new ones contain this color.
    tight = others + old_cost + depth == bound
    began = 1 << color if tight else (1 << color_masks.size) - 1
    if slack < 2 and count_extra(began, slack + 1, color_masks, color_at, goal) > slack:
        put_booth(color, moved, empty, old_cost, old_forced, color_masks, color_at, goal)
        return False
    stack[depth, at.MOVED] = moved
    stack[depth, at.MOVED_COLOR] = color
    stack[depth, at.OLD_COST] = old_cost
    stack[depth, at.OLD_FORCED] = old_forced
    stack[depth + 1, at.EMPTY] = moved
    stack[depth + 1, at.JUST_MOVED] = 1 << empty
    stack[depth + 1, at.H] = others + cost
    stack[depth + 1, at.MOVES] = at.UNEXPANDED
    return True


@inlined_kernel
def take_back(
    depth: int, color_masks: Int64s, color_at: Int64s, goal: Int64s, stack: Int64s
) -> None:
    """Take back the move of a node."""
    color, moved = stack[depth, at.MOVED_COLOR], stack[depth, at.MOVED]
    empty = stack[depth, at.EMPTY]
    old_cost, old_forced = stack[depth, at.OLD_COST], stack[depth, at.OLD_FORCED]
    put_booth(color, moved, empty, old_cost, old_forced, color_masks, color_at, goal)


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
    stack, goal, memo, scratch = frontier.stack, frontier.goal, frontier.memo, frontier.scratch
    color_masks, color_at, lines = position.color_masks, position.color_at, tables.lines
    bound, depth, nodes = state[at.BOUND], state[at.DEPTH], state[at.NODES]
    last_node = state[at.BUDGET] - state[at.PLACED]
    while True:
        moves = stack[depth, at.MOVES]
        # A new node: all moves except the inverse.
        if moves == at.UNEXPANDED:
            if nodes >= last_node:
                outcome = at.SLICE_OVER
                break
            nodes += 1
            moves = lines[stack[depth, at.EMPTY]] & ~stack[depth, at.JUST_MOVED]
        if moves == 0:
            depth -= 1
            if depth < 0:
                outcome = at.NOTHING
                break
            take_back(depth, color_masks, color_at, goal, stack)
        elif make_next_move(
            depth, moves, bound, lines, memo, scratch, color_masks, color_at, goal, stack
        ):
            depth += 1
            if stack[depth, at.H] == 0:
                outcome = depth
                break
    state[at.DEPTH] = depth
    state[at.NODES] = nodes
    return int(outcome)
