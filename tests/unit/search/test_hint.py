"""Hints: a first move of a shortest solution, and its status."""

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver import Grid, Hint, Status, Stop, StopReason, hint, solve


def test_following_hints_solves_in_the_predicted_number_of_moves() -> None:
    grid = next(iter(generate_start_grids(1, seed=3))).grid
    length = solve(grid).length
    for remaining in range(length or 0, 0, -1):
        advice = hint(grid)
        assert (advice.remaining, advice.is_proven, advice.stopped_by) == (remaining, True, None)
        assert advice.move is not None
        grid = grid.move(advice.move)
    assert grid.is_solved
    assert hint(grid) == Hint(None, 0, Status.OPTIMAL, 0, None)
    assert hint(grid).to_dict() == {
        "move": None, "remaining": 0, "status": "optimal", "lower_bound": 0, "stopped_by": None,
    }  # fmt: skip


def test_a_stopped_hint_reports_the_reason() -> None:
    grid = next(iter(generate_start_grids(1, seed=3))).grid
    advice = hint(grid, rule="slide", stop=Stop(work=1))
    assert advice.is_proven is False
    assert advice.stopped_by is StopReason.WORK


def test_slides_have_hints() -> None:
    grid = Grid.parse("RR/.Y/YY")
    assert hint(grid, rule="slide").remaining == solve(grid, rule="slide").length
