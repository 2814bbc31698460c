"""Children of a node whose cards are all decided: clusters laid edge to edge."""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up, write_child
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    close_pieces,
    copy_pieces,
    count_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def note_around(work: Workspace, count: int) -> None:
    """Write the first cluster, ``cells[:count]``, into ``around``: what a joined one may meet."""
    around = work.around
    around[:] = 0
    for index in range(count):
        cell = work.cells[index]
        row = cell // fields.BOARD
        bit = 1 << cell % fields.BOARD
        code = work.board[cell] - 1
        around[0, row] |= bit
        for layer in (1, code + 1 if code <= work.goods else 1):
            around[layer, row] |= bit << 1 | bit >> 1
            around[layer, row - 1] |= bit
            around[layer, row + 1] |= bit


@kernel
def note_meetings(work: Workspace, cluster: int, quarter: int, down: int) -> None:
    """Write into ``met`` where a cluster that is turned and so far down meets the first one.

    As bits, `ORIGIN` + how far right it lies: where they share an edge and nowhere overlap, then
    where a good's spaces of the one are beside such of the other.
    """
    met = work.met
    met[:] = 0
    overlaps = 0
    for index in range(work.sizes[cluster]):
        cell = work.offsets[cluster, quarter, index]
        row = fields.ORIGIN + down + cell // fields.BOARD
        column = cell % fields.BOARD
        code = work.codes[cluster, index]
        overlaps |= work.around[0, row] >> column
        met[0] |= work.around[1, row] >> column
        if 0 < code <= work.goods:
            met[code] |= work.around[code + 1, row] >> column
    met[0] &= ~overlaps


@kernel
def bound_joined(work: Workspace, states: States, clusters: int, cluster: int, places: int) -> int:
    """Return the bound, less mice, where a cluster joins the first one as it does at some places.

    These are bits of ``met``; its pieces may touch any in all goods in which it does at one of
    them. Where there are none, no other one joins it at all: else that one is laid beside it at
    once.
    """
    joined = 0
    for good in range(work.goods):
        joined |= (work.met[good + 1] & places != 0) << good
    if work.reaches[joined] == fields.UNKNOWN:
        copy_pieces(work, fields.TOTAL, 0)
        if joined == 0:
            close_pieces(work, fields.TOTAL)
        add_pieces(work, fields.TOTAL, cluster, joined)
        for other in range(1, clusters):
            if other != cluster:
                add_pieces(work, fields.TOTAL, other, fields.ALL_GOODS)
        work.reaches[joined] = bound_without_mice(work, states, 0)
    return int(work.reaches[joined])


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
    clusters = int(nodes[node, fields.CLUSTERS])
    mice = int(nodes[node, fields.MICE])
    # Cover 0 leaves the first cluster as it lies; cover 1 is the other one's.
    for field in (fields.COVER_QUARTER, fields.COVER_DOWN, fields.COVER_RIGHT):
        work.covers[0, field] = 0
    chosen[:] = -1
    chosen[0] = 0
    first = put_cluster(work, 0, 0, 0, 0, 0)
    note_around(work, first)
    # Where joining nothing is too little, some other cluster joins a piece of the first one's; that
    # one is laid beside it at once. A second and last cluster joins it nowhere else.
    for cluster in range(1, clusters):
        work.reaches[:] = fields.UNKNOWN
        chosen[cluster] = 1
        for quarter in range(4):
            work.covers[1, fields.COVER_QUARTER] = quarter
            rows = extent[cluster, quarter & 1]
            columns = extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, extent[0, 0] + 1):
                work.covers[1, fields.COVER_DOWN] = down
                note_meetings(work, cluster, quarter, down)
                places = int(work.met[0])
                reach = bound_joined(work, states, clusters, cluster, places) - 2 * mice
                if reach < threshold:
                    work.pruned = max(work.pruned, reach)
                    continue
                for right in range(-columns, extent[0, 1] + 1):
                    work.covers[1, fields.COVER_RIGHT] = right
                    place = places & 1 << fields.ORIGIN + right
                    if place == 0:
                        continue
                    reach = bound_joined(work, states, clusters, cluster, place) - 2 * mice
                    if reach < threshold:
                        work.pruned = max(work.pruned, reach)
                        continue
                    count = put_cluster(work, cluster, quarter, down, right, first)
                    count_pieces(work, count, fields.TOTAL, clusters > 2)
                    for other in range(1, clusters):
                        if other != cluster:
                            add_pieces(work, fields.TOTAL, other, fields.ALL_GOODS)
                    clear(work, first, count)
                    reach = bound_without_mice(work, states, 0) - 2 * mice
                    if reach < threshold:
                        work.pruned = max(work.pruned, reach)
                        continue
                    if held == len(nodes) - 1:
                        return -1
                    write_child(work, nodes, node, -1, count, held)
                    nodes[held, fields.BOUND] = reach
                    held += 1
        chosen[cluster] = -1
    clear(work, 0, first)
    return held
