"""Grid notation and move notation: reading with exact complaints, and writing.

One grid is its rows from the top, joined by ``/``, in the letters ``R Y G B P`` and ``.`` for
the empty spot. Reading also takes rows on separate lines, blanks and lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from chatuchak_solver.errors import InvalidPositionError, NotationError
from chatuchak_solver.puzzle.board import MAX_SPOTS, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER

__all__ = [
    "format_moves",
    "iter_grids",
    "parse_letters",
    "parse_moves",
    "shorten",
    "split_grids",
]

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


def iter_grids(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each grid in ``lines`` with its first line's number, reading no further than needed.

    A line with a ``/`` is one grid; lines without are rows of a grid that ends at a blank line, at
    a line with a ``/`` or at the end. A ``#`` starts a comment.
    """
    rows: list[str] = []
    first = 0
    for number, full_line in enumerate(lines, start=1):
        line = full_line.split("#", 1)[0].strip()
        if not line and full_line.strip():
            continue  # a comment alone ends no grid
        if line and "/" not in line:
            rows.append(line)
            first = first or number
            continue
        if rows:
            yield first, "\n".join(rows)
            rows, first = [], 0
        if line:
            yield number, line
    if rows:
        yield first, "\n".join(rows)


def split_grids(text: str) -> list[tuple[int, str]]:
    """Return all grids in ``text`` as `iter_grids` yields them."""
    return list(iter_grids(text.splitlines()))


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
