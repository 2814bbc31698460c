"""`Grid`: valid inputs, invalid inputs and error messages."""

import pytest

from chatuchak_solver.errors import InvalidPositionError
from chatuchak_solver.puzzle import Board, Color, Grid

START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"  # the example of the notation


def test_the_example_of_the_notation_reads_as_written() -> None:
    grid = Grid.parse(START)
    assert (grid.board, grid.empty) == (Board(5, 6), 0)
    assert grid.counts == (8, 6, 5, 5, 5)
    assert grid.color_at(0) is None
    assert [color.letter for color in Color] == list("RYGBPTVWK")
    assert grid.color_at(1) is Color.RED
    assert grid.color_at(29) is Color.BLUE
    assert str(grid) == START
    assert repr(grid) == f"Grid.parse('{START}')"


def test_every_reason_is_listed() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Grid.parse("RY/BG/.P/YY")
    assert len(caught.value.reasons) == 4
    for name in ("red", "green", "blue", "pink"):
        assert f"{name} (" in str(caught.value)


def test_blanks_do_not_count_as_letters() -> None:
    assert str(Grid.parse(" " * 20_000 + "RR/.Y/YG/GG")) == "RR/.Y/YG/GG"


def test_a_jump_crosses_booths_and_a_slide_does_not() -> None:
    grid = Grid.parse(START)
    assert grid.legal_moves() == (1, 2, 3, 4, 5, 6, 12, 18, 24)
    assert grid.legal_moves("slide") == (1, 6)
    moved = grid.move(24)
    assert str(moved) == "RRYRGR/PBGPYB/RPRGPY/YBPRBR/.YGYGB"
    assert moved.empty == 24


def test_groups_hold_two_booths_or_more_largest_first() -> None:
    grid = Grid.parse("RR.Y/YGGR/YGRR")
    assert grid.groups(Color.RED) == (frozenset({7, 10, 11}), frozenset({0, 1}))
    assert grid.groups(Color.YELLOW) == grid.groups("Y") == (frozenset({4, 8}),)
    assert grid.singles(Color.YELLOW) == (3,)
    assert grid.groups(Color.PINK) == ()
    assert grid.colors == (Color.RED, Color.YELLOW, Color.GREEN)


@pytest.mark.parametrize(
    ("text", "solved"), [("RR/YY/.Y", True), ("RY/RY/.Y", True), ("RY/YR/.Y", False)]
)
def test_solved_grids_have_a_single_group_per_color(text: str, solved: bool) -> None:
    assert Grid.parse(text).is_solved == solved


def test_trajectories_agree_with_single_moves() -> None:
    start = Grid.parse(".RY/YRG/RGG")
    first, second = start.move(6), start.move(6).move(7)
    assert start.trajectory([6, 7]) == (start, first, second)
    assert start.trajectory([]) == (start,)
