"""Minimum-cost assignment of items to groups with size bounds, with regrets."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel

BEYOND = 1e5
"""Price of a size beyond the bounds."""
NONE = 1e9
"""Cost of a move that is impossible."""
COST_UNIT = 2.0**-20
"""Costs are rounded to multiples, whose sums are exact, so that no cycle has a negative cost."""


@kernel
def assign(cost: Float64s, bounds: Int64s, price: float, label: Int64s, regret: Float64s) -> float:
    """Assign each item to a group at minimum total cost within the size bounds.

    A minimum-cost flow by shortest augmenting paths. Each further item moves others between groups
    on the cheapest path to a group that can grow.

    Parameters
    ----------
    cost
        float64 of shape (items, groups), below 1e4.
    bounds
        int64 of shape (groups, 3): minimum, likely and maximum size, which must be feasible.
    price
        Price of each item above or below the likely size.
    label
        Output, int64 of shape (items,).
    regret
        Output, float64 of shape (items, groups): extra total cost of forcing the item into another
        group; `NONE` for its own.

    Returns
    -------
    float
        Total cost of the items.
    """
    items, groups = cost.shape
    cost = np.floor(cost / COST_UNIT + 0.5) * COST_UNIT
    size, total = np.zeros(groups, np.int64), 0.0
    step, mover = np.zeros((2, groups + 1, groups + 1), np.int64)
    for item in range(items):
        path = _shortest_paths(cost[:item], bounds, price, label, size, step, mover)
        group = np.argmin(cost[item] + path[:groups, groups])
        label[item] = group
        while step[group, groups] != groups:
            target = step[group, groups]
            label[mover[group, target]] = target
            group = target
        size[group] += 1
    path = _shortest_paths(cost, bounds, price, label, size, step, mover)
    for item in range(items):
        own = label[item]
        total += cost[item, own]
        regret[item] = np.maximum(cost[item] - cost[item, own] + path[:groups, own], 0.0)
        regret[item, own] = NONE
    return total


@kernel
def _shortest_paths(
    cost: Float64s, bounds: Int64s, price: float, label: Int64s, size: Int64s, step: Int64s,
    mover: Int64s,
) -> Float64s:  # fmt: skip
    """Return the costs of the cheapest moves between groups (Floyd-Warshall).

    The last node is a pool, to which groups grow and from which they shrink. ``step`` is set to the
    first node of each path, ``mover`` to the item of each single move.
    """
    items, pool = cost.shape
    path = np.full((pool + 1, pool + 1), NONE)
    for item in range(items):
        own = label[item]
        for target in range(pool):
            extra = cost[item, target] - cost[item, own]
            if extra < path[own, target]:
                path[own, target], mover[own, target] = extra, item
    for group in range(pool):
        path[group, pool] = _price_place(size[group], bounds[group], price)
        if size[group] > 0:
            path[pool, group] = -_price_place(size[group] - 1, bounds[group], price)
    for node in range(pool + 1):
        path[node, node] = 0.0
        step[:, node] = node
    for via in range(pool + 1):
        for source in range(pool + 1):
            for target in range(pool + 1):
                length = path[source, via] + path[via, target]
                if length < path[source, target]:
                    path[source, target], step[source, target] = length, step[source, via]
    return path


@kernel
def _price_place(place: int, bounds: Int64s, price: float) -> float:
    """Return the price of a place in a group, from 0."""
    low, usual, high = bounds
    if place < low or place >= high:
        return -BEYOND if place < low else BEYOND
    return -price if place < usual else price
