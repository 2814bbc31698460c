"""Kernels that bound goal positions: costs of regions, prices of spots, surviving regions.

`chatuchak_solver.search.goal_directed` explains the method.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chatuchak_solver.bits import popcount, trailing_zeros
from chatuchak_solver.jit import kernel
from chatuchak_solver.search.kernels.goal_layout import (
    BOUND,
    DEPTH,
    FAR,
    FIRST,
    LAST_WORD,
    PRICE_SUM,
    ROOT_BOUND,
    SCALE,
    Bounds,
    Position,
    Survivors,
    Tables,
)

__all__ = ["list_survivors", "prepare"]

PRICE_STEPS = 24
"""Subgradient steps of the Lagrangian bound."""
FIRST_CLASSES = 1
LAST_CLASSES = 8
"""Prices are sought over regions within 1, 2, 4 or 8 moves of the color's cheapest."""
TARGET_GAP = 96
"""How far above the best bound so far a subgradient step aims, in price units."""
DAMPING = 245
"""What a step shrinks to from one to the next, in 256ths."""


@kernel
def _region_costs(booths: int, masks: Any, lines: Any, costs: Any) -> None:
    """Set the cost of moving ``booths`` to each region of ``masks``.

    By Hall's theorem the booths without a direct jump number the largest lack, over subsets of
    the booths outside the region, of free spots in the region that the subset can jump to. Booths
    inside lose nothing by counting too if they count as spots of the region: with Z the subset
    and the spots in line with it that hold no booth of the color, the lack is |subset| less
    |region & Z|. One pass over all regions for each subset, so that the loop runs in vectors;
    O(2^n) passes.
    """
    costs[:] = 0
    board_spots = lines.size
    region_size = popcount(booths)
    subset = booths
    while subset:
        reach = np.int64(0)
        rest = subset
        while rest:
            reach |= lines[trailing_zeros(rest)]
            rest &= rest - 1
        zone = np.uint32(subset | (reach & ~booths))
        size = np.int32(popcount(subset))
        if board_spots - popcount(zone) > region_size - size:
            for i in range(costs.size):
                costs[i] = max(costs[i], size - np.int32(popcount(masks[i] & zone)))
        subset = (subset - 1) & booths
    outside = np.uint32(booths)
    for i in range(costs.size):
        costs[i] += np.int32(popcount(outside & ~masks[i]))


@kernel
def _sort_prices(prices: Any, price_order: Any) -> int:
    """Set the spots by ascending price, by insertion; return the sum of all prices."""
    total = 0
    for spot in range(price_order.size):
        total += prices[spot]
        place = spot
        while place > 0 and prices[price_order[place - 1]] > prices[spot]:
            price_order[place] = price_order[place - 1]
            place -= 1
        price_order[place] = spot
    return total


@kernel
def _seek_prices(
    tables: Tables, position: Position, bounds: Bounds, classes: int, pool: Any, prices: Any
) -> int:
    """Set ``prices`` by subgradient steps over the regions of least cost; return their bound.

    For each color the regions within ``classes`` moves of its cheapest count; ``pool`` uint8 (any,
    width + 1) takes their spots and costs. A spot that the chosen regions cover more than once
    becomes dearer, one that none covers cheaper.
    """
    spots, costs = tables.spots, bounds.costs
    colors = position.color_masks.size
    board_spots = prices.size - 1
    width = spots.shape[1]
    pool_starts = np.zeros(colors + 1, np.int64)
    count = 0
    for color in range(colors):
        size = position.size_index[color]
        first = tables.starts[size]
        color_costs = costs[color, first : tables.ends[size]]
        least = np.int32(FAR)
        for i in range(color_costs.size):
            least = min(least, color_costs[i])
        most = np.int32(least + classes)
        for i in range(color_costs.size):
            if color_costs[i] <= most:
                pool[count, width] = color_costs[i]
                for k in range(width):
                    pool[count, k] = spots[first + i, k]
                count += 1
        pool_starts[color + 1] = count
    trial = np.zeros(board_spots + 1, np.int64)
    excess = np.empty(board_spots + 1, np.int64)
    best = -FAR
    damping = 256
    for _ in range(PRICE_STEPS):
        bound = 0
        lowest = 0
        for spot in range(board_spots):
            excess[spot] = -1
            bound -= trial[spot]
            if trial[spot] < trial[lowest]:
                lowest = spot
        bound += trial[lowest]
        excess[lowest] += 1
        for color in range(colors):
            lowest_value = FAR
            chosen = 0
            for place in range(pool_starts[color], pool_starts[color + 1]):
                value = int(pool[place, width]) * SCALE
                for k in range(0, width, 3):
                    value += (
                        trial[pool[place, k]]
                        + trial[pool[place, k + 1]]
                        + trial[pool[place, k + 2]]
                    )
                if value < lowest_value:
                    lowest_value = value
                    chosen = place
            bound += lowest_value
            for k in range(width):
                excess[pool[chosen, k]] += 1
        if bound > best:
            best = bound
            for spot in range(board_spots):
                prices[spot] = trial[spot]
        norm = 0
        for spot in range(board_spots):
            norm += excess[spot] * excess[spot]
        if norm == 0:
            break
        step = (best + TARGET_GAP - bound) * damping // (norm * 256)
        damping = damping * DAMPING // 256
        for spot in range(board_spots):
            trial[spot] += step * excess[spot]
    return best


