"""Values take whole numbers of any type."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver import Board, Color, Grid, replay
from chatuchak_solver.arguments import check_type
from chatuchak_solver.puzzle.notation import format_moves, parse_moves
from chatuchak_solver.stand import Card, Picture, Placement, Stand, shipped_deck

GRID: Any = Grid.parse(".RY/YRG/RGG")
BOARD: Any = GRID.board
new_grid: Any = Grid
CARD: Any = shipped_deck()["c01"]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_numbers_of_numpy_are_accepted_in_grids(kind: Any) -> None:
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


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int64, np.uint64])
def test_numbers_of_numpy_are_accepted_in_stands(kind: Any) -> None:
    picture = Stand((Placement(CARD, 0, 0),)).picture()
    placement = Placement(CARD, kind(3), kind(2), kind(90))
    assert placement == Placement(CARD, 3, 2, 90)
    assert {type(number) for number in (placement.x, placement.y, placement.rotation)} == {int}
    card = Card("a", tuple(kind(space) for space in CARD.spaces))
    assert card == Card("a", CARD.spaces)
    assert {type(space) for space in card.spaces} == {int}
    assert Picture(tuple(tuple(kind(space) for space in row) for row in picture.rows)) == picture


def test_the_right_type_passes_and_subtypes_do() -> None:
    assert check_type(Color.RED, int, name="it") is Color.RED
