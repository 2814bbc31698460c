"""Kernels that collect, order, link and count all positions on shortest solutions.

A position is three bit planes of spots (color + 1 in binary, 0 on the empty spot), packed with its
depth into two 64-bit words: planes 0 and 1; plane 2 and the depth.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Float64s, Int32s, Int64s, Matrix, UInt64s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.forced_moves import count_extra, forced_at, look_up
from chatuchak_solver.search.kernels.goal_layout import MEMO_BITS
from chatuchak_solver.search.kernels.goal_search import make_next_move, take_back
from chatuchak_solver.search.kernels.packed_state import hash_state
from chatuchak_solver.search.kernels.pattern_database import HeuristicTables, color_distance
from chatuchak_solver.search.kernels.set_cost import SCRATCH

SLICE_BUDGET = 400_000
"""Regions placed per slice when listing goal positions."""
MIN_BITS = 12
MIN_SLOTS = 1 << MIN_BITS
"""Initial hash slots; they grow with the positions for locality."""
FULL = -1
"""No room for another position."""
OVER_BUDGET = -2
"""Expansion budget exhausted."""
DEAD_BITS = 16
"""Size of the table of dead ends."""
ALIVE = 8
"""Stack cell of a position: 1 if a goal was found below."""
BYTE = np.uint64(255)


@kernel
def _slot(low: np.uint64, high: np.uint64, bits: int) -> np.int64:
    return np.int64(hash_state(low, high) >> np.uint64(64 - bits))


@kernel
def _find(low: np.uint64, high: np.uint64, keys: UInt64s, index: Int32s, bits: int) -> np.int64:
    """Return the slot of a position, or a free one."""
    slot = _slot(low, high, bits)
    while index[slot] >= 0:
        place = index[slot]
        if keys[place, 0] == low and keys[place, 1] == high:
            return slot
        slot = (slot + 1) & ((1 << bits) - 1)
    return slot


@kernel
def read_position(low: np.uint64, high: np.uint64, spots: int, masks: Int64s) -> None:
    """Set ``masks``, int64 (8,), to the spots of each color + 1, and at 0 to the empty spot."""
    for code in range(masks.size):
        mask = (np.uint64(1) << np.uint64(spots)) - np.uint64(1)
        mask &= low if code & 1 else ~low
        mask &= low >> np.uint64(32) if code & 2 else ~(low >> np.uint64(32))
        mask &= high if code & 4 else ~high
        masks[code] = np.int64(mask)


@kernel
def _flip(spots: int, color: int, planes: UInt64s) -> None:
    """Exchange a booth of ``color`` with the empty spot; ``spots`` holds both."""
    code = color + 1
    if code & 1:
        planes[0] ^= np.uint64(spots)
    if code & 2:
        planes[0] ^= np.uint64(spots) << np.uint64(32)
    if code & 4:
        planes[1] ^= np.uint64(spots)


@kernel
def _flip_move(depth: int, stack: Int64s, planes: UInt64s) -> None:
    """Make the move of a node, or take it back."""
    spots = 1 << stack[depth, at.MOVED] | 1 << stack[depth, at.EMPTY]
    _flip(spots, stack[depth, at.MOVED_COLOR], planes)


@kernel
def _store(
    low: np.uint64, high: np.uint64, found: int, bits: int, keys: UInt64s, index: Int32s
) -> tuple[int, int]:
    """Return the number of positions, -1 if full, and the bits of the slots."""
    slot = _find(low, high, keys, index, bits)
    if index[slot] >= 0:
        return found, bits
    if found == keys.shape[0]:
        return -1, bits
    keys[found, 0], keys[found, 1] = low, high
    index[slot] = found
    found += 1
    if 2 * found > 1 << bits:
        bits += 1
        index[: 1 << bits] = -1
        for place in range(found):
            slot = _find(keys[place, 0], keys[place, 1], keys, index, bits)
            index[slot] = place
    return found, bits


@precompiled("optimal_paths", makes_arrays=True)
def collect_positions(
    start_masks: Int64s,
    start_empty: int,
    lines: Int64s,
    length: int,
    goals: Matrix[np.int64],
    budget: int,
    keys: Matrix[np.uint64],
    index: Int32s,
) -> int:
    """Collect the positions on all solutions of the optimal length that end in ``goals``.

    Depth-first search for each goal with a table of dead ends. Prunes immediate moves back, moves
    that cost more than the slack, and positions with more cycles of forced moves than the slack.

    Parameters
    ----------
    start_masks
        int64 (C,): the colors' booths.
    lines
        int64 (spots,): other spots of each spot's row and column.
    goals
        int64 (G, C): each goal position's region per color.
    budget
        Maximum number of expanded positions.
    keys
        Output, uint64 (capacity, 2): positions with their depths.
    index
        Output, int32 (a power of two >= `MIN_SLOTS` and twice the capacity): hash table of
        ``keys``, initialized as needed.

    Returns
    -------
    Number of positions, or FULL, or OVER_BUDGET.
    """
    colors = start_masks.size
    bits = MIN_BITS
    index[:MIN_SLOTS] = -1
    masks = start_masks.copy()
    color_at = np.full(lines.size, -1, np.int64)
    planes = np.zeros(2, np.uint64)
    for color in range(colors):
        _flip(masks[color], color, planes)
        for spot in range(lines.size):
            if masks[color] >> spot & 1:
                color_at[spot] = color
    stack = np.zeros((length + 1, 9), np.int64)
    scratch = np.empty(SCRATCH, np.int64)
    memo = np.zeros((1 << MEMO_BITS, 4), np.int64)
    # Position and mark: twice the goal's number, plus 1 if alive.
    dead = np.zeros((1 << DEAD_BITS, 3), np.uint64)
    goal = np.zeros((3, colors), np.int64)
    found = expanded = 0
    for g in range(goals.shape[0]):
        slack = length
        for color in range(colors):
            place = look_up(masks[color], goals[g, color], lines, memo, scratch)
            goal[0, color], goal[1, color] = goals[g, color], memo[place, at.COST]
            goal[2, color] = forced_at(place, lines, memo, scratch)
            slack -= goal[1, color]
        if slack < 0 or count_extra((1 << colors) - 1, slack + 1, masks, color_at, goal) > slack:
            continue
        dead_mark, alive_mark = np.uint64(2 * g + 2), np.uint64(2 * g + 3)
        depth = 0
        stack[0, :] = 0
        stack[0, at.EMPTY] = start_empty
        stack[0, at.H] = length - slack
        stack[0, at.MOVES] = at.UNEXPANDED
        while True:
            moves = stack[depth, at.MOVES]
            if moves == at.UNEXPANDED:
                moves = lines[stack[depth, at.EMPTY]] & ~stack[depth, at.JUST_MOVED]
            if moves and depth < length:
                if not make_next_move(
                    depth, moves, length, lines, memo, scratch, masks, color_at, goal, stack
                ):
                    continue
                _flip_move(depth, stack, planes)
                high = planes[1] | np.uint64(depth + 1) << np.uint64(32)
                slot = _slot(planes[0], high, DEAD_BITS)
                mark = dead[slot, 2]
                if mark < dead_mark or dead[slot, 0] != planes[0] or dead[slot, 1] != high:
                    if expanded == budget:
                        return OVER_BUDGET
                    expanded += 1
                    depth += 1
                    stack[depth, ALIVE] = 0
                    continue
            else:
                # No moves left: store and mark the position.
                mark = alive_mark if depth == length or stack[depth, ALIVE] else dead_mark
                high = planes[1] | np.uint64(depth) << np.uint64(32)
                if mark == alive_mark:
                    found, bits = _store(planes[0], high, found, bits, keys, index)
                    if found < 0:
                        return FULL
                slot = _slot(planes[0], high, DEAD_BITS)
                dead[slot, 0], dead[slot, 1], dead[slot, 2] = planes[0], high, mark
                depth -= 1
                if depth < 0:
                    break
            if mark == alive_mark:
                stack[depth, ALIVE] = 1
            take_back(depth, masks, color_at, goal, stack)
            _flip_move(depth, stack, planes)
    return found


@kernel
def order_positions(keys: UInt64s, order: Int64s, scratch: Int64s) -> None:
    """Sort positions by depth and then by colors; set ``order`` to their indices.

    ``keys`` are uint64 (N, 2) of `collect_positions`; ``order`` and ``scratch`` int64 (N,), output.
    """
    order[:] = np.arange(order.size)
    source, target = order, scratch
    places = np.empty(257, np.int64)
    # Radix sort; after an even number of passes the result is in ``order``.
    for digit in range(16):
        column, shift = digit >> 3, np.uint64(8 * (digit & 7))
        places[:] = 0
        for place in range(order.size):
            places[((keys[place, column] >> shift) & BYTE) + np.uint64(1)] += 1
        for value in range(256):
            places[value + 1] += places[value]
        for place in source:
            own = (keys[place, column] >> shift) & BYTE
            target[places[own]] = place
            places[own] += 1
        source, target = target, source


@kernel
def count_solutions(moves: Int64s, targets: Int32s, totals: UInt64s) -> bool:
    """Count the paths from each position to the end.

    Parameters
    ----------
    moves, targets
        As in `chatuchak_solver.analysis.optimal_paths.OptimalPaths`.
    totals
        Output, uint64 (N, 2): the numbers, lower 64 bits first.

    Returns
    -------
    Whether all numbers are below 2**128.
    """
    for place in range(moves.size - 1, -1, -1):
        low, high = np.uint64(0 if moves[place] else 1), np.uint64(0)
        for branch in range(moves[place]):
            target = targets[place, branch]
            low += totals[target, 0]
            before = high
            high += totals[target, 1] + np.uint64(1 if low < totals[target, 0] else 0)
            if high < before:
                return False
        totals[place, 0], totals[place, 1] = low, high
    return True


@precompiled("optimal_paths", makes_arrays=True)
def link_positions(
    keys: Matrix[np.uint64],
    index: Int32s,
    length: int,
    lines: Int64s,
    tables: HeuristicTables,
    depths: Int64s,
    targets: Matrix[np.int32],
    spots: Matrix[np.int32],
    misleads: Bools,
    counts: Int64s,
    total: UInt64s,
) -> bool:
    """Order the collected positions by depth, link them, and count their paths.

    Parameters
    ----------
    keys, index, length, lines
        All positions, as of `collect_positions`.
    tables
        Pattern databases, one offset per color present.
    depths
        Output, int64 (N,), ascending. All outputs have this order; equal depths are ordered by
        colors.
    targets, spots, misleads
        Output, int32 and bool, as in `OptimalPaths`.
    counts
        Output, int64 (N,), initially zeros: number of optimal moves.
    total
        Output, uint64 (2,): number of paths, lower 64 bits first.

    Returns
    -------
    Whether the number of paths is below 2**128.
    """
    bits = MIN_BITS
    while 1 << bits < 2 * keys.shape[0]:
        bits += 1
    order = np.empty(keys.shape[0], np.int64)
    order_positions(keys, order, np.empty_like(order))
    place_of = np.empty(order.size, np.int64)
    for place in range(order.size):
        place_of[order[place]] = place
    # Optimal moves lead to collected positions.
    planes = np.empty(2, np.uint64)
    masks = np.zeros(8, np.int64)
    for place in range(order.size):
        low, high = keys[order[place], 0], keys[order[place], 1]
        depths[place] = np.int64(high >> np.uint64(32))
        read_position(low, high, lines.size, masks)
        empty = trailing_zeros(masks[0])
        best_optimal, best_losing = np.int64(1 << 20), np.int64(1 << 20)
        moves = lines[empty]
        while moves:
            moved = trailing_zeros(moves)
            moves &= moves - 1
            color = 0
            while (masks[color + 1] >> moved) & 1 == 0:
                color += 1
            booths = masks[color + 1]
            swap = (1 << moved) | (1 << empty)
            gain = color_distance(color, np.uint64(booths ^ swap), tables)
            gain -= color_distance(color, np.uint64(booths), tables)
            planes[0], planes[1] = low, high + (np.uint64(1) << np.uint64(32))
            _flip(swap, color, planes)
            slot = _find(planes[0], planes[1], keys, index, bits)
            if index[slot] >= 0:
                targets[place, counts[place]] = place_of[index[slot]]
                spots[place, counts[place]] = moved
                counts[place] += 1
                best_optimal = min(best_optimal, gain)
            else:
                best_losing = min(best_losing, gain)
        misleads[place] = best_losing < best_optimal and depths[place] < length
    # Count the paths from the end.
    totals = np.empty((order.size, 2), np.uint64)
    is_countable = count_solutions(counts, targets, totals)
    total[:] = totals[0]
    return is_countable


@precompiled("optimal_paths", makes_arrays=True)
def share_visits(moves: Int64s, targets: Matrix[np.int32], chances: Float64s) -> None:
    """Set ``chances`` to each position's visit probability under random moves."""
    chances[:] = 0.0
    chances[0] = 1.0
    for place in range(moves.size):
        for branch in range(moves[place]):
            chances[targets[place, branch]] += chances[place] / moves[place]
