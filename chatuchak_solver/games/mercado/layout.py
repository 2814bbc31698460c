"""The market's geometry: its spaces, its lines and the entrances at their ends.

Columns are lettered from the left and rows numbered from the top: ``c1`` is the third space of
the top row. A column has an entrance at its north and its south end (``Nc``, ``Sc``), a row at
its west and its east end (``W1``, ``E1``).
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.action_notation import FieldCodec, index_codec
from chatuchak_solver.games.frozen import cached_property

SIDES: Final = range(2, 10)
"""The allowed numbers of rows and columns."""


@dataclass(frozen=True)
class Layout:
    """A square market of ``side`` rows and columns.

    Lines are numbered columns first, then rows; spaces row by row from the top left; entrances
    in the order north, south, west, east.
    """

    side: int

    @property
    def num_spaces(self) -> int:
        """The number of spaces."""
        return self.side * self.side

    @property
    def num_entrances(self) -> int:
        """The number of entrances."""
        return 4 * self.side

    @cached_property
    def space_names(self) -> tuple[str, ...]:
        """The names of the spaces."""
        return tuple(column + row for row in self._rows for column in self._columns)

    @cached_property
    def entrance_names(self) -> tuple[str, ...]:
        """The names of the entrances."""
        columns = [end + column for end in "NS" for column in self._columns]
        return (*columns, *(end + row for end in "WE" for row in self._rows))

    @cached_property
    def spaces_by_name(self) -> tuple[int, ...]:
        """The spaces in the order of their names."""
        return tuple(sorted(range(self.num_spaces), key=self.space_names.__getitem__))

    @cached_property
    def entrances_by_name(self) -> tuple[int, ...]:
        """The entrances in the order of their names."""
        return tuple(sorted(range(self.num_entrances), key=self.entrance_names.__getitem__))

    @cached_property
    def lines_of(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of every space."""
        side = self.side
        return tuple((column, side + row) for row in range(side) for column in range(side))

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The spaces of every line."""
        spaces = range(self.num_spaces)
        lines = range(2 * self.side)
        return tuple(tuple(s for s in spaces if line in self.lines_of[s]) for line in lines)

    @cached_property
    def line_of(self) -> tuple[int, ...]:
        """The line of every entrance."""
        columns, rows = range(self.side), range(self.side, 2 * self.side)
        return (*columns, *columns, *rows, *rows)

    @cached_property
    def entrances_of(self) -> tuple[tuple[int, ...], ...]:
        """The four entrances of every space."""
        ends = tuple(enumerate(self.line_of))
        return tuple(tuple(end for end, line in ends if line in own) for own in self.lines_of)

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """The orthogonal neighbors of every space."""
        places = [divmod(space, self.side) for space in range(self.num_spaces)]
        return tuple(
            tuple(s for s, (y, x) in enumerate(places) if abs(y - row) + abs(x - column) == 1)
            for row, column in places
        )

    @property
    def _columns(self) -> str:
        return "abcdefghi"[: self.side]

    @property
    def _rows(self) -> str:
        return "123456789"[: self.side]

    @cached_property
    def line_names(self) -> tuple[str, ...]:
        """The names of the lines in sentences."""
        return (*(f"column {c}" for c in self._columns), *(f"row {r}" for r in self._rows))

    @property
    def space_codec(self) -> FieldCodec:
        """The names of spaces in actions."""
        listing = f"the spaces are a1 to {self.space_names[-1]}"
        return index_codec("space", self.space_names, listing)

    @property
    def entrance_codec(self) -> FieldCodec:
        """The names of entrances in actions."""
        column, row = self._columns[-1], self.side
        listing = (
            f"the entrances are Na to N{column}, Sa to S{column}, W1 to W{row} and E1 to E{row}"
        )
        return index_codec("entrance", self.entrance_names, listing)


@cache
def layout(side: int) -> Layout:
    """Return the market of ``side`` rows and columns."""
    if side not in SIDES:
        allowed = f"{SIDES.start} to {SIDES.stop - 1}"
        raise InvalidInstanceError(f"the market has {allowed} rows and columns, not {side}")
    return Layout(side)
