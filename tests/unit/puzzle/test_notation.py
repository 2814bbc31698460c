"""Reading several grids, and moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chatuchak_solver.errors import NotationError
from chatuchak_solver.puzzle import Board, format_moves, parse_moves, split_grids
from chatuchak_solver.puzzle.notation import iter_grids, shorten


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
    assert split_grids(text) == found


def test_grids_are_read_one_by_one() -> None:
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
        ("15,x", r"move 2: 'x' is no spot; expected a number 0\.\.29"),
        ("15,,3", "move 2: '' is no spot"),
        ("15 3", "move 1: '15 3' is no spot"),
        ("30", "move 1: '30' is no spot"),
        ("-1", "move 1: '-1' is no spot"),
        ("٣", "move 1: '٣' is no spot"),
        ("9" * 5000, "move 1: '9999.*' is no spot"),
    ],
)
def test_wrong_moves_are_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_moves(text, board=Board())
    assert len(str(caught.value)) < 150


def test_moves_are_written_with_commas() -> None:
    assert format_moves([15, 3, 7]) == "15,3,7"


def test_long_texts_are_cut_in_messages() -> None:
    assert shorten("a\n") == r"'a\n'"
    assert len(shorten("x" * 1000)) == 62
