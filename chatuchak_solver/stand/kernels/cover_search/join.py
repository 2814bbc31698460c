"""Children of a node whose cards are all decided: clusters laid edge to edge."""

from __future__ import annotations

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up, write_child
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    clear_pieces,
    count_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import (
    BOARD,
    TOTAL,
    Nodes,
    States,
    Workspace,
)

__all__ = ["join"]


@kernel
def mark_beside(work: Workspace, count: int, mark: int) -> None:
    """Note of the spaces beside ``cells[:count]`` that they are, or with 0 forget it."""
    for index in range(count):
        cell = work.cells[index]
        for near in (cell + 1, cell - 1, cell + BOARD, cell - BOARD):
            work.beside[near, 0] = mark
            work.beside[near, work.board[cell]] = mark


@kernel
def bound_apart(work: Workspace, states: States, clusters: int, mice: int) -> int:
    """Return the bound where the first cluster joins nothing: its pieces are final groups."""
    pieces = work.pieces
    clear_pieces(work, TOTAL)
    for cluster in range(1, clusters):
        add_pieces(work, TOTAL, cluster)
    for good in range(work.goods):
        for field in (fields.ONES, fields.TWOS, fields.LARGE):
            pieces[TOTAL, good, fields.CLOSED] += pieces[0, good, field]
        pieces[TOTAL, good, fields.CLOSED] += pieces[0, good, fields.CLOSED]
        for field in (fields.LARGEST, fields.CLOSED_LARGEST):
            pieces[TOTAL, good, fields.CLOSED_LARGEST] = max(
                pieces[TOTAL, good, fields.CLOSED_LARGEST], pieces[0, good, field]
            )
    return bound_without_mice(work, states, 0) - 2 * mice


@kernel
def join(
    work: Workspace, states: States, nodes: Nodes, node: int, threshold: int, held: int
) -> int:
    """Append every way to lay another cluster beside the first one; return the new count.

    A stand hangs together, so that some cluster shares an edge with the first. -1 where there is
    no room.
    """
    take_up(work, nodes, node)
    extent = work.extent
    chosen = work.chosen
    board = work.board
    cells = work.cells
    beside = work.beside
    clusters = int(nodes[node, fields.CLUSTERS])
    mice = int(nodes[node, fields.MICE])
    # Cover 0 leaves the first cluster as it lies; cover 1 is the other one's.
    for field in (fields.COVER_QUARTER, fields.COVER_DOWN, fields.COVER_RIGHT):
        work.covers[0, field] = 0
    for cluster in range(fields.MOST_CARDS):
        chosen[cluster] = -1
    chosen[0] = 0
    first = put_cluster(work, 0, 0, 0, 0, 0)
    mark_beside(work, first, 1)
    # Where that is too little, some other cluster joins a piece of the first one's; that one is
    # laid beside it at once.
    apart = bound_apart(work, states, clusters, mice)
    for cluster in range(1, clusters):
        chosen[cluster] = 1
        for quarter in range(4):
            work.covers[1, fields.COVER_QUARTER] = quarter
            rows = extent[cluster, quarter & 1]
            columns = extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, extent[0, 0] + 1):
                work.covers[1, fields.COVER_DOWN] = down
                for right in range(-columns, extent[0, 1] + 1):
                    work.covers[1, fields.COVER_RIGHT] = right
                    count = put_cluster(work, cluster, quarter, down, right, first)
                    touching = False
                    joining = apart >= threshold
                    for index in range(first, count):
                        cell = cells[index]
                        touching |= beside[cell, 0] == 1
                        if 1 < board[cell] <= work.goods + 1:
                            joining |= beside[cell, board[cell]] == 1
                    if touching and not joining:
                        work.pruned = max(work.pruned, apart)
                    elif touching:
                        count_pieces(work, count, True, TOTAL)
                        for other in range(1, clusters):
                            if other != cluster:
                                add_pieces(work, TOTAL, other)
                        reach = bound_without_mice(work, states, 0) - 2 * mice
                        if reach < threshold:
                            work.pruned = max(work.pruned, reach)
                        else:
                            if held == len(nodes) - 1:
                                return -1
                            write_child(work, nodes, node, -1, count, held)
                            nodes[held, fields.BOUND] = reach
                            held += 1
                    clear(work, first, count)
        chosen[cluster] = -1
    mark_beside(work, first, 0)
    clear(work, 0, first)
    return held
