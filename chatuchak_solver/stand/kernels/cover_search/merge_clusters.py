"""Placement of clusters side by side once all cards are decided."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.nodes import (
    clear,
    put_cluster,
    unpack_node,
    write_child,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces, count_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def _note_around(work: Workspace, count: int) -> None:
    """Write the lines of ``cells[:count]`` and of their adjacent cells into ``around``."""
    around = work.around
    around[:] = 0
    for cell in work.cells[:count]:
        row = cell // fields.BOARD
        bit = 1 << cell % fields.BOARD
        around[0, row] |= bit
        around[1, row] |= bit << 1 | bit >> 1
        around[1, row - 1] |= bit
        around[1, row + 1] |= bit


@kernel
def _places_in_row(work: Workspace, cluster: int, quarter: int, down: int) -> int:
    """Return the places of a rotated cluster next to the first one, without overlap.

    Bit `ORIGIN` + offset to the right.
    """
    overlaps = adjoins = 0
    for cell in work.offsets[cluster, quarter, : work.sizes[cluster]]:
        row = fields.ORIGIN + down + cell // fields.BOARD
        overlaps |= work.around[0, row] >> cell % fields.BOARD
        adjoins |= work.around[1, row] >> cell % fields.BOARD
    return int(adjoins & ~overlaps)


@kernel
def _append_merge(
    work: Workspace, states: States, nodes: Nodes, node: int, cluster: int, first: int, held: int
) -> int:
    """Append the child with a cluster at the cover `JOINED` if its bound reaches the threshold.

    The first cluster has the cells ``cells[:first]``. Returns the new count of nodes, or -1.
    """
    cover = work.covers[fields.JOINED]
    quarter, down = cover[fields.COVER_QUARTER], cover[fields.COVER_DOWN]
    count = put_cluster(work, cluster, quarter, down, cover[fields.COVER_RIGHT], first)
    count_pieces(work, count, fields.TOTAL, True)
    for other in range(1, work.clusters):
        if other != cluster:
            add_pieces(work, fields.TOTAL, other)
    clear(work, first, count)
    bound = bound_without_mice(work, states, 0) - 2 * work.mice
    if bound >= work.threshold:
        if held == len(nodes) - 1:
            return -1
        work.chosen[cluster] = fields.JOINED
        write_child(work, nodes, node, -1, count, held)
        work.chosen[cluster] = fields.NO_COVER
        nodes[held, fields.BOUND] = bound
        held += 1
    return held


@kernel
def merge_clusters(work: Workspace, states: States, nodes: Nodes, node: int, held: int) -> int:
    """Append every placement of another cluster next to the first one; return the new count.

    A stand is connected, so some cluster shares an edge with the first one. Returns -1 on overflow.
    """
    unpack_node(work, nodes, node)
    work.covers[fields.FIRST, : fields.COVER_MASK] = 0
    work.chosen[:] = fields.NO_COVER
    work.chosen[0] = fields.FIRST
    first = put_cluster(work, 0, 0, 0, 0, 0)
    _note_around(work, first)
    cover = work.covers[fields.JOINED]
    for cluster in range(1, work.clusters):
        for quarter in range(4):
            cover[fields.COVER_QUARTER] = quarter
            rows = work.extent[cluster, quarter & 1]
            columns = work.extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, work.extent[0, 0] + 1):
                cover[fields.COVER_DOWN] = down
                places = _places_in_row(work, cluster, quarter, down)
                for right in range(-columns, work.extent[0, 1] + 1):
                    cover[fields.COVER_RIGHT] = right
                    if held >= 0 and places >> (fields.ORIGIN + right) & 1:
                        held = _append_merge(work, states, nodes, node, cluster, first, held)
    clear(work, 0, first)
    return held
