"""The geometry of the market: spaces, lines and entrances."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.action_notation import FieldCodec, index_codec

SIDES: Final = range(2, 10)
"""The allowed numbers of rows and columns."""


@dataclass(frozen=True, slots=True, eq=False)
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
    spaces_by_name, entrances_by_name
        The spaces and the entrances in the order of their names.
    lines_of, entrances_of, neighbors
        The column and row, the four entrances and the orthogonal neighbors of every space.
    lines, line_of
        The spaces of every line, and the line of every entrance.
    space_codec, entrance_codec
        The names in actions.
    """

    side: int
    space_names: tuple[str, ...]
    entrance_names: tuple[str, ...]
    line_names: tuple[str, ...]
    spaces_by_name: tuple[int, ...]
    entrances_by_name: tuple[int, ...]
    lines_of: tuple[tuple[int, int], ...]
    entrances_of: tuple[tuple[int, ...], ...]
    neighbors: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...]
    line_of: tuple[int, ...]
    space_codec: FieldCodec
    entrance_codec: FieldCodec

    def __reduce__(self) -> tuple[Any, ...]:
        return layout, (self.side,)


@cache
def layout(side: int) -> Layout:
    """Return the market of ``side`` rows and columns."""
    if side not in SIDES:
        allowed = f"{SIDES.start} to {SIDES.stop - 1}"
        raise InvalidInstanceError(f"the market has {allowed} rows and columns, not {side}")
    columns, rows, spaces = "abcdefghi"[:side], "123456789"[:side], range(side * side)
    names = tuple(column + row for row in rows for column in columns)
    ends = tuple(end + line for end in "NSWE" for line in (columns if end in "NS" else rows))
    lines_of = tuple((space % side, side + space // side) for space in spaces)
    line_of = (*range(side), *range(side), *range(side, 2 * side), *range(side, 2 * side))
    listing = f"Na to N{columns[-1]}, Sa to S{columns[-1]}, W1 to W{side} and E1 to E{side}"
    return Layout(
        side,
        names,
        ends,
        (*(f"column {column}" for column in columns), *(f"row {row}" for row in rows)),
        tuple(sorted(spaces, key=names.__getitem__)),
        tuple(sorted(range(len(ends)), key=ends.__getitem__)),
        lines_of,
        tuple(tuple(e for e, line in enumerate(line_of) if line in own) for own in lines_of),
        tuple(
            tuple(s for s in spaces if abs(s % side - column) + abs(s // side + side - row) == 1)
            for column, row in lines_of
        ),
        tuple(tuple(s for s in spaces if line in lines_of[s]) for line in range(2 * side)),
        line_of,
        index_codec("space", names, f"the spaces are a1 to {names[-1]}"),
        index_codec("entrance", ends, f"the entrances are {listing}"),
    )
