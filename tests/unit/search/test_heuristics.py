"""Heuristics at the front: admissible, ordered by strength, and usable in IDA*."""

import networkx
import pytest

from chatuchak_solver import (
    Grid,
    Stop,
    StopReason,
    additive_heuristic,
    goal_bound,
    solve,
    state_space,
)
from chatuchak_solver.search.callable_ida_star import Heuristic

GRID = Grid.parse(".RYG/YRGR/RGGY")


def split_colors(grid: Grid) -> int:
    """The number of colors in more than one group: each needs a move of its own."""
    return sum(len(grid.component_masks(color)) > 1 for color in grid.colors)


def test_bounds_are_admissible_for_every_position_of_a_small_board() -> None:
    graph = state_space(Grid.parse(".RY/YRG/RGG"))
    solved = [grid for grid in graph if grid.is_solved]
    distances = networkx.multi_source_dijkstra_path_length(
        graph.to_undirected(), solved, weight=None
    )
    assert len(distances) == len(graph) > 5000
    for grid in list(distances)[::7]:
        bounds = [split_colors(grid), additive_heuristic(grid), goal_bound(grid), distances[grid]]
        assert bounds == sorted(bounds)
        assert (bounds[2] == 0) == grid.is_solved


def test_the_goal_bound_is_far_stronger_on_the_games_own_board() -> None:
    grid = Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR")
    assert (additive_heuristic(grid), goal_bound(grid), solve(grid).length) == (15, 20, 21)


@pytest.mark.parametrize(
    ("heuristic", "rule"),
    [
        (split_colors, "jump"),
        (additive_heuristic, "jump"),
        (goal_bound, "jump"),
        (split_colors, "slide"),
        (additive_heuristic, "slide"),  # a bound of jumps holds for slides, too
    ],
)
def test_ida_star_takes_any_admissible_heuristic(heuristic: Heuristic, rule: str) -> None:
    grid = Grid.parse(".RY/YRG/RGG") if rule == "slide" else GRID
    expected = solve(grid, rule=rule, algorithm="ida")
    found = solve(grid, rule=rule, algorithm="ida", heuristic=heuristic)
    assert (found.length, found.status) == (expected.length, "optimal")
    assert sum(found.expanded_per_bound) == found.expanded
    assert len(found.expanded_per_bound) >= 1


def test_stronger_heuristics_expand_fewer_nodes() -> None:
    expanded = [
        solve(GRID, algorithm="ida", heuristic=heuristic).expanded
        for heuristic in (lambda _: 0, split_colors, additive_heuristic)
    ]
    assert expanded == sorted(expanded, reverse=True)
    assert len(set(expanded)) == 3


def test_a_limit_leaves_the_proven_bound() -> None:
    found = solve(GRID, algorithm="ida", heuristic=lambda _: 0, stop=Stop(work=100))
    assert found.stopped_by is StopReason.WORK
    assert found.status == "feasible"
    assert 0 < found.lower_bound < (found.length or 0)
