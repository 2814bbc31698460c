"""The market's geometry: its spaces, its lines and the entrances at their ends.

Columns are lettered from the left and rows numbered from the top, so that ``c1`` is the third
space of the top row. A column has an entrance at its north and at its south end (``Nc``, ``Sc``),
a row at its west and at its east end (``W1``, ``E1``).
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypedDict

from chatuchak_solver.errors import InvalidInstanceError, NotationError

SIDES: Final = range(2, 10)
"""The allowed numbers of rows and columns."""


class StandDocument(TypedDict):
    """A stand in the market."""

    type: str
    """The type of the stand."""
    owner: int
    """Who opened it, from 0."""


class MarketDocument(TypedDict):
    """What lies on the market."""

    stands: dict[str, StandDocument]
    """Stands, by their space."""
    restaurants: dict[str, str]
    """Open restaurants, by their space."""
    gray: list[str]
    """Spaces with facedown restaurants."""
    entrances: dict[str, str]
    """Customer tiles, by their entrance."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A square market of ``side`` rows and columns.

    Lines are numbered columns first (0 is column ``a``), then rows; spaces row by row from the
    top left; entrances in the order north, south, west, east.

    Attributes
    ----------
    side
        The number of rows and of columns.
    space_names, entrance_names
        The names by number.
    spaces_by_name, entrances_by_name
        The numbers in the order of the names.
    lines
        The spaces of every line.
    lines_of
        The column and the row through every space.
    entrances_of
        The four entrances of every space.
    line_of
        The line behind every entrance.
    space_bits, entrance_bits
        The bit of every space and of every entrance in masks: the first name's is the lowest.
    line_entrances, line_spaces
        The masks of the entrances and of the spaces of every line.
    neighbors
        The orthogonal neighbors of every space.
    """

    side: int
    space_names: tuple[str, ...]
    entrance_names: tuple[str, ...]
    spaces_by_name: tuple[int, ...]
    entrances_by_name: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    lines_of: tuple[tuple[int, int], ...]
    entrances_of: tuple[tuple[int, int, int, int], ...]
    line_of: tuple[int, ...]
    space_bits: tuple[int, ...]
    entrance_bits: tuple[int, ...]
    line_entrances: tuple[int, ...]
    line_spaces: tuple[int, ...]
    neighbors: tuple[tuple[int, ...], ...]

    @property
    def num_spaces(self) -> int:
        """The number of spaces."""
        return self.side * self.side

    @property
    def num_entrances(self) -> int:
        """The number of entrances."""
        return 4 * self.side

    def line_name(self, line: int) -> str:
        """Return the name of a line as a sentence uses it."""
        if line < self.side:
            return f"column {_letter(line)}"
        return f"row {line - self.side + 1}"

    def space(self, name: str) -> int:
        """Return the number of the space called ``name``.

        Raises
        ------
        NotationError
            If there is no such space.
        """
        if name not in self.space_names:
            last = self.space_names[-1]
            raise NotationError(f"no space {name!r}; the spaces are a1 to {last}")
        return self.space_names.index(name)

    def entrance(self, name: str) -> int:
        """Return the number of the entrance called ``name``.

        Raises
        ------
        NotationError
            If there is no such entrance.
        """
        if name not in self.entrance_names:
            column, row = _letter(self.side - 1), self.side
            raise NotationError(
                f"no entrance {name!r}; the entrances are Na to N{column}, Sa to S{column}, "
                f"W1 to W{row} and E1 to E{row}"
            )
        return self.entrance_names.index(name)


@cache
def layout(side: int) -> Layout:
    """Return the market of ``side`` rows and columns.

    Raises
    ------
    InvalidInstanceError
        If the side is not one of `SIDES`.
    """
    if side not in SIDES:
        allowed = f"{SIDES.start} to {SIDES.stop - 1}"
        raise InvalidInstanceError(f"the market has {allowed} rows and columns, not {side}")
    letters = [_letter(column) for column in range(side)]
    numbers = [str(row + 1) for row in range(side)]
    columns = [tuple(row * side + column for row in range(side)) for column in range(side)]
    rows = [tuple(row * side + column for column in range(side)) for row in range(side)]
    places = [(row, column) for row in range(side) for column in range(side)]
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    space_names = tuple(f"{letters[column]}{numbers[row]}" for row, column in places)
    entrance_names = (
        *(f"N{letter}" for letter in letters),
        *(f"S{letter}" for letter in letters),
        *(f"W{number}" for number in numbers),
        *(f"E{number}" for number in numbers),
    )
    lines = (*columns, *rows)
    line_of = (*range(side), *range(side), *range(side, 2 * side), *range(side, 2 * side))
    spaces_by_name, entrances_by_name = _by_name(space_names), _by_name(entrance_names)
    space_bits, entrance_bits = _bits_of(spaces_by_name), _bits_of(entrances_by_name)
    return Layout(
        side=side,
        space_names=space_names,
        entrance_names=entrance_names,
        spaces_by_name=spaces_by_name,
        entrances_by_name=entrances_by_name,
        lines=lines,
        lines_of=tuple((column, side + row) for row, column in places),
        entrances_of=tuple(
            (column, side + column, 2 * side + row, 3 * side + row) for row, column in places
        ),
        line_of=line_of,
        space_bits=space_bits,
        entrance_bits=entrance_bits,
        line_entrances=tuple(
            sum(bit for bit, behind in zip(entrance_bits, line_of, strict=True) if behind == line)
            for line in range(len(lines))
        ),
        line_spaces=tuple(sum(space_bits[space] for space in line) for line in lines),
        neighbors=tuple(
            tuple(
                (row + down) * side + column + right
                for down, right in steps
                if 0 <= row + down < side and 0 <= column + right < side
            )
            for row, column in places
        ),
    )


def _by_name(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(names)), key=names.__getitem__))


def _bits_of(by_name: tuple[int, ...]) -> tuple[int, ...]:
    """Return the bit of every number whose order is given."""
    return tuple(1 << by_name.index(number) for number in range(len(by_name)))


def _letter(column: int) -> str:
    return "abcdefghi"[column]
