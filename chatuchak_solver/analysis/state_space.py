"""The state space of a small board as a graph."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from chatuchak_solver import arguments, errors
from chatuchak_solver.puzzle import Grid, MoveRule

if TYPE_CHECKING:
    import networkx as nx


MAX_POSITIONS = 50_000
"""Some seconds and some hundred megabytes."""


def arrangements(grid: Grid) -> int:
    """Return the number of arrangements of the booths, a bound on the state space."""
    arguments.check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    return math.factorial(grid.board.spots) // math.prod(map(math.factorial, grid.counts))


def state_space(
    grid: Grid, *, rule: MoveRule | str = MoveRule.JUMP, limit: int = MAX_POSITIONS
) -> nx.Graph[Grid]:
    """Return the graph of all reachable positions.

    Nodes are `Grid` values with the attributes ``depth`` (moves from ``grid``), ``distance`` (moves
    to the nearest solved position) and ``solved``. Edges join positions one move apart, by the
    ``empty`` spot of the second. ``limit`` is the maximum number of positions.

    Examples
    --------
    >>> space = state_space(Grid.parse("RR/Y./YY"))
    >>> len(space), space.number_of_edges()
    (60, 90)
    >>> sum(solved for _, solved in space.nodes(data="solved"))
    16
    """
    import networkx as nx

    rule = MoveRule(rule)
    limit = arguments.check_int(limit, 1, name="limit")
    total = arrangements(grid)
    graph: nx.Graph[Grid] = nx.Graph()
    graph.add_node(grid, depth=0, solved=grid.is_solved)
    queue = deque([grid])
    while queue:
        position = queue.popleft()
        depth = graph.nodes[position]["depth"] + 1
        for spot in position.legal_moves(rule):
            successor = position.apply_unchecked(spot)[0]
            if successor not in graph:
                if len(graph) == limit:
                    raise errors.InputError(
                        f"the state space of {grid} has more than {limit:,} positions (its booths "
                        f"have {total:,} arrangements); take a smaller board or a higher limit"
                    )
                graph.add_node(successor, depth=depth, solved=successor.is_solved)
                queue.append(successor)
            graph.add_edge(position, successor)
    solved = [position for position, is_solved in graph.nodes(data="solved") if is_solved]
    for distance, layer in enumerate(nx.bfs_layers(graph, solved)):
        for position in layer:
            graph.nodes[position]["distance"] = distance
    return graph
