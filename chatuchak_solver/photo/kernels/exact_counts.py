"""Minimum-cost assignment of items to groups with size bounds, with regrets."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel

BEYOND = 1e5
TINY = 1e-9


@kernel
def assign(
    cost: Float64s, low: Int64s, high: Int64s, usual: Int64s, price: float, label: Int64s,
    regret: Float64s,
) -> float:  # fmt: skip
    """Assign each item to a group at minimum total cost within the size bounds.

    A minimum-cost flow by canceling negative cycles. A cycle moves items between groups, and
    passes through a pool to change group sizes.

    Parameters
    ----------
    cost
        float64 of shape (items, groups), below 1e4.
    low, high
        int64 of shape (groups,): group sizes, which must be feasible.
    usual, price
        Likely group sizes, int64 of shape (groups,), and the price of each item above or below.
    label
        Output, int64 of shape (items,).
    regret
        Output, float64 of shape (items, groups): extra total cost of forcing the item into the
        group; 0 for its own.

    Returns
    -------
    float
        Total cost of the items.
    """
    items, groups = cost.shape
    size, arc = np.zeros(groups, np.int64), np.zeros((groups + 1, groups + 1))
    mover, step = np.zeros(arc.shape, np.int64), np.zeros(arc.shape, np.int64)
    # Start with the cheapest groups, ignoring sizes.
    for item in range(items):
        label[item] = np.argmin(cost[item])
        size[label[item]] += 1
    for _ in range(4 * items * groups):  # an upper bound; each cycle reduces the cost
        _price_arcs(cost, low, high, usual, price, label, size, arc, mover)
        source, via = _shortest_paths(arc, step)
        if via < 0:
            break
        for end in (via, source):
            while source != end:
                target = step[source, end]
                if source < groups and target < groups:
                    label[mover[source, target]] = target
                    size[source] -= 1
                    size[target] += 1
                source = target
    total = 0.0
    for item in range(items):
        own = label[item]
        total += cost[item, own]
        for group in range(groups):
            extra = cost[item, group] - cost[item, own] + arc[group, own]
            regret[item, group] = max(extra, 0.0) if group != own else 0.0
    return total


@kernel
def _price_arcs(
    cost: Float64s, low: Int64s, high: Int64s, usual: Int64s, price: float, label: Int64s,
    size: Int64s, arc: Float64s, mover: Int64s,
) -> None:  # fmt: skip
    """Compute the cost of single moves between groups, to the pool (to grow) and from it."""
    items, groups = cost.shape
    for source in range(groups + 1):
        for target in range(groups + 1):
            arc[source, target] = 0.0 if source == target else 1e9
    for item in range(items):
        source = label[item]
        for target in range(groups):
            extra = cost[item, target] - cost[item, source]
            if target != source and extra < arc[source, target]:
                arc[source, target] = extra
                mover[source, target] = item
    for group in range(groups):
        arc[group, groups] = price if size[group] >= usual[group] else -price
        if size[group] < low[group]:
            arc[group, groups] = -BEYOND
        elif size[group] >= high[group]:
            arc[group, groups] = BEYOND
        arc[groups, group] = price if size[group] <= usual[group] else -price
        if size[group] > high[group]:
            arc[groups, group] = -BEYOND
        elif size[group] <= low[group]:
            arc[groups, group] = BEYOND


@kernel
def _shortest_paths(arc: Float64s, step: Int64s) -> tuple[int, int]:
    """Replace arcs by shortest paths; return two nodes of a negative cycle, or -1 (Floyd-Warshall).

    ``step`` is set to the first node of each path.
    """
    nodes = len(arc)
    for target in range(nodes):
        step[:, target] = target
    for via in range(nodes):
        for source in range(nodes):
            if arc[source, via] + arc[via, source] < -TINY:
                return source, via
        for source in range(nodes):
            for target in range(nodes):
                length = arc[source, via] + arc[via, target]
                if length < arc[source, target] - TINY:
                    arc[source, target] = length
                    step[source, target] = step[source, via]
    return -1, -1
