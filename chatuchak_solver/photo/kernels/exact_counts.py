"""The cheapest way to put things into groups whose sizes are bounded, and what a change costs."""

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.kernels.jit import kernel

MOST_GROUPS = 8
BEYOND = 1e5
"""Price of one thing too many or too few in a group."""
TINY = 1e-9


@kernel
def assign(
    cost: NDArray[np.float64],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    label: NDArray[np.int64],
    regret: NDArray[np.float64],
) -> float:
    """Put each thing into a group, in all as cheaply as the groups' sizes allow.

    A flow of least cost: chains of moves from group to group, and over a pool that takes what
    makes a group larger and gives what makes another smaller, are made until none gains.

    Parameters
    ----------
    cost
        float64 of shape (things, groups), at most `MOST_GROUPS` groups, below 1e4 each.
    low, high
        int64 of shape (groups,): the least and the most things of a group; together they must
        leave room for all things.
    label
        int64 of shape (things,): filled with the group of each thing.
    regret
        float64 of shape (things, groups): filled with how much more everything costs if that
        thing has to be in that group, the others as well placed as that allows; 0 where it is.

    Returns
    -------
    float
        The cost of all.
    """
    things, groups = cost.shape
    nodes = groups + 1
    # Begin with the cheapest group of each thing, whatever the sizes.
    size = np.zeros(MOST_GROUPS, np.int64)
    for thing in range(things):
        best = 0
        for group in range(groups):
            if cost[thing, group] < cost[thing, best]:
                best = group
        label[thing] = best
        size[best] += 1
    # Cancel negative cycles until none is left.
    arc = np.zeros((MOST_GROUPS + 1, MOST_GROUPS + 1))
    mover = np.zeros((MOST_GROUPS + 1, MOST_GROUPS + 1), np.int64)
    reach = np.zeros(MOST_GROUPS + 1)
    before = np.zeros(MOST_GROUPS + 1, np.int64)
    for _ in range(4 * things * groups):  # each gains; far fewer are needed
        _price_arcs(cost, low, high, label, size, arc, mover)
        node = _node_on_a_gain(nodes, arc, reach, before)
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
    # All shortest paths (Floyd and Warshall): what it takes to make room again.
    _price_arcs(cost, low, high, label, size, arc, mover)
    for via in range(nodes):
        for source in range(nodes):
            for target in range(nodes):
                around = arc[source, via] + arc[via, target]
                arc[source, target] = min(arc[source, target], around)
    # Forcing a thing into a group costs the change and the way back.
    total = 0.0
    for thing in range(things):
        own = label[thing]
        total += cost[thing, own]
        for group in range(groups):
            extra = cost[thing, group] - cost[thing, own] + arc[group, own]
            regret[thing, group] = max(extra, 0.0) if group != own else 0.0
    return total


@kernel
def _price_arcs(
    cost: NDArray[np.float64],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    label: NDArray[np.int64],
    size: NDArray[np.int64],
    arc: NDArray[np.float64],
    mover: NDArray[np.int64],
) -> None:
    """Fill in what each single move costs: from group to group, to the pool and from it.

    An arc to the pool says that a group may end one larger, one from it that it may end smaller.
    """
    things, groups = cost.shape
    for source in range(groups + 1):
        for target in range(groups + 1):
            arc[source, target] = 0.0 if source == target else 1e9
    for thing in range(things):
        source = label[thing]
        for target in range(groups):
            extra = cost[thing, target] - cost[thing, source]
            if target != source and extra < arc[source, target]:
                arc[source, target] = extra
                mover[source, target] = thing
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
def _node_on_a_gain(
    nodes: int, arc: NDArray[np.float64], reach: NDArray[np.float64], before: NDArray[np.int64]
) -> int:
    """Return a node of a cycle of moves that gains, or -1 (Bellman and Ford)."""
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
