"""Bounds for a card below chosen clusters."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear
from chatuchak_solver.stand.kernels.cover_search.meeting import (
    ALONE,
    goods_beside,
    joined_goods,
    may_meet,
)
from chatuchak_solver.stand.kernels.cover_search.memory import mix_pieces, reach_with
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    copy_pieces,
    count_pieces,
    pair_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def put_card(work: Workspace, card: int, mask: int, count: int) -> int:
    """Put the visible spaces of a card on the board; return the new count of cells."""
    for space in range(fields.CARD_SPACES):
        if not mask >> space & 1:
            cell = (fields.ORIGIN + space // 3) * fields.BOARD + fields.ORIGIN + space % 3
            work.board[cell] = 1 + work.card_codes[card, space]
            work.cells[count] = cell
            count += 1
    return count


@kernel
def bound_child(work: Workspace, states: States, clusters: int, left_mask: int) -> int:
    """Return the bound, without mice, of the pieces on the board and the clusters not chosen."""
    copy_pieces(work, fields.TOTAL, fields.LAID)
    for cluster in range(clusters):
        if work.chosen[cluster] < 0:
            add_pieces(work, fields.TOTAL, cluster, fields.ALL_GOODS)
    mix_pieces(work, fields.TOTAL)
    return reach_with(work, states, fields.TOTAL, 0, left_mask)


@kernel
def bound_laid(
    work: Workspace, states: States, clusters: int, count: int, left_mask: int, least: int
) -> int:
    """Return the bound, without mice, of ``cells[:count]`` and the clusters not chosen."""
    grow = left_mask != 0
    for cluster in range(clusters):
        grow |= work.chosen[cluster] < 0
    count_pieces(work, count, fields.LAID, grow)
    reach = bound_child(work, states, clusters, left_mask)
    if reach >= least and left_mask != 0:
        # The pairs refine the bound; they are counted only if the coarse bound passes.
        pair_pieces(work, fields.LAID)
        reach = bound_child(work, states, clusters, left_mask)
    return reach


@kernel
def may_lie_under_last(
    work: Workspace,
    states: States,
    nodes: Nodes,
    node: int,
    card: int,
    mask: int,
    cover: int,
    threshold: int,
) -> bool:
    """Whether a card may reach the threshold with the last cluster over it at a cover.

    The other chosen clusters are on the board, and ``mask`` is the complete hidden mask of the
    card. False if the last cluster overlaps another one.
    """
    clusters = int(nodes[node, fields.CLUSTERS])
    last = clusters - 1
    joins_card = joined_goods(work, card, mask, last, cover)
    if work.levels[last, fields.LEVEL_CELLS] == 0:
        return may_meet(work, states, nodes, node, card, mask, ALONE, joins_card, threshold)
    # The goods in which it touches the only other cluster, if needed.
    joined = 0
    for other in range(last):
        if work.chosen[other] >= 0:
            joined = goods_beside(work, other, int(work.chosen[other]), last, cover)
            if joined == fields.OVERLAPS:
                return False
    if work.chosen[0] >= 0 and work.levels[last, fields.LEVEL_CELLS] == work.sizes[0]:
        met = joined_goods(work, card, mask, 0, int(work.chosen[0]))
        joined |= joins_card
        if not may_meet(work, states, nodes, node, card, mask, met, joined, threshold):
            return False
    return part_reaches(work, states, nodes, node, card, mask, threshold)


@kernel
def part_reaches(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, mask: int, threshold: int
) -> bool:
    """Whether a card with hidden ``mask`` may reach the threshold, the last cluster apart.

    The other chosen clusters are on the board. The last one, which hides the rest of the mask, may
    have any position.
    """
    clusters = int(nodes[node, fields.CLUSTERS])
    last = clusters - 1
    bit = 1 << (mask - 1)
    if not work.levels[last, fields.LEVEL_ASKED] & bit:
        work.levels[last, fields.LEVEL_ASKED] |= bit
        cover = work.chosen[last]
        work.chosen[last] = fields.NO_COVER
        shown = work.levels[last, fields.LEVEL_CELLS]
        count = put_card(work, card, mask, shown)
        mice = int(nodes[node, fields.MICE]) + work.card_mice[card, mask]
        left_mask = int(nodes[node, fields.LEFT]) & ~(1 << card)
        least = threshold + 2 * mice
        reach = bound_laid(work, states, clusters, count, left_mask, least)
        clear(work, shown, count)
        work.chosen[last] = cover
        if reach >= least:
            work.levels[last, fields.LEVEL_ANSWERED] |= bit
    return bool(work.levels[last, fields.LEVEL_ANSWERED] & bit)
