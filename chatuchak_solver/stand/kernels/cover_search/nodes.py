"""Nodes: unpacking into the workspace, and packing of children."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster, turn
from chatuchak_solver.stand.kernels.cover_search.pieces import count_pieces, pair_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, Workspace


@kernel
def put_largest_first(work: Workspace, nodes: Nodes, node: int) -> None:
    """Swap the numbers of a node's first and largest cluster."""
    sizes = work.sizes
    sizes[:] = 0
    largest = 0
    for index in range(nodes[node, fields.SHOWN]):
        at = fields.SPACES_AT + fields.SPACE_FIELDS * index + fields.SPACE_CLUSTER
        sizes[nodes[node, at]] += 1
    for cluster in range(fields.MAX_CARDS):
        if sizes[cluster] > sizes[largest]:
            largest = cluster
    if largest == 0:
        return
    for index in range(nodes[node, fields.SHOWN]):
        at = fields.SPACES_AT + fields.SPACE_FIELDS * index + fields.SPACE_CLUSTER
        if nodes[node, at] in (0, largest):
            nodes[node, at] = largest - nodes[node, at]
    for slot in range(nodes[node, fields.DECIDED]):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot + fields.IN_CLUSTER
        if nodes[node, at] in (0, largest):
            nodes[node, at] = largest - nodes[node, at]


@kernel
def measure_clusters(nodes: Nodes, node: int, extent: Int64s) -> None:
    """Set ``extent``, int64 (`MAX_CARDS`, 2), to the rows and columns of a node's clusters."""
    extent[:] = 0
    for index in range(nodes[node, fields.SHOWN]):
        at = fields.SPACES_AT + fields.SPACE_FIELDS * index
        cluster = nodes[node, at + fields.SPACE_CLUSTER]
        extent[cluster, 0] = max(extent[cluster, 0], int(nodes[node, at + fields.SPACE_ROW]) + 1)
        extent[cluster, 1] = max(extent[cluster, 1], int(nodes[node, at + fields.SPACE_COLUMN]) + 1)


@kernel
def take_up(work: Workspace, nodes: Nodes, node: int) -> None:
    """Unpack the clusters of a node: sizes, rotated spaces and pieces.

    Also the largest card index decided since each point of the order.
    """
    extent = work.extent
    sizes = work.sizes
    decided = int(nodes[node, fields.DECIDED])
    # The largest cluster first, and the suffix maxima of the decided cards.
    put_largest_first(work, nodes, node)
    work.largest_since[decided] = -1
    for slot in range(decided - 1, -1, -1):
        card = int(nodes[node, fields.CARDS_AT + fields.CARD_FIELDS * slot + fields.CARD])
        # Fixed cards have no order.
        since = card if slot >= work.kept else -1
        work.largest_since[slot] = max(work.largest_since[slot + 1], since)
    # The spaces of each cluster in each rotation.
    sizes[:] = 0
    measure_clusters(nodes, node, extent)
    for index in range(nodes[node, fields.SHOWN]):
        at = fields.SPACES_AT + fields.SPACE_FIELDS * index
        cluster = nodes[node, at + fields.SPACE_CLUSTER]
        size = sizes[cluster]
        for quarter in range(4):
            row, column = turn(
                int(nodes[node, at + fields.SPACE_ROW]),
                int(nodes[node, at + fields.SPACE_COLUMN]),
                extent[cluster, 0],
                extent[cluster, 1],
                quarter,
            )
            work.offsets[cluster, quarter, size] = row * fields.BOARD + column
        work.codes[cluster, size] = nodes[node, at + fields.CODE] % fields.SLOT
        work.slots[cluster, size] = nodes[node, at + fields.CODE] // fields.SLOT
        sizes[cluster] += 1
    # The pieces of each cluster.
    for cluster in range(int(nodes[node, fields.CLUSTERS])):
        count = put_cluster(work, cluster, 0, 0, 0, 0)
        count_pieces(work, count, cluster, True)
        if decided < work.cards:
            pair_pieces(work, cluster)
        clear(work, 0, count)


