"""Cards laid on the flat table and taken off again, and where they may lie."""

from __future__ import annotations

from typing import Final

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.tables import SIDE, Ints, Spaces

MOST_PLACES: Final = 441
"""Places, flat or turned, on and beside seven cards: 63 a card at most."""


@kernel
def touches(table: Spaces, at: int, shape: int, cover: Ints, contact: Ints) -> bool:
    """Whether a card of ``shape`` (0 flat, 1 turned) at ``at`` covers or adjoins a card."""
    for offset in cover[shape]:
        if table[at + offset] != 0:
            return True
    # A loop, because numba cannot compile a generator expression here.
    for offset in contact[shape]:  # noqa: SIM110
        if table[at + offset] != 0:
            return True
    return False


@kernel
def legal_places(table: Spaces, bounds: Ints, cover: Ints, contact: Ints, places: Ints) -> int:
    """List the legal (row, column, shape) beside or over the covered spaces; return how many.

    ``bounds`` are the least row and column and the greatest row and column that are covered.
    """
    count = 0
    for shape in range(2):
        rows = 2 + shape
        columns = 3 - shape
        for row in range(bounds[0] - rows, bounds[2] + 2):
            for column in range(bounds[1] - columns, bounds[3] + 2):
                if touches(table, row * SIDE + column, shape, cover, contact):
                    places[count, 0] = row
                    places[count, 1] = column
                    places[count, 2] = shape
                    count += 1
    return count


@kernel
def lay(
    table: Spaces,
    cells: Ints,
    count: int,
    spaces: Spaces,
    at: int,
    offsets: Ints,
    under: Spaces,
) -> None:
    """Lay a card's six ``spaces``; ``under`` keeps what they hide, ``cells`` grows from count."""
    for space in range(6):
        cell = at + offsets[space]
        under[space] = table[cell]
        table[cell] = spaces[space]
        cells[count + space] = cell


@kernel
def lift(table: Spaces, at: int, offsets: Ints, under: Spaces) -> None:
    """Undo `lay`."""
    for space in range(6):
        table[at + offsets[space]] = under[space]


@kernel
def grow_bounds(bounds: Ints, row: int, column: int, shape: int, grown: Ints) -> None:
    """Write into ``grown`` the bounds that also hold a card."""
    grown[0] = min(bounds[0], row)
    grown[1] = min(bounds[1], column)
    grown[2] = max(bounds[2], row + 1 + shape)
    grown[3] = max(bounds[3], column + 2 - shape)
