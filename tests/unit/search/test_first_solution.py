"""The solution of last resort: on any board, of any colors, without tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver import Board, Grid, replay
from chatuchak_solver.search.first_solution import first_solution
from tests.property.puzzle_strategies import grids, large_boards

BOARDS = [
    Board(rows, columns)
    for rows in range(2, 17)
    for columns in range(2, 17)
    if rows * columns <= 16 or rows * columns == 24
]
RULES = ("jump", "slide")


def striped(board: Board, size: int) -> Grid:
    """A grid of alternating colors of ``size`` booths; the last color has the rest."""
    booths = board.spots - 1
    colors = max(1, min(5, booths // size))
    letters = "".join("RYGBP"[spot % colors] for spot in range(booths))
    return Grid.from_letters(letters[: booths // 2] + "." + letters[booths // 2 :], board=board)


@pytest.mark.parametrize("rule", RULES)
def test_every_board_is_solved(rule: str) -> None:
    """By independent replay. The narrowest boards leave least room to turn."""
    for board in BOARDS:
        grid = striped(board, 2)
        moves = first_solution(grid, rule)
        assert replay(grid, moves, rule=rule), board
        if board.spots <= 12:
            assert moves == first_solution(grid, rule), board
        assert len(moves) <= 12 * board.spots, board


@settings(max_examples=15)
@given(grid=grids() | large_boards.flatmap(grids), rule=st.sampled_from(RULES))
def test_every_grid_is_solved(grid: Grid, rule: str) -> None:
    moves = first_solution(grid, rule)
    assert replay(grid, moves, rule=rule)
    assert bool(moves) != grid.is_solved


def test_no_grid_is_visited_twice() -> None:
    grid = Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR")
    visited = [grid]
    for spot in first_solution(grid, "slide"):
        visited.append(visited[-1].move(spot, "slide"))
    assert len(set(visited)) == len(visited)
