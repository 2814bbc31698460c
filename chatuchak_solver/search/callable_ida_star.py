"""IDA* in plain Python, with a user-defined heuristic.

References
----------
Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence
27 (1985).
"""

import itertools
from collections.abc import Callable, Iterator
from typing import TypeAlias

from chatuchak_solver.arguments import check_int
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.engine import Search

Heuristic: TypeAlias = Callable[[Grid], int]
"""A lower bound on the moves that solve a grid."""

INFINITY = 1 << 30
NODES_PER_SLICE = 50
"""A node takes some 50 microseconds plus the heuristic's time."""


class CallableIdaStarSearch(Search):
    """A resumable IDA* search."""

    def __init__(self, grid: Grid, rule: MoveRule, heuristic: Heuristic) -> None:
        self._grid, self._rule, self._heuristic = grid, rule, heuristic
        self.lower_bound: int = self._estimate(grid)
        self.expanded_per_bound: list[int] = []
        self._nodes = self._search()

    def run(self, node_budget: int) -> bool:
        """Continue for at most ``node_budget`` nodes; return True when finished."""
        for _ in itertools.islice(self._nodes, min(node_budget, NODES_PER_SLICE)):
            self.expanded += 1
        return self.incumbent is not None

    def _search(self) -> Iterator[None]:
        """Search within rising f-bounds, and yield after each expansion."""
        while self.incumbent is None:
            self._next_bound = INFINITY
            self.expanded_per_bound.append(0)
            yield from self._visit(self._grid, self.lower_bound, ())
            if self.incumbent is None:
                self.lower_bound = self._next_bound

    def _visit(self, grid: Grid, estimate: int, path: tuple[int, ...]) -> Iterator[None]:
        f = len(path) + estimate
        if f > self.lower_bound:
            self._next_bound = min(f, self._next_bound)
            return
        if grid.is_solved:
            check_int(self.lower_bound, 0, len(path), name="bound of the heuristic")
            self.incumbent = path
            return
        self.expanded_per_bound[-1] += 1
        yield
        # The last booth came from the present empty spot, and stands on the one before.
        inverse = (self._grid.empty, *path)[-2] if path else None
        for spot in grid.legal_moves(self._rule):
            if spot != inverse and self.incumbent is None:
                child = grid.move(spot, self._rule)
                yield from self._visit(child, self._estimate(child), (*path, spot))

    def _estimate(self, grid: Grid) -> int:
        return check_int(self._heuristic(grid), 0, name="value of the heuristic")
