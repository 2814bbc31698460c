"""Lookahead bound for the last cards.

The bound assumes that any spaces of the remaining cards can be hidden. Actually only the clusters
and the cards decided in between can hide them; for few remaining cards every hidden mask is tried.
"""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.covers import has_mask, masks_of_cells, together
from chatuchak_solver.stand.kernels.cover_search.memory import masks_that_reach, whole_reaches
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace

OUTLOOK_CARDS = 3
"""Maximum remaining cards for the lookahead."""


@kernel
def hideable_after(work: Workspace, clusters: int, count: int) -> int:
    """Return the hideable masks below the child with the card and clusters on the board."""
    masks = masks_of_cells(work, count)
    for cluster in range(clusters):
        if work.chosen[cluster] < 0:
            masks = together(work, masks, int(work.cluster_masks[cluster]))
    return masks


@kernel
def hideable_below(work: Workspace, hideable: int, mask: int) -> int:
    """Return the hideable masks below a further card with hidden ``mask``."""
    return together(work, hideable, int(work.shape_masks[63 ^ mask]))


@kernel
def may_reach(work: Workspace, states: States, left_mask: int, hideable: int, least: int) -> bool:
    """Whether the remaining cards can raise the pieces in question to ``least`` points.

    Excludes the mice of decided cards. With three remaining cards only the next one is checked.
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
