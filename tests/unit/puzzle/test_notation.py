"""Reading several grids, and moves."""

from collections.abc import Iterator

import pytest

from chatuchak_solver import Board
from chatuchak_solver.puzzle.notation import format_moves, iter_grids, parse_moves


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("\n \n# nothing\n", []),
        ("RR/Y.\n\nYY/R.\n", [(1, "RR/Y."), (3, "YY/R.")]),
        ("# tiles\nRR/Y.  # first\n", [(2, "RR/Y.")]),
        ("RR\nY.\n\n\nYY\nR.", [(1, "RR\nY."), (5, "YY\nR.")]),
        ("RR\n# between rows\nY.\n", [(1, "RR\nY.")]),
        ("RR\nY.\nYY/R.\nGG\nB.", [(1, "RR\nY."), (3, "YY/R."), (4, "GG\nB.")]),
    ],
)
def test_grids_are_split_by_line_or_by_block(text: str, found: list[tuple[int, str]]) -> None:
    assert list(iter_grids(text.splitlines())) == found


def test_grids_are_read_lazily() -> None:
    # The reader of a pipe gets a grid before the next line is there.
    def lines() -> Iterator[str]:
        yield "RR/Y.\n"
        raise AssertionError("read too far")

    assert next(iter_grids(lines())) == (1, "RR/Y.")


@pytest.mark.parametrize(
    ("text", "moves"), [("", ()), ("15", (15,)), ("15,3,7", (15, 3, 7)), (" 15 , 3 ", (15, 3))]
)
def test_moves_are_read_and_written(text: str, moves: tuple[int, ...]) -> None:
    assert parse_moves(text, board=Board()) == moves
    assert format_moves(moves) == text.replace(" ", "")


def test_a_stream_of_rows_without_end_is_read_no_further_than_a_board() -> None:
    read = 0

    def rows() -> Iterator[str]:
        nonlocal read
        for _ in range(1_000):
            read += 1
            yield "R"

    assert next(iter_grids(rows())) == (1, "\n".join("R" * 65))
    assert read == 65
