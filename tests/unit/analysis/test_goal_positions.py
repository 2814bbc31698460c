"""The list of goal positions against all ways to part a small board."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from chatuchak_solver.analysis.kernels.goal_positions import FULL, OVER_BUDGET, list_goals
from chatuchak_solver.analysis.kernels.optimal_paths import fill_costs
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.regions import region_table
from tests.reference.naive_analysis import set_cost
from tests.reference.naive_search import is_connected
from tests.twins import twin_of


def plain_goals(grid: Grid, bound: int) -> set[tuple[int, ...]]:
    rows, columns, spots = grid.board.rows, grid.board.columns, grid.board.spots
    booths = [
        frozenset(spot for spot in range(spots) if grid.color_masks[color] >> spot & 1)
        for color in grid.colors
    ]
    found = set()

    def place(color: int, free: frozenset[int], cost: int, masks: tuple[int, ...]) -> None:
        if cost > bound:
            return
        if color == len(booths):
            found.add(masks)
            return
        for chosen in combinations(sorted(free), len(booths[color])):
            region = frozenset(chosen)
            if is_connected(region, rows, columns):
                more = set_cost(booths[color], region, columns)
                mask = sum(1 << spot for spot in region)
                place(color + 1, free - region, cost + more, (*masks, mask))

    place(0, frozenset(range(spots)), 0, ())
    return found


def listed(grid: Grid, bound: int, *, capacity: int = 100_000, budget: int = 10**9) -> object:
    table = region_table(grid.board, tuple(sorted(filter(None, grid.counts), reverse=True)))
    masks = np.array([grid.color_masks[color] for color in grid.colors], np.int64)
    sizes = [table.sizes.index(grid.counts[color]) for color in grid.colors]
    starts, ends = table.starts[sizes], table.ends[sizes]
    costs = np.zeros((masks.size, table.masks.size), np.int64)
    fill_costs(masks, starts, ends, table.masks, table.lines, costs)
    goals = np.empty((capacity, masks.size), np.int64)
    count = list_goals(starts, ends, table.masks, costs, bound, budget, goals)
    if count < 0:
        return count
    rows = [tuple(row) for row in goals[:count].tolist()]
    assert len(set(rows)) == len(rows)
    return set(rows)


@twin_of(list_goals, fill_costs)
@pytest.mark.parametrize("text", [".RYG/RGYB/GBRY", ".RRY/YGGR/RYGY", "RGRG/G.YR/YRYG"])
def test_goal_positions_are_all_within_the_bound(text: str) -> None:
    grid = Grid.parse(text)
    for bound in (4, 6, 8, 20):
        assert listed(grid, bound) == plain_goals(grid, bound)


def test_too_many_are_told() -> None:
    grid = Grid.parse(".RYG/RGYB/GBRY")
    assert listed(grid, 20, capacity=3) == FULL
    assert listed(grid, 20, budget=3) == OVER_BUDGET
