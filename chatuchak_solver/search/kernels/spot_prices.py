"""Spot prices, and pattern databases with prices.

`chatuchak_solver.search.priced_heuristic` explains the method.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, Matrix, UInt8s, UInt32s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels.ranking import next_subset, rank

AIM_MOVES = 2.0
"""Target of the first step above the best bound so far; it shrinks to a twentieth."""
NOWHERE = np.uint32(0xFFFFFFFF)
ONE = np.uint64(1)
MAX_PRICED_DISTANCE = 255
"""The maximum distance in a priced table, in price units."""


@kernel
def assignment_costs(
    booths: int, regions: UInt32s, spot_distances: Matrix[np.int64], costs: Float32s
) -> None:
    """Set the minimum moves that bring ``booths`` to each region without obstacles.

    Booths of one color are interchangeable, so this is the minimum total distance of an assignment
    of booths to spots of the region. Booths inside the region stay, which is optimal in a metric.
    The others are assigned one after the other, for all subsets of the free spots at once; O(n
    2^n).
    """
    best = np.empty(512, np.int64)
    targets = np.empty(9, np.int64)
    for i in range(regions.size):
        region = np.int64(regions[i])
        if region == 0:
            continue
        sources = booths & ~region
        free = region & ~booths
        n = 0
        while free:
            targets[n] = trailing_zeros(free)
            free &= free - 1
            n += 1
        best[0] = 0
        for subset in range(1, 1 << n):
            best[subset] = 1 << 30
        filled = 0
        while sources:
            source = trailing_zeros(sources)
            sources &= sources - 1
            for subset in range(1 << n):
                if popcount(subset) == filled:
                    for k in range(n):
                        if not subset >> k & 1:
                            cost = best[subset] + spot_distances[source, targets[k]]
                            larger = subset | 1 << k
                            best[larger] = min(best[larger], cost)
            filled += 1
        costs[i] = best[(1 << n) - 1]


@precompiled("spot_prices", makes_arrays=True)
def improve_prices(
    steps: int,
    booths: Int64s,
    size_index: Int64s,
    masks: UInt32s,
    starts: Int64s,
    ends: Int64s,
    spot_distances: Matrix[np.int64],
    prices: Float64s,
) -> None:
    """Maximize the bound over ``prices`` by subgradient steps.

    Parameters
    ----------
    steps
        The number of steps.
    booths, size_index
        int64 (colors,): the spots of each color, and the index of its size.
    masks, starts, ends
        As in `chatuchak_solver.search.kernels.goal_layout.Tables`.
    spot_distances
        int64 (spots, spots): the moves of a booth between spots.
    prices
        float64 (spots + 1,): the initial prices; out: the best ones, and their bound.
    """
    colors, universe, board_spots = booths.size, masks.size, prices.size - 1
    costs = np.empty((colors, universe), np.float32)
    for color in range(colors):
        first, end = starts[size_index[color]], ends[size_index[color]]
        assignment_costs(booths[color], masks[first:end], spot_distances, costs[color, first:end])
    trial = prices.copy()
    excess = np.empty(board_spots + 1, np.float64)
    region_prices = np.zeros(universe, np.float32)
    best = -1e9
    for step in range(steps):
        # Cost of each region at the trial prices.
        for i in range(universe):
            total = 0.0
            region = np.uint64(masks[i])
            while region:
                total += trial[trailing_zeros(region)]
                region &= region - ONE
            region_prices[i] = total
        # The bound at these prices, and each spot's excess coverage.
        lowest = 0
        bound = 0.0
        for spot in range(board_spots):
            excess[spot] = -1.0
            bound -= trial[spot]
            if trial[spot] < trial[lowest]:
                lowest = spot
        bound += trial[lowest]
        excess[lowest] += 1.0
        for color in range(colors):
            first, end = starts[size_index[color]], ends[size_index[color]]
            least = np.float32(1e9)
            for i in range(first, end):
                least = min(least, costs[color, i] + region_prices[i])
            chosen = first
            while costs[color, chosen] + region_prices[chosen] != least:
                chosen += 1
            bound += least
            region = np.uint64(masks[chosen])
            while region:
                excess[trailing_zeros(region)] += 1.0
                region &= region - ONE
        # Save the best prices, and take a Polyak step toward the target.
        if bound > best:
            best = bound
            for spot in range(board_spots):  # slices are for longer ones: see `trace_back`
                prices[spot] = trial[spot]
        norm = 0.0
        for spot in range(board_spots):
            norm += excess[spot] * excess[spot]
        if norm < 1e-9:
            break
        reach = AIM_MOVES * (1.0 - 0.95 * step / steps)
        length = (best + reach - bound) / norm
        for spot in range(board_spots):
            trial[spot] += length * excess[spot]
    prices[board_spots] = best


@precompiled("spot_prices", makes_arrays=True)
def spread_prices(
    scale: int,
    regions: UInt32s,
    region_prices: Int64s,
    size: int,
    reach_masks: UInt32s,
    low_ranks: UInt32s,
    high_ranks: Matrix[np.uint32],
    distances: UInt8s,
) -> None:
    """Set every placement's minimum of a region's price plus ``scale`` times the moves to it.

    Dijkstra's algorithm from all regions. All moves have equal cost, so a placement enters a bucket
    once, at its final distance; regions enter at their prices.

    Parameters
    ----------
    scale
        Price units per move.
    regions, region_prices
        uint32 and int64, both sorted by the prices, which are not negative.
    size
        The number of spots of a region.
    reach_masks, low_ranks, high_ranks
        As in `chatuchak_solver.search.additive_heuristic.HeuristicTables`.
    distances
        Out: uint8 (placements,), in price units, at most `MAX_PRICED_DISTANCE`.
    """
    # Each region starts at its own price.
    masks = np.empty(distances.size, np.uint32)
    following = np.empty(distances.size, np.uint32)
    heads = np.full(MAX_PRICED_DISTANCE + scale + 1, NOWHERE, np.uint32)
    mask = (ONE << np.uint64(size)) - ONE
    for place in range(distances.size):
        masks[place] = mask
        distances[place] = MAX_PRICED_DISTANCE
        mask = next_subset(mask)
    for source in range(regions.size):
        entry = rank(np.uint64(regions[source]), low_ranks, high_ranks)
        distances[entry] = min(region_prices[source], MAX_PRICED_DISTANCE)
    # Buckets by ascending price, chained: placements, then regions of exactly that price.
    source = 0
    for value in range(MAX_PRICED_DISTANCE):
        later = min(value + scale, MAX_PRICED_DISTANCE)
        here = heads[value]
        while True:
            if here != NOWHERE:
                mask = np.uint64(masks[here])
                here = following[here]
            elif source < regions.size and region_prices[source] == value:
                mask = np.uint64(regions[source])
                source += 1
                if distances[rank(mask, low_ranks, high_ranks)] < value:
                    continue
            else:
                break
            # Every improving move to a neighbor inserts it into a later bucket.
            booths = mask
            while booths:
                spot = trailing_zeros(booths)
                booths &= booths - ONE
                others = mask ^ (ONE << spot)
                targets = reach_masks[spot] & ~mask
                while targets:
                    neighbor = others | (targets & (~targets + ONE))
                    targets &= targets - ONE
                    entry = rank(neighbor, low_ranks, high_ranks)
                    if distances[entry] > later:
                        distances[entry] = later
                        following[entry] = heads[later]
                        heads[later] = entry
