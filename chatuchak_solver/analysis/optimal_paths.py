"""All shortest solutions of a grid: their number, and the graph of their positions.

Lists all goal positions within the optimal length and searches depth-first for solutions to each,
except those ruled out by cycles of forced moves (`docs/proof.md`), with a table of dead ends. Each
position on a shortest solution has a unique depth, so that positions with their depths determine
the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.analysis.kernels.optimal_paths import collect_positions, link_positions
from chatuchak_solver.analysis.kernels.outcomes import FULL, MIN_SLOTS
from chatuchak_solver.analysis.kernels.path_sums import share_visits
from chatuchak_solver.analysis.kernels.scales import SLICE_BUDGET
from chatuchak_solver.arguments import checked_all, checked_type, checked_whole
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.errors import InputError, SolverError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import ArrayValue
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import heuristic_tables
from chatuchak_solver.search.goal_directed import GoalListing
from chatuchak_solver.search.kernels.goal_layout import MAX_LENGTH
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    import networkx as nx

    from chatuchak_solver.kernels.arrays import Bools, Float64s, Int32s, Int64s, UInt64s


MAX_SPOTS = 32
MAX_COLORS = 7
"""Limits of the packed positions: three bit planes of 32 spots, with codes for seven colors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathLimits:
    """Limits of the enumeration; a result names the exceeded one.

    Attributes
    ----------
    positions
        Positions on shortest solutions; 25 bytes each during the collection.
    goals
        Goal positions to search.
    nodes
        Expanded positions, and placed regions while goal positions are listed.
    """

    positions: int = 1_000_000
    goals: int = 1_000_000
    nodes: int = 20_000_000

    def __post_init__(self) -> None:
        for name in ("positions", "goals", "nodes"):
            checked_whole(getattr(self, name), 1, what=f"the limit of {name}")


DEFAULT_LIMITS = PathLimits()
MAX_CAPACITY = 1 << 25
"""Maximum capacity for positions or goal positions."""


class OptimalPathsAnswer(Answer, frozen=True):
    """The number of shortest solutions of a grid.

    Attributes
    ----------
    grid
        The grid.
    optimal_length
        The optimal length in moves.
    optimal_solutions
        The number of shortest solutions.
    first_moves
        The optimal first moves, ascending.
    positions
        The number of positions on shortest solutions.
    """

    grid: Notation[Grid]
    optimal_length: Count
    optimal_solutions: int
    first_moves: tuple[Count, ...]
    positions: Count


