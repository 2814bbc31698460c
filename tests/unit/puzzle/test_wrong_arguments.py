"""Values answer a wrong argument with what was expected, and take whole numbers of any type."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver import Board, Color, Grid, InputError, Solution, Status, replay
from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.notation import format_moves, parse_moves
from tests.wrong_arguments import WrongCalls, check_that_it_says

# Text where a number belongs, and the like: type checkers would stop the calls below.
NOTHING: Any = None
GRID: Any = Grid.parse(".RY/YRG/RGG")
BOARD: Any = GRID.board
new_grid: Any = Grid


def solution(**changes: Any) -> Solution:
    fields = {
        "grid": GRID,
        "rule": "jump",
        "algorithm": "goal",
        "status": Status.OPTIMAL,
        "moves": (2, 8, 7, 1),
        "lower_bound": 4,
        "expanded": 0,
        "seconds": 0.0,
    }
    return Solution(**{**fields, **changes})


WRONG: WrongCalls = {
    "place": (lambda: BOARD.place(9), "invalid spot 9: expected 0 to 8"),
    "spot": (lambda: GRID.color_at(99), "invalid spot 99: expected 0 to 8"),
    "spot from the end": (lambda: GRID.color_at(-1), "invalid spot -1"),
    "half spot": (lambda: GRID.color_at(1.0), "invalid spot 1.0"),
    "named spot": (lambda: GRID.color_at("a1"), "invalid spot 'a1'"),
    "groups": (lambda: GRID.groups(9), "invalid color 9: expected 0 to 8"),
    "groups from the end": (lambda: GRID.groups(-1), "invalid color -1: expected 0 to 8"),
    "components": (lambda: GRID.component_masks("R"), "invalid color 'R': expected 0 to 8"),
    "singles": (lambda: GRID.singles(None), "invalid color None: expected 0 to 8"),
    "move": (lambda: GRID.move("2"), "invalid move '2': expected a legal jump to the empty spot 0"),
    "half move": (lambda: GRID.move(2.0), "invalid move 2.0: expected a legal jump"),
    "move from the end": (lambda: GRID.move(-7), "invalid move -7: expected a legal jump"),
    "rule": (lambda: GRID.move(2, ["jump"]), r"invalid move rule \['jump'\]"),
    "text": (lambda: Grid.parse(NOTHING), "invalid grid None: expected a str"),
    "bytes": (lambda: new_grid.parse(b"RR/Y."), r"grid b'RR/Y.': expected"),
    "letters": (lambda: GRID.from_letters(7, board=BOARD), "letters 7: expected"),
    "board": (
        lambda: GRID.from_letters("RR.", board="3x1"),
        r"invalid board '3x1': expected a Board, such as Board\(5, 6\)",
    ),
    "colors": (
        lambda: GRID.from_colors([0, 0.5, -1, 0], board=Board(2, 2)),
        "color of spot 1 0.5: expected -1 to 8",
    ),
    "negative mask": (lambda: iter_spots(-1), "invalid mask -1"),
    "moves": (lambda: parse_moves(NOTHING, board=BOARD), "moves None: expected"),
    "moves' board": (lambda: parse_moves("1", board=NOTHING), "board None: expected"),
    "moves to write": (lambda: format_moves([1, NOTHING]), "move None: expected"),
    "negative moves": (lambda: format_moves([-1]), "move -1: expected"),
    "replayed move": (lambda: replay(GRID, [NOTHING]), "move 1: spot None is not on the board"),
    "false proof": (lambda: solution(lower_bound=3), "4 moves .* bound of 3 cannot be optimal"),
    "modest proof": (lambda: solution(status=Status.FEASIBLE), "expected optimal"),
    "false bound": (lambda: solution(lower_bound=5), "a lower bound of 5 cannot be optimal"),
    "no moves": (lambda: solution(moves=None), "expected unknown"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_name_the_expected_argument(case: str) -> None:
    check_that_it_says(*WRONG[case])


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_numbers_of_numpy_are_accepted(kind: Any) -> None:
    """And become ints: masks of other types would overflow, and not count their bits."""
    assert GRID.color_at(kind(2)) is Color.YELLOW
    assert GRID.groups(kind(2)) == GRID.groups(2)
    moved = GRID.move(kind(2))
    assert moved == GRID.move(2)
    assert type(moved.empty) is int
    assert hash(moved) == hash(GRID.move(2))
    board = Board(kind(3), kind(3))
    assert board == BOARD
    assert type(board.columns) is int
    colors = np.array([-1, 0, 1, 1, 0, 2, 0, 2, 2], np.int64)
    assert new_grid.from_colors(colors, board=board) == GRID
    masks = tuple(np.uint32(mask) for mask in GRID.color_masks)
    same = new_grid(board, masks, kind(0))
    assert same == GRID
    assert {type(mask) for mask in same.color_masks} == {int}
    assert parse_moves(format_moves([kind(2), kind(8)]), board=board) == (2, 8)
    assert replay(GRID, np.array([2, 8, 7, 1]).astype(kind).tolist())
    assert replay(GRID, tuple(np.array([2, 8, 7, 1]).astype(kind)))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 4, "0 to 4"),
        (None, None, "a whole number"),
        (1, None, "a whole number >= 1"),
        (None, 4, "a whole number <= 4"),
    ],
)
def test_errors_name_the_range(low: int | None, high: int | None, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        check_int("x\x1b[31m", low, high, name="it")
    assert str(caught.value) == rf"invalid it 'x\x1b[31m': expected {expected}"


def test_the_right_type_passes_and_subtypes_do() -> None:
    assert check_type(Color.RED, int, name="it") is Color.RED
