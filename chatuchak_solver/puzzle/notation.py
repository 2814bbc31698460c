"""Grid notation and move notation: reading with exact complaints, and writing.

One grid is its rows from the top, joined by ``/``, in the letters ``R Y G B P`` of the
game's colors, ``T V W K`` of four more (tangerine, violet, white and black), and ``.`` for the
empty spot. Reading also takes rows on separate lines, blanks and lower case.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from chatuchak_solver.arguments import checked_type, checked_whole
from chatuchak_solver.errors import InvalidPositionError, NotationError
from chatuchak_solver.io.untrusted import quoted
from chatuchak_solver.puzzle.board import MAX_SPOTS, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER

EXPECTED_LETTERS: Final = f"expected one of {' '.join(COLOR_LETTERS)}, or . for the empty spot"
LONGEST_GRID: Final = 10_000
"""Characters of a grid in notation, blanks included; more are of no use to any board."""
LONGEST_MOVES: Final = 1_000_000
"""Characters of move notation."""
LONGEST_GAP: Final = 100_000
"""Lines of comments and blanks in a row."""
_ROW_BREAK: Final = re.compile(r"[/\n]")


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
    text = checked_type(text, str, what="the grid").strip()
    found = _ROW_BREAK.split(text[:LONGEST_GRID])
    lines = ["".join(line.split()).upper() for line in found]
    if lines == [""]:
        raise NotationError("the grid is empty; expected rows joined by /, such as RR/Y.")
    # Letters first: a file of another kind is best told by the first letter that cannot be.
    for row, line in enumerate(lines, start=1):
        for column, letter in enumerate(line, start=1):
            if letter not in COLOR_LETTERS and letter != EMPTY_LETTER:
                raise NotationError(
                    f"row {row}, column {column}: {quoted(letter)} is no booth; {EXPECTED_LETTERS}"
                )
    if len(text) > LONGEST_GRID:
        raise NotationError(f"the grid has {len(text):,} characters; at most {LONGEST_GRID:,} fit")
    if len(lines) > MAX_SPOTS:
        raise InvalidPositionError([f"more than {MAX_SPOTS} rows; at most {MAX_SPOTS} spots fit"])
    width = len(lines[0])
    for row, line in enumerate(lines, start=1):
        if len(line) != width:
            raise NotationError(f"row {row} has {len(line)} spots; expected {width}, as in row 1")
    if len(lines) == 1:
        raise NotationError(f"row 1 is the only one; expected rows joined by /, got {width} spots")
    spots = len(lines) * width
    if spots > MAX_SPOTS:
        size = f"{len(lines)} rows of {width} are {spots} spots"
        raise InvalidPositionError([f"{size}; at most {MAX_SPOTS} fit"])
    return Board(len(lines), width), "".join(lines)


def iter_grids(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each grid in ``lines`` with its first line's number, reading no further than needed.

    A line with a ``/`` is one grid; lines without are rows of a grid that ends at a blank line, at
    a line with a ``/`` or at the end. A ``#`` starts a comment. Of rows without end no more are
    kept than show that no board has that many.

    Raises
    ------
    NotationError
        If more than `LONGEST_GAP` lines follow each other without a grid.
    """
    rows: list[str] = []
    first = last = 0
    for number, full_line in enumerate(lines, start=1):
        if number - last > LONGEST_GAP:
            raise NotationError(f"lines {last + 1} to {number} hold no grid; expected one a line")
        line = full_line.split("#", 1)[0].strip()
        if not line and full_line.strip():
            continue  # a comment alone ends no grid
        if line:
            last = number
        if line and "/" not in line:
            rows.append(line)
            first = first or number
            if len(rows) <= MAX_SPOTS:
                continue
            line = ""
        if rows:
            yield first, "\n".join(rows)
            rows, first = [], 0
        if line:
            yield number, line
    if rows:
        yield first, "\n".join(rows)


def split_grids(text: str) -> list[tuple[int, str]]:
    """Return all grids in ``text`` as `iter_grids` yields them."""
    return list(iter_grids(checked_type(text, str, what="the grids").splitlines()))


def format_moves(moves: tuple[int, ...] | list[int]) -> str:
    """Return move notation: the moved booths' spots, joined by commas.

    Raises
    ------
    InputError
        If a move is no whole number, or negative.
    """
    return ",".join(str(checked_whole(spot, 0, what="move")) for spot in moves)


def parse_moves(text: str, *, board: Board) -> tuple[int, ...]:
    """Read move notation, such as ``15,3,7``; blanks may stand around the numbers.

    An empty text is an empty list of moves.

    Raises
    ------
    NotationError
        If an item is not the number of a spot of ``board``; the message names the move.
    """
    checked_type(text, str, what="the moves")
    checked_type(board, Board, what="the board", hint="Board(5, 6)")
    if len(text) > LONGEST_MOVES:
        raise NotationError(
            f"the moves have {len(text):,} characters; at most {LONGEST_MOVES:,} fit"
        )
    if not text.strip():
        return ()
    moves = []
    for number, item in enumerate(text.split(","), start=1):
        word = item.strip()
        if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word) < board.spots):
            raise NotationError(
                f"move {number}: {quoted(word)} is no spot; expected a number 0..{board.spots - 1}"
            )
        moves.append(int(word))
    return tuple(moves)