@dataclass(frozen=True, slots=True, eq=False)
class OptimalPaths(ArrayValue):
    """The positions on all shortest solutions of a grid.

    The arrays are indexed by position, in order of depth; position 0 is the grid. The order depends
    only on the positions, so that sums over them are reproducible to the last bit.

    Attributes
    ----------
    grid
        The grid.
    length
        The optimal length in moves.
    count
        The number of shortest solutions.
    depths
        int64 (N,): the number of moves from the grid.
    move_counts
        int64 (N,): the number of optimal moves; 0 in solved positions.
    targets, spots
        int32 (N, maximum number of moves): the positions after the optimal moves, and the spots of
        the moving booths.
    misleads
        bool (N,): whether a losing move looks better, by the sum of the pattern databases, than all
        optimal ones.
    """

    grid: Grid
    length: int
    count: int
    depths: Int64s
    move_counts: Int64s
    targets: Int32s
    spots: Int32s
    misleads: Bools

    def __len__(self) -> int:
        """Return the number of positions."""
        return self.depths.size

    @property
    def first_moves(self) -> tuple[int, ...]:
        """The optimal first moves, ascending."""
        return tuple(self.spots[0, : self.move_counts[0]].tolist())

    def to_dict(self) -> JsonObject:
        """Return the JSON form."""
        found = (self.grid, self.length, self.count, self.first_moves, len(self))
        return OptimalPathsAnswer(*found).to_dict()

    def visit_chances(self) -> Float64s:
        """Return the visit probability of each position under uniformly random optimal moves."""
        chances = np.empty(len(self))
        share_visits(self.move_counts, self.targets, chances)
        return chances

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Yield all shortest solutions, in lexicographic order."""
        moves: list[int] = []
        stack = [(0, 0)]
        while stack:
            place, branch = stack.pop()
            if self.depths[place] == self.length:
                yield tuple(moves)
            elif branch < self.move_counts[place]:
                stack.append((place, branch + 1))
                stack.append((int(self.targets[place, branch]), 0))
                moves.append(int(self.spots[place, branch]))
                continue
            if moves:
                moves.pop()

    def graph(self) -> nx.DiGraph[Grid]:
        """Return the graph of all positions on shortest solutions.

        Nodes are `Grid` values with the attribute ``depth``; edges have the attribute ``move``, the
        spot of the moving booth. The graph is directed and acyclic; its paths from the grid to
        nodes without successors are the shortest solutions.
        """
        import networkx as nx

        graph: nx.DiGraph[Grid] = nx.DiGraph()
        grids = {0: self.grid}
        graph.add_node(self.grid, depth=0)
        for place in range(len(self)):
            for branch in range(int(self.move_counts[place])):
                target, spot = int(self.targets[place, branch]), int(self.spots[place, branch])
                if target not in grids:
                    grids[target] = grids[place].move(spot)
                    graph.add_node(grids[target], depth=int(self.depths[target]))
                graph.add_edge(grids[place], grids[target], move=spot)
        return graph

    def ends(self) -> dict[Grid, int]:
        """Return the solved positions at the ends, with the index of each."""
        way: dict[int, tuple[int, int]] = {}
        for place, count in enumerate(self.move_counts.tolist()):
            targets, spots = self.targets[place, :count], self.spots[place, :count]
            way.update(
                zip(targets.tolist(), ((place, spot) for spot in spots.tolist()), strict=True)
            )
        found = {}
        for end in np.flatnonzero(self.depths == self.length).tolist():
            moves, place = [], end
            while place:
                place, spot = way[place]
                moves.append(spot)
            found[self.grid.trajectory(reversed(moves))[-1]] = end
        return found

    def first_moves_to(self, end: int) -> tuple[int, ...]:
        """Return the first moves, ascending, of the solutions to position ``end``."""
        leads = [False] * len(self)
        leads[end] = True
        for place in range(end - 1, -1, -1):
            targets = self.targets[place, : self.move_counts[place]].tolist()
            leads[place] = any(leads[target] for target in targets)
        firsts = zip(self.targets[0].tolist(), self.first_moves, strict=False)
        return tuple(spot for target, spot in firsts if leads[target])


@dataclass(frozen=True, slots=True)
class LimitReached:
    """Result of `optimal_paths` after an exceeded limit or a stop.

    Attributes
    ----------
    grid
        The grid.
    stopped_by
        The reason; ``memory`` or ``work`` for a limit of `PathLimits`.
    limit
        The name of the limit.
    value
        The limit.
    """

    grid: Grid
    stopped_by: StopReason
    limit: str | None = None
    value: int = 0

    def __str__(self) -> str:
        if self.limit is None:
            return f"ended by {self.stopped_by}"
        return f"more than {self.value:,} {self.limit}"


def is_countable(grid: Grid) -> bool:
    """Return whether the grid's size is supported."""
    return grid.board.spots <= MAX_SPOTS and len(grid.colors) <= MAX_COLORS


def check_countable_size(spots: int, colors: int) -> None:
    """Raise InputError if the size is not supported."""
    if spots > MAX_SPOTS or colors > MAX_COLORS:
        raise InputError(
            f"shortest solutions are counted for up to {MAX_COLORS} colors on {MAX_SPOTS} spots; "
            f"the grid has {colors} on {spots}"
        )


def check_countable(grids: Iterable[Grid]) -> None:
    """Raise InputError if the size of a grid is not supported."""
    for grid in checked_all(grids, Grid, what="the grids", hint="Grid.parse(text)"):
        check_countable_size(grid.board.spots, len(grid.colors))


