"""Goal-directed branch and bound: the default search for the jump rule.

For one fixed goal position (a region for each color) the moves that a color needs are known
exactly when the other colors and the empty spot are ignored: 2n - M for n booths outside their
region and a maximum matching of size M of them to the free spots of the region along shared rows
and columns. The sum over the colors, h, is admissible and consistent, and far stronger than a sum
of pattern databases, whose colors may each want the same spots. So, for a rising bound T, the
search enumerates the goal positions with h <= T and searches each of them depth first within T.

The enumeration is a set partitioning problem: regions must be disjoint. Prices per spot (a
Lagrangian relaxation, found by subgradient steps) turn costs into reduced costs that know the
competition for spots; regions whose reduced cost, or whose pair bound, exceeds T are dropped;
the rest are kept as bit sets in the order of their reduced cost, so that one AND gives the regions
that still fit beside a placed one, and its lowest bit the cheapest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.errors import InputError, SolverError
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.kernels import goal_bounds, goal_layout, goal_search
from chatuchak_solver.search.regions import fillable_sizes, region_table

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["GoalDirectedSearch"]

STORED_GOALS = 4096
ROW_WORDS = 1 << 17
MAX_LENGTH = 256


class GoalDirectedSearch:
    """A search by goal positions; fulfils `chatuchak_solver.search.engine.Search`.

    Memory: about 2 MB on the game's own board, at most some tens of MB on any other.

    Raises
    ------
    InputError
        If the rule is not ``jump``: the cost of a goal position is that of jumps.
    """

    def __init__(self, grid: Grid, rule: MoveRule) -> None:
        if rule is not MoveRule.JUMP:
            raise InputError(f"the goal-directed search knows the jump rule only, not {rule}")
        self.expanded = 0
        self.lower_bound = 0
        self.incumbent: tuple[int, ...] | None = None
        if grid.is_solved:
            self.incumbent = ()
            return
        self._tables, self._position, self._work = _arrays(grid)
        goal_bounds.prepare(self._tables, self._position, self._work)
        self.lower_bound = int(self._work.state[goal_layout.BOUND])
        self._stages = self._search_bounds()

    @property
    def goals_examined(self) -> int:
        """The number of goal positions that were searched."""
        return 0 if self.incumbent == () else int(self._work.state[goal_layout.EXAMINED])

    @property
    def regions_placed(self) -> int:
        """The number of regions placed while goal positions were enumerated."""
        return 0 if self.incumbent == () else int(self._work.state[goal_layout.PLACED])

    def run(self, node_budget: int) -> bool:
        """Search on for about ``node_budget`` expansions and placements; True when finished."""
        if self.incumbent is not None:
            return True
        state = self._work.state
        state[goal_layout.BUDGET] = (
            state[goal_layout.NODES] + state[goal_layout.PLACED] + node_budget
        )
        length = next(self._stages)
        self.expanded = int(state[goal_layout.NODES])
        self.lower_bound = int(state[goal_layout.BOUND])
        if length is not None:
            self.incumbent = tuple(self._work.stack[:length, goal_layout.MOVED].tolist())
        return length is not None

    def _search_bounds(self) -> Iterator[int | None]:
        """Search bound after bound; yield None when a slice is over and then the length.

        For each bound, first the goal positions that are known already, then those that the last
        bound's regions can make, then all others within it: a solution is mostly found before
        the last. The first success is optimal, because every solution within the bound ends in a
        goal position whose h is within it, and each of those is searched to the bound.
        """
        tables, position = self._tables, self._position
        state = self._work.state
        while state[goal_layout.BOUND] < MAX_LENGTH:
            yield from self._run_slices(goal_search.search_stored)
            if not state[goal_layout.FIRST]:
                state[goal_layout.ALL_REGIONS] = 0
                goal_search.start_enumeration(self._work)
                yield from self._run_slices(goal_search.enumerate_goals)
            state[goal_layout.ALL_REGIONS] = 1
            goal_bounds.list_survivors(tables, position, self._work)
            row_words = 64 * int(self._work.word_starts[-1]) ** 2
            if row_words > self._work.rows.size:
                self._work = self._work._replace(rows=np.empty(2 * row_words, np.uint64))
            goal_search.start_enumeration(self._work)
            yield from self._run_slices(goal_search.enumerate_goals)
            state[goal_layout.BOUND] += 1
            state[goal_layout.FIRST] = 0
            state[goal_layout.GOAL_INDEX] = 0
        raise SolverError(f"no solution within {MAX_LENGTH} moves; has the grid a solved form?")

    def _run_slices(self, kernel: Callable[..., int]) -> Iterator[int | None]:
        """Run a search kernel to its end, or to a solution: then its length comes last."""
        while True:
            outcome = kernel(self._tables, self._position, self._work)
            if outcome == goal_layout.NOTHING:
                return
            yield None if outcome == goal_layout.SLICE_OVER else outcome


def _arrays(grid: Grid) -> tuple[goal_layout.Tables, goal_layout.Position, goal_layout.Workspace]:
    """Make the kernels' arrays for one grid."""
    board = grid.board
    spots = board.spots
    counts = tuple(grid.color_masks[color].bit_count() for color in grid.colors)
    colors = len(counts)
    table = region_table(board, tuple(sorted(counts, reverse=True)))
    tables = goal_layout.Tables(
        table.masks,
        table.spots,
        table.starts,
        table.ends,
        table.lines,
        board.columns,
        board.left_mask,
        board.right_mask,
    )
    size_index = np.array([table.sizes.index(count) for count in counts], np.int64)
    fillable = np.array(
        [
            fillable_sizes([count for color, count in enumerate(counts) if subset >> color & 1])
            for subset in range(1 << colors)
        ],
        np.int64,
    )
    color_masks = np.array([grid.color_masks[color] for color in grid.colors], np.int64)
    color_at = np.full(spots, -1, np.int64)
    for index, mask in enumerate(color_masks):
        color_at[(int(mask) >> np.arange(spots)) & 1 == 1] = index
    universe = table.masks.size
    words = int(np.sum((table.ends - table.starts + 63)[size_index] // 64))
    work = goal_layout.Workspace(
        state=np.zeros(goal_layout.STATE_CELLS, np.int64),
        costs=np.empty((colors, universe), np.int32),
        reduced=np.empty((colors, universe), np.int32),
        region_prices=np.empty(universe, np.int32),
        prices=np.zeros(spots + 1, np.int64),
        price_order=np.empty(spots, np.int64),
        unions=np.empty(512, np.int64),
        memo_keys=np.zeros(1 << goal_layout.MEMO_BITS, np.uint64),
        memo_costs=np.empty(1 << goal_layout.MEMO_BITS, np.int8),
        stack=np.empty((MAX_LENGTH + 1, 8), np.int64),
        goal=np.empty((2, colors), np.int64),
        goal_regions=np.empty((STORED_GOALS, colors), np.int64),
        goal_costs=np.empty((STORED_GOALS, colors), np.int64),
        word_starts=np.empty(colors + 1, np.int64),
        survivors=np.empty(words * 64, np.uint32),
        survivor_reduced=np.empty(words * 64, np.int32),
        survivor_costs=np.empty(words * 64, np.int64),
        pair_bounds=np.empty(words * 64, np.int64),
        members=np.empty((spots + 1, words), np.uint64),
        present=np.empty(words, np.uint64),
        fresh=np.empty(words, np.uint64),
        uncovered=np.empty(words, np.uint64),
        row=np.empty(words, np.uint64),
        rows=np.empty(ROW_WORDS, np.uint64),
        row_ready=np.empty(words * 64, np.uint8),
        candidates=np.empty((colors + 1) * words, np.uint64),
        levels=np.empty((colors + 1, 8), np.int64),
        cheapest=np.empty((colors + 1, colors), np.int64),
    )
    work.stack[0, goal_layout.EMPTY] = grid.empty
    return tables, goal_layout.Position(color_masks, size_index, color_at, fillable), work
