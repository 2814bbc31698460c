"""Enumeration of goal positions."""

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inlined_kernel, inner_kernel
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.connectivity import has_no_pocket
from chatuchak_solver.search.kernels.goal_bounds import disjoint_survivors
from chatuchak_solver.search.kernels.goal_layout import (
    INFINITY,
    SCALE,
    Bounds,
    Frontier,
    Position,
    Survivors,
    Tables,
)


@inner_kernel
def _start_part(state: Int64s, survivors: Survivors, frontier: Frontier) -> None:
    """Put the empty board with the next part's candidates on the first level.

    Goal positions with a fresh region are partitioned by the first color that has one: earlier
    colors have their other survivors, this color its fresh ones, later colors all.
    """
    levels, cheapest = frontier.levels, frontier.cheapest
    candidates, word_starts, fresh = frontier.candidates, survivors.word_starts, survivors.fresh
    colors = cheapest.shape[1]
    part = state[at.PART]
    state[at.PART] = part + 1
    state[at.LEVEL] = 0
    state[at.ENTERING] = 1
    for color in range(colors):
        least = np.int64(INFINITY)
        for word in range(word_starts[color], word_starts[color + 1]):
            left = survivors.present[word]
            if color < part:
                left &= ~fresh[word]
            elif color == part:
                left &= fresh[word]
            candidates[word] = left
            if left and least == INFINITY:
                least = np.int64(survivors.reduced[word * 64 + trailing_zeros(left)])
        cheapest[0, color] = least
        if least == INFINITY:
            state[at.LEVEL] = -1
    levels[0, at.REMAINING] = (1 << colors) - 1
    levels[0, at.TOTAL] = -state[at.PRICE_SUM]
    levels[0, at.USED] = 0


@inlined_kernel
def _finish(
    level: int, colors: int, state: Int64s, survivors: Survivors, frontier: Frontier
) -> bool:
    """Complete a goal position by the last color's next candidate; False if there is none."""
    candidates, goal = frontier.candidates, frontier.goal
    color = state[at.LAST_COLOR]
    word, end = state[at.LAST_WORD], survivors.word_starts[color + 1]
    base = level * survivors.word_starts[colors]
    while word < end:
        left = candidates[base + word]
        if left == 0:
            word += 1
            continue
        chosen = word * 64 + trailing_zeros(left)
        candidates[base + word] = left & (left - np.uint64(1))
        goal[0, color] = survivors.regions[chosen]
        goal[1, color] = survivors.costs[chosen]
        h = 0
        for other in range(colors):
            h += goal[1, other]
        known = h < state[at.BOUND] and state[at.FIRST] == 0 and state[at.FORGOT] == 0
        if h <= state[at.BOUND] and not known:
            stored = state[at.GOALS]
            if stored < frontier.goal_regions.shape[0]:
                for other in range(colors):
                    frontier.goal_regions[stored, other] = goal[0, other]
                    frontier.goal_costs[stored, other] = goal[1, other]
                state[at.GOALS] = stored + 1
            else:
                state[at.FORGOT] = 1
            state[at.EXAMINED] += 1
            state[at.LAST_WORD] = word
            return True
    state[at.LAST_WORD] = -1
    return False


