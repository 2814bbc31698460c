"""The geometry of the market: spaces, lines and entrances."""

from functools import cache
from typing import Any, Final

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.action_notation import index_codec

SIDES: Final = range(2, 10)
"""The allowed numbers of rows and columns."""


class Layout:
    """The geometry of a square market; see `layout`.

    Columns are lettered from the left and rows numbered from the top: ``c1`` is the third space of
    the top row. Entrances are the ends of columns (north ``Nc``, south ``Sc``) and rows (west
    ``W1``, east ``E1``), in this order. Lines are numbered columns first, then rows; spaces row by
    row from the top left.

    Attributes
    ----------
    line_names
        The names of lines in sentences.
    lines_of, entrances_of, neighbors
        The column and row, the four entrances and the orthogonal neighbors of every space.
    lines, line_of
        The spaces of every line, and the line of every entrance.
    spaces_by_name, entrances_by_name
        The spaces and the entrances in the order of their names.
    space_codec, entrance_codec
        The names in actions.
    """

    def __init__(self, side: int) -> None:
        if side not in SIDES:
            allowed = f"{SIDES.start} to {SIDES.stop - 1}"
            raise InvalidInstanceError(f"the market has {allowed} rows and columns, not {side}")
        columns, rows, spaces = "abcdefghi"[:side], "123456789"[:side], range(side * side)
        ends = [end + line for end in "NSWE" for line in (columns if end in "NS" else rows)]
        self.side = side
        self.space_names = tuple(column + row for row in rows for column in columns)
        self.entrance_names = tuple(ends)
        self.line_names = (*(f"column {name}" for name in columns), *(f"row {n}" for n in rows))
        self.lines_of = tuple((space % side, side + space // side) for space in spaces)
        self.line_of = (*[*range(side)] * 2, *[*range(side, 2 * side)] * 2)
        self.lines = tuple(
            tuple(space for space in spaces if line in self.lines_of[space])
            for line in range(2 * side)
        )
        self.entrances_of = tuple(
            tuple(entrance for entrance, line in enumerate(self.line_of) if line in lines)
            for lines in self.lines_of
        )
        self.neighbors = tuple(
            tuple(s for s in spaces if abs(s % side - column) + abs(s // side + side - row) == 1)
            for column, row in self.lines_of
        )
        self.spaces_by_name = sorted(spaces, key=self.space_names.__getitem__)
        self.entrances_by_name = sorted(range(4 * side), key=ends.__getitem__)
        listing = f"Na to N{columns[-1]}, Sa to S{columns[-1]}, W1 to W{side} and E1 to E{side}"
        last = self.space_names[-1]
        self.space_codec = index_codec("space", self.space_names, f"the spaces are a1 to {last}")
        self.entrance_codec = index_codec("entrance", ends, f"the entrances are {listing}")

    def __reduce__(self) -> tuple[Any, ...]:
        return layout, (self.side,)


@cache
def layout(side: int) -> Layout:
    """Return the market of ``side`` rows and columns."""
    return Layout(side)
