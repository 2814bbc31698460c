"""`Grid`: what it accepts, what it refuses and how it says so."""

import pytest

from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidPositionError
from chatuchak_solver.puzzle import Board, Color, Grid, MoveRule

START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"
CONTRACT = START  # the example of the notation; red has 8 booths, blue 5


def test_the_example_of_the_notation_reads_as_written() -> None:
    grid = Grid.parse(CONTRACT)
    assert (grid.board, grid.empty) == (Board(5, 6), 0)
    assert grid.counts == (8, 6, 5, 5, 5)
    assert grid.color_at(0) is None
    assert grid.color_at(1) is Color.RED
    assert grid.color_at(29) is Color.BLUE
    assert str(grid) == CONTRACT
    assert repr(grid) == f"Grid.parse('{CONTRACT}')"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty grid"),
        (" \n ", "empty grid"),
        (".RYRGR", "single row of"),
        ("RY/XR/.G/GG", "row 2, column 1: invalid letter 'X': expected one of R Y G B P T V W K"),
        ("RY/Y?/.G/GG", r"row 2, column 2: invalid letter '\?'"),
        ("RY/YR/.GG/GG", "row 3 has 3 spots: expected 2, as in row 1"),
        ("RY/YR//GG", "row 3 has 0 spots: expected 2"),
        ("RY/YR/G./.G", r"2 empty spots: \(row 3, column 2\), \(row 4, column 1\): expected"),
        ("RY/YR/GG/GG", "no empty spot: expected exactly one '.'"),
        ("RY/YR/.G/YY", r"green \(G\) has one booth \(row 3, column 2\)"),
        ("RRRRR/RRRRR/YYYY.", r"red \(R\) has 10 booths: expected 2\.\.9"),
        ("/".join(["RRRRRRRRR"] * 8), "invalid board 8x9: .* at most 64 spots"),
        ("R/R/.", "expected at least 2 x 2"),
        ("ßß/ßß", "row 1, column 1: invalid letter 'S'"),
    ],
)
def test_errors_of_notation_name_place_and_expectation(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Grid.parse(text)


def test_every_reason_is_listed() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Grid.parse("RY/BG/.P/YY")
    assert len(caught.value.reasons) == 4
    for name in ("red", "green", "blue", "pink"):
        assert f"{name} (" in str(caught.value)


@pytest.mark.parametrize(
    ("masks", "empty", "message"),
    [
        ((0b0110, 0b1000), 0, "invalid number of color masks 2: expected 5..9"),
        ((0b0110, 0b1001, 0, 0, 0), 0, r"spot 0 \(row 1, column 1\) is taken twice"),
        ((0b0110, 0b1100, 0, 0, 0), 0, r"spot 2 \(row 2, column 1\) is taken twice"),
        ((0b0110, 0, 0, 0, 0), 0, r"spot 3 \(row 2, column 2\) is missing a booth"),
        ((0b1110, 0b110000, 0, 0, 0), 0, "yellow has booths outside the board's 4 spots"),
        ((-2, 0, 0, 0, 0), 0, "red has booths outside"),
        ((0b1110, 0, 0, 0, 0), 4, r"invalid empty spot 4: expected 0\.\.3"),
    ],
)
def test_impossible_masks_are_refused(masks: tuple[int, ...], empty: int, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        Grid(Board(2, 2), masks, empty)


def test_letters_and_colors_must_fill_the_board() -> None:
    board = Board(2, 2)
    assert str(Grid.from_colors([0, 0, -1, 0], board=board)) == "RR/.R"
    for letters in ("RR.", "RR.RR", "RRRR", "R..R", "rr.r", "XX.X"):
        with pytest.raises(InputError):
            Grid.from_letters(letters, board=board)
    for colors in ([0, 0, 0, 0], [0, 0, -1], [0, 0, -1, 5], [0, 0, -1, 0, 0]):
        with pytest.raises(InputError):
            Grid.from_colors(colors, board=board)


def test_a_jump_crosses_booths_and_a_slide_does_not() -> None:
    grid = Grid.parse(START)
    assert grid.legal_moves() == (1, 2, 3, 4, 5, 6, 12, 18, 24)
    assert grid.legal_moves("slide") == (1, 6)
    moved = grid.move(24)
    assert str(moved) == "RRYRGR/PBGPYB/RPRGPY/YBPRBR/.YGYGB"
    assert moved.empty == 24
    with pytest.raises(
        IllegalMoveError, match="invalid move 24: expected a legal slide to the empty spot 0"
    ):
        grid.move(24, MoveRule.SLIDE)
    with pytest.raises(IllegalMoveError, match="one of 1 2 3 4 5 6 12 18 24"):
        grid.move(7)


def test_an_unknown_rule_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="invalid move rule 'hop': expected one of jump, slide"):
        Grid.parse(START).legal_moves("hop")


def test_groups_hold_two_booths_or_more_largest_first() -> None:
    grid = Grid.parse("RR.Y/YGGR/YGRR")
    assert grid.groups(Color.RED) == (frozenset({7, 10, 11}), frozenset({0, 1}))
    assert grid.groups(Color.YELLOW) == (frozenset({4, 8}),)
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
