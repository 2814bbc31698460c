"""Nodes that look alike: of those, one as good as any is enough."""

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import turn
from chatuchak_solver.stand.kernels.cover_search.memory import mix
from chatuchak_solver.stand.kernels.cover_search.nodes import measure_clusters
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, Workspace


@kernel
def is_known(work: Workspace, nodes: Nodes, node: int) -> bool:
    """Whether a node that is as good as this one was there since ``salt`` changed; remember it.

    It is as good if it looks alike and has no more mice. Nodes look alike if their clusters do,
    turned or not, with the same cards left. In free order the same cards must also be left to
    lie under the same spaces, of all that `expand` may choose; where `lie_alike` says so the cards
    must lie alike, if not turned alike. Two of 128 bits that are equal for unlike nodes would go
    unnoticed; that is less likely than a fault of the machine. A node may be forgotten when another
    needs its room.
    """
    sum_shown(work, nodes, node)
    if work.lie_alike == 1:
        sum_decided(work, nodes, node)
    left_mask = int(nodes[node, fields.LEFT])
    one = mix(left_mask, work.salt)
    two = mix(left_mask, work.salt + 1)
    for cluster in range(int(nodes[node, fields.CLUSTERS])):
        looks = np.int64(0)
        others = np.int64(0)
        for quarter in range(4):
            looks += mix(work.alike_sums[cluster, quarter, 0], 3)
            others += mix(work.alike_sums[cluster, quarter, 1], 4)
        one += mix(looks, 5)
        two += mix(others, 6)
    seen = work.seen
    row = one & (fields.SEEN_ROWS - 1)
    if seen[row, 0] == one and seen[row, 1] == two and seen[row, 2] <= nodes[node, fields.MICE]:
        return True
    seen[row, 0] = one
    seen[row, 1] = two
    seen[row, 2] = nodes[node, fields.MICE]
    return False


@kernel
def sum_shown(work: Workspace, nodes: Nodes, node: int) -> None:
    """Sum up what each cluster shows after each quarter turn, mixed in two ways."""
    extent = work.alike_extent
    sums = work.alike_sums
    decided = int(nodes[node, fields.DECIDED])
    work.barred[:] = 0
    sums[:] = 0
    # Of the cards left, how many may not lie under a space that each decided card shows.
    largest = -1
    for slot in range(decided - 1 if work.free_order else -1, -1, -1):
        for card in range(largest + 1):
            work.barred[slot] += int(nodes[node, fields.LEFT]) >> card & 1
        if slot >= work.kept:
            at = fields.CARDS_AT + fields.CARD_FIELDS * slot
            largest = max(largest, int(nodes[node, at + fields.CARD]))
    measure_clusters(nodes, node, extent)
    for index in range(nodes[node, fields.SHOWN]):
        at = fields.SPACES_AT + fields.SPACE_FIELDS * index
        cluster = nodes[node, at + fields.SPACE_CLUSTER]
        code = int(nodes[node, at + fields.CODE])
        shown = code % fields.SLOT + fields.SLOT * work.barred[code // fields.SLOT]
        for quarter in range(4):
            row, column = turn(
                int(nodes[node, at + fields.SPACE_ROW]),
                int(nodes[node, at + fields.SPACE_COLUMN]),
                extent[cluster, 0],
                extent[cluster, 1],
                quarter,
            )
            value = (row * fields.BOARD + column) * fields.SLOT * fields.SLOT + shown
            sums[cluster, quarter, 0] += mix(value, 1)
            sums[cluster, quarter, 1] += mix(value, 2)


@kernel
def sum_decided(work: Workspace, nodes: Nodes, node: int) -> None:
    """Add to the sums where the decided cards of each cluster lie."""
    sums = work.alike_sums
    for slot in range(int(nodes[node, fields.DECIDED])):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        cluster = nodes[node, at + fields.IN_CLUSTER]
        rows = work.alike_extent[cluster, 0]
        columns = work.alike_extent[cluster, 1]
        down = 1 + (int(nodes[node, at + fields.QUARTER]) & 1)
        upper = int(nodes[node, at + fields.ROW])
        leftmost = int(nodes[node, at + fields.COLUMN])
        for quarter in range(4):
            top, left = turn(upper, leftmost, rows, columns, quarter)
            bottom, right = turn(upper + down, leftmost + 3 - down, rows, columns, quarter)
            place = min(top, bottom) * fields.BOARD + min(left, right)
            value = ((place * 2 + (down + quarter & 1)) * fields.SLOT + slot + 1) << 20
            sums[cluster, quarter, 0] += mix(value, 1)
            sums[cluster, quarter, 1] += mix(value, 2)
