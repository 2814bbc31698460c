"""Bounds of goal positions: costs of regions, prices of spots, surviving regions."""

import numpy as np

from chatuchak_solver.kernels.arrays import Int8s, Int16s, Int32s, Int64s, Masks, UInt64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inner_kernel
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_layout import (
    INFINITE_COST,
    INFINITY,
    MAX_CODES,
    SCALE,
    Bounds,
    Position,
    Survivors,
    Tables,
)

PRICE_STEPS = 24
TARGET_GAP = 96
"""Above the best bound, in price units."""
DAMPING = 245
"""Ratio of consecutive steps, in 256ths."""
HIGHEST_PRICE = 30 * SCALE
"""Maximum absolute price: reduced costs of regions of 9 spots fit 16 bits."""


@inner_kernel
def read_grid(codes: Int8s, tables: Tables, position: Position, stack: Int64s) -> None:
    """Set the position to a grid of color codes; the spot without one is empty."""
    color_masks, color_at, fillable = position.color_masks, position.color_at, position.fillable
    sizes = tables.sizes
    colors = 0
    for spot in range(codes.size):
        color_at[spot] = -1
        if codes[spot] < 0:
            stack[0, at.EMPTY] = spot
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


@inner_kernel
def count_costs(
    booths: int, masks: Masks, lines: Int64s, zones: Int64s, counted: Int32s, costs: Int16s
) -> None:
    """Set ``costs`` of moving ``booths`` to each region of ``masks``, in price units.

    By Hall's theorem the number of booths without a direct jump is the maximum deficiency, over
    subsets of the booths outside the region, of free reachable spots in the region. With Z the
    subset and the spots in line with it without a booth of the color, the deficiency is |subset| -
    |region & Z|, also for subsets with booths inside. A subset is skipped if another booth would
    add at most one spot to Z. O(2^n) vectorized passes over all regions, one for every two subsets,
    whose Z are listed in ``zones``.
    """
    regions = masks.size
    word = masks.dtype.type  # as wide as the board needs
    counted[:regions] = 0
    count = 0
    subset = booths
    while subset:
        reach = np.int64(0)
        rest = subset
        while rest:
            reach |= lines[trailing_zeros(rest)]
            rest &= rest - 1
        zone = subset | (reach & ~booths)
        is_dominated = False
        rest = booths & ~subset
        while rest and not is_dominated:
            spot = trailing_zeros(rest)
            is_dominated = popcount((lines[spot] & ~booths | 1 << spot) & ~zone) <= 1
            rest &= rest - 1
        if not is_dominated:
            zones[count] = zone
            count += 1
        subset = (subset - 1) & booths
    zones[count] = 0  # for an odd number
    for k in range(0, count, 2):
        one, two = word(zones[k]), word(zones[k + 1])
        size_one = np.int32(popcount(zones[k] & booths))
        size_two = np.int32(popcount(zones[k + 1] & booths))
        for i in range(regions):
            # Truncated at every step: numba's results have 64 bits.
            lack_one = np.int32(size_one - np.int32(popcount(word(masks[i] & one))))
            lack_two = np.int32(size_two - np.int32(popcount(word(masks[i] & two))))
            counted[i] = max(counted[i], max(lack_one, lack_two))
    outside = word(booths)
    for i in range(regions):
        costs[i] = (counted[i] + np.int32(popcount(outside & ~masks[i]))) * np.int32(SCALE)


@inner_kernel
def _add_prices(changes: Int16s, holds: Int8s, region_prices: Int16s) -> None:
    for spot in range(changes.size - 1):
        change = changes[spot]
        if change:
            for i in range(region_prices.size):
                # Truncated at every step: numba adds in 64 bits, with fewer vector lanes.
                own = np.int16(np.int16(holds[spot, i]) & change)
                region_prices[i] = np.int16(region_prices[i] + own)


@inner_kernel
def _cheapest(costs: Int16s, region_prices: Int16s) -> int:
    least = np.int16(32767)
    start = 0
    for block in range(costs.size >> 6):
        block_least = np.int16(32767)
        for place in range(64):
            i = (block << 6) + place
            block_least = min(block_least, np.int16(costs[i] + region_prices[i]))
        if block_least < least:
            least = block_least
            start = block << 6
    while np.int16(costs[start] + region_prices[start]) != least:
        start += 1
    return start