@kernel
def _reduce_costs(tables: Tables, position: Position, bounds: Bounds, prices: Any) -> int:
    """Set all reduced costs by the prices and return the Lagrangian bound over all regions."""
    spots, starts, ends = tables.spots, tables.starts, tables.ends
    costs, reduced, region_prices = bounds.costs, bounds.reduced, bounds.region_prices
    width = spots.shape[1]
    lowest = prices[0]
    total = 0
    for spot in range(prices.size - 1):
        lowest = min(lowest, prices[spot])
        total += prices[spot]
    for size in range(starts.size):
        for i in range(starts[size], ends[size]):
            value = 0
            for k in range(width):
                value += prices[spots[i, k]]
            region_prices[i] = value
    bound = lowest - total
    for color in range(position.color_masks.size):
        size = position.size_index[color]
        color_costs = costs[color, starts[size] : ends[size]]
        color_reduced = reduced[color, starts[size] : ends[size]]
        color_prices = region_prices[starts[size] : ends[size]]
        least = np.int32(FAR)
        for i in range(color_costs.size):
            color_reduced[i] = color_costs[i] * np.int32(SCALE) + color_prices[i]
            least = min(least, color_reduced[i])
        bound += least
    return int(bound)


@kernel
def prepare(tables: Tables, position: Position, state: Any, bounds: Bounds) -> None:
    """Fill costs, prices and reduced costs, and set the bound to the Lagrangian bound.

    A goal position covers every spot exactly once, by a region or as the empty spot. With a price
    per spot, its h is therefore the sum of its regions' reduced costs (cost plus prices), plus the
    empty spot's price, less all prices; taking the least term for each color and for the empty
    spot gives a lower bound for any prices. They are sought over the regions of least cost alone,
    and over more of them where the bound over all regions falls short of what that promised.
    """
    masks, starts, ends = tables.masks, tables.starts, tables.ends
    prices = bounds.prices
    pool_size = 0
    for color in range(position.color_masks.size):
        size = position.size_index[color]
        first, end = starts[size], ends[size]
        pool_size += end - first
        _region_costs(
            position.color_masks[color],
            masks[first:end],
            tables.lines,
            bounds.costs[color, first:end],
        )
    pool = np.empty((pool_size, tables.spots.shape[1] + 1), np.uint8)
    trial = np.zeros(prices.size, np.int64)
    best = -FAR
    classes = FIRST_CLASSES
    while classes <= LAST_CLASSES:
        promised = _seek_prices(tables, position, bounds, classes, pool, trial)
        bound = _reduce_costs(tables, position, bounds, trial)
        if bound > best:
            best = bound
            for spot in range(prices.size):
                prices[spot] = trial[spot]
        if promised - bound <= SCALE // 2:
            break
        classes *= 2
    if best > bound:
        _reduce_costs(tables, position, bounds, prices)
    state[:] = 0
    state[DEPTH] = -1
    state[LAST_WORD] = -1
    state[FIRST] = 1
    state[PRICE_SUM] = _sort_prices(prices, bounds.price_order)
    state[ROOT_BOUND] = best
    state[BOUND] = -(-best // SCALE)


@kernel
def _collect(
    tables: Tables, position: Position, state: Any, bounds: Bounds, survivors: Survivors
) -> None:
    """List per color the regions whose reduced cost lets h stay within the bound, by that cost."""
    slack = np.int32(state[BOUND] * SCALE - state[ROOT_BOUND])
    places = np.empty(slack + 2, np.int64)
    start = 0
    for color in range(position.color_masks.size):
        size = position.size_index[color]
        masks = tables.masks[tables.starts[size] : tables.ends[size]]
        costs = bounds.costs[color, tables.starts[size] : tables.ends[size]]
        reduced = bounds.reduced[color, tables.starts[size] : tables.ends[size]]
        least = np.int32(FAR)
        for i in range(reduced.size):
            least = min(least, reduced[i])
        most = np.int32(least + slack)
        chosen = np.empty(reduced.size, np.int32)
        count = 0
        for i in range(reduced.size):
            chosen[count] = i
            count += 1 if reduced[i] <= most else 0
        places[:] = 0
        for k in range(count):
            places[reduced[chosen[k]] - least + 1] += 1
        places[0] = start
        for value in range(slack + 1):
            places[value + 1] += places[value]
        for k in range(count):
            i = chosen[k]
            value = reduced[i] - least
            place = places[value]
            places[value] = place + 1
            survivors.regions[place] = masks[i]
            survivors.reduced[place] = reduced[i]
            survivors.costs[place] = costs[i]
        survivors.word_starts[color] = start >> 6
        start = _pad(survivors.regions, survivors.reduced, places[slack])
    survivors.word_starts[position.color_masks.size] = start >> 6


@kernel
def _pad(regions: Any, reduced: Any, place: int) -> int:
    """Fill the last word of a color's survivors with empty regions."""
    while place & 63:
        regions[place] = 0
        reduced[place] = FAR
        place += 1
    return place


@kernel
def _index_members(regions: Any, words: int, members: Any, present: Any) -> None:
    """Set, per spot, the survivors that hold it, and the set of all."""
    for spot in range(members.shape[0]):
        for word in range(words):
            members[spot, word] = 0
    for word in range(words):
        flags = np.uint64(0)
        for bit in range(64):
            rest = np.int64(regions[word * 64 + bit])
            flag = np.uint64(1) << np.uint64(bit)
            if rest:
                flags |= flag
            while rest:
                members[trailing_zeros(rest), word] |= flag
                rest &= rest - 1
        present[word] = flags


@kernel
def _disjoint_survivors(members: Any, region: int, words: int, row: Any) -> None:
    """Set ``row`` to the survivors that share no spot with ``region``; three spots at a time."""
    nowhere = members.shape[0] - 1
    for word in range(words):
        row[word] = 0
    while region:
        first = trailing_zeros(region)
        region &= region - 1
        second = nowhere
        third = nowhere
        if region:
            second = trailing_zeros(region)
            region &= region - 1
        if region:
            third = trailing_zeros(region)
            region &= region - 1
        for word in range(words):
            row[word] |= members[first, word] | members[second, word] | members[third, word]
    for word in range(words):
        row[word] = ~row[word]


@kernel
def _bound_pairs(colors: int, survivors: Survivors) -> None:
    """Set each survivor's pair bound: its own term plus each other color's cheapest disjoint one.

    Going through a color's survivors from the cheapest, each settles all survivors that are
    disjoint from it and not settled yet, so some tens of rows settle nearly all.
    """
    word_starts, regions, reduced = survivors.word_starts, survivors.regions, survivors.reduced
    members, present, pair_bounds = survivors.members, survivors.present, survivors.pair_bounds
    uncovered, row = survivors.uncovered, survivors.row
    words = word_starts[colors]
    for i in range(words * 64):
        pair_bounds[i] = reduced[i]
    for color in range(colors):
        own_start, own_end = word_starts[color], word_starts[color + 1]
        for word in range(words):
            uncovered[word] = present[word]
        for word in range(own_start, own_end):
            uncovered[word] = 0
        i = own_start * 64
        while i < own_end * 64 and regions[i]:
            _disjoint_survivors(members, int(regions[i]), words, row)
            value = np.int64(reduced[i])
            any_left = np.uint64(0)
            for word in range(words):
                settled = uncovered[word] & row[word]
                left = uncovered[word] & ~row[word]
                uncovered[word] = left
                any_left |= left
                while settled:
                    pair_bounds[word * 64 + trailing_zeros(settled)] += value
                    settled &= settled - np.uint64(1)
            if any_left == 0:
                break
            i += 1
        for word in range(words):
            left = uncovered[word]
            while left:
                pair_bounds[word * 64 + trailing_zeros(left)] = FAR * FAR
                left &= left - np.uint64(1)


@kernel
def _keep_bounded(colors: int, limit: int, old_limit: int, survivors: Survivors) -> bool:
    """Drop the survivors whose pair bound exceeds the limit; return whether each color has some.

    Fresh are those above the old limit.
    """
    word_starts, regions, reduced = survivors.word_starts, survivors.regions, survivors.reduced
    costs, pair_bounds, fresh = survivors.costs, survivors.pair_bounds, survivors.fresh
    fresh[:] = 0
    kept = 0
    for color in range(colors):
        first, end = word_starts[color] * 64, word_starts[color + 1] * 64
        start = kept
        for i in range(first, end):
            if regions[i] and pair_bounds[i] <= limit:
                regions[kept] = regions[i]
                reduced[kept] = reduced[i]
                costs[kept] = costs[i]
                if pair_bounds[i] > old_limit:
                    fresh[kept >> 6] |= np.uint64(1) << np.uint64(kept & 63)
                kept += 1
        if kept == start:
            return False
        word_starts[color] = start >> 6
        kept = _pad(regions, reduced, kept)
    word_starts[colors] = kept >> 6
    return True


@kernel
def list_survivors(
    tables: Tables, position: Position, state: Any, bounds: Bounds, survivors: Survivors
) -> None:
    """Make the lists of regions that goal positions within the bound can have.

    They are empty when some color has none. The conflict rows need ``words * words * 64`` words.
    """
    colors = position.color_masks.size
    word_starts, regions = survivors.word_starts, survivors.regions
    members, present = survivors.members, survivors.present
    limit = state[BOUND] * SCALE + state[PRICE_SUM] - bounds.prices[bounds.price_order[0]]
    old_limit = -FAR if state[FIRST] else limit - SCALE
    _collect(tables, position, state, bounds, survivors)
    _index_members(regions, word_starts[colors], members, present)
    _bound_pairs(colors, survivors)
    if not _keep_bounded(colors, limit, old_limit, survivors):
        word_starts[colors] = 0
        return
    words = word_starts[colors]
    _index_members(regions, words, members, present)
    for i in range(words * 64):
        survivors.row_ready[i] = 0
