"""Hints in steps: each level reveals only its own facts, all about one solution."""

import pytest

from chatuchak_solver import Grid, Status, Stop, graded_hint, load_start_tiles, solve
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from tests.reference.search import shortest
from tests.unit.analysis.test_review import goals_of

GRIDS = [".RY/YRG/RGG", "RY/YR/.G/GG", str(load_start_tiles().tile(4))]


@pytest.mark.parametrize("text", GRIDS)
def test_all_levels_refer_to_the_same_solution(text: str) -> None:
    grid = Grid.parse(text)
    first, second, third, fourth = (graded_hint(grid, level) for level in (1, 2, 3, 4))
    assert first.remaining == second.remaining == third.remaining == fourth.remaining
    assert sum(first.needs.values()) == additive_heuristic(grid)
    assert first.goal is None
    assert (second.color, second.move, third.move) == (None, None, None)
    assert second.goal == third.goal == fourth.goal
    assert second.goal in goals_of(grid)
    assert fourth.move is not None
    assert third.color == grid.color_at(fourth.move)
    assert second.goal in goals_of(grid.move(fourth.move)) | {grid.move(fourth.move)}


@pytest.mark.parametrize("rule", ["jump", "slide"])
@pytest.mark.parametrize("text", GRIDS[:2])
def test_following_the_last_level_solves_by_the_shortest_way(text: str, rule: str) -> None:
    grid = Grid.parse(text)
    length = shortest(grid.letters, grid.board.rows, grid.board.columns, rule)
    for remaining in range(length, 0, -1):
        advice = graded_hint(grid, 4, rule=rule)
        assert advice.remaining == remaining
        assert advice.move is not None
        grid = grid.move(advice.move, rule)
    assert grid.is_solved
    assert graded_hint(grid, 4).to_dict() == {
        "move": None, "remaining": 0, "status": "optimal", "lower_bound": 0, "stopped_by": None
    }  # fmt: skip
    assert graded_hint(grid, 2).goal == grid


def test_slides_and_limits_give_unproven_hints() -> None:
    grid = load_start_tiles().tile(2)
    advice = graded_hint(grid, 3, rule="slide", stop=Stop(work=2000))
    assert advice.status is not Status.OPTIMAL
    assert advice.stopped_by == "work"
    assert advice.goal is not None
    assert advice.goal.is_solved
    assert advice.remaining is not None
    assert advice.remaining > (solve(grid).length or 0)
