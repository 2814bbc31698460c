"""Kernels that enumerate goal positions.

`chatuchak_solver.search.goal_directed` explains the method.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inner_kernel
from chatuchak_solver.search.kernels import goal_cells as at
from chatuchak_solver.search.kernels.goal_bounds import disjoint_survivors
from chatuchak_solver.search.kernels.goal_layout import (
    FAR,
    SCALE,
    Bounds,
    Frontier,
    Position,
    Survivors,
    Tables,
)
from chatuchak_solver.search.kernels.pockets import has_no_pocket


@inner_kernel
def _start_part(state: Int64s, survivors: Survivors, frontier: Frontier) -> None:
    """Put the empty board with the next part's candidates on the first level.

    Goal positions with a fresh region are parted by the first color that has one, in the order of
    how many fresh survivors the colors have: those before it have their other survivors for
    candidates, it has its fresh ones, and those behind it have all.
    """
    levels, cheapest = frontier.levels, frontier.cheapest
    candidates, word_starts, fresh = frontier.candidates, survivors.word_starts, survivors.fresh
    colors = cheapest.shape[1]
    fresh_counts = cheapest[1]  # which nothing is in yet
    for color in range(colors):
        fresh_counts[color] = 0
        for word in range(word_starts[color], word_starts[color + 1]):
            fresh_counts[color] += popcount(fresh[word])
    part = state[at.PART]
    state[at.PART] = part + 1
    state[at.LEVEL] = 0
    state[at.ENTERING] = 1
    for color in range(colors):
        place = 0
        for other in range(colors):
            if fresh_counts[other] < fresh_counts[color] + (1 if other < color else 0):
                place += 1
        least = np.int64(FAR)
        for word in range(word_starts[color], word_starts[color + 1]):
            left = survivors.present[word]
            if place < part:
                left &= ~fresh[word]
            elif place == part:
                left &= fresh[word]
            candidates[word] = left
            if left and least == FAR:
                least = np.int64(survivors.reduced[word * 64 + trailing_zeros(left)])
        cheapest[0, color] = least
        if least == FAR:
            state[at.LEVEL] = -1
    levels[0, at.REMAINING] = (1 << colors) - 1
    levels[0, at.TOTAL] = -state[at.PRICE_SUM]
    levels[0, at.USED] = 0


@inner_kernel
def next_goal(
    tables: Tables,
    position: Position,
    state: Int64s,
    bounds: Bounds,
    survivors: Survivors,
    frontier: Frontier,
) -> int:
    """Go on to the next goal position whose h is within the bound.

    Depth first over colors. Entering a level chooses the color with the fewest candidates within
    the slack; candidates are sorted by reduced cost, so those beyond the slack are whole words at
    the end of a color's stretch, and a few that are skipped one by one. While three colors or more
    are left, candidates go too that cannot be together with the region placed last; with two
    placed, the branch ends where two free spots are in no candidate, since just one is to be empty.
    Placing a region goes down a level when every other color keeps a disjoint candidate, these are
    cheap enough, and no pocket of free spots is left that the remaining colors cannot fill. Only
    goal positions with a fresh region are enumerated, part by part. One long function, because
    passing the arrays at every step costs more than the step.

    Returns GOAL_FOUND, the goal position's regions and costs being in ``frontier.goal``, or
    NOTHING, or SLICE_OVER.
    """
    levels, cheapest, candidates = frontier.levels, frontier.cheapest, frontier.candidates
    word_starts, regions, reduced = survivors.word_starts, survivors.regions, survivors.reduced
    members, rows, row_starts = survivors.members, survivors.rows, survivors.row_starts
    costs, goal = survivors.costs, frontier.goal
    prices, price_order = bounds.prices, bounds.price_order
    fillable = position.fillable
    colors = position.color_masks.size
    board_mask = (2 << (tables.lines.size - 1)) - 1  # nothing is shifted by 64
    words = word_starts[colors]
    keeps_rows = 64 * words * words <= rows.size
    places, pairs = survivors.places, tables.pairs
    first_pockets = 1 if pairs.size else 0  # pairs beside each other leave none
    limit = state[at.BOUND] * SCALE
    level = state[at.LEVEL]
    entering = state[at.ENTERING] == 1
    while True:
        # The next part of the goal positions, where the last one is gone through.
        if level < 0:
            if state[at.PART] == colors:
                break
            _start_part(state, survivors, frontier)
            level = state[at.LEVEL]
            entering = True
            continue
        base = level * words
        # One color is left: each of its candidates makes a goal position.
        if state[at.LAST_WORD] >= 0:
            color = state[at.LAST_COLOR]
            word = state[at.LAST_WORD]
            end = word_starts[color + 1]
            while word < end:
                if candidates[base + word] == 0:
                    word += 1
                    continue
                chosen = word * 64 + trailing_zeros(candidates[base + word])
                candidates[base + word] &= candidates[base + word] - np.uint64(1)
                goal[0, color] = regions[chosen]
                goal[1, color] = costs[chosen]
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
                    state[at.LEVEL] = level
                    state[at.ENTERING] = 0
                    return at.GOAL_FOUND
            state[at.LAST_WORD] = -1
            level -= 1
            continue
        # Between two placements a slice may end.
        if state[at.NODES] + state[at.PLACED] >= state[at.BUDGET]:
            state[at.LEVEL] = level
            state[at.ENTERING] = 1 if entering else 0
            return at.SLICE_OVER
        # On coming down to a level: its slack, its candidates, and which color is next.
        if entering:
            entering = False
            place = 0
            while (levels[level, at.USED] >> price_order[place]) & 1:
                place += 1
            lowest = prices[price_order[place]]
            slack = limit - levels[level, at.TOTAL] - lowest
            rest = levels[level, at.REMAINING]
            while rest:
                slack -= cheapest[level, trailing_zeros(rest)]
                rest &= rest - 1
            if slack < 0:
                level -= 1
                continue
            fewest = FAR
            color = 0
            rest = levels[level, at.REMAINING]
            filters = level > 0 and pairs.size > 0 and level < colors - 2
            covered = np.int64(0)
            beside = pairs[levels[level, at.PLACE] if filters else 0]
            while rest:
                other = trailing_zeros(rest)
                rest &= rest - 1
                beyond = cheapest[level, other] + slack
                count = 0
                least = np.int64(FAR)
                for word in range(word_starts[other], word_starts[other + 1]):
                    if reduced[word * 64] > beyond:
                        candidates[base + word] = 0
                        continue
                    left = candidates[base + word]
                    if filters:
                        fitting = np.uint64(0)
                        while left:
                            bit = trailing_zeros(left)
                            left &= left - np.uint64(1)
                            if reduced[word * 64 + bit] > beyond:
                                break
                            number = np.int64(places[word * 64 + bit])
                            fits = (beside[number >> 6] >> np.uint64(number & 63)) & np.uint64(1)
                            fitting |= fits << np.uint64(bit)
                            if level > 1:
                                covered |= np.int64(regions[word * 64 + bit]) & -np.int64(fits)
                        candidates[base + word] = fitting
                        if fitting and least == FAR:
                            least = np.int64(reduced[word * 64 + trailing_zeros(fitting)])
                            slack -= least - cheapest[level, other]
                            cheapest[level, other] = least
                        left = fitting
                    count += popcount(left)
                if filters and least == FAR:
                    slack = -1
                if slack < 0:
                    break
                if count < fewest:
                    fewest = count
                    color = other
            # Of the spots that no candidate covers one may stay empty, at its price.
            if filters and level > 1:
                bare = board_mask & ~levels[level, at.USED] & ~covered
                if bare & (bare - 1):
                    slack = -1
                elif bare:
                    slack -= prices[trailing_zeros(bare)] - lowest
            if slack < 0:
                level -= 1
                continue
            levels[level, at.SLACK] = slack
            levels[level, at.COLOR] = color
            levels[level, at.WORD] = word_starts[color]
            remaining = levels[level, at.REMAINING]
            if remaining & (remaining - 1) == 0:
                state[at.LAST_COLOR] = color
                state[at.LAST_WORD] = word_starts[color]
                continue
        # Place the color's next candidate that leaves the others something.
        color = levels[level, at.COLOR]
        last = word_starts[color + 1]
        place = levels[level, at.WORD]
        allowance = levels[level, at.SLACK] + cheapest[level, color]
        remaining = levels[level, at.REMAINING] & ~(1 << color)
        tried = 0
        while place < last:
            left = candidates[base + place]
            if left == 0:
                place += 1
                continue
            chosen = place * 64 + trailing_zeros(left)
            candidates[base + place] = left & (left - np.uint64(1))
            slack = allowance - np.int64(reduced[chosen])
            if slack < 0:
                place = last
                break
            tried += 1
            # The regions disjoint from it, made when first needed.
            row = row_starts[chosen] if keeps_rows else -1
            if row < 0:
                row = state[at.NEXT_ROW]
                if keeps_rows:
                    row_starts[chosen] = row
                    state[at.NEXT_ROW] = row + words
                disjoint_survivors(
                    members, int(np.int64(regions[chosen])), words, rows[row : row + words]
                )
            # Each other color's cheapest candidate beside it: none left, or too dear, and it goes.
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
            if first_pockets < level < colors - 2 and not has_no_pocket(
                board_mask & ~used, fillable[remaining], tables.columns, tables.left, tables.right
            ):
                continue
            # Go down a level with what fits beside it.
            for word in range(words):
                candidates[base + words + word] = candidates[base + word] & rows[row + word]
            goal[0, color] = region
            goal[1, color] = costs[chosen]
            levels[level + 1, at.REMAINING] = remaining
            levels[level + 1, at.TOTAL] = levels[level, at.TOTAL] + np.int64(reduced[chosen])
            levels[level + 1, at.USED] = used
            levels[level + 1, at.PLACE] = places[chosen]
            entering = True
            break
        state[at.PLACED] += tried
        levels[level, at.WORD] = place
        level += 1 if entering else -1
    state[at.LEVEL] = -1
    return at.NOTHING
