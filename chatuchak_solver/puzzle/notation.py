"""Parsing and formatting of grids and moves.

A grid is its rows from the top, joined by ``/``. Letters are ``R Y G B P`` for the game's colors,
``T V W K`` for tangerine, violet, white and black, and ``.`` for the empty spot. Parsing also
accepts rows on separate lines, blanks and lower case.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from chatuchak_solver.arguments import check_int, check_type, parse_int
from chatuchak_solver.errors import NotationError, counted
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.board import MAX_SPOTS, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, LETTERS

EXPECTED_LETTERS = f"expected one of {' '.join(COLOR_LETTERS)}, or . for the empty spot"
MAX_GRID_CHARACTERS = 10_000
MAX_MOVES_CHARACTERS = 1_000_000
MAX_GAP = 100_000
"""Maximum consecutive lines of comments and blanks."""
_ROW_BREAK = re.compile(r"[/\n]")


def parse_letters(text: str) -> tuple[Board, str]:
    """Return the board of a grid and its letters, by row, in upper case."""
    text = check_type(text, str, name="grid").strip()
    rows = _ROW_BREAK.split(text[:MAX_GRID_CHARACTERS])
    lines = ["".join(row.split()).upper() for row in rows]
    if lines == [""]:
        raise NotationError("empty grid: expected rows joined by /, e.g. RR/Y.")
    # Letters first: an unknown letter identifies a file of another kind.
    for row, line in enumerate(lines, start=1):
        for column, letter in enumerate(line, start=1):
            if letter not in LETTERS:
                raise NotationError(
                    f"row {row}, column {column}: invalid letter {quote(letter)}: "
                    f"{EXPECTED_LETTERS}"
                )
    _check_length(text, MAX_GRID_CHARACTERS, name="grid")
    width = len(lines[0])
    for row, line in enumerate(lines, start=1):
        if len(line) != width:
            found = counted(len(line), "spot")
            raise NotationError(f"row {row} has {found}: expected {width}, as in row 1")
    if len(lines) == 1:
        raise NotationError(f"single row of {counted(width, 'spot')}: expected rows joined by /")
    return Board(len(lines), width), "".join(lines)


def iter_grids(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each grid with its first line's number, reading lazily.

    A line with a ``/`` is a grid. Other lines are rows of a grid, up to a blank line, a line with a
    ``/`` or the end. ``#`` starts a comment. A grid with too many rows is cut off one row beyond
    the maximum.
    """
    rows: list[str] = []
    first = last = 0
    for number, full_line in enumerate(chain(lines, ("",)), start=1):
        if number - last > MAX_GAP:
            raise NotationError(f"no grid in lines {last + 1} to {number}: expected one per line")
        line = full_line.split("#", 1)[0].strip()
        if not line and full_line.strip():
            continue  # a comment does not end a grid
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


def _check_length(text: str, limit: int, *, name: str) -> None:
    if len(text) > limit:
        size = f"{len(text):,} characters"
        raise NotationError(f"invalid {name} of {size}: expected at most {limit:,}")


def format_moves(moves: tuple[int, ...] | list[int]) -> str:
    """Return move notation: the spots of the moved booths, joined by commas."""
    return ",".join(str(check_int(spot, 0, name="move")) for spot in moves)


def parse_moves(text: str, *, board: Board) -> tuple[int, ...]:
    """Parse move notation, e.g. ``15,3,7``, with blanks around numbers; empty text has no moves."""
    check_type(text, str, name="moves")
    check_type(board, Board, name="board", hint="Board(5, 6)")
    _check_length(text, MAX_MOVES_CHARACTERS, name="moves")
    if not text.strip():
        return ()
    moves = []
    for number, item in enumerate(text.split(","), start=1):
        spot = parse_int(item.strip(), max_digits=4)
        if spot is None or spot >= board.spots:
            raise NotationError(
                f"move {number}: invalid spot {quote(item.strip())}: expected 0..{board.spots - 1}"
            )
        moves.append(spot)
    return tuple(moves)
