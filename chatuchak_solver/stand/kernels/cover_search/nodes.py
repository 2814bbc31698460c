"""Nodes: unpacked into the workspace, and written for children."""

from __future__ import annotations

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster, turn
from chatuchak_solver.stand.kernels.cover_search.fields import (
    CARD,
    CARD_FIELDS,
    CARDS_AT,
    CLUSTERS,
    CODE,
    COLUMN,
    COVER_DOWN,
    COVER_QUARTER,
    COVER_RIGHT,
    DECIDED,
    IN_CLUSTER,
    LEFT,
    MOST_CARDS,
    QUARTER,
    ROW,
    SHOWN,
    SLOT,
    SPACE_CLUSTER,
    SPACE_COLUMN,
    SPACE_FIELDS,
    SPACE_ROW,
    SPACES_AT,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import count_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import BOARD, ORIGIN, Nodes, Workspace

__all__ = ["few", "take_up", "write_child"]


@kernel
def few(left_mask: int) -> bool:
    """Whether at most three cards are left."""
    for _ in range(3):
        left_mask &= left_mask - 1
    return left_mask == 0


@kernel
def take_up(work: Workspace, nodes: Nodes, node: int) -> None:
    """Unpack the clusters of a node: sizes, turned spaces and pieces.

    Also the largest card decided since each point of the order.
    """
    extent = work.extent
    sizes = work.sizes
    decided = int(nodes[node, DECIDED])
    fine = few(int(nodes[node, LEFT]))
    work.largest_since[decided] = -1
    for slot in range(decided - 1, -1, -1):
        card = int(nodes[node, CARDS_AT + CARD_FIELDS * slot + CARD])
        work.largest_since[slot] = max(work.largest_since[slot + 1], card)
    for cluster in range(MOST_CARDS):
        extent[cluster, 0] = 0
        extent[cluster, 1] = 0
        sizes[cluster] = 0
    for index in range(nodes[node, SHOWN]):
        at = SPACES_AT + SPACE_FIELDS * index
        cluster = nodes[node, at + SPACE_CLUSTER]
        extent[cluster, 0] = max(extent[cluster, 0], int(nodes[node, at + SPACE_ROW]) + 1)
        extent[cluster, 1] = max(extent[cluster, 1], int(nodes[node, at + SPACE_COLUMN]) + 1)
    for index in range(nodes[node, SHOWN]):
        at = SPACES_AT + SPACE_FIELDS * index
        cluster = nodes[node, at + SPACE_CLUSTER]
        size = sizes[cluster]
        for quarter in range(4):
            row, column = turn(
                int(nodes[node, at + SPACE_ROW]),
                int(nodes[node, at + SPACE_COLUMN]),
                extent[cluster, 0],
                extent[cluster, 1],
                quarter,
            )
            work.offsets[cluster, quarter, size] = row * BOARD + column
        work.codes[cluster, size] = nodes[node, at + CODE] % SLOT
        work.slots[cluster, size] = nodes[node, at + CODE] // SLOT
        sizes[cluster] += 1
    for cluster in range(int(nodes[node, CLUSTERS])):
        count = put_cluster(work, cluster, 0, 0, 0, 0)
        count_pieces(work, count, fine, cluster)
        clear(work, 0, count)


@kernel
def write_child(
    work: Workspace, nodes: Nodes, node: int, card: int, count: int, child: int
) -> None:
    """Write the child of a node that joins the chosen clusters and a card to one cluster.

    ``cells[:count]`` are the joined cluster on the board: the chosen clusters one after the
    other, then the card. Where ``card`` is -1 only the chosen clusters are joined. The mice and
    the bound are left to the caller.
    """
    chosen = work.chosen
    cells = work.cells
    decided = int(nodes[node, DECIDED])
    for field in range(SPACES_AT):
        nodes[child, field] = nodes[node, field]
    clusters = 0
    spaces = 0
    for cluster in range(int(nodes[node, CLUSTERS])):
        if chosen[cluster] >= 0:
            continue
        work.renumbered[cluster] = clusters
        for index in range(nodes[node, SHOWN]):
            at = SPACES_AT + SPACE_FIELDS * index
            if nodes[node, at + SPACE_CLUSTER] == cluster:
                to = SPACES_AT + SPACE_FIELDS * spaces
                nodes[child, to + SPACE_ROW] = nodes[node, at + SPACE_ROW]
                nodes[child, to + SPACE_COLUMN] = nodes[node, at + SPACE_COLUMN]
                nodes[child, to + CODE] = nodes[node, at + CODE]
                nodes[child, to + SPACE_CLUSTER] = clusters
                spaces += 1
        clusters += 1
    top = BOARD
    left = BOARD
    for index in range(count):
        top = min(top, cells[index] // BOARD)
        left = min(left, cells[index] % BOARD)
    index = 0
    for cluster in range(int(nodes[node, CLUSTERS])):
        for member in range(work.sizes[cluster] if chosen[cluster] >= 0 else 0):
            to = SPACES_AT + SPACE_FIELDS * (spaces + index)
            nodes[child, to + CODE] = (
                work.codes[cluster, member] + SLOT * work.slots[cluster, member]
            )
            index += 1
    for shown_at in range(index, count):
        to = SPACES_AT + SPACE_FIELDS * (spaces + shown_at)
        nodes[child, to + CODE] = work.board[cells[shown_at]] - 1 + SLOT * decided
    for index in range(count):
        to = SPACES_AT + SPACE_FIELDS * spaces
        nodes[child, to + SPACE_ROW] = cells[index] // BOARD - top
        nodes[child, to + SPACE_COLUMN] = cells[index] % BOARD - left
        nodes[child, to + SPACE_CLUSTER] = clusters
        spaces += 1
    for slot in range(decided):
        at = CARDS_AT + CARD_FIELDS * slot
        cluster = int(nodes[node, at + IN_CLUSTER])
        if chosen[cluster] < 0:
            nodes[child, at + IN_CLUSTER] = work.renumbered[cluster]
            continue
        cover = chosen[cluster]
        quarter = work.covers[cover, COVER_QUARTER]
        rows = work.extent[cluster, 0]
        columns = work.extent[cluster, 1]
        row = int(nodes[node, at + ROW])
        column = int(nodes[node, at + COLUMN])
        down = 1 + (int(nodes[node, at + QUARTER]) & 1)
        one, two = turn(row, column, rows, columns, quarter)
        three, four = turn(row + down, column + 3 - down, rows, columns, quarter)
        nodes[child, at + IN_CLUSTER] = clusters
        nodes[child, at + ROW] = ORIGIN + min(one, three) + work.covers[cover, COVER_DOWN] - top
        nodes[child, at + COLUMN] = ORIGIN + min(two, four) + work.covers[cover, COVER_RIGHT] - left
        nodes[child, at + QUARTER] = (nodes[node, at + QUARTER] + quarter) & 3
    if card >= 0:
        at = CARDS_AT + CARD_FIELDS * decided
        nodes[child, at + CARD] = card
        nodes[child, at + IN_CLUSTER] = clusters
        nodes[child, at + ROW] = ORIGIN - top
        nodes[child, at + COLUMN] = ORIGIN - left
        nodes[child, at + QUARTER] = 0
        nodes[child, DECIDED] += 1
        nodes[child, LEFT] &= ~(1 << card)
    nodes[child, CLUSTERS] = clusters + 1
    nodes[child, SHOWN] = spaces
