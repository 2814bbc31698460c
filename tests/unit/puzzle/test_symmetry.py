"""Symmetries by examples, and the likeness of grids against every symmetry and renaming."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_generators import start_grid
from chatuchak_solver import Board, Grid, InputError, canonical_form
from chatuchak_solver.puzzle.symmetry import (
    board_symmetries,
    count_differences,
    pairwise_differences,
)
from tests.reference.puzzle import apply_symmetry

LETTERS = "RYGB"


def plain(grid: Grid, other: Grid) -> int:
    least = grid.board.spots
    for symmetry in board_symmetries(grid.board):
        text = str(apply_symmetry(other, symmetry))
        for names in permutations(LETTERS):
            renamed = text.translate(str.maketrans(LETTERS, "".join(names)))
            least = min(least, sum(a != b for a, b in zip(str(grid), renamed, strict=True)))
    return least


def grids(booths: str) -> st.SearchStrategy[Grid]:
    rows = st.permutations(booths).map(lambda spots: "".join((*spots[:3], "/", *spots[3:])))
    return rows.map(Grid.parse)


@given(grid=grids(".RRRYY"), other=st.one_of(grids(".RRRYY"), grids(".GGGGG"), grids(".YYBBB")))
def test_no_way_of_turning_and_renaming_agrees_on_more(grid: Grid, other: Grid) -> None:
    grids = [grid, other, grid.move(grid.legal_moves()[0])]
    expected = [[plain(first, second) for second in grids] for first in grids]
    assert pairwise_differences(grids).tolist() == expected
    assert count_differences(grid, other) == expected[0][1]


def test_a_sixth_color_may_stand_for_one_of_the_five() -> None:
    five, six = Grid.parse(".RR/YYY"), Grid.parse(".TT/YYY")
    assert len(six.color_masks) > len(five.color_masks)
    assert count_differences(six, five) == count_differences(five, six) == 0
    assert count_differences(six, Grid.parse("R.R/YYY")) == 2


def test_a_turned_tile_is_the_same_and_each_move_changes_two_spots() -> None:
    grid = start_grid(3, 0).grid
    for symmetry in board_symmetries(grid.board):
        assert count_differences(grid, apply_symmetry(grid, symmetry)) == 0
    moved = grid.move(grid.legal_moves()[0])
    assert count_differences(grid, moved) == 2


def test_boards_must_be_the_same() -> None:
    with pytest.raises(InputError, match="invalid board"):
        count_differences(Grid.parse(".RY/YRG/RGG"), start_grid(3, 0).grid)


def test_a_rectangle_is_flipped_both_ways() -> None:
    grid = Grid.parse(".RY/YRG/RGG/YYR")
    images = {str(apply_symmetry(grid, symmetry)) for symmetry in board_symmetries(grid.board)}
    assert images == {".RY/YRG/RGG/YYR", "YR./GRY/GGR/RYY", "YYR/RGG/YRG/.RY", "RYY/GGR/GRY/YR."}


def test_a_square_is_also_transposed() -> None:
    assert len(board_symmetries(Board(3, 3))) == 8
    grid = Grid.parse(".RR/YYY/YYY")
    assert ".YY/RYY/RYY" in {
        str(apply_symmetry(grid, symmetry)) for symmetry in board_symmetries(grid.board)
    }


def test_only_equally_frequent_colors_are_renamed() -> None:
    grid, twin, other = (Grid.parse(t) for t in (".RRY/YGGG", ".YYR/RGGG", ".GGY/YRRR"))
    assert canonical_form(grid) == canonical_form(twin)
    assert canonical_form(grid) != canonical_form(other)
