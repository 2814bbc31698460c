"""The list of goal positions against all ways to part a small board."""

from itertools import combinations

import pytest

from chatuchak_solver import Grid, solve
from chatuchak_solver.search.goal_directed import GoalListing
from chatuchak_solver.search.kernels.goal_driver import search_grids
from tests.reference.analysis import set_cost
from tests.reference.search import is_connected
from tests.twins import reference_for


def reference_goals(grid: Grid, bound: int) -> set[tuple[int, ...]]:
    rows, columns, spots = grid.board.rows, grid.board.columns, grid.board.spots
    booths = [
        frozenset(spot for spot in range(spots) if grid.color_masks[color] >> spot & 1)
        for color in grid.colors
    ]
    positions = set()

    def place(color: int, free: frozenset[int], cost: int, masks: tuple[int, ...]) -> None:
        if cost > bound:
            return
        if color == len(booths):
            positions.add(masks)
            return
        for chosen in combinations(sorted(free), len(booths[color])):
            region = frozenset(chosen)
            if is_connected(region, rows, columns):
                more = set_cost(booths[color], region, columns)
                mask = sum(1 << spot for spot in region)
                place(color + 1, free - region, cost + more, (*masks, mask))

    place(0, frozenset(range(spots)), 0, ())
    return positions


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
@pytest.mark.parametrize("text", [".RYG/RGYB/GBRY", ".RRY/YGGR/RYGY", "RGRG/G.YR/YRYG"])
def test_goal_positions_are_all_within_the_bound(text: str) -> None:
    grid = Grid.parse(text)
    optimum = solve(grid).length
    assert optimum is not None
    for bound in (optimum, optimum + 1, 20):
        assert listed(grid, bound) == reference_goals(grid, bound)


def test_too_many_goals_are_reported() -> None:
    grid = Grid.parse(".RYG/RGYB/GBRY")
    count = len(reference_goals(grid, 20))
    assert listed(grid, 20, most=count - 1) is None
    assert listed(grid, 20, most=count) is not None


def test_listings_leave_searches_unchanged() -> None:
    grid = Grid.parse(".RYG/RGYB/GBRY")
    before = solve(grid)
    listed(grid, 20, most=3)
    after = solve(grid)
    assert (after.moves, after.expanded) == (before.moves, before.expanded)
