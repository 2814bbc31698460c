"""Nodes: unpacking into the workspace, clusters on the scratch board, and packing of children."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.pieces import connect_pieces, count_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, Workspace


@kernel
def turn(row: int, column: int, rows: int, columns: int, quarter: int) -> tuple[int, int]:
    """Return the position of a space of a ``rows`` x ``columns`` block after quarter turns."""
    if quarter & 1:
        row, column, rows, columns = column, rows - 1 - row, columns, rows
    if quarter & 2:
        row, column = rows - 1 - row, columns - 1 - column
    return row, column


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

    Returns -1 and adds no cell in case of overlap.
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


@kernel
def unpack_node(work: Workspace, nodes: Nodes, node: int) -> None:
    """Unpack a node: its numbers, the clusters' spaces and pieces, and ``largest_since``."""
    decided = int(nodes[node, fields.DECIDED])
    work.decided = decided
    work.left = nodes[node, fields.LEFT]
    work.clusters = nodes[node, fields.CLUSTERS]
    work.mice = nodes[node, fields.MICE]
    work.largest_since[decided] = -1
    for slot in range(decided - 1, -1, -1):
        card = int(nodes[node, fields.CARDS_AT + fields.CARD_FIELDS * slot + fields.CARD])
        since = card if slot >= work.fixed_cards else -1
        work.largest_since[slot] = max(work.largest_since[slot + 1], since)
    for cluster in range(work.clusters):
        _unpack_cluster(work, nodes, node, cluster)
        size = int(work.sizes[cluster])
        count_pieces(work, size, cluster, True)
        if decided < work.cards or work.clusters > 2:
            connect_pieces(work, cluster)
        clear(work, 0, size)


@kernel
def _unpack_cluster(work: Workspace, nodes: Nodes, node: int, cluster: int) -> None:
    size = rows = columns = 0
    for slot in range(work.decided):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        if nodes[node, at + fields.IN_CLUSTER] != cluster:
            continue
        card = nodes[node, at + fields.CARD]
        for space in range(fields.CARD_SPACES):
            down, right = turn(space // 3, space % 3, 2, 3, int(nodes[node, at + fields.QUARTER]))
            row = int(nodes[node, at + fields.ROW]) + down
            column = int(nodes[node, at + fields.COLUMN]) + right
            cell = (fields.ORIGIN + row) * fields.BOARD + fields.ORIGIN + column
            if work.board[cell] == 0:
                work.board[cell] = 1 + work.card_codes[card, space]
                work.cells[size] = cell
                work.codes[cluster, size] = work.card_codes[card, space]
                work.slots[cluster, size] = slot
                size += 1
                rows = max(rows, row + 1)
                columns = max(columns, column + 1)
    work.sizes[cluster] = size
    work.extent[cluster, 0] = rows
    work.extent[cluster, 1] = columns
    for index in range(size):
        row = int(work.cells[index]) // fields.BOARD - fields.ORIGIN
        column = int(work.cells[index]) % fields.BOARD - fields.ORIGIN
        for quarter in range(4):
            down, right = turn(row, column, rows, columns, quarter)
            work.offsets[cluster, quarter, index] = down * fields.BOARD + right


@kernel
def write_child(
    work: Workspace, nodes: Nodes, node: int, card: int, count: int, child: int
) -> None:
    """Write the child of a node that merges the chosen clusters and a card, unless it is -1.

    ``cells[:count]`` is the merged cluster, which becomes the first one. The caller sets the mice
    and the bound.
    """
    chosen = work.chosen
    top = left = fields.BOARD
    for index in range(count):
        top = min(top, work.cells[index] // fields.BOARD)
        left = min(left, work.cells[index] % fields.BOARD)
    for field in range(fields.NODE_LENGTH):
        nodes[child, field] = nodes[node, field]
    clusters = 1
    for cluster in range(work.clusters):
        if chosen[cluster] < 0:
            work.renumbered[cluster] = clusters
            clusters += 1
    nodes[child, fields.CLUSTERS] = clusters
    for slot in range(work.decided):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        cluster = int(nodes[node, at + fields.IN_CLUSTER])
        cover = chosen[cluster]
        if cover < 0:
            nodes[child, at + fields.IN_CLUSTER] = work.renumbered[cluster]
            continue
        quarter = work.covers[cover, fields.COVER_QUARTER]
        rows, columns = work.extent[cluster, 0], work.extent[cluster, 1]
        row, column = int(nodes[node, at + fields.ROW]), int(nodes[node, at + fields.COLUMN])
        tall = int(nodes[node, at + fields.QUARTER]) & 1
        row_a, column_a = turn(row, column, rows, columns, quarter)
        row_b, column_b = turn(row + 1 + tall, column + 2 - tall, rows, columns, quarter)
        down, right = work.covers[cover, fields.COVER_DOWN], work.covers[cover, fields.COVER_RIGHT]
        nodes[child, at + fields.IN_CLUSTER] = 0
        nodes[child, at + fields.ROW] = fields.ORIGIN + min(row_a, row_b) + down - top
        nodes[child, at + fields.COLUMN] = fields.ORIGIN + min(column_a, column_b) + right - left
        nodes[child, at + fields.QUARTER] = (nodes[node, at + fields.QUARTER] + quarter) & 3
    if card >= 0:
        at = fields.CARDS_AT + fields.CARD_FIELDS * work.decided
        nodes[child, at + fields.CARD] = card
        nodes[child, at + fields.IN_CLUSTER] = 0
        nodes[child, at + fields.ROW] = fields.ORIGIN - top
        nodes[child, at + fields.COLUMN] = fields.ORIGIN - left
        nodes[child, at + fields.QUARTER] = 0
        nodes[child, fields.DECIDED] += 1
        nodes[child, fields.LEFT] &= ~(1 << card)
