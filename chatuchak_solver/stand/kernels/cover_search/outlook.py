"""Whether the last cards can hide what the bound on a child takes for granted.

The bound lets the cards left show what is best, as if any of their spaces could be hidden. What
lies over them are the clusters and the cards decided in between, wherever they lie: of so few
cards left every set of hidden spaces can be tried.
"""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.covers import has_mask, masks_of_cells, together
from chatuchak_solver.stand.kernels.cover_search.memory import reach_with
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace

OUTLOOK_CARDS = 3
"""Cards left, at most, of which every set of hidden spaces is tried."""


@kernel
def hideable_after(work: Workspace, clusters: int, count: int) -> int:
    """Return the masks that can be hidden under the child whose card and clusters are laid."""
    masks = masks_of_cells(work, count)
    for cluster in range(clusters):
        if work.chosen[cluster] < 0:
            masks = together(work, masks, int(work.cluster_masks[cluster]))
    return masks


@kernel
def hideable_below(work: Workspace, hideable: int, mask: int) -> int:
    """Return the masks that can be hidden once a card lies there too, ``mask`` of it hidden."""
    return together(work, hideable, int(work.shape_masks[63 ^ mask]))


@kernel
def may_reach_last(
    work: Workspace, states: States, loose: int, card: int, hideable: int, least: int
) -> bool:
    """Whether the last card can bring the pieces in question to ``least`` points, mice aside.

    With the pieces ``loose`` of a card before it.
    """
    looks = 0
    for index in range(work.mask_counts[3]):
        mask = int(work.masks[3, index])
        look = 1 << work.card_looks[card, mask]
        if looks & look == 0 and has_mask(hideable, mask):
            looks |= look
            reach = reach_with(work, states, fields.TOTAL, loose + work.card_pieces[card, mask], 0)
            if reach - 2 * work.card_mice[card, mask] >= least:
                return True
    return False


@kernel
def may_reach(work: Workspace, states: States, left_mask: int, hideable: int, least: int) -> bool:
    """Whether one or two cards left can bring the pieces in question to ``least`` points.

    Leaves the mice of the cards decided aside.
    """
    for card in range(work.cards):
        rest = left_mask & ~(1 << card)
        if rest == left_mask or (work.free_order == 0 and left_mask >> (card + 1)):
            continue
        if rest == 0:
            return may_reach_last(work, states, 0, card, hideable, least)
        low = 0
        for index in range(work.mask_counts[3]):
            mask = int(work.masks[3, index])
            look = 1 << work.card_looks[card, mask]
            if low & look or not has_mask(hideable, mask):
                continue
            more = least + 2 * work.card_mice[card, mask]
            loose = int(work.card_pieces[card, mask])
            if reach_with(work, states, fields.TOTAL, loose, rest) < more:
                low |= look
                continue
            if rest & (rest - 1):
                return True
            below = hideable_below(work, hideable, mask)
            for last in range(work.cards):
                if rest == 1 << last and may_reach_last(work, states, loose, last, below, more):
                    return True
    return False
