"""Whether the last cards can hide what the bound on a child takes for granted.

The bound lets the cards left show what is best, as if any of their spaces could be hidden. What
lies over them are the clusters and the cards decided in between, wherever they lie: of so few
cards left every set of hidden spaces can be tried.
"""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.covers import has_mask, masks_of_cells, together
from chatuchak_solver.stand.kernels.cover_search.memory import masks_that_reach, whole_reaches
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
def may_reach(work: Workspace, states: States, left_mask: int, hideable: int, least: int) -> bool:
    """Whether one or two cards left can bring the pieces in question to ``least`` points.

    Leaves the mice of the cards decided aside. Of three cards left the next one alone is asked.
    """
    row = fields.TOTAL
    for card in range(work.cards):
        rest = left_mask & ~(1 << card)
        if rest == left_mask or (work.free_order == 0 and left_mask >> (card + 1)):
            continue
        whole = whole_reaches(work, states, row, 0, card, rest, least)
        masks = masks_that_reach(work, states, row, 0, card, rest, least, hideable)
        if rest == 0 or rest & (rest - 1):
            if whole or masks:
                return True
            continue
        last = 0
        while rest >> last > 1:
            last += 1
        for mask in range(64):
            if not (whole if mask == 0 else has_mask(masks, mask)):
                continue
            more = least + 2 * work.card_mice[card, mask]
            loose = int(work.card_pieces[card, mask])
            below = hideable_below(work, hideable, mask)
            if whole_reaches(work, states, row, loose, last, 0, more) or masks_that_reach(
                work, states, row, loose, last, 0, more, below
            ):
                return True
    return False
