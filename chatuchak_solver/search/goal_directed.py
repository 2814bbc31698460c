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

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.errors import InputError, SolverError
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels import goal_bounds, goal_search
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.regions import fillable_sizes, region_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chatuchak_solver.puzzle.board import Board
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["GoalDirectedSearch"]

STORED_GOALS = 1024
ROW_WORDS = 1 << 17
MAX_LENGTH = 256


class GoalDirectedSearch(Search):
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
        counts = tuple(count for count in grid.counts if count)
        shape = _shape(grid.board, counts)
        self._tables, self._position = shape.tables, _position(grid, shape)
        self._state = np.zeros(layout.STATE_CELLS, np.int64)
        self._bounds = _bounds(shape)
        self._survivors = _survivors(shape)
        self._frontier = _frontier(shape, grid.empty)
        goal_bounds.prepare(self._tables, self._position, self._state, self._bounds)
        self.lower_bound = int(self._state[layout.BOUND])
        self._stages = self._search_bounds()

    @property
    def goals_examined(self) -> int:
        """The number of goal positions that were searched."""
        return 0 if self.incumbent == () else int(self._state[layout.EXAMINED])

    @property
    def regions_placed(self) -> int:
        """The number of regions placed while goal positions were enumerated."""
        return 0 if self.incumbent == () else int(self._state[layout.PLACED])

    def run(self, node_budget: int) -> bool:
        """Search on for about ``node_budget`` expansions and placements; True when finished."""
        if self.incumbent is not None:
            return True
        state = self._state
        state[layout.BUDGET] = state[layout.NODES] + state[layout.PLACED] + node_budget
        length = next(self._stages)
        self.expanded = int(state[layout.NODES])
        self.lower_bound = int(state[layout.BOUND])
        if length is not None:
            self.incumbent = tuple(self._frontier.stack[:length, layout.MOVED].tolist())
        return length is not None

    def _search_bounds(self) -> Iterator[int | None]:
        """Search bound after bound; yield None when a slice is over and then the length.

        For each bound, first the goal positions that are known already, then those that the last
        bound's regions can make, then all others within it: a solution is mostly found before
        the last. The first success is optimal, because every solution within the bound ends in a
        goal position whose h is within it, and each of those is searched to the bound.
        """
        state = self._state
        while state[layout.BOUND] < MAX_LENGTH:
            yield from self._search_stored()
            if not state[layout.FIRST]:
                state[layout.ALL_REGIONS] = 0
                yield from self._enumerate()
            state[layout.ALL_REGIONS] = 1
            goal_bounds.list_survivors(
                self._tables, self._position, state, self._bounds, self._survivors
            )
            row_words = 64 * int(self._survivors.word_starts[-1]) ** 2
            if row_words > self._survivors.rows.size:
                rows = np.empty(2 * row_words, np.uint64)
                self._survivors = self._survivors._replace(rows=rows)
            yield from self._enumerate()
            state[layout.BOUND] += 1
            state[layout.FIRST] = 0
            state[layout.GOAL_INDEX] = 0
        raise SolverError(f"no solution within {MAX_LENGTH} moves; has the grid a solved form?")

    def _search_stored(self) -> Iterator[int | None]:
        while True:
            outcome = goal_search.search_stored(
                self._tables, self._position, self._state, self._frontier
            )
            if outcome == layout.NOTHING:
                return
            yield None if outcome == layout.SLICE_OVER else outcome

    def _enumerate(self) -> Iterator[int | None]:
        goal_search.start_enumeration(self._state, self._survivors, self._frontier)
        while True:
            outcome = goal_search.enumerate_goals(
                self._tables,
                self._position,
                self._state,
                self._bounds,
                self._survivors,
                self._frontier,
            )
            if outcome == layout.NOTHING:
                return
            yield None if outcome == layout.SLICE_OVER else outcome


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the arrays of all grids of one board and one tuple of counts have in common."""

    spots: int
    colors: int
    tables: layout.Tables
    size_index: NDArray[np.int64]
    fillable: NDArray[np.int64]
    words: int


@lru_cache(maxsize=32)
def _shape(board: Board, counts: tuple[int, ...]) -> _Shape:
    """Return the shape for colors of ``counts`` booths; kept in memory."""
    table = region_table(board, tuple(sorted(counts, reverse=True)))
    tables = layout.Tables(
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
    subsets = range(1 << len(counts))
    fillable = [
        fillable_sizes(count for color, count in enumerate(counts) if subset >> color & 1)
        for subset in subsets
    ]
    words = int(((table.ends - table.starts + 63) // 64)[size_index].sum())
    return _Shape(board.spots, len(counts), tables, size_index, np.array(fillable, np.int64), words)


def _position(grid: Grid, shape: _Shape) -> layout.Position:
    masks = [mask for mask in grid.color_masks if mask]
    color_at = [-1] * shape.spots
    for color, mask in enumerate(masks):
        for spot in iter_spots(mask):
            color_at[spot] = color
    return layout.Position(
        np.array(masks, np.int64),
        shape.size_index,
        np.array(color_at, np.int64),
        shape.fillable,
    )


def _bounds(shape: _Shape) -> layout.Bounds:
    colors, universe = shape.colors, shape.tables.masks.size
    return layout.Bounds(
        costs=np.empty((colors, universe), np.int32),
        reduced=np.empty((colors, universe), np.int32),
        region_prices=np.empty(universe, np.int32),
        prices=np.zeros(shape.spots + 1, np.int64),
        price_order=np.empty(shape.spots, np.int64),
    )


def _survivors(shape: _Shape) -> layout.Survivors:
    words = shape.words
    return layout.Survivors(
        word_starts=np.zeros(shape.colors + 1, np.int64),
        regions=np.empty(words * 64, np.uint32),
        reduced=np.empty(words * 64, np.int32),
        costs=np.empty(words * 64, np.int64),
        pair_bounds=np.empty(words * 64, np.int64),
        members=np.empty((shape.spots + 1, words), np.uint64),
        present=np.empty(words, np.uint64),
        fresh=np.empty(words, np.uint64),
        uncovered=np.empty(words, np.uint64),
        row=np.empty(words, np.uint64),
        rows=np.empty(ROW_WORDS, np.uint64),
        row_ready=np.empty(words * 64, np.uint8),
    )


def _frontier(shape: _Shape, empty: int) -> layout.Frontier:
    colors = shape.colors
    frontier = layout.Frontier(
        candidates=np.empty((colors + 1) * shape.words, np.uint64),
        levels=np.empty((colors + 1, 8), np.int64),
        cheapest=np.empty((colors + 1, colors), np.int64),
        goal=np.empty((2, colors), np.int64),
        goal_regions=np.empty((STORED_GOALS, colors), np.int64),
        goal_costs=np.empty((STORED_GOALS, colors), np.int64),
        stack=np.empty((MAX_LENGTH + 1, 8), np.int64),
        unions=np.empty(512, np.int64),
        memo_keys=np.zeros(1 << layout.MEMO_BITS, np.uint64),
        memo_costs=np.empty(1 << layout.MEMO_BITS, np.int8),
    )
    frontier.stack[0, layout.EMPTY] = empty
    return frontier
