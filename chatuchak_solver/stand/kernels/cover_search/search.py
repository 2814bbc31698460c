"""Resumable depth-first search, most promising child first."""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.covers import list_all_covers
from chatuchak_solver.stand.kernels.cover_search.expand import expand
from chatuchak_solver.stand.kernels.cover_search.join import join
from chatuchak_solver.stand.kernels.cover_search.memory import sum_clusters
from chatuchak_solver.stand.kernels.cover_search.nodes import take_up
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, Workspace, WorkspaceRecord


@kernel
def copy_node(nodes: Nodes, node: int, to: int) -> None:
    """Copy a node over another one."""
    for field in range(fields.NODE_LENGTH):
        nodes[to, field] = nodes[node, field]


@kernel
def is_laid_in_order(work: Workspace, nodes: Nodes, node: int) -> bool:
    """Whether each card of a decided node except the lowest covers or adjoins a lower one."""
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


@precompiled("cover_search", unrolls=True)
def search(
    work: WorkspaceRecord,
    states: Matrix[np.int16],
    nodes: Matrix[np.int64],
    threshold: int,
    budget: int,
    steps: int,
) -> int:
    """Expand up to ``budget`` nodes depth first; resumable.

    Parameters
    ----------
    work
        ``held`` counts the open nodes, ``expanded`` and ``depths`` expansions.
    states
        The visible options of the remaining cards, rows of `STATE_LENGTH`.
    nodes
        The open nodes, rows of `NODE_LENGTH`; the last row is scratch.
    threshold
        The total in question; may grow between calls.
    steps
        Start no further node after this many steps of the workspace.

    Returns
    -------
    ``RUNNING``, ``REFUTED``, ``FOUND`` (row ``held`` is the stand; call again to continue) or
    ``STUCK``, see `fields`.
    """
    node = len(nodes) - 1
    end = work.steps + steps
    for _ in range(budget):
        if work.held == 0:
            return fields.REFUTED
        if work.steps >= end:
            break
        work.held -= 1
        work.expanded += 1
        copy_node(nodes, work.held, node)
        decided = int(nodes[node, fields.DECIDED])
        left_mask = int(nodes[node, fields.LEFT])
        work.depths[decided] += 1
        held = work.held
        # All cards decided: a stand, or clusters to join.
        if decided == work.cards:
            if nodes[node, fields.CLUSTERS] == 1:
                if work.free_order == 1 or is_laid_in_order(work, nodes, node):
                    return fields.FOUND
                continue
            held = join(work, states, nodes, node, threshold, held)
        else:
            # The children: each possible next card, below each of its covers.
            take_up(work, nodes, node)
            sum_clusters(work, int(nodes[node, fields.CLUSTERS]))
            if list_all_covers(work, nodes, node) > fields.MAX_COVERS:
                held = -1
            for card in range(work.cards):
                next_one = work.free_order == 1 or left_mask >> (card + 1) == 0
                if held >= 0 and next_one and left_mask >> card & 1:
                    held = expand(work, states, nodes, node, card, threshold, held)
        if held < 0:
            return fields.STUCK
        best = work.held
        for child in range(best + 1, held):
            if nodes[child, fields.BOUND] >= nodes[best, fields.BOUND]:
                best = child
        if best < held - 1:
            # Continue with the most promising child.
            copy_node(nodes, best, node)
            copy_node(nodes, held - 1, best)
            copy_node(nodes, node, held - 1)
        work.held = held
    return fields.REFUTED if work.held == 0 else fields.RUNNING
