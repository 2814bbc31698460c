"""IDA* in plain Python, with a user-defined heuristic.

References
----------
Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence
27 (1985).
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from chatuchak_solver.arguments import check_int
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.engine import Search

Heuristic: TypeAlias = Callable[[Grid], int]
"""A lower bound on the moves that solve a grid."""

NODES_PER_SLICE = 50
"""A node takes some 50 microseconds plus the heuristic's time."""


class CallableIdaStarSearch(Search):
    """A resumable IDA* search; `expanded_per_bound` has the expansions of each f-bound so far."""

    def __init__(self, grid: Grid, rule: MoveRule, heuristic: Heuristic) -> None:
        self._grid, self._rule, self._heuristic = grid, rule, heuristic
        self.lower_bound: int = self._estimate(grid)
        self.incumbent: tuple[int, ...] | None = () if grid.is_solved else None
        self.expanded_per_bound: list[int] = [0]
        self._next_bound: int | None = None
        self._path: list[int] = []
        self._stack: list[Iterator[tuple[int, Grid]]] = [self._children(grid)]

    @property
    def expanded(self) -> int:  # type: ignore[override]
        """Node expansions so far."""
        return sum(self.expanded_per_bound)

    def run(self, node_budget: int) -> bool:
        """Continue for at most ``node_budget`` nodes; return True when finished."""
        last = self.expanded + min(node_budget, NODES_PER_SLICE)
        while self.incumbent is None and self.expanded < last:
            self._step()
        return self.incumbent is not None

    def _step(self) -> None:
        child = next(self._stack[-1], None)
        if child is None:
            self._stack.pop()
            if self._stack:
                self._path.pop()
            else:
                self._deepen()
            return
        spot, grid = child
        depth = len(self._path) + 1
        f = depth + self._estimate(grid)
        if f > self.lower_bound:
            self._next_bound = f if self._next_bound is None else min(f, self._next_bound)
            return
        self._path.append(spot)
        if grid.is_solved:
            self.incumbent = tuple(self._path)
            return
        self._stack.append(self._children(grid))

    def _deepen(self) -> None:
        assert self._next_bound is not None, "a grid always has a move"
        self.lower_bound, self._next_bound = self._next_bound, None
        self.expanded_per_bound.append(0)
        self._stack = [self._children(self._grid)]

    def _children(self, grid: Grid) -> Iterator[tuple[int, Grid]]:
        """Yield the moves and child grids of a node, without the inverse of the last move."""
        self.expanded_per_bound[-1] += 1
        inverse = None
        if self._path:
            inverse = self._grid.empty if len(self._path) == 1 else self._path[-2]
        for spot in grid.legal_moves(self._rule):
            if spot != inverse:
                yield spot, grid.move(spot, self._rule)

    def _estimate(self, grid: Grid) -> int:
        return check_int(self._heuristic(grid), 0, name="value of the heuristic")
