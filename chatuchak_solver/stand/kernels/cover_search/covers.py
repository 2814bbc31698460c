"""How clusters may lie over the card in question, and which of its spaces may be hidden."""

from __future__ import annotations

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search.fields import (
    CARD_SPACES,
    COVER_AFTER,
    COVER_DOWN,
    COVER_MASK,
    COVER_QUARTER,
    COVER_RIGHT,
    DECIDED,
    LEFT,
    MICE,
    MOST_GOODS,
    PIECE_FIELDS,
)
from chatuchak_solver.stand.kernels.cover_search.memory import mix, remembered_bound
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import (
    BOARD,
    MOST_COVERS,
    OTHERS,
    REACHED_ROWS,
    TOTAL,
    UNKNOWN,
    Nodes,
    States,
    Workspace,
)

__all__ = ["allow_masks", "list_covers"]


@kernel
def allow_masks(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, threshold: int
) -> bool:
    """Find which sets of spaces of ``card`` may be hidden if it comes next under the node.

    Fills ``allowed`` and ``useful``, the subsets of allowed sets; returns whether there is any.
    Bounds are kept in ``reached`` under 128 mixed bits of the clusters' pieces, the card and its
    look: putting them together again takes longer.
    """
    reached = work.reached
    reaches = work.reaches
    for index in range(64):
        work.useful[index] = 0
        work.allowed[index] = 0
        reaches[index] = UNKNOWN
    left_mask = int(nodes[node, LEFT]) & ~(1 << card)
    base = ((left_mask << 3) | card) << 6
    anything = False
    later = min(int(nodes[node, DECIDED]), 3)
    for index in range(work.mask_counts[later]):
        mask = work.masks[later, index]
        look = work.card_looks[card, mask]
        if reaches[look] == UNKNOWN:
            one = mix(work.mixed[0] + base + look, 7)
            two = mix(work.mixed[1] + base + look, 8)
            place = one & (REACHED_ROWS - 1)
            if reached[place, 0] != one or reached[place, 1] != two:
                for good in range(MOST_GOODS):
                    for field in range(PIECE_FIELDS):
                        work.pieces[TOTAL, good, field] = work.card_pieces[card, mask, good, field]
                add_pieces(work, TOTAL, OTHERS)
                reached[place, 0] = one
                reached[place, 1] = two
                reached[place, 2] = remembered_bound(work, states, left_mask)
            mice = int(nodes[node, MICE]) + work.card_mice[card, mask]
            reaches[look] = reached[place, 2] - 2 * mice
        if reaches[look] < threshold:
            work.pruned = max(work.pruned, reaches[look])
            continue
        anything = True
        work.allowed[mask] = 1
        part = mask
        while part > 0:
            work.useful[part] = 1
            part = (part - 1) & mask
    return anything


@kernel
def list_covers(work: Workspace, cluster: int, count: int) -> int:
    """List the useful ways in which a cluster can lie over the card at the origin.

    Appends them to ``covers`` from ``count`` on and returns the new count; a count of more than
    `MOST_COVERS` means that there was no room.
    """
    board = work.board
    covers = work.covers
    lines = work.lines
    size = work.sizes[cluster]
    for quarter in range(4):
        rows = work.extent[cluster, quarter & 1]
        columns = work.extent[cluster, 1 - (quarter & 1)]
        for line in range(rows + 2):
            lines[line] = 0
        for index in range(size):
            cell = work.offsets[cluster, quarter, index]
            board[cell] = 1 + work.slots[cluster, index]
            # Bit 2 + column of line 1 + row; the margins spare looks at the edges.
            lines[1 + cell // BOARD] |= 4 << cell % BOARD
        for down in range(1 - rows, 2):
            for right in range(1 - columns, 3):
                upper = lines[1 - down] >> (2 - right) & 7
                lower = lines[2 - down] >> (2 - right) & 7
                mask = upper | lower << 3
                if work.useful[mask] == 0:
                    continue
                after = 0
                for space in range(CARD_SPACES):
                    if mask >> space & 1:
                        cell = (space // 3 - down) * BOARD + space % 3 - right
                        after = max(after, board[cell])
                if count < MOST_COVERS:
                    covers[count, COVER_QUARTER] = quarter
                    covers[count, COVER_DOWN] = down
                    covers[count, COVER_RIGHT] = right
                    covers[count, COVER_MASK] = mask
                    covers[count, COVER_AFTER] = after
                count += 1
        for index in range(size):
            board[work.offsets[cluster, quarter, index]] = 0
    return count
