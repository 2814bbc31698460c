"""Goal positions of shortest solutions."""

from dataclasses import dataclass
from typing import Final, Self

from chatuchak_solver.analysis.optimal_paths import OptimalPaths, optimal_paths
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid

MAX_POSITIONS: Final = 200_000
MAX_NODES: Final = 5_000_000
"""Takes about a second; positions of games rarely need as many."""


@dataclass(frozen=True, slots=True)
class GoalRegions:
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

    @property
    def goal(self) -> Grid:
        """Goal with the most booths in place."""
        return self.goals[0]

    def given_up(self, later: Self) -> tuple[Color, ...]:
        """Return the colors whose regions in these goals all differ from those in ``later``."""
        return tuple(
            Color(color)
            for color in self.grid.colors
            if not {goal.color_masks[color] for goal in self.goals}
            & {goal.color_masks[color] for goal in later.goals}
        )


def booths_in_place(grid: Grid, goal: Grid) -> int:
    """Return the number of booths on the same spot in both grids."""
    pairs = zip(grid.color_masks, goal.color_masks, strict=True)
    return sum((mask & other).bit_count() for mask, other in pairs)


def goal_regions(
    grid: Grid, *, length: int | None = None, stop: Stop | None = None
) -> GoalRegions | None:
    """Return the goal positions under the jump rule; some milliseconds.

    ``length`` is the proven optimal length, if known. Goals with equally many booths in place are
    ordered by their masks. None if too many positions lie on shortest solutions.
    """
    paths = bounded_paths(grid, length=length, stop=stop)
    return GoalRegions.of(paths) if len(paths) else None


def bounded_paths(
    grid: Grid, *, length: int | None = None, stop: Stop | None = None
) -> OptimalPaths:
    """Return the shortest solutions of a grid, within a second."""
    limits = (stop or Stop()) | Stop(work=MAX_NODES)
    return optimal_paths(grid, length=length, max_positions=MAX_POSITIONS, stop=limits)
