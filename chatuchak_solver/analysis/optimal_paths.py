"""All shortest solutions of a grid, and the graph of their positions.

Lists the goal positions within the optimal length and searches depth-first for solutions to each,
except those ruled out by cycles of forced moves (`docs/proof.md`), with a table of dead ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from chatuchak_solver import arguments, errors, exports
from chatuchak_solver.analysis.kernels import optimal_paths as kernels
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import ArrayValue, Bools, Float64s, Int32s, Int64s, UInt64s
from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.search.additive_heuristic import heuristic_tables
from chatuchak_solver.search.goal_directed import GoalListing
from chatuchak_solver.search.kernels.goal_layout import MAX_LENGTH
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    import networkx as nx

MAX_SPOTS = 32
MAX_COLORS = 7
"""Limits of the packed positions."""


MAX_POSITIONS = 1_000_000
"""25 bytes each during the collection."""
MAX_GOALS = 1_000_000
MAX_NODES = 20_000_000
MAX_CAPACITY = 1 << 25
MAX_BOUNDED_POSITIONS = 200_000
MAX_BOUNDED_NODES = 5_000_000
"""Takes about a second; positions of games rarely need as many."""


@dataclass(frozen=True, slots=True, eq=False)
class OptimalPaths(ArrayValue):
    """The positions on all shortest solutions of a grid; none after a stop.

    The arrays are indexed by position, by unique depth and then by colors, so that sums are
    reproducible to the last bit; position 0 is the grid.

    Attributes
    ----------
    length
        Optimal length; None if not proven before the stop.
    count
        Number of shortest solutions; None after a stop.
    depths
        int64 (N,): moves from the grid.
    move_counts
        int64 (N,): number of optimal moves; 0 in solved positions.
    targets, spots
        int32 (N, maximum number of moves): positions after the optimal moves, and spots of the
        moving booths.
    misleads
        bool (N,): whether a losing move looks better, by the sum of pattern databases, than all
        optimal ones.
    stopped_by
        None if complete.
    limit_reached
        Description of that limit, for example ``more than 1,000,000 positions``.
    """

    grid: Grid
    length: int | None
    count: int | None
    depths: Int64s
    move_counts: Int64s
    targets: Int32s
    spots: Int32s
    misleads: Bools
    stopped_by: StopReason | None = None
    limit_reached: str | None = None

    def __len__(self) -> int:
        """Return the number of positions."""
        return self.depths.size

    @property
    def first_moves(self) -> tuple[int, ...]:
        """Optimal first moves, ascending."""
        return tuple(self._successors(0)) if len(self) else ()

    def _successors(self, place: int) -> dict[int, int]:
        """Return the positions after the optimal moves of a position, by ascending spot."""
        spots = self.spots[place, : self.move_counts[place]].tolist()
        return dict(zip(spots, self.targets[place].tolist(), strict=False))

    def visit_chances(self) -> Float64s:
        """Return the visit probability of each position under random optimal moves."""
        chances = np.empty(len(self))
        kernels.share_visits(self.move_counts, self.targets, chances)
        return chances

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Yield all shortest solutions, in lexicographic order."""

        def extended(place: int, moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if self.depths[place] == self.length:
                yield moves
            for spot, target in self._successors(place).items():
                yield from extended(target, (*moves, spot))

        if len(self):
            yield from extended(0, ())

    def graph(self) -> nx.DiGraph[Grid]:
        """Return the graph of all positions on shortest solutions.

        Nodes are `Grid` values with the attribute ``depth``; edges have the attribute ``move``, the
        spot of the moving booth. The paths from the grid to sinks are the shortest solutions.
        """
        import networkx as nx

        graph: nx.DiGraph[Grid] = nx.DiGraph()
        grids = {0: self.grid}
        graph.add_node(self.grid, depth=0)
        for place in range(len(self)):
            for spot, target in self._successors(place).items():
                if target not in grids:
                    grids[target] = grids[place].move(spot)
                    graph.add_node(grids[target], depth=int(self.depths[target]))
                graph.add_edge(grids[place], grids[target], move=spot)
        return graph

    def count_optimal(self, moves: Sequence[int]) -> int:
        """Return the number of leading moves that are optimal."""
        place = 0
        for number, spot in enumerate(moves):
            targets = self._successors(place)
            if spot not in targets:
                return number
            place = targets[spot]
        return len(moves)

    def ends(self) -> dict[Grid, int]:
        """Return the solved positions with their indices."""
        places, branches = np.nonzero(self.targets >= 0)
        before, spots = np.zeros((2, len(self)), np.int64)
        targets = self.targets[places, branches]
        before[targets], spots[targets] = places, self.spots[places, branches]
        found = {}
        for end in np.flatnonzero(self.depths == self.length).tolist():
            moves, place = [], end
            while place:
                moves.append(int(spots[place]))
                place = int(before[place])
            found[self.grid.trajectory(reversed(moves))[-1]] = end
        return found

    def first_moves_to(self, end: int) -> tuple[int, ...]:
        """Return the first moves, ascending, of the solutions to position ``end``."""
        leads = np.zeros(len(self) + 1, np.bool_)  # missing targets are -1, the last place
        leads[end] = True
        for depth in range(int(self.depths[end]) - 1, -1, -1):
            places = np.flatnonzero(self.depths == depth)
            leads[places] = leads[self.targets[places]].any(axis=1)
        return tuple(spot for spot, target in self._successors(0).items() if leads[target])


def is_countable(grid: Grid) -> bool:
    """Return whether the grid's size is supported."""
    return grid.board.spots <= MAX_SPOTS and len(grid.colors) <= MAX_COLORS


def check_countable_size(spots: int, colors: int) -> None:
    """Raise InputError if the size is not supported."""
    if spots > MAX_SPOTS or colors > MAX_COLORS:
        raise errors.InputError(
            f"shortest solutions are counted for up to {MAX_COLORS} colors on {MAX_SPOTS} spots; "
            f"the grid has {colors} on {spots}"
        )


def check_countable(grids: Iterable[Grid]) -> None:
    """Raise InputError if a grid's size is not supported."""
    for grid in arguments.check_all(grids, Grid, name="grids", hint="Grid.parse(text)"):
        check_countable_size(grid.board.spots, len(grid.colors))


@exports.renamed_arguments(limits="max_positions")
def optimal_paths(
    grid: Grid,
    *,
    length: int | None = None,
    max_positions: int = MAX_POSITIONS,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> OptimalPaths:
    """Find all shortest solutions of ``grid`` under the jump rule.

    Parameters
    ----------
    length
        Proven optimal length; computed by default.
    max_positions
        Maximum number of positions; beyond it, or with over a million goal positions, the result is
        stopped by ``memory``.
    stop
        Unit of work: nodes, that is expanded positions and placed regions of goal positions; at
        most 20 million by default. A stop returns no positions.

    Examples
    --------
    >>> paths = optimal_paths(Grid.parse(".RY/YRG/RGG"))
    >>> paths.length, paths.count, paths.first_moves
    (4, 5, (2, 3, 6))
    """
    run = Run.begin(stop, on_progress)
    arguments.check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    capacity = min(MAX_CAPACITY, arguments.check_int(max_positions, 1, name="max_positions"))
    check_countable([grid])
    if length is None:
        solution = solve(grid, rule=MoveRule.JUMP, stop=run.inside(), on_progress=on_progress)
        if solution.stopped_by is not None:
            return _stopped(grid, None, run.stopped_by or solution.stopped_by)
        length = solution.length
    length = arguments.check_int(length, 0, MAX_LENGTH, name="optimal length")
    run.report(0, phase="listing goal positions")
    nodes = MAX_NODES if run.stop.work is None else run.stop.work
    goals = _goal_positions(grid, length, nodes, run)
    if isinstance(goals, OptimalPaths):
        return goals
    run.report(0, phase="collecting positions")
    return _collected(grid, length, goals, capacity, nodes, run)


def _stopped(
    grid: Grid, length: int | None, reason: StopReason | None, limit: str = ""
) -> OptimalPaths:
    assert reason is not None
    none, table, flags = np.zeros(0, np.int64), np.zeros((0, 0), np.int32), np.zeros(0, np.bool_)
    description = f"more than {limit}" if limit else f"ended by {reason}"
    return OptimalPaths(grid, length, None, none, none, table, table, flags, reason, description)


def _collected(
    grid: Grid, length: int, goals: Int64s, capacity: int, nodes: int, run: Run
) -> OptimalPaths:
    if run.should_stop():
        return _stopped(grid, length, run.stopped_by)
    lines = np.array(grid.board.line_masks, np.int64)
    masks = np.array([grid.color_masks[color] for color in grid.colors], np.int64)
    # Untouched pages take no memory.
    keys = np.empty((capacity, 2), np.uint64)
    index = np.empty(max(kernels.MIN_SLOTS, 1 << (2 * capacity - 1).bit_length()), np.int32)
    found = kernels.collect_positions(masks, grid.empty, lines, length, goals, nodes, keys, index)
    if found == 0:
        raise errors.InputError(f"invalid length {length} of {grid}: expected its optimal length")
    if found > 0:
        return _linked(grid, length, lines, keys[:found], index)
    if found != kernels.FULL:
        return _stopped(grid, length, StopReason.WORK, f"{nodes:,} nodes")
    return _stopped(grid, length, StopReason.MEMORY, f"{capacity:,} positions")


def _goal_positions(grid: Grid, length: int, nodes: int, run: Run) -> Int64s | OptimalPaths:
    """List the goal positions with a lower bound within ``length``."""
    if length == 0:
        return np.array([[grid.color_masks[color] for color in grid.colors]], np.int64)
    listing = GoalListing(grid, length, MAX_GOALS)
    while not run.should_stop() and not listing.run(min(kernels.SLICE_BUDGET, nodes)):
        if listing.placed > nodes:
            return _stopped(grid, length, StopReason.WORK, f"{nodes:,} nodes")
    if run.stopped_by is not None:
        return _stopped(grid, length, run.stopped_by)
    if listing.goals is None:
        return _stopped(grid, length, StopReason.MEMORY, f"{MAX_GOALS:,} goals")
    return listing.goals


def _linked(grid: Grid, length: int, lines: Int64s, keys: UInt64s, index: Int32s) -> OptimalPaths:
    tables = heuristic_tables(grid, MoveRule.JUMP)
    count, width = len(keys), grid.board.rows + grid.board.columns - 2
    depths, move_counts = np.zeros((2, count), np.int64)
    targets, spots = np.full((2, count, width), -1, np.int32)
    misleads = np.zeros(count, np.bool_)
    total = np.empty(2, np.uint64)
    own = tables._replace(offsets=tables.offsets[list(grid.colors)])
    found = (depths, targets, spots, misleads, move_counts, total)
    if not kernels.link_positions(keys, index, length, lines, own, *found):
        raise errors.SolverError(f"{grid} has over 2**128 shortest solutions")
    solutions = int(total[0]) | int(total[1]) << 64
    return OptimalPaths(grid, length, solutions, depths, move_counts, targets, spots, misleads)


class GoalRegions(NamedTuple):
    """The goal positions of a grid's shortest solutions.

    Attributes
    ----------
    goals
        By descending number of booths in place.
    moves
        First moves, ascending, on shortest solutions to the first goal.
    """

    grid: Grid
    goals: tuple[Grid, ...]
    moves: tuple[int, ...]

    @classmethod
    def of(cls, paths: OptimalPaths) -> Self:
        """Return the goal positions of known shortest solutions."""
        grid, ends = paths.grid, paths.ends()
        goals = sorted(ends, key=lambda goal: (-booths_in_place(grid, goal), goal.color_masks))
        return cls(grid, tuple(goals), paths.first_moves_to(ends[goals[0]]))

    @classmethod
    def find(
        cls, grid: Grid, *, length: int | None = None, stop: Stop | None = None
    ) -> Self | None:
        """Return the goal positions under the jump rule; some milliseconds.

        ``length`` is the proven optimal length, if known. Goals with equally many booths in place
        are ordered by their masks. None if the grid's size is not supported, or too many positions
        lie on shortest solutions.
        """
        if not is_countable(grid):
            return None
        limits = (stop or Stop()) | Stop(work=MAX_BOUNDED_NODES)
        paths = optimal_paths(grid, length=length, max_positions=MAX_BOUNDED_POSITIONS, stop=limits)
        return cls.of(paths) if paths else None

    @property
    def goal(self) -> Grid:
        """Goal with the most booths in place."""
        return self.goals[0]

    def given_up(self, later: Self) -> tuple[Color, ...]:
        """Return the colors whose regions in these goals all differ from those in ``later``."""
        before = {(color, goal.color_masks[color]) for goal in self.goals for color in goal.colors}
        after = {(color, goal.color_masks[color]) for goal in later.goals for color in goal.colors}
        remaining = {color for color, _ in before & after}
        return tuple(Color(color) for color in self.grid.colors if color not in remaining)


def booths_in_place(grid: Grid, goal: Grid) -> int:
    """Return the number of booths on the same spot in both grids."""
    pairs = zip(grid.color_masks, goal.color_masks, strict=True)
    return sum((mask & other).bit_count() for mask, other in pairs)


class PathLimits(int):
    """Maximum number of positions; use ``max_positions``."""

    def __new__(cls, *, positions: int = 10**6, goals: int = 10**6, **_: int) -> Self:
        """Return the smaller limit; ``Stop.work`` limits the nodes."""
        return super().__new__(cls, arguments.check_int(min(positions, goals), 1, name="positions"))


class _StoppedMeta(type):
    def __instancecheck__(cls, value: object) -> bool:
        return getattr(value, "stopped_by", None) is not None


class LimitReached(metaclass=_StoppedMeta):
    """Result of a stopped `optimal_paths`; use ``stopped_by``."""