@inlined_kernel
def _enter(
    level: int,
    board_mask: int,
    tables: Tables,
    position: Position,
    state: Int64s,
    bounds: Bounds,
    survivors: Survivors,
    frontier: Frontier,
) -> bool:
    """Filter the candidates of a level and choose its color; return False if the branch ends.

    Chooses the color with the fewest candidates within the slack. They are sorted by reduced cost:
    those beyond the slack are whole words at the end of a color's range, and a few skipped bits.
    With three or more colors left, candidates that leave a pocket with the last placed region are
    removed too; pairs of regions are checked on first use.
    """
    levels, cheapest, candidates = frontier.levels, frontier.cheapest, frontier.candidates
    word_starts, reduced = survivors.word_starts, survivors.reduced
    prices, price_order = bounds.prices, bounds.price_order
    pairs, colors = frontier.pairs, position.color_masks.size
    base = level * word_starts[colors]
    place = 0
    while (levels[level, at.USED] >> price_order[place]) & 1:
        place += 1
    lowest = prices[price_order[place]]
    slack = state[at.BOUND] * SCALE - levels[level, at.TOTAL] - lowest
    rest = levels[level, at.REMAINING]
    while rest:
        slack -= cheapest[level, trailing_zeros(rest)]
        rest &= rest - 1
    if slack < 0:
        return False
    fewest = INFINITY
    color = 0
    is_filtered = pairs.size > 0 and 0 < level < colors - 2
    last = levels[level, at.PLACE] if is_filtered else 0
    free = board_mask & ~np.int64(tables.masks[last])
    unpaired = (1 << colors) - 1
    if is_filtered:
        unpaired ^= 1 << levels[level - 1, at.COLOR]
    rest = levels[level, at.REMAINING]
    while rest:
        other = trailing_zeros(rest)
        rest &= rest - 1
        fillable = position.fillable[unpaired & ~(1 << other)]
        beyond = cheapest[level, other] + slack
        count = 0
        word = word_starts[other]
        end = word_starts[other + 1]
        least = np.int64(INFINITY)
        while word < end and reduced[word * 64] <= beyond:
            left = candidates[base + word]
            if is_filtered:
                fitting = np.uint64(0)
                while left:
                    bit = trailing_zeros(left)
                    left &= left - np.uint64(1)
                    chosen = word * 64 + bit
                    if reduced[chosen] > beyond:
                        break
                    number = np.int64(survivors.places[chosen])
                    shift = np.uint64(2 * (number & 31))
                    pair = (pairs[last, number >> 5] >> shift) & np.uint64(3)
                    if pair == at.UNKNOWN:
                        rest_free = int(free & ~np.int64(survivors.regions[chosen]))
                        pair = np.uint64(at.POCKET)
                        if has_no_pocket(
                            rest_free, fillable, tables.columns, tables.left, tables.right
                        ):
                            pair = np.uint64(at.FITTING)
                        pairs[last, number >> 5] |= pair << shift
                    fitting |= (pair & np.uint64(1)) << np.uint64(bit)
                candidates[base + word] = left = fitting
                if fitting and least == INFINITY:
                    least = np.int64(reduced[word * 64 + trailing_zeros(fitting)])
                    slack -= least - cheapest[level, other]
                    cheapest[level, other] = least
            count += popcount(left)
            word += 1
        if is_filtered and least == INFINITY:
            return False
        while word < end:
            candidates[base + word] = 0
            word += 1
        if count < fewest:
            fewest = count
            color = other
    levels[level, at.SLACK] = slack
    levels[level, at.COLOR] = color
    levels[level, at.WORD] = word_starts[color]
    return bool(slack >= 0)


