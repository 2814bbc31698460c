"""Where each color can end: the goal positions that shortest solutions lead to."""

from dataclasses import dataclass
from typing import Self

from chatuchak_solver.analysis.optimal_paths import OptimalPaths, PathLimits, optimal_paths
from chatuchak_solver.puzzle.grid import Grid

LIMITS = PathLimits(positions=200_000, goals=200_000, nodes=5_000_000)
"""When to give up, after about a second; hardly any position of a game comes near."""


@dataclass(frozen=True, slots=True)
class FinalPlaces:
    """The goal positions that keep a grid's optimum.

    Attributes
    ----------
    grid
        The grid.
    goals
        All of them, the one that leaves most booths where they are first.
    moves
        Of the first one: the spots, ascending, whose booths move next on shortest ways there.
    """

    grid: Grid
    goals: tuple[Grid, ...]
    moves: tuple[int, ...]

    @classmethod
    def of(cls, paths: OptimalPaths) -> Self:
        """Return the goal positions of a grid whose shortest solutions are known."""
        grid, ends = paths.grid, paths.ends()
        goals = sorted(ends, key=lambda goal: (-booths_in_place(grid, goal), goal.color_masks))
        return cls(grid, tuple(goals), paths.first_moves_to(ends[goals[0]]))

    @property
    def goal(self) -> Grid:
        """The goal position that leaves most booths where they are."""
        return self.goals[0]

    @property
    def in_place(self) -> int:
        """The number of booths that it leaves where they are."""
        return booths_in_place(self.grid, self.goal)

    def given_up(self, later: Self) -> tuple[int, ...]:
        """Return the colors that have none of their places left in the goals of ``later``."""
        return tuple(
            color
            for color in self.grid.colors
            if not {goal.color_masks[color] for goal in self.goals}
            & {goal.color_masks[color] for goal in later.goals}
        )


def booths_in_place(grid: Grid, goal: Grid) -> int:
    """Return the number of booths that have the same spot in both."""
    pairs = zip(grid.color_masks, goal.color_masks, strict=True)
    return sum((mask & other).bit_count() for mask, other in pairs)


def final_places(grid: Grid, *, length: int | None = None) -> FinalPlaces | None:
    """Return where each color can end under the jump rule without a move lost.

    Ties go to the goal position with the least masks, color by color. Some milliseconds.

    Parameters
    ----------
    length
        The proven optimal length, where it is known already.

    Returns
    -------
    The goals, or None where there are more positions on shortest solutions than are looked at.

    Raises
    ------
    InputError
        As `optimal_paths`.
    """
    paths = optimal_paths(grid, length=length, limits=LIMITS)
    return FinalPlaces.of(paths) if isinstance(paths, OptimalPaths) else None
