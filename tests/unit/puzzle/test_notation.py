"""Reading several grids, and moves."""

from collections.abc import Iterator

import pytest

from chatuchak_solver import Board, Grid, InvalidPositionError, NotationError
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
def test_moves_are_read(text: str, moves: tuple[int, ...]) -> None:
    assert parse_moves(text, board=Board()) == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("15,x", r"move 2: invalid spot 'x': expected 0\.\.29"),
        ("15,,3", "move 2: invalid spot ''"),
        ("15 3", "move 1: invalid spot '15 3'"),
        ("30", "move 1: invalid spot '30'"),
        ("-1", "move 1: invalid spot '-1'"),
        ("٣", "move 1: invalid spot '٣'"),
        ("9" * 5000, "move 1: invalid spot '9999.*'"),
    ],
)
def test_wrong_moves_are_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_moves(text, board=Board())
    assert len(str(caught.value)) < 150


def test_moves_are_written_with_commas() -> None:
    assert format_moves([15, 3, 7]) == "15,3,7"


def test_oversized_texts_are_refused_early() -> None:
    with pytest.raises(InvalidPositionError, match="invalid board 70x1: expected at least"):
        Grid.parse("R\n" * 70)
    with pytest.raises(NotationError, match="20,001 characters: expected at most 10,000"):
        Grid.parse("R" + "\nR" * 10_000)
    with pytest.raises(NotationError, match="row 5000, column 1: invalid letter 'Z'"):
        Grid.parse("R\n" * 4_999 + "z\n" * 10_000)
    with pytest.raises(NotationError, match="1,200,001 characters: expected at most 1,000,000"):
        parse_moves("1" + ",1" * 600_000, board=Board())
    assert str(Grid.parse(" " * 20_000 + "RR/.Y/YG/GG")) == "RR/.Y/YG/GG"


def test_a_stream_of_rows_without_end_is_read_no_further_than_a_board() -> None:
    read = 0

    def rows() -> Iterator[str]:
        nonlocal read
        for _ in range(1_000):
            read += 1
            yield "R"

    assert next(iter_grids(rows())) == (1, "\n".join("R" * 65))
    assert read == 65


def test_a_stream_without_grids_is_not_read_for_ever() -> None:
    with pytest.raises(NotationError, match="no grid in lines 2 to 100002"):
        list(iter_grids(["RR/Y."] + ["# no grid"] * 200_000))
