"""IDA*: iterative-deepening depth-first search with the additive pattern databases.

References
----------
Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
Intelligence 27 (1985).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import (
    additive_heuristic,
    heuristic_tables,
    prepare_heuristic,
)
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels.depth_first import EXHAUSTED, SOLVED
from chatuchak_solver.search.kernels.ida_star import DEPTH, DepthFirstState, search_depth_first
from chatuchak_solver.search.masks import mask_type
from chatuchak_solver.search.pattern_database import pattern_database

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["IdaStarSearch"]

SPOTS_MULTIPLE = 32
"""Rows of arrays with a cell for each spot have a multiple of so many."""


class IdaStarSearch(Search):
    """A resumable IDA* search; see `chatuchak_solver.search.engine.Search`.

    Searches depth first for f-bounds that rise by one from the root's heuristic: the bound is the
    proven lower bound. Memory is a few kilobytes besides the pattern databases. The same moves
    and the same number of expansions each time, however the search is sliced.

    Parameters
    ----------
    grid, rule
        As in `chatuchak_solver.search.solve.solve`.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`; the incumbent is None until it is optimal.
    expanded_per_bound
        The expansions of each f-bound begun so far, ascending from the root's heuristic.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> None:
        self._grid = grid
        self._rule = MoveRule(rule)
        self.lower_bound: int = additive_heuristic(grid, self._rule)
        self.incumbent: tuple[int, ...] | None = None if self.lower_bound else ()
        self.expanded: int = 0
        self.expanded_per_bound: list[int] = []
        if self.incumbent is None:
            self._tables = heuristic_tables(grid, self._rule)
            self._begin_bound()

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Make the pattern databases; see `chatuchak_solver.search.engine.Search`."""
        yield from prepare_heuristic(grid, rule)

    def run(self, node_budget: int) -> bool:
        """Search on for ``node_budget`` expansions; return True when the optimum is proven."""
        while self.incumbent is None and node_budget > 0:
            status, expanded = search_depth_first(
                self.lower_bound, node_budget, self._state, self._tables
            )
            node_budget -= expanded
            self.expanded += expanded
            self.expanded_per_bound[-1] += expanded
            if status == SOLVED:
                depth = int(self._state.cursor[DEPTH])
                self.incumbent = tuple(map(int, self._state.empties[1 : depth + 1]))
            elif status == EXHAUSTED:
                self.lower_bound += 1
                self._begin_bound()
        return self.incumbent is not None

    def _begin_bound(self) -> None:
        """Put the root on a stack that is deep enough for the bound."""
        grid, bound = self._grid, self.lower_bound
        color_distances = [
            pattern_database(grid.board, mask.bit_count(), self._rule).evaluate(mask) if mask else 0
            for mask in grid.color_masks
        ]
        moves = int(self._tables.reach_masks[grid.empty])
        spots = -(-grid.board.spots // SPOTS_MULTIPLE) * SPOTS_MULTIPLE
        kind = mask_type(grid.board)
        color_at = np.zeros(spots, np.uint8)
        for spot in range(grid.board.spots):
            color_at[spot] = grid.color_at(spot) or 0
        empties = np.zeros(bound + 1, np.uint8)
        empties[0] = grid.empty
        self._state = DepthFirstState(
            cursor=np.array([0, sum(color_distances), moves], np.int64),
            color_masks=np.array(grid.color_masks, kind),
            color_distances=np.array(color_distances, np.int64),
            color_at=color_at,
            empties=empties,
            survivors=np.zeros(bound + 1, kind),
            child_distances=np.zeros((bound + 1, spots), np.uint8),
            parent_distances=np.zeros(bound + 1, np.uint8),
        )
        self.expanded_per_bound.append(0)
