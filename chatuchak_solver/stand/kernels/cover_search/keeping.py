"""A node of some fixed cards of a stand, as the root of a search for the cards below."""

import numpy as np

from chatuchak_solver.kernels.arrays import Matrix
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, turn
from chatuchak_solver.stand.kernels.cover_search.workspace import WorkspaceRecord


@precompiled("cover_search", unrolls=True)
def keep_cards(
    work: WorkspaceRecord, nodes: Matrix[np.int64], layout: Matrix[np.int64], rows: int
) -> None:
    """Make row 0 the only node, with some cards of a layout decided.

    Parameters
    ----------
    layout
        Of shape (cards, 4): card, quarter turns, row and column on the scratch board, in the order
        of placement.
    rows
        The fixed rows of the layout, as bits. No other card may cover their visible spaces.
    """
    joined = work.renumbered
    nodes[0, :] = 0
    # A search that ran out of room leaves cells on the board.
    work.board[:] = 0
    left_mask = (1 << work.cards) - 1
    slot = 0
    count = 0
    # From the top card down; overlapping cards are one cluster, identified by its last slot.
    for index in range(len(layout) - 1, -1, -1):
        if not rows >> index & 1:
            continue
        card, quarter, row, column = layout[index]
        joined[slot] = slot
        hidden = 0
        for space in range(fields.CARD_SPACES):
            down, right = turn(space // 3, space % 3, 2, 3, quarter)
            cell = (row + down) * fields.BOARD + column + right
            if work.board[cell] == 0:
                work.board[cell] = slot + 1
                work.cells[count] = cell
                at = fields.SPACES_AT + fields.SPACE_FIELDS * count + fields.CODE
                nodes[0, at] = work.card_codes[card, space] + fields.SLOT * slot
                count += 1
                continue
            hidden |= 1 << space
            over = joined[work.board[cell] - 1]
            for other in range(slot):
                if joined[other] == over:
                    joined[other] = slot
        at = fields.CARDS_AT + fields.CARD_FIELDS * slot
        nodes[0, at + fields.CARD] = card
        nodes[0, at + fields.ROW] = row
        nodes[0, at + fields.COLUMN] = column
        nodes[0, at + fields.QUARTER] = quarter
        nodes[0, fields.MICE] += work.card_mice[card, hidden]
        left_mask &= ~(1 << card)
        slot += 1
    # Number the clusters, each with its own coordinates.
    clusters = 0
    for last in range(slot):
        if joined[last] != last:
            continue
        top = fields.BOARD
        left = fields.BOARD
        for index in range(count):
            if joined[work.board[work.cells[index]] - 1] == last:
                top = min(top, work.cells[index] // fields.BOARD)
                left = min(left, work.cells[index] % fields.BOARD)
        for index in range(count):
            if joined[work.board[work.cells[index]] - 1] == last:
                at = fields.SPACES_AT + fields.SPACE_FIELDS * index
                nodes[0, at + fields.SPACE_ROW] = work.cells[index] // fields.BOARD - top
                nodes[0, at + fields.SPACE_COLUMN] = work.cells[index] % fields.BOARD - left
                nodes[0, at + fields.SPACE_CLUSTER] = clusters
        for other in range(last + 1):
            if joined[other] == last:
                at = fields.CARDS_AT + fields.CARD_FIELDS * other
                nodes[0, at + fields.IN_CLUSTER] = clusters
                nodes[0, at + fields.ROW] -= top
                nodes[0, at + fields.COLUMN] -= left
        clusters += 1
    clear(work, 0, count)
    nodes[0, fields.DECIDED] = slot
    nodes[0, fields.LEFT] = left_mask
    nodes[0, fields.CLUSTERS] = clusters
    nodes[0, fields.SHOWN] = count
    work.kept = slot
    work.held = 1
