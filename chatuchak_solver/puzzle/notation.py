"""Grid notation and move notation: reading with exact complaints, and writing.

One grid is its rows from the top, joined by ``/``, in the letters ``R Y G B P`` and ``.`` for
the empty spot. Reading also takes rows on separate lines, blanks and lower case.
"""

from __future__ import annotations

import re
from typing import Final

from chatuchak_solver.errors import InvalidPositionError, NotationError
from chatuchak_solver.puzzle.board import MAX_SPOTS, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER

__all__ = ["format_moves", "parse_letters", "parse_moves", "shorten", "split_grids"]

EXPECTED_LETTERS: Final = f"expected one of {' '.join(COLOR_LETTERS)}, or . for the empty spot"
_ROW_BREAK: Final = re.compile(r"[/\n]")


def shorten(text: str, limit: int = 60) -> str:
    """Return ``text`` quoted, escaped and cut to ``limit`` characters, for an error message."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")


def parse_letters(text: str) -> tuple[Board, str]:
    """Read one grid and return its board and its letters, row by row, in upper case.

    Raises
    ------
    NotationError
        If there is no row, a row's length differs from the first row's, or a letter is unknown;
        the message names the row and the column, counting from 1.
    InvalidPositionError
        If the board is too narrow or too large.
    """
    lines = ["".join(line.split()).upper() for line in _ROW_BREAK.split(text.strip())]
    if lines == [""]:
        raise NotationError("the grid is empty; expected rows joined by /, such as RR/Y.")
    # Letters first: a file of another kind is best told by the first letter that cannot be.
    for row, line in enumerate(lines, start=1):
        for column, letter in enumerate(line, start=1):
            if letter not in COLOR_LETTERS and letter != EMPTY_LETTER:
                raise NotationError(
                    f"row {row}, column {column}: {shorten(letter)} is no booth; {EXPECTED_LETTERS}"
                )
    width = len(lines[0])
    for row, line in enumerate(lines, start=1):
        if len(line) != width:
            raise NotationError(f"row {row} has {len(line)} spots; expected {width}, as in row 1")
    if len(lines) == 1:
        raise NotationError(f"row 1 is the only one; expected rows joined by /, got {width} spots")
    if len(lines) * width > MAX_SPOTS:
        raise InvalidPositionError(
            [f"{len(lines)} rows of {width} are {len(lines) * width} spots; at most 32 fit"]
        )
    return Board(len(lines), width), "".join(lines)


def split_grids(text: str) -> list[tuple[int, str]]:
    """Split a text of any number of grids and return each with its first line's number.

    Where any line holds a ``/``, every line that is not blank is one grid; otherwise grids are
    blocks of rows parted by blank lines. A ``#`` starts a comment.
    """
    lines = [line.split("#", 1)[0].strip() for line in text.splitlines()]
    if any("/" in line for line in lines):
        return [(number, line) for number, line in enumerate(lines, start=1) if line]
    grids: list[tuple[int, str]] = []
    rows: list[str] = []
    for number, line in enumerate([*lines, ""], start=1):
        if line:
            rows.append(line)
        elif rows:
            grids.append((number - len(rows), "\n".join(rows)))
            rows = []
    return grids


def format_moves(moves: tuple[int, ...] | list[int]) -> str:
    """Return move notation: the moved booths' spots, joined by commas."""
    return ",".join(map(str, moves))


def parse_moves(text: str, *, board: Board) -> tuple[int, ...]:
    """Read move notation, such as ``15,3,7``; blanks may stand around the numbers.

    An empty text is an empty list of moves.

    Raises
    ------
    NotationError
        If an item is not the number of a spot of ``board``; the message names the move.
    """
    if not text.strip():
        return ()
    moves = []
    for number, item in enumerate(text.split(","), start=1):
        word = item.strip()
        if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word) < board.spots):
            raise NotationError(
                f"move {number}: {shorten(word)} is no spot; expected a number 0..{board.spots - 1}"
            )
        moves.append(int(word))
    return tuple(moves)
