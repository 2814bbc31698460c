"""Cards on the flat table, and legal places."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.tables import SIDE, Ints, Spaces


@kernel
def touches(table: Spaces, at: int, shape: int, cover: Ints, contact: Ints) -> bool:
    """Whether a card of ``shape`` (0 flat, 1 turned) at ``at`` covers or adjoins a card."""
    for offset in cover[shape]:
        if table[at + offset] != 0:
            return True
    # A loop: numba cannot compile a generator expression here.
    for offset in contact[shape]:  # noqa: SIM110
        if table[at + offset] != 0:
            return True
    return False


@kernel
def legal_places(covered: Ints, bounds: Ints, most: int, places: Ints) -> int:
    """List the legal (row, column, shape) next to or over the covered spaces; return their number.

    Parameters
    ----------
    covered, bounds
        As `lay` updates them.
    most
        Maximum covered spaces that a card may hide; 6 for all legal places.
    """
    count = 0
    for shape in range(2):
        rows = 2 + shape
        columns = 3 - shape
        for row in range(bounds[0] - rows, bounds[2] + 2):
            # Bits of the possible first spaces of a card.
            near = covered[row - 1] | covered[row + rows]
            for down in range(rows):
                bits = covered[row + down]
                near |= bits | bits << 1 | bits >> 1
            near |= near >> 1 | near >> (columns - 1)
            if not near:
                continue
            for column in range(bounds[1] - columns, bounds[3] + 2):
                if not near >> column & 1:
                    continue
                hidden = 0
                if most < 6:
                    for down in range(rows):
                        bits = covered[row + down] >> column
                        hidden += (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1 & (1 - shape))
                if hidden <= most:
                    places[count, 0] = row
                    places[count, 1] = column
                    places[count, 2] = shape
                    count += 1
    return count


@kernel
def lay(
    table: Spaces,
    covered: Ints,
    bounds: Ints,
    cells: Ints,
    slot: int,
    row: Ints,
    turned: Spaces,
    cover: Ints,
) -> None:
    """Lay card ``slot``, a ``row`` of a layout.

    Parameters
    ----------
    covered
        The covered spaces of each row of the table, as bits by column.
    bounds
        The minimum row and column and the maximum row and column of covered spaces.
    cells
        Filled with the six covered spaces from 6 * ``slot`` on.
    """
    card, quarter, top, left = row
    shape = quarter & 1
    for space in range(6):
        cell = top * SIDE + left + cover[shape, space]
        table[cell] = turned[card, quarter, space]
        cells[6 * slot + space] = cell
    for down in range(2 + shape):
        covered[top + down] |= ((8 >> shape) - 1) << left
    bounds[0] = min(bounds[0], top)
    bounds[1] = min(bounds[1], left)
    bounds[2] = max(bounds[2], top + 1 + shape)
    bounds[3] = max(bounds[3], left + 2 - shape)
