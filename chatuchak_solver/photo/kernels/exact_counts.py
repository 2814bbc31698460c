"""Minimum-cost assignment of items to groups with size bounds, with regrets."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel

MAX_GROUPS = 8
BEYOND = 1e5
TINY = 1e-9


@kernel
def assign(cost: Float64s, low: Int64s, high: Int64s, label: Int64s, regret: Float64s) -> float:
    """Assign each item to a group at minimum total cost within the size bounds.

    A minimum-cost flow by canceling negative cycles. A cycle moves items between groups, and
    passes through a pool to change group sizes.

    Parameters
    ----------
    cost
        float64 of shape (items, groups), below 1e4; at most `MAX_GROUPS` groups.
    low, high
        int64 of shape (groups,): group sizes, which must be feasible.
    label
        Output, int64 of shape (items,).
    regret
        Output, float64 of shape (items, groups): extra total cost of forcing the item into the
        group; 0 for its own.

    Returns
    -------
    float
        Total cost.
    """
    items, groups = cost.shape
    nodes = groups + 1
    # Start with the cheapest groups, ignoring sizes.
    size = np.zeros(MAX_GROUPS, np.int64)
    for item in range(items):
        best = 0
        for group in range(groups):
            if cost[item, group] < cost[item, best]:
                best = group
        label[item] = best
        size[best] += 1
    arc = np.zeros((MAX_GROUPS + 1, MAX_GROUPS + 1))
    mover = np.zeros((MAX_GROUPS + 1, MAX_GROUPS + 1), np.int64)
    reach = np.zeros(MAX_GROUPS + 1)
    before = np.zeros(MAX_GROUPS + 1, np.int64)
    for _ in range(4 * items * groups):  # an upper bound; each cycle reduces the cost
        _price_arcs(cost, low, high, label, size, arc, mover)
        node = _node_on_negative_cycle(nodes, arc, reach, before)
        if node < 0:
            break
        start = node
        while True:
            source = before[node]
            if source < groups and node < groups:
                label[mover[source, node]] = node
                size[node] += 1
                size[source] -= 1
            node = source
            if node == start:
                break
    # Shortest paths (Floyd-Warshall): the cost of restoring the sizes.
    _price_arcs(cost, low, high, label, size, arc, mover)
    for via in range(nodes):
        for source in range(nodes):
            for target in range(nodes):
                around = arc[source, via] + arc[via, target]
                arc[source, target] = min(arc[source, target], around)
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
    cost: Float64s, low: Int64s, high: Int64s, label: Int64s, size: Int64s, arc: Float64s,
    mover: Int64s,
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
        arc[group, groups] = 0.0
        if size[group] < low[group]:
            arc[group, groups] = -BEYOND
        elif size[group] >= high[group]:
            arc[group, groups] = BEYOND
        arc[groups, group] = 0.0
        if size[group] > high[group]:
            arc[groups, group] = -BEYOND
        elif size[group] <= low[group]:
            arc[groups, group] = BEYOND


@kernel
def _node_on_negative_cycle(nodes: int, arc: Float64s, reach: Float64s, before: Int64s) -> int:
    """Return a node of a negative cycle, or -1 (Bellman-Ford)."""
    for node in range(nodes):
        reach[node] = 0.0
        before[node] = -1
    changed = -1
    for _ in range(nodes):
        changed = -1
        for source in range(nodes):
            for target in range(nodes):
                if reach[source] + arc[source, target] < reach[target] - TINY:
                    reach[target] = reach[source] + arc[source, target]
                    before[target] = source
                    changed = target
        if changed < 0:
            return -1
    for _ in range(nodes):
        changed = before[changed]
    return changed
