"""Hints in steps: each level tells no more than it says, and all are about one way."""

import pytest

from chatuchak_solver import Grid, InputError, Stop, graded_hint, load_start_tiles, solve
from chatuchak_solver.analysis.graded_hint import color_needs
from tests.reference.puzzle import shortest, successors
from tests.unit.analysis.test_review import goals_of

GRIDS = [".RY/YRG/RGG", "RY/YR/.G/GG", str(load_start_tiles().tile(4))]


@pytest.mark.parametrize("text", GRIDS)
def test_all_levels_refer_to_the_same_solution(text: str) -> None:
    grid = Grid.parse(text)
    first, second, third, fourth = (graded_hint(grid, level) for level in (1, 2, 3, 4))
    assert first.remaining == second.remaining == third.remaining == fourth.remaining
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
    for remaining in range(shortest(text, rule), 0, -1):
        advice = graded_hint(grid, 4, rule=rule)
        assert advice.remaining == remaining
        assert advice.move is not None
        grid = grid.move(advice.move, rule)
    assert grid.is_solved
    assert graded_hint(grid, 4).to_dict() == {
        "move": None, "remaining": 0, "status": "optimal", "lower_bound": 0, "stopped_by": None
    }  # fmt: skip
    assert graded_hint(grid, 2).goal == grid


@pytest.mark.parametrize("rule", ["jump", "slide"])
def test_needs_of_colors_agree_with_breadth_first_search(rule: str) -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    for color, need in color_needs(grid, rule).items():
        spots = {spot for spot in range(9) if grid.color_at(spot) == color}
        assert need == _alone(spots, rule)


def _alone(spots: set[int], rule: str) -> int:
    """The fewest moves that make one piece where the hole may be anywhere before each."""
    depth, visited, frontier = 0, {frozenset(spots)}, {frozenset(spots)}
    while not any(_is_piece(piece) for piece in frontier):
        depth += 1
        following = set()
        for piece in frontier:
            for hole in set(range(9)) - piece:
                text = ["R" if spot in piece else "Y" for spot in range(9)]
                text[hole] = "."
                rows = "/".join("".join(text[row : row + 3]) for row in (0, 3, 6))
                for spot in successors(rows, rule):
                    if spot in piece:
                        following.add(piece - {spot} | {hole})
        frontier = following - visited
        visited |= frontier
    return depth


def _is_piece(spots: frozenset[int]) -> bool:
    reached, waiting = set(), [min(spots)]
    while waiting:
        spot = waiting.pop()
        reached.add(spot)
        near = [
            spot - 3,
            spot + 3,
            *([spot - 1] if spot % 3 else []),
            *([spot + 1] if spot % 3 < 2 else []),
        ]
        waiting += [other for other in near if other in spots and other not in reached]
    return reached == set(spots)


def test_slides_and_limits_give_unproven_hints() -> None:
    grid = load_start_tiles().tile(2)
    advice = graded_hint(grid, 3, rule="slide", stop=Stop(work=2000))
    assert not advice.is_proven
    assert advice.stopped_by == "work"
    assert advice.goal is not None
    assert advice.goal.is_solved
    assert advice.remaining is not None
    assert advice.remaining > (solve(grid).length or 0)


@pytest.mark.parametrize("level", [0, 5, "2", None])
def test_a_level_that_there_is_not_is_refused(level: int) -> None:
    with pytest.raises(InputError):
        graded_hint(Grid.parse(GRIDS[0]), level)
