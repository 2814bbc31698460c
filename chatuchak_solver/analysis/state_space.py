"""All positions of a small board as one graph, to look at, to measure, to teach with."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Final

from chatuchak_solver.arguments import checked_type, checked_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule

if TYPE_CHECKING:
    import networkx as nx


MOST_POSITIONS: Final = 50_000
"""Default limit on positions: some seconds and some hundred megabytes."""


def arrangements(grid: Grid) -> int:
    """Return how many arrangements of a grid's booths there are: no state space is larger."""
    checked_type(grid, Grid, what="the grid", hint="Grid.parse(text)")
    ways = math.factorial(grid.board.spots)
    for count in grid.counts:
        ways //= math.factorial(count)
    return ways


def state_space(
    grid: Grid, *, rule: MoveRule | str = MoveRule.JUMP, limit: int = MOST_POSITIONS
) -> nx.Graph[Grid]:
    """Return the graph of all positions that moves lead to.

    Nodes are `Grid` values with the attributes ``depth`` (moves from ``grid``), ``distance`` (moves
    to the nearest solved position) and ``solved``. Edges join positions one move apart, either
    way: the move from a position to another is the other's ``empty`` spot.

    Parameters
    ----------
    grid
        A grid of a small board.
    rule
        The move rule.
    limit
        The most positions.

    Raises
    ------
    InputError
        If there are more positions than ``limit``, or an argument is wrong.

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
    most = checked_whole(limit, 1, what="limit")
    total = arrangements(grid)
    graph: nx.Graph[Grid] = nx.Graph()
    graph.add_node(grid, depth=0, solved=grid.is_solved)
    waiting = deque([grid])
    while waiting:
        here = waiting.popleft()
        depth = graph.nodes[here]["depth"] + 1
        for spot in here.legal_moves(rule):
            there = here.apply_unchecked(spot)[0]
            if there not in graph:
                if len(graph) == most:
                    raise InputError(
                        f"the state space of {grid} has more than {most:,} positions (its booths "
                        f"have {total:,} arrangements); take a smaller board or a higher limit"
                    )
                graph.add_node(there, depth=depth, solved=there.is_solved)
                waiting.append(there)
            graph.add_edge(here, there)
    _add_distances(graph)
    return graph


def _add_distances(graph: nx.Graph[Grid]) -> None:
    """Add to each position the moves to the nearest solved one."""
    import networkx as nx

    solved = [here for here, is_solved in graph.nodes(data="solved") if is_solved]
    for distance, layer in enumerate(nx.bfs_layers(graph, solved)):
        for here in layer:
            graph.nodes[here]["distance"] = distance