@inner_kernel
def seek_prices(tables: Tables, position: Position, state: Int64s, bounds: Bounds) -> None:
    """Optimize the prices by subgradient steps, and set the bound; see `docs/proof.md`.

    A step raises the price of a spot covered more than once, and lowers that of an uncovered one.
    """
    masks, costs, region_prices = tables.masks, bounds.costs, bounds.region_prices
    prices, trial, excess = bounds.prices, bounds.trial, bounds.excess
    changes = bounds.changes
    starts, spots = tables.starts, tables.lines.size
    region_prices[:] = 0
    trial[:] = 0
    changes[spots] = 0
    best = -INFINITY
    damping = 256
    for _ in range(PRICE_STEPS):
        bound = 0
        lowest = 0
        for spot in range(spots):
            excess[spot] = -1
            bound -= trial[spot]
            if trial[spot] < trial[lowest]:
                lowest = spot
        bound += trial[lowest]
        excess[lowest] += 1
        for color in range(position.color_masks.size):
            size = position.size_index[color]
            first, end = starts[size], starts[size + 1]
            chosen = first + _cheapest(costs[color, first:end], region_prices[first:end])
            bound += np.int64(costs[color, chosen]) + region_prices[chosen]
            region = np.int64(masks[chosen])
            while region:
                excess[trailing_zeros(region)] += 1
                region &= region - 1
        if bound > best:
            best = bound
            for spot in range(spots):
                prices[spot] = trial[spot]
        norm = 0
        for spot in range(spots):
            norm += excess[spot] * excess[spot]
        if norm == 0:
            break
        step = (best + TARGET_GAP - bound) * damping // (norm * 256)
        damping = damping * DAMPING // 256
        for spot in range(spots):
            price = max(-HIGHEST_PRICE, min(HIGHEST_PRICE, trial[spot] + step * excess[spot]))
            changes[spot] = price - trial[spot]
            trial[spot] = price
        _add_prices(changes, tables.holds, region_prices)
    for spot in range(spots):
        changes[spot] = prices[spot] - trial[spot]
    _add_prices(changes, tables.holds, region_prices)
    state[at.ROOT_BOUND] = best
    state[at.BOUND] = -(-best // SCALE)
    total = 0
    for spot in range(spots):
        total += prices[spot]
        place = spot
        while place > 0 and prices[bounds.price_order[place - 1]] > prices[spot]:
            bounds.price_order[place] = bounds.price_order[place - 1]
            place -= 1
        bounds.price_order[place] = spot
    state[at.PRICE_SUM] = total


@inner_kernel
def _collect(
    tables: Tables, position: Position, state: Int64s, bounds: Bounds, survivors: Survivors
) -> None:
    places, chosen = bounds.places, bounds.chosen
    slack = state[at.BOUND] * SCALE - state[at.ROOT_BOUND]
    old_slack = -1 if state[at.FIRST] else slack - SCALE
    survivors.fresh[:] = 0
    start = 0
    for color in range(position.color_masks.size):
        size = position.size_index[color]
        first, end = tables.starts[size], tables.starts[size + 1]
        masks = tables.masks[first:end]
        costs = bounds.costs[color, first:end]
        prices = bounds.region_prices[first:end]
        cheapest = _cheapest(costs, prices)
        least = np.int64(costs[cheapest]) + prices[cheapest]
        most = np.int16(min(least + slack, INFINITE_COST - 1))
        count = 0
        for i in range(costs.size):
            chosen[count] = i
            count += 1 if np.int16(costs[i] + prices[i]) <= most else 0
        for value in range(slack + 2):
            places[value] = 0
        for k in range(count):
            places[costs[chosen[k]] + prices[chosen[k]] - least + 1] += 1
        places[0] = start
        for value in range(slack + 1):
            places[value + 1] += places[value]
        for k in range(count):
            i = chosen[k]
            value = np.int64(costs[i]) + prices[i]
            place = places[value - least]
            places[value - least] = place + 1
            survivors.regions[place] = masks[i]
            survivors.places[place] = first + i
            survivors.reduced[place] = value
            survivors.costs[place] = costs[i] // SCALE
            if value - least > old_slack:
                survivors.fresh[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
        survivors.word_starts[color] = start >> 6
        start = places[slack]
        while start & 63:
            survivors.regions[start] = 0
            survivors.reduced[start] = INFINITY
            start += 1
    survivors.word_starts[position.color_masks.size] = start >> 6


@inner_kernel
def _index_members(regions: Masks, words: int, members: UInt64s, present: UInt64s) -> None:
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


@inner_kernel
def disjoint_survivors(members: UInt64s, region: int, words: int, row: UInt64s) -> None:
    """Set ``row`` to the survivors that share no spot with ``region``."""
    for word in range(words):
        row[word] = ~np.uint64(0)
    while region:
        spot = trailing_zeros(region)
        region &= region - 1
        for word in range(words):
            row[word] &= ~members[spot, word]


@inner_kernel
def list_survivors(
    tables: Tables, position: Position, state: Int64s, bounds: Bounds, survivors: Survivors
) -> None:
    """List the regions of goal positions within the bound.

    The conflict rows need ``words * words * 64`` words.
    """
    _collect(tables, position, state, bounds, survivors)
    words = survivors.word_starts[position.color_masks.size]
    _index_members(survivors.regions, words, survivors.members, survivors.present)
    survivors.row_starts[: words * 64] = -1
    state[at.NEXT_ROW] = 0
