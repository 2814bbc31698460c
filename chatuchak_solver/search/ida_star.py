"""IDA*: iterative-deepening depth-first search with additive pattern databases.

References
----------
Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence
27 (1985).
"""

from collections.abc import Iterator, Sequence

import numpy as np

from chatuchak_solver.kernels.arrays import UInt8s
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import (
    additive_heuristic,
    heuristic_tables,
    prepare_heuristic,
    rows_of,
    tables_around,
)
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels import depth_first_stack as at
from chatuchak_solver.search.kernels.depth_first import search_depth_first
from chatuchak_solver.search.masks import mask_type


class DepthFirstSearch(Search):
    """Base class of depth-first searches with f-bounds that rise by one.

    The bound is the proven lower bound. Memory is a few kilobytes plus the tables. Moves and
    expansions are deterministic, independent of slices.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`; the incumbent is None until it is optimal.
    expanded_per_bound
        The expansions of each f-bound so far, ascending from the root's heuristic.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str) -> None:
        self._grid = grid
        self._rule = MoveRule(rule)
        self.lower_bound: int = 0
        self.incumbent: tuple[int, ...] | None = () if grid.is_solved else None
        self.expanded: int = 0
        self.expanded_per_bound: list[int] = []

    def _set_tables(self, scale: int, distances: UInt8s, constants: Sequence[int]) -> None:
        """Set the heuristics, in units of 1/``scale`` move.

        Parameters
        ----------
        distances
            uint8 (rows, heuristics), in the rows of `row_starts`.
        constants
            Each heuristic's addend to the sum of the colors' distances.
        """
        board = self._grid.board
        self._scale, self._constants = scale, constants
        around = tables_around(distances, board, self._grid.counts, self._rule)
        neighbors = np.array(board.neighbor_masks, mask_type(board))
        self._tables = at.Tables(distances, *around[1:], neighbors)

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the optimum is proven."""
        end = self.expanded + node_budget
        while self.incumbent is None and self.expanded < end:
            if self._search(end - self.expanded) == at.EXHAUSTED:
                self._begin_bound()
        return self.incumbent is not None

    def _search(self, node_budget: int) -> int:
        """Search within the bound for ``node_budget`` expansions; return the result code."""
        status = search_depth_first(
            self._scale, self.lower_bound, node_budget, self._stack, self._tables
        )
        self.expanded_per_bound[-1] = int(self._stack.cursor[at.EXPANDED])
        self.expanded = sum(self.expanded_per_bound)
        if status == at.SOLVED:
            depth = int(self._stack.cursor[at.DEPTH])
            self.incumbent = tuple(map(int, self._stack.empties[1 : depth + 1]))
        elif status == at.EXHAUSTED:
            self.lower_bound += 1
            self.expanded_per_bound.append(0)
        return status

    def _begin_bound(self) -> None:
        """Put the root on a stack of sufficient depth for the bound."""
        grid, bound = self._grid, self.lower_bound
        kind = mask_type(grid.board)
        color_at = np.zeros(8 * kind.itemsize, np.uint8)
        for spot in range(grid.board.spots):
            color_at[spot] = grid.color_at(spot) or 0
        empties = np.zeros(bound + 1, np.uint8)
        empties[0] = grid.empty
        entries = rows_of(grid)
        heuristics = np.zeros((bound + 1, len(self._constants)), np.int64)
        heuristics[0] = self._tables.distances[entries].sum(axis=0, dtype=np.int64)
        heuristics[0] += self._constants
        self._stack = at.Stack(
            cursor=np.array([0, int(self._tables.reach_masks[grid.empty]), 0], np.int64),
            color_masks=np.array(grid.color_masks, kind),
            entries=entries,
            color_at=color_at,
            empties=empties,
            survivors=np.zeros(bound + 1, kind),
            heuristics=heuristics,
            child_entries=np.zeros((bound + 1, color_at.size), np.uint32),
            parent_entries=np.zeros(bound + 1, np.uint32),
        )


class IdaStarSearch(DepthFirstSearch):
    """A resumable IDA* search; see `chatuchak_solver.search.engine.Search`.

    Parameters
    ----------
    grid, rule
        As in `chatuchak_solver.search.solve.solve`.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> None:
        super().__init__(grid, rule)
        self.lower_bound: int = additive_heuristic(grid, self._rule)
        if self.incumbent is None:
            distances = heuristic_tables(grid, self._rule).distances
            self._set_tables(1, distances[:, np.newaxis], [0])
            self.expanded_per_bound.append(0)
            self._begin_bound()

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the pattern databases; see `chatuchak_solver.search.engine.Search`."""
        yield from prepare_heuristic(grid, rule)
