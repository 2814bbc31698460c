"""Goal-directed branch and bound: the default search for the jump rule; see `docs/proof.md`.

For one goal position (a region for each color), the sum of the colors' moves if the other colors
and the empty spot are ignored, h, is admissible and consistent. For a rising bound T, the search
enumerates the goal positions with h <= T and searches each depth first within T.

The enumeration is a set partitioning problem. Prices per spot (a Lagrangian relaxation, optimized
by subgradient steps) turn costs into reduced costs. Regions with a reduced cost above T are
dropped. The rest are bit sets in the order of reduced cost: one AND gives the regions disjoint from
a placed one, and the lowest bit the cheapest. Free spots that no regions can fill end a branch;
a table of pairs of regions without such spots between them excludes most of these cases earlier.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from chatuchak_solver.arguments import check_type
from chatuchak_solver.errors import InputError, SolverError
from chatuchak_solver.kernels.arrays import Int8s, Int64s, UInt8s
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_driver import search_grids
from chatuchak_solver.search.kernels.goal_workspace import (
    MAX_ROW_WORDS,
    STORED_GOALS,
    begin_search,
    make_tables,
    make_workspace,
)
from chatuchak_solver.search.packed_grid import MaskType, mask_type

SLICE_WORK = 1_000_000
IDLE_WORKSPACES = 8


class GridBatch:
    """Search of unsolved grids with one board and one set of counts.

    Parameters
    ----------
    counts
        The number of booths of each present color, in any order; the same for all grids.
    codes
        int8 (n, spots): the color of each spot, -1 for the empty one.
    masks_of
        The type of masks; by default the narrowest.
    most_goals
        The maximum number of stored goal positions.
    listed_bound
        The bound of goal positions that are only listed.

    Attributes
    ----------
    moves
        uint8 (n, `MAX_LENGTH`): the spots whose booths move to the empty spot.
    results
        int64 (n, RESULT_CELLS): length, lower bound, expansions, examined goal positions and placed
        regions of each grid; the length is -1 until the grid is solved.
    done
        The number of solved grids, which come first.
    goals
        int64 (n, colors): the region of each color in the listed positions, once finished; None if
        there are more.
    """

    goals: Int64s | None = None

    def __init__(
        self,
        board: Board,
        counts: tuple[int, ...],
        codes: Int8s,
        *,
        masks_of: MaskType | None = None,
        most_goals: int = STORED_GOALS,
        listed_bound: int = 0,
    ) -> None:
        kind = masks_of or mask_type(board)
        self._shape = shape_of(board, tuple(sorted(counts, reverse=True)), kind, most_goals)
        self.moves: UInt8s = np.zeros((len(codes), layout.MAX_LENGTH), np.uint8)
        self.results: Int64s = np.zeros((len(codes), at.RESULT_CELLS), np.int64)
        self.done: int = 0
        self._codes = np.ascontiguousarray(codes, np.int8)
        self._work = self._shape.take_workspace()
        self._is_finished = False
        begin_search(self._work.value, listed_bound)

    def run(self, budget: int) -> bool:
        """Continue for about ``budget`` expansions and placements; True when finished.

        Raises
        ------
        SolverError
            If a grid has no solved form.
        """
        if self._is_finished:
            return True
        work, tables = self._work.value, self._shape.tables
        outcome = search_grids(self._codes, tables, self._work, self.moves, self.results, budget)
        self.done = int(work.state[at.GRID])
        if outcome == at.NO_SOLUTION:
            raise SolverError(
                f"no solution within {layout.MAX_LENGTH} moves; has the grid a solved form?"
            )
        if outcome == at.SLICE_OVER:
            return False
        if outcome == at.GOALS_LISTED and not work.state[at.FORGOT]:
            self.goals = work.frontier.goal_regions[: work.state[at.GOALS]].copy()
        # Later searches reuse the arrays; this one must not touch them again.
        self._is_finished = True
        self._shape.idle.append(self._work)
        return True


class GoalListing(GridBatch):
    """All goal positions of a grid within a bound, without a search.

    Parameters
    ----------
    bound
        The maximum cost of a goal position, >= 1.
    most
        The maximum number of listed positions.
    """

    def __init__(self, grid: Grid, bound: int, most: int) -> None:
        counts, codes = tuple(filter(None, grid.counts)), color_codes(grid).reshape(1, -1)
        super().__init__(grid.board, counts, codes, most_goals=most, listed_bound=bound)

    @property
    def placed(self) -> int:
        """Regions placed so far."""
        return int(self.results[0, at.REGIONS_PLACED])

    @property
    def lower_bound(self) -> int:
        """The bound of the finished listing; above ``bound`` if no goal position is within."""
        return int(self.results[0, at.LOWER_BOUND])


class GoalDirectedSearch(Search):
    """A search by goal positions.

    Memory: about 4 MB on the game's own board, at most half a gigabyte on 8 x 8.

    Raises
    ------
    InputError
        If the rule is not ``jump``.
    """

    def __init__(self, grid: Grid, rule: MoveRule) -> None:
        if rule is not MoveRule.JUMP:
            raise InputError(f"invalid rule {rule}: expected jump for the goal-directed search")
        self.goals_examined: int = 0
        self.regions_placed: int = 0
        if grid.is_solved:
            self.incumbent = ()
        else:
            counts = tuple(filter(None, grid.counts))
            self._task = GridBatch(grid.board, counts, color_codes(grid).reshape(1, -1))

    @property
    def work(self) -> int:
        """Expansions, and placed regions: the enumeration dominates hard searches."""
        return self.expanded + self.regions_placed

    def run(self, node_budget: int) -> bool:
        """Continue for about ``node_budget`` expansions and placements; True when finished."""
        if self.incumbent is not None:
            return True
        finished = self._task.run(node_budget)
        length, *facts = self._task.results[0].tolist()
        self.lower_bound, self.expanded, self.goals_examined, self.regions_placed = facts
        if finished:
            self.incumbent = tuple(self._task.moves[0, :length].tolist())
        return finished


def color_codes(grid: Grid) -> Int8s:
    """Return the color of each spot, -1 for the empty one; int8 (spots,)."""
    codes = bytearray(b"\xff") * grid.board.spots
    for color, booths in enumerate(grid.color_masks):
        while booths:
            spot = booths.bit_length() - 1
            codes[spot] = color
            booths ^= 1 << spot
    return np.frombuffer(codes, np.int8)


@dataclass(frozen=True, slots=True)
class _Shape:
    counts: Int64s
    tables: Words[layout.Tables]
    most_goals: int
    idle: deque[Words[layout.Workspace]]

    def take_workspace(self) -> Words[layout.Workspace]:
        """Return a workspace for exclusive use."""
        try:
            return self.idle.pop()
        except IndexError:
            tables, most_goals = self.tables.value, self.most_goals
            return pack_args(make_workspace(tables, self.counts, most_goals, MAX_ROW_WORDS))


@lru_cache(maxsize=32)
def shape_of(
    board: Board, counts: tuple[int, ...], masks_of: MaskType, most_goals: int = STORED_GOALS
) -> _Shape:
    """Return the cached shape for colors of ``counts`` booths, descending."""
    tables = pack_args(region_tables(board, counts, masks_of))
    return _Shape(np.array(counts, np.int64), tables, most_goals, deque(maxlen=IDLE_WORKSPACES))


@lru_cache(maxsize=32)
def region_tables(
    board: Board, counts: tuple[int, ...], masks_of: MaskType | None = None
) -> layout.Tables:
    """Return cached, read-only tables for colors of ``counts`` booths, in any order.

    ``masks_of`` is `mask_type` by default.
    """
    sizes, kind = np.array(sorted(counts, reverse=True)), masks_of or mask_type(board)
    tables = make_tables(sizes, board.rows, board.columns, kind)
    for array in tables:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return tables


def goal_bound(grid: Grid) -> int:
    """Return a lower bound on the jumps that solve a grid, by its goal positions.

    A goal position assigns each color a connected region. Each color then needs 2n - M jumps: n
    booths are outside their region, M is the size of a maximum matching of them to the region's
    free spots along shared rows and columns. The bound is the minimum sum over all goal positions.
    Admissible, 0 exactly for solved grids, and at least `additive_heuristic`, which ignores
    competition for spots. Takes a few milliseconds on 5 x 6.

    Examples
    --------
    >>> goal_bound(Grid.parse(".RY/YRG/RGG"))
    3
    """
    # A solver without pattern databases starts faster.
    from chatuchak_solver.search.additive_heuristic import additive_heuristic

    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    bound = additive_heuristic(grid)
    if grid.is_solved:
        return 0
    while True:
        listing = GoalListing(grid, bound, most=1)
        while not listing.run(SLICE_WORK):
            pass
        bound = max(bound, listing.lower_bound)
        if listing.goals is None or len(listing.goals):
            return bound
        bound += 1
