"""Resumable depth-first search, most promising child first."""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import mix_pieces
from chatuchak_solver.stand.kernels.cover_search.covers import list_covers
from chatuchak_solver.stand.kernels.cover_search.expand import expand, merge_clusters
from chatuchak_solver.stand.kernels.cover_search.nodes import unpack_node
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, Workspace, WorkspaceRecord


@kernel
def _is_order_legal(work: Workspace, nodes: Nodes, node: int) -> bool:
    """Return whether each decided card except the lowest covers or adjoins a lower one."""
    for slot in range(work.cards - 1):
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        top = nodes[node, at + fields.ROW]
        left = nodes[node, at + fields.COLUMN]
        turned = nodes[node, at + fields.QUARTER] & 1
        meets = False
        for lower in range(slot + 1, work.cards):
            at = fields.CARDS_AT + fields.CARD_FIELDS * lower
            row = nodes[node, at + fields.ROW]
            column = nodes[node, at + fields.COLUMN]
            shape = nodes[node, at + fields.QUARTER] & 1
            down = max(top, row) - min(top + 2 + turned, row + 2 + shape)
            right = max(left, column) - min(left + 3 - turned, column + 3 - shape)
            # Negative if they share rows or columns, 0 if they are side by side.
            meets = meets or (max(down, right) <= 0 and min(down, right) < 0)
        if not meets:
            return False
    return True


@kernel
def prepare_children(work: Workspace, nodes: Nodes, node: int) -> bool:
    """Unpack a node, add up its pieces and list the covers; return whether there is room."""
    unpack_node(work, nodes, node)
    work.pieces[fields.OTHERS] = 0
    for cluster in range(work.clusters):
        add_pieces(work, fields.OTHERS, cluster)
    mix_pieces(work, fields.OTHERS)
    return list_covers(work) <= fields.MAX_COVERS


@precompiled("cover_search", unrolls=True)
def search(
    work: WorkspaceRecord,
    states: Matrix[np.int32],
    nodes: Matrix[np.int64],
    threshold: int,
    budget: int,
    steps: int,
) -> int:
    """Expand up to ``budget`` nodes depth first; resumable.

    Parameters
    ----------
    work
        ``held`` counts the open nodes, ``expanded`` expansions.
    states
        The visible options of the remaining cards, rows of `STATE_LENGTH`.
    nodes
        The open nodes, rows of `NODE_LENGTH`; the last row is scratch.
    threshold
        The total in question; may grow between calls.
    steps
        Start no further node after this many steps.

    Returns
    -------
    ``RUNNING``, ``REFUTED``, ``FOUND`` (row ``held`` is the stand; call again to continue) or
    ``STUCK``, see `node_layout`.
    """
    node = len(nodes) - 1
    end = work.steps + steps
    work.threshold = threshold
    for _ in range(budget):
        if work.held == 0:
            return fields.REFUTED
        if work.steps >= end:
            break
        work.held -= 1
        work.expanded += 1
        for field in range(fields.NODE_LENGTH):
            nodes[node, field] = nodes[work.held, field]
        held = work.held
        if nodes[node, fields.DECIDED] < work.cards:
            left_mask = int(nodes[node, fields.LEFT])
            if not prepare_children(work, nodes, node):
                return fields.STUCK
            for card in range(work.cards):
                is_next = work.free_order == 1 or left_mask >> (card + 1) == 0
                if held >= 0 and is_next and left_mask >> card & 1:
                    held = expand(work, states, nodes, node, card, held)
        elif nodes[node, fields.CLUSTERS] > 1:
            held = merge_clusters(work, states, nodes, node, held)
        elif work.free_order == 1 or _is_order_legal(work, nodes, node):
            return fields.FOUND
        if held < 0:
            return fields.STUCK
        # The most promising child is next: with the highest bound, then the fewest mice.
        best = work.held
        for child in range(best + 1, held):
            gain = nodes[child, fields.BOUND] - nodes[best, fields.BOUND]
            more_mice = nodes[child, fields.MICE] - nodes[best, fields.MICE]
            if gain > 0 or (gain == 0 and more_mice <= 0):
                best = child
        for field in range(fields.NODE_LENGTH if best < held - 1 else 0):
            last = nodes[held - 1, field]
            nodes[held - 1, field] = nodes[best, field]
            nodes[best, field] = last
        work.held = held
    return fields.REFUTED if work.held == 0 else fields.RUNNING
