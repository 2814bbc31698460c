"""The kernel that lists every goal position that a number of moves might reach.

A goal position gives each color a connected region; the regions are disjoint. Its h is the sum of
what each color needs to its region when all others are ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.jit import kernel

if TYPE_CHECKING:
    from chatuchak_solver.arrays import Int32s, Int64s, UInt32s

__all__ = ["FULL", "OVER_BUDGET", "list_goals"]

FULL = -1
"""What `list_goals` returns when there is no space for another goal position."""
OVER_BUDGET = -2
"""What it returns when it has placed as many regions as it may."""
FAR = 1 << 30
"""Larger than any cost."""

# Cells of a level: the colors not placed yet, the cost of those placed, the color being placed,
# and the place in its list.
REMAINING, TOTAL, CHOSEN, PLACE = range(4)


@kernel
def _sorted_lists(
    starts: Int64s,
    ends: Int64s,
    masks: UInt32s,
    costs: Int64s,
    bound: int,
    regions: Int64s,
    prices: Int64s,
) -> Int64s:
    """List each color's regions that might be within the bound, cheapest first.

    Returns the lists' lengths; ``regions`` and ``prices`` (C, U) receive masks and costs.
    """
    colors = starts.size
    least = np.empty(colors, np.int64)
    for color in range(colors):
        least[color] = FAR
        for i in range(starts[color], ends[color]):
            least[color] = min(least[color], costs[color, i])
    lengths = np.zeros(colors, np.int64)
    for color in range(colors):
        most = bound - least.sum() + least[color]
        count = 0
        for cost in range(least[color], most + 1):
            for i in range(starts[color], ends[color]):
                if costs[color, i] == cost:
                    regions[color, count] = np.int64(masks[i])
                    prices[color, count] = cost
                    count += 1
        lengths[color] = count
    return lengths


@kernel
def _drop_by_pairs(bound: int, regions: Int64s, prices: Int64s, lengths: Int64s) -> bool:
    """Drop regions whose cost plus each other color's cheapest disjoint one exceeds the bound.

    Returns whether any was dropped.
    """
    colors = lengths.size
    dropped = False
    for color in range(colors):
        kept = 0
        for k in range(lengths[color]):
            region = regions[color, k]
            total = prices[color, k]
            for other in range(colors):
                if other != color:
                    place = 0
                    while place < lengths[other] and regions[other, place] & region:
                        place += 1
                    total += prices[other, place] if place < lengths[other] else FAR
            if total <= bound:
                regions[color, kept] = region
                prices[color, kept] = prices[color, k]
                kept += 1
        dropped = dropped or kept < lengths[color]
        lengths[color] = kept
    return dropped


@kernel
def _filter(
    level: int,
    region: int,
    slack: int,
    regions: Int64s,
    prices: Int64s,
    lists: Int32s,
    lengths: Int64s,
    levels: Int64s,
) -> bool:
    """Make the next level's lists, of regions disjoint from ``region``; False where h gets too big.

    ``slack`` is the bound less what is placed. The cheapest disjoint region of each color is
    sought first: mostly their sum is too much already. Then each list is copied up to the price
    that the others leave. Sets the next level's color, the one with the shortest list.
    """
    colors = lengths.shape[1]
    remaining = levels[level + 1, REMAINING]
    rest = remaining
    while rest:
        other = trailing_zeros(rest)
        rest &= rest - 1
        place = 0
        count = lengths[level, other]
        while place < count and regions[other, lists[level, other, place]] & region:
            place += 1
        if place == count:
            return False
        lengths[level + 1, other] = place
        slack -= prices[other, lists[level, other, place]]
        if slack < 0:
            return False
    fewest = FAR
    for other in range(colors):
        if (remaining >> other) & 1:
            place = lengths[level + 1, other]
            most = prices[other, lists[level, other, place]] + slack
            kept = 0
            while place < lengths[level, other]:
                candidate = lists[level, other, place]
                if prices[other, candidate] > most:
                    break
                lists[level + 1, other, kept] = candidate
                kept += 1 if regions[other, candidate] & region == 0 else 0
                place += 1
            lengths[level + 1, other] = kept
            if kept < fewest:
                fewest = kept
                levels[level + 1, CHOSEN] = other
    levels[level + 1, PLACE] = 0
    return True


@kernel
def list_goals(
    starts: Int64s,
    ends: Int64s,
    masks: UInt32s,
    costs: Int64s,
    bound: int,
    budget: int,
    goals: Int64s,
) -> int:
    """List every goal position with h <= ``bound``.

    Depth first over colors, always the one with the fewest regions left; each placed region
    filters the other colors' lists.

    Parameters
    ----------
    starts, ends
        int64 (C,): where the regions of each color's size begin and end in ``masks``.
    masks
        uint32 (U,): all regions.
    costs
        int64 (C, U): what each color needs to each region of its size, in moves.
    bound
        The largest h, in moves.
    budget
        How many regions may be placed.
    goals
        Out, int64 (capacity, C): each goal position's region per color.

    Returns
    -------
    The number of goal positions, or FULL, or OVER_BUDGET.
    """
    colors = starts.size
    universe = masks.size
    regions = np.empty((colors, universe), np.int64)
    prices = np.empty((colors, universe), np.int64)
    kept = _sorted_lists(starts, ends, masks, costs, bound, regions, prices)
    while _drop_by_pairs(bound, regions, prices, kept):
        pass
    levels = np.zeros((colors + 1, 4), np.int64)
    lists = np.empty((colors + 1, colors, universe), np.int32)
    lengths = np.zeros((colors + 1, colors), np.int64)
    goal = np.empty(colors, np.int64)
    for color in range(colors):
        lengths[0, color] = kept[color]
        if kept[color] < kept[levels[0, CHOSEN]]:
            levels[0, CHOSEN] = color
        for k in range(kept[color]):
            lists[0, color, k] = k
    levels[0, REMAINING] = (1 << colors) - 1
    found = 0
    placed = 0
    level = 0 if kept.min() > 0 else -1
    while level >= 0:
        color = levels[level, CHOSEN]
        place = levels[level, PLACE]
        if place == lengths[level, color]:
            level -= 1
            continue
        levels[level, PLACE] = place + 1
        which = lists[level, color, place]
        region = regions[color, which]
        goal[color] = region
        remaining = levels[level, REMAINING] & ~(1 << color)
        if remaining == 0:
            if found == goals.shape[0]:
                return FULL
            goals[found] = goal
            found += 1
            continue
        placed += 1
        if placed > budget:
            return OVER_BUDGET
        total = levels[level, TOTAL] + prices[color, which]
        levels[level + 1, REMAINING] = remaining
        levels[level + 1, TOTAL] = total
        if _filter(level, region, bound - total, regions, prices, lists, lengths, levels):
            level += 1
    return found
