"""IDA*: iterative-deepening depth-first search with additive pattern databases.

References
----------
Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence
27 (1985).
"""

from collections.abc import Iterator

import numpy as np

from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search import additive_heuristic as additive
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels import depth_first as at
from chatuchak_solver.search.packed_grid import mask_type
from chatuchak_solver.search.priced_heuristic import SCALE, PricedHeuristic


class IdaStarSearch(Search):
    """A resumable IDA* search.

    The f-bound, which rises by one, is the proven lower bound. Deterministic, independent of
    slices.

    Parameters
    ----------
    heuristic
        A priced heuristic of the grid's board and counts; None for the additive one. The first
        f-bound is the maximum of both.

    Attributes
    ----------
    incumbent
        None until it is optimal.
    expanded_per_bound
        The expansions of each f-bound so far, ascending from the root's heuristic.
    """

    def __init__(
        self,
        grid: Grid,
        rule: MoveRule | str = MoveRule.JUMP,
        *,
        heuristic: PricedHeuristic | None = None,
    ) -> None:
        self._grid = grid
        rule = MoveRule(rule)
        self.expanded_per_bound: list[int] = []
        if grid.is_solved:
            self.incumbent = ()
            return
        self._tables = additive.heuristic_tables(grid, rule)
        self._neighbors = np.array(grid.board.neighbor_masks, mask_type(grid.board))
        self._scale, self._constant = 1, 0
        self.lower_bound = additive.additive_heuristic(grid, rule)
        if heuristic is not None:
            self._scale, self._constant = SCALE, heuristic.constant
            self._tables = self._tables._replace(distances=heuristic.distances)
            self.lower_bound = max(self.lower_bound, heuristic.evaluate(grid))
        self.expanded_per_bound.append(0)
        self._begin_bound()

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the pattern databases."""
        yield from additive.prepare_heuristic(grid, rule)

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the optimum is proven."""
        end = self.expanded + node_budget
        while self.incumbent is None and self.expanded < end:
            self._search(end - self.expanded)
        return self.incumbent is not None

    def _search(self, node_budget: int) -> None:
        limits = self._scale, self.lower_bound, node_budget
        status = at.search_depth_first(*limits, self._stack, self._tables, self._neighbors)
        self.expanded_per_bound[-1] = int(self._stack.cursor[at.EXPANDED])
        self.expanded = sum(self.expanded_per_bound)
        if status == at.SOLVED:
            depth = int(self._stack.cursor[at.DEPTH])
            self.incumbent = tuple(map(int, self._stack.empties[1 : depth + 1]))
        elif status == at.EXHAUSTED:
            self.lower_bound += 1
            self.expanded_per_bound.append(0)
            self._begin_bound()

    def _begin_bound(self) -> None:
        grid, bound = self._grid, self.lower_bound
        kind = mask_type(grid.board)
        color_at = np.zeros(8 * kind.itemsize, np.uint8)
        for spot in range(grid.board.spots):
            color_at[spot] = grid.color_at(spot) or 0
        empties = np.zeros(bound + 1, np.uint8)
        empties[0] = grid.empty
        entries = additive.rows_of(grid)
        heuristics = np.zeros(bound + 1, np.int64)
        heuristics[0] = self._tables.distances[entries].sum(dtype=np.int64) + self._constant
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
