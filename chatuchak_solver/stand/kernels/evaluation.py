"""Scores of whole layouts."""

from typing import Final

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.interface import ILLEGAL
from chatuchak_solver.stand.kernels.laying import touches
from chatuchak_solver.stand.kernels.tables import SIDE, Ints, Spaces
from chatuchak_solver.stand.kernels.tally import best_total, take_tally

MARGIN: Final = 4
"""Rows and columns at the table's border that annealing leaves free."""


@kernel
def evaluate(
    turned: Spaces,
    cover: Ints,
    contact: Ints,
    layout: Ints,
    opponents_mask: int,
    announced: int,
    table: Spaces,
    scratch: Ints,
) -> int:
    """Return the total of a whole layout, or `ILLEGAL`; leaves ``table`` empty.

    ``scratch`` has a length of at least 160: cells and stack for twelve cards, and tallies.
    """
    cells = scratch[:72]
    stack = scratch[72:144]
    found = scratch[144:156]
    count = 0
    for index in range(len(layout)):
        card, quarter, row, column = layout[index]
        shape = quarter & 1
        at = row * SIDE + column
        if (
            row < MARGIN
            or column < MARGIN
            or row >= SIDE - MARGIN - 3
            or column >= SIDE - MARGIN - 3
            or (index > 0 and not touches(table, at, shape, cover, contact))
        ):
            for cell in cells[:count]:
                table[cell] = 0
            return ILLEGAL
        for space in range(6):
            cell = at + cover[shape, space]
            table[cell] = turned[card, quarter, space]
            cells[count] = cell
            count += 1
    mice = take_tally(table, cells, count, stack, found)
    return int(best_total(found, mice, opponents_mask, announced))