@kernel
def write_child(
    work: Workspace, nodes: Nodes, node: int, card: int, count: int, child: int
) -> None:
    """Write the child of a node that merges the chosen clusters and a card.

    ``cells[:count]`` are the merged cluster on the board: the chosen clusters in order, then the
    card; only the clusters if ``card`` is -1. The caller sets the mice and the bound.
    """
    chosen = work.chosen
    cells = work.cells
    decided = int(nodes[node, fields.DECIDED])
    for field in range(fields.SPACES_AT):
        nodes[child, field] = nodes[node, field]
    # Clusters that were not chosen retain their spaces, with new numbers.
    clusters = 0
    spaces = 0
    for cluster in range(int(nodes[node, fields.CLUSTERS])):
        if chosen[cluster] >= 0:
            continue
        work.renumbered[cluster] = clusters
        for index in range(nodes[node, fields.SHOWN]):
            at = fields.SPACES_AT + fields.SPACE_FIELDS * index
            if nodes[node, at + fields.SPACE_CLUSTER] == cluster:
                to = fields.SPACES_AT + fields.SPACE_FIELDS * spaces
                nodes[child, to + fields.SPACE_ROW] = nodes[node, at + fields.SPACE_ROW]
                nodes[child, to + fields.SPACE_COLUMN] = nodes[node, at + fields.SPACE_COLUMN]
                nodes[child, to + fields.CODE] = nodes[node, at + fields.CODE]
                nodes[child, to + fields.SPACE_CLUSTER] = clusters
                spaces += 1
        clusters += 1
    # The chosen clusters become the last one: first the codes and slots of the spaces, then their
    # positions on the board.
    top = fields.BOARD
    left = fields.BOARD
    for index in range(count):
        top = min(top, cells[index] // fields.BOARD)
        left = min(left, cells[index] % fields.BOARD)
    index = 0
    for cluster in range(int(nodes[node, fields.CLUSTERS])):
        for member in range(work.sizes[cluster] if chosen[cluster] >= 0 else 0):
            to = fields.SPACES_AT + fields.SPACE_FIELDS * (spaces + index)
            nodes[child, to + fields.CODE] = (
                work.codes[cluster, member] + fields.SLOT * work.slots[cluster, member]
            )
            index += 1
    for shown_at in range(index, count):
        to = fields.SPACES_AT + fields.SPACE_FIELDS * (spaces + shown_at)
        nodes[child, to + fields.CODE] = work.board[cells[shown_at]] - 1 + fields.SLOT * decided
    for index in range(count):
        to = fields.SPACES_AT + fields.SPACE_FIELDS * spaces
        nodes[child, to + fields.SPACE_ROW] = cells[index] // fields.BOARD - top
        nodes[child, to + fields.SPACE_COLUMN] = cells[index] % fields.BOARD - left
        nodes[child, to + fields.SPACE_CLUSTER] = clusters
        spaces += 1
    # New positions of the decided cards in their clusters.
    for slot in range(decided):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        cluster = int(nodes[node, at + fields.IN_CLUSTER])
        if chosen[cluster] < 0:
            nodes[child, at + fields.IN_CLUSTER] = work.renumbered[cluster]
            continue
        cover = chosen[cluster]
        quarter = work.covers[cover, fields.COVER_QUARTER]
        rows = work.extent[cluster, 0]
        columns = work.extent[cluster, 1]
        row = int(nodes[node, at + fields.ROW])
        column = int(nodes[node, at + fields.COLUMN])
        down = 1 + (int(nodes[node, at + fields.QUARTER]) & 1)
        one, two = turn(row, column, rows, columns, quarter)
        three, four = turn(row + down, column + 3 - down, rows, columns, quarter)
        nodes[child, at + fields.IN_CLUSTER] = clusters
        nodes[child, at + fields.ROW] = (
            fields.ORIGIN + min(one, three) + work.covers[cover, fields.COVER_DOWN] - top
        )
        nodes[child, at + fields.COLUMN] = (
            fields.ORIGIN + min(two, four) + work.covers[cover, fields.COVER_RIGHT] - left
        )
        nodes[child, at + fields.QUARTER] = (nodes[node, at + fields.QUARTER] + quarter) & 3
    # The new card, at the origin.
    if card >= 0:
        at = fields.CARDS_AT + fields.CARD_FIELDS * decided
        nodes[child, at + fields.CARD] = card
        nodes[child, at + fields.IN_CLUSTER] = clusters
        nodes[child, at + fields.ROW] = fields.ORIGIN - top
        nodes[child, at + fields.COLUMN] = fields.ORIGIN - left
        nodes[child, at + fields.QUARTER] = 0
        nodes[child, fields.DECIDED] += 1
        nodes[child, fields.LEFT] &= ~(1 << card)
    nodes[child, fields.CLUSTERS] = clusters + 1
    nodes[child, fields.SHOWN] = spaces