@inlined_kernel
def _place(
    level: int,
    colors: int,
    board_mask: int,
    tables: Tables,
    fillable: Int64s,
    state: Int64s,
    survivors: Survivors,
    frontier: Frontier,
) -> bool:
    """Place the next feasible candidate of a level's color; return False if there is none.

    Every other color must have a disjoint candidate, cheap enough in total, and the remaining
    colors must be able to fill every pocket of free spots.
    """
    levels, cheapest, candidates = frontier.levels, frontier.cheapest, frontier.candidates
    word_starts, regions, reduced = survivors.word_starts, survivors.regions, survivors.reduced
    rows, row_starts = survivors.rows, survivors.row_starts
    words = word_starts[colors]
    base = level * words
    keeps_rows = 64 * words * words <= rows.size
    first_pockets = 2 if frontier.pairs.size else 1
    color = levels[level, at.COLOR]
    last = word_starts[color + 1]
    place = levels[level, at.WORD]
    allowance = levels[level, at.SLACK] + cheapest[level, color]
    remaining = levels[level, at.REMAINING] & ~(1 << color)
    while place < last:
        left = candidates[base + place]
        if left == 0:
            place += 1
            continue
        chosen = place * 64 + trailing_zeros(left)
        candidates[base + place] = left & (left - np.uint64(1))
        slack = allowance - np.int64(reduced[chosen])
        if slack < 0:
            return False
        state[at.PLACED] += 1
        # Computed on first use.
        row = row_starts[chosen] if keeps_rows else -1
        if row < 0:
            row = state[at.NEXT_ROW]
            if keeps_rows:
                row_starts[chosen] = row
                state[at.NEXT_ROW] = row + words
            disjoint_survivors(
                survivors.members, int(np.int64(regions[chosen])), words, rows[row : row + words]
            )
        # Each other color's cheapest compatible candidate; none, or too expensive, rejects it.
        rest = remaining
        while rest:
            other = trailing_zeros(rest)
            rest &= rest - 1
            word = word_starts[other]
            end = word_starts[other + 1]
            left = candidates[base + word] & rows[row + word]
            while left == 0:
                word += 1
                if word == end:
                    break
                left = candidates[base + word] & rows[row + word]
            if left == 0:
                slack = -1
                break
            least = np.int64(reduced[word * 64 + trailing_zeros(left)])
            cheapest[level + 1, other] = least
            slack -= least - cheapest[level, other]
            if slack < 0:
                break
        if slack < 0:
            continue
        region = np.int64(regions[chosen])
        used = levels[level, at.USED] | region
        # Compatible pairs leave no pocket.
        if first_pockets <= level < colors - 2 and not has_no_pocket(
            board_mask & ~used, fillable[remaining], tables.columns, tables.left, tables.right
        ):
            continue
        for word in range(words):
            candidates[base + words + word] = candidates[base + word] & rows[row + word]
        frontier.goal[0, color] = region
        frontier.goal[1, color] = survivors.costs[chosen]
        levels[level + 1, at.REMAINING] = remaining
        levels[level + 1, at.TOTAL] = levels[level, at.TOTAL] + np.int64(reduced[chosen])
        levels[level + 1, at.USED] = used
        levels[level + 1, at.PLACE] = survivors.places[chosen]
        levels[level, at.WORD] = place
        return True
    return False


@inner_kernel
def next_goal(
    tables: Tables,
    position: Position,
    state: Int64s,
    bounds: Bounds,
    survivors: Survivors,
    frontier: Frontier,
) -> int:
    """Advance to the next goal position with h within the bound and a fresh region.

    Depth first over colors: `_enter` a level, `_place` a region of its color, which enters the next
    level, and `_finish` with the last color. Returns GOAL_FOUND, with regions and costs in
    ``frontier.goal``, or NOTHING, or SLICE_OVER.
    """
    colors = position.color_masks.size
    board_mask = (2 << (tables.lines.size - 1)) - 1  # avoids a shift by 64
    level = state[at.LEVEL]
    entering = state[at.ENTERING] == 1
    while True:
        if level < 0:
            if state[at.PART] == colors:
                break
            _start_part(state, survivors, frontier)
            level = state[at.LEVEL]
            entering = True
            continue
        if state[at.LAST_WORD] >= 0:
            if _finish(level, colors, state, survivors, frontier):
                state[at.LEVEL] = level
                state[at.ENTERING] = 0
                return at.GOAL_FOUND
            level -= 1
            continue
        if state[at.NODES] + state[at.PLACED] >= state[at.BUDGET]:
            state[at.LEVEL] = level
            state[at.ENTERING] = 1 if entering else 0
            return at.SLICE_OVER
        if entering:
            entering = False
            if not _enter(level, board_mask, tables, position, state, bounds, survivors, frontier):
                level -= 1
                continue
            remaining = frontier.levels[level, at.REMAINING]
            if remaining & (remaining - 1) == 0:
                state[at.LAST_COLOR] = frontier.levels[level, at.COLOR]
                state[at.LAST_WORD] = frontier.levels[level, at.WORD]
                continue
        entering = _place(
            level, colors, board_mask, tables, position.fillable, state, survivors, frontier
        )
        level += 1 if entering else -1
    state[at.LEVEL] = -1
    return at.NOTHING
