"""Clusters on the scratch board."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.workspace import Workspace


@kernel
def turn(row: int, column: int, rows: int, columns: int, quarter: int) -> tuple[int, int]:
    """Return the position of a space of a ``rows`` x ``columns`` block after quarter turns."""
    if quarter == 0:
        return row, column
    if quarter == 1:
        return column, rows - 1 - row
    if quarter == 2:
        return rows - 1 - row, columns - 1 - column
    return columns - 1 - column, row


@kernel
def clear(work: Workspace, first: int, end: int) -> None:
    """Remove the spaces ``cells[first:end]`` from the board."""
    for index in range(first, end):
        work.board[work.cells[index]] = 0


@kernel
def put_cluster(
    work: Workspace, cluster: int, quarter: int, down: int, right: int, count: int
) -> int:
    """Add a cluster to the ``count`` cells on the board; return the new count.

    Returns -1 and adds no cell if the cluster would overlap them.
    """
    corner = (fields.ORIGIN + down) * fields.BOARD + fields.ORIGIN + right
    size = work.sizes[cluster]
    for index in range(size):
        cell = corner + work.offsets[cluster, quarter, index]
        if work.board[cell] != 0:
            clear(work, count, count + index)
            return -1
        work.board[cell] = 1 + work.codes[cluster, index]
        work.cells[count + index] = cell
    return int(count + size)
