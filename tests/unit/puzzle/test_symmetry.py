"""Symmetry on examples that a reader can check by eye; properties are tested elsewhere."""

from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.puzzle.symmetry import board_symmetries, canonical_form
from tests.reference.puzzle import apply_symmetry


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
