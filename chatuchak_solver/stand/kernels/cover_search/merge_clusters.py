"""Placement of clusters side by side once all cards are decided."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.expand import append_child
from chatuchak_solver.stand.kernels.cover_search.nodes import clear, put_cluster, unpack_node
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def _put_beside(
    work: Workspace, cluster: int, quarter: int, down: int, right: int, count: int
) -> int:
    """Add a cluster next to the ``count`` cells on the board; return the new count.

    Returns -1 and adds no cell if it overlaps them, or shares no edge with them.
    """
    corner = (fields.ORIGIN + down) * fields.BOARD + fields.ORIGIN + right
    for index in range(work.sizes[cluster]):
        cell = corner + work.offsets[cluster, quarter, index]
        for step in fields.BESIDE:
            if work.board[cell + step] != 0:
                return int(put_cluster(work, cluster, quarter, down, right, count))
    return -1


@kernel
def merge_clusters(work: Workspace, states: States, nodes: Nodes, node: int, held: int) -> int:
    """Append every placement of another cluster next to the first one; return the new count.

    A stand is connected, so some cluster shares an edge with the first one. Returns -1 on overflow.
    """
    unpack_node(work, nodes, node)
    work.rest = 0
    work.covers[fields.FIRST, : fields.COVER_MASK] = 0
    work.chosen[:] = fields.NO_COVER
    work.chosen[0] = fields.FIRST
    first = put_cluster(work, 0, 0, 0, 0, 0)
    cover = work.covers[fields.JOINED]
    for cluster in range(1, work.clusters):
        work.chosen[cluster] = fields.JOINED
        for quarter in range(4):
            rows = work.extent[cluster, quarter & 1]
            columns = work.extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, work.extent[0, 0] + 1):
                for right in range(-columns, work.extent[0, 1] + 1):
                    cover[fields.COVER_QUARTER] = quarter
                    cover[fields.COVER_DOWN] = down
                    cover[fields.COVER_RIGHT] = right
                    count = _put_beside(work, cluster, quarter, down, right, first)
                    if held >= 0 and count >= 0:
                        held = append_child(work, states, nodes, node, -1, count, work.mice, held)
                    clear(work, first, count)
        work.chosen[cluster] = fields.NO_COVER
    clear(work, 0, first)
    return held
