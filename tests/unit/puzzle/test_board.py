"""Board geometry, table-tested on the game's own board and at the limits."""

import pytest

from chatuchak_solver.puzzle import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.board import (
    MAX_SPOTS,
    component_masks,
    flood_mask,
    is_connected,
    iter_spots,
)


def spots(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def test_the_standard_board_is_five_rows_of_six() -> None:
    assert (STANDARD_BOARD.rows, STANDARD_BOARD.columns, STANDARD_BOARD.spots) == (5, 6, 30)
    assert str(STANDARD_BOARD) == "5x6"
    assert STANDARD_BOARD.full_mask == 2**30 - 1
    assert [*map(STANDARD_BOARD.place, (0, 29))] == ["row 1, column 1", "row 5, column 6"]


@pytest.mark.parametrize(
    ("spot", "neighbors"),
    [(0, (1, 6)), (5, (4, 11)), (6, (0, 7, 12)), (14, (8, 13, 15, 20)), (29, (23, 28))],
)
def test_neighbors_do_not_wrap_around_edges(spot: int, neighbors: tuple[int, ...]) -> None:
    assert iter_spots(STANDARD_BOARD.neighbor_masks[spot]) == neighbors


def test_a_line_is_the_rest_of_row_and_column() -> None:
    assert iter_spots(STANDARD_BOARD.line_masks[14]) == (2, 8, 12, 13, 15, 16, 17, 20, 26)
    assert iter_spots(STANDARD_BOARD.line_masks[0]) == (1, 2, 3, 4, 5, 6, 12, 18, 24)


def test_the_last_spot_of_the_largest_board_has_its_bit() -> None:
    board = Board(8, 8)
    assert board.spots == MAX_SPOTS
    assert iter_spots(board.neighbor_masks[63]) == (55, 62)
    assert board.neighborhood_mask(board.full_mask) == 0


def test_components_are_ordered_by_their_lowest_spot() -> None:
    mask = spots(29, 23, 0, 1, 7, 12)
    assert component_masks(STANDARD_BOARD, mask) == (spots(0, 1, 7), spots(12), spots(23, 29))
    assert flood_mask(STANDARD_BOARD, spots(7), mask) == spots(0, 1, 7)
    assert flood_mask(STANDARD_BOARD, spots(8), mask) == 0


@pytest.mark.parametrize(
    ("mask", "connected"), [(0, True), (1, True), (spots(5, 6), False), (spots(5, 11), True)]
)
def test_connectedness(mask: int, connected: bool) -> None:
    # Spots 5 and 6 follow each other in number, but end one row and start the next.
    assert is_connected(STANDARD_BOARD, mask) == connected
