"""The list of goal positions against all ways to part a small board."""

import pytest

from chatuchak_solver import Grid, solve
from chatuchak_solver.search.goal_directed import GoalListing
from chatuchak_solver.search.kernels.goal_driver import search_grids
from tests.reference.goals import color_costs, colors_of, goal_positions
from tests.twins import reference_for


def reference_goals(grid: Grid, bound: int) -> set[tuple[int, ...]]:
    start, rows, columns = grid.letters, grid.board.rows, grid.board.columns
    return {
        tuple(sum(1 << spot for spot in region) for region in colors_of(goal))
        for goal in goal_positions("".join(sorted(start)), rows, columns)
        if sum(color_costs(start, goal, columns)) <= bound
    }


def listed(grid: Grid, bound: int, *, most: int = 100_000) -> set[tuple[int, ...]] | None:
    listing = GoalListing(grid, bound, most)
    while not listing.run(50):
        pass
    if listing.goals is None:
        return None
    rows = [tuple(row) for row in listing.goals.tolist()]
    assert len(set(rows)) == len(rows)
    return set(rows)


@reference_for(search_grids)
@pytest.mark.parametrize("text", ["RY/YG/GR/.R", ".RYGR/YGRGY", "RYG/RGY/.BB"])
def test_goal_positions_are_all_within_the_bound(text: str) -> None:
    grid = Grid.parse(text)
    optimum = solve(grid).length
    assert optimum is not None
    for bound in (optimum, optimum + 1, 20):
        assert listed(grid, bound) == reference_goals(grid, bound)


def test_too_many_goals_are_reported() -> None:
    grid = Grid.parse(".RYGR/YGRGY")
    count = len(reference_goals(grid, 20))
    assert listed(grid, 20, most=count - 1) is None
    assert listed(grid, 20, most=count) is not None


def test_listings_leave_searches_unchanged() -> None:
    grid = Grid.parse(".RYGR/YGRGY")
    before = solve(grid)
    listed(grid, 20, most=3)
    after = solve(grid)
    assert (after.moves, after.expanded) == (before.moves, before.expanded)