def optimal_paths(
    grid: Grid,
    *,
    length: int | None = None,
    limits: PathLimits = DEFAULT_LIMITS,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> OptimalPaths | LimitReached:
    """Find all shortest solutions of ``grid`` under the jump rule.

    Parameters
    ----------
    length
        The proven optimal length, if known; computed by default.
    limits
        The limits of the enumeration; exceeding one returns a `LimitReached`, never partial
        results.
    stop
        The limits of the job, checked between steps of up to a second.

    Raises
    ------
    InputError
        If an argument is invalid, no solution has that length, or the grid has over 32 spots or
        over seven colors.

    Examples
    --------
    >>> paths = optimal_paths(Grid.parse(".RY/YRG/RGG"))
    >>> paths.length, paths.count, paths.first_moves
    (4, 5, (2, 3, 6))
    """
    run = Run.begin(stop, on_progress)
    checked_type(grid, Grid, what="the grid", hint="Grid.parse(text)")
    checked_type(limits, PathLimits, what="the limits", hint="PathLimits(nodes=1000)")
    check_countable([grid])
    if length is None:
        solution = solve(grid, rule=MoveRule.JUMP, stop=run.inside(), on_progress=on_progress)
        if solution.stopped_by is not None:
            return LimitReached(grid, run.stopped_by or solution.stopped_by)
        assert solution.status is Status.OPTIMAL
        assert solution.length is not None
        length = solution.length
    length = checked_whole(length, 0, MAX_LENGTH, what="the optimal length")
    run.tell(0, phase="listing goal positions")
    goals = _goal_positions(grid, length, limits, run)
    if isinstance(goals, LimitReached):
        return goals
    run.tell(0, phase="collecting positions")
    return _collected(grid, length, goals, limits, run)


def _collected(
    grid: Grid, length: int, goals: Int64s, limits: PathLimits, run: Run
) -> OptimalPaths | LimitReached:
    """Collect the positions on all solutions to the goals, and link them."""
    if run.must_end():
        assert run.stopped_by is not None
        return LimitReached(grid, run.stopped_by)
    lines = np.array(grid.board.line_masks, np.int64)
    masks = np.array([grid.color_masks[color] for color in grid.colors], np.int64)
    # Untouched pages take no memory.
    capacity = min(MAX_CAPACITY, limits.positions)
    keys = np.empty((capacity, 2), np.uint64)
    index = np.empty(max(MIN_SLOTS, 1 << (2 * capacity - 1).bit_length()), np.int32)
    found = collect_positions(masks, grid.empty, lines, length, goals, limits.nodes, keys, index)
    if found == 0:
        raise InputError(f"{grid} has no solution of {length} moves; expected its optimal length")
    if found > 0:
        return _linked(grid, length, lines, keys[:found], index)
    if found != FULL:
        return LimitReached(grid, StopReason.WORK, "nodes", limits.nodes)
    return LimitReached(grid, StopReason.MEMORY, "positions", capacity)


def _goal_positions(grid: Grid, length: int, limits: PathLimits, run: Run) -> Int64s | LimitReached:
    """List the goal positions with a lower bound within ``length``."""
    if length == 0:
        return np.array([[grid.color_masks[color] for color in grid.colors]], np.int64)
    capacity = min(MAX_CAPACITY, limits.goals)
    listing = GoalListing(grid, length, capacity)
    while not run.must_end() and not listing.run(min(SLICE_BUDGET, limits.nodes)):
        if listing.placed > limits.nodes:
            return LimitReached(grid, StopReason.WORK, "nodes", limits.nodes)
    if run.stopped_by is not None:
        return LimitReached(grid, run.stopped_by)
    if listing.goals is None:
        return LimitReached(grid, StopReason.MEMORY, "goals", capacity)
    return listing.goals


def _linked(grid: Grid, length: int, lines: Int64s, keys: UInt64s, index: Int32s) -> OptimalPaths:
    """Sort the positions by depth, link them and count the paths."""
    tables = heuristic_tables(grid, MoveRule.JUMP)
    count, width = len(keys), grid.board.rows + grid.board.columns - 2
    depths, move_counts = np.zeros((2, count), np.int64)
    targets, spots = np.full((2, count, width), -1, np.int32)
    misleads = np.zeros(count, np.bool_)
    total = np.empty(2, np.uint64)
    own = tables._replace(offsets=tables.offsets[list(grid.colors)])
    found = (depths, targets, spots, misleads, move_counts, total)
    if not link_positions(keys, index, length, lines, own, *found):
        raise SolverError(f"{grid} has over 2**128 shortest solutions")
    solutions = int(total[0]) | int(total[1]) << 64
    return OptimalPaths(grid, length, solutions, depths, move_counts, targets, spots, misleads)
