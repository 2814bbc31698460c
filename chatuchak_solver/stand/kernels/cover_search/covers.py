"""Positions of clusters over a card, the masks that can be hidden, and the lookahead bound.

A set of masks is one integer with bit m - 1 for mask m. The empty mask, in every set, has no bit.
"""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import masks_that_reach, whole_reaches
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace

LOOKAHEAD_CARDS = 3

NOT_KNOWN = -1


@kernel
def has_mask(masks: int, mask: int) -> bool:
    """Return whether a mask is in a set of masks."""
    return mask == 0 or masks >> (mask - 1) & 1 == 1


@kernel
def unions(work: Workspace, first: int, second: int) -> int:
    """Return the unions of disjoint masks, one from each set.

    Such a union is a sum; for sets it is a shift.
    """
    both = first | second
    for mask in range(1, 64):
        if first >> (mask - 1) & 1:
            both |= (second & work.apart_masks[mask]) << mask
    return int(both)


@kernel
def list_covers(work: Workspace) -> int:
    """List the positions of each cluster over a card at the origin; return their number.

    Fills ``covers``, ``heads`` and ``hideable``, the masks that the clusters can hide together,
    regardless of overlap. More than `MAX_COVERS` means overflow.
    """
    count = 0
    work.hideable = 0
    for cluster in range(work.clusters):
        heads = work.heads[cluster]
        masks = 0
        for quarter in range(4):
            rows = work.extent[cluster, quarter & 1]
            columns = work.extent[cluster, 1 - (quarter & 1)]
            # Bit 2 + column of line 1 + row; the margins avoid edge checks.
            lines = work.lines
            for line in range(rows + 2):
                lines[line] = 0
            for index in range(work.sizes[cluster]):
                cell = work.offsets[cluster, quarter, index]
                lines[1 + cell // fields.BOARD] |= 4 << cell % fields.BOARD
            for down in range(1 - rows, 2):
                upper = lines[1 - down]
                lower = lines[2 - down]
                for right in range(1 - columns, 3):
                    mask = upper >> (2 - right) & 7 | (lower >> (2 - right) & 7) << 3
                    if mask == 0:
                        continue
                    bit = 1 << (mask - 1)
                    if count < fields.MAX_COVERS:
                        # Covers with the same mask form a linked list.
                        last = heads[mask] if masks & bit else fields.NO_COVER
                        work.covers[count, fields.COVER_NEXT] = last
                        heads[mask] = count
                        work.covers[count, fields.COVER_QUARTER] = quarter
                        work.covers[count, fields.COVER_DOWN] = down
                        work.covers[count, fields.COVER_RIGHT] = right
                        work.covers[count, fields.COVER_MASK] = mask
                        work.covers[count, fields.COVER_AFTER] = NOT_KNOWN
                    masks |= bit
                    count += 1
        work.cluster_masks[cluster] = masks
        work.hideable = unions(work, work.hideable, masks)
    return count


@kernel
def uppermost_after(work: Workspace, cluster: int, cover: int) -> int:
    """Return 1 + the last slot of a card that a cover places over the card."""
    covers = work.covers
    if covers[cover, fields.COVER_AFTER] == NOT_KNOWN:
        after = 0
        quarter = covers[cover, fields.COVER_QUARTER]
        for index in range(work.sizes[cluster]):
            cell = work.offsets[cluster, quarter, index]
            row = cell // fields.BOARD + covers[cover, fields.COVER_DOWN]
            column = cell % fields.BOARD + covers[cover, fields.COVER_RIGHT]
            if 0 <= row < 2 and 0 <= column < 3:
                after = max(after, work.slots[cluster, index] + 1)
        covers[cover, fields.COVER_AFTER] = after
    return int(covers[cover, fields.COVER_AFTER])


@kernel
def allow_masks(work: Workspace, states: States) -> bool:
    """Compute the possible hidden masks of the card in question; return whether there is any.

    Fills ``allowed``, ``allows_whole`` and ``useful``.
    """
    row, card, rest = fields.OTHERS, int(work.card), int(work.rest)
    least = int(work.threshold + 2 * work.mice)
    work.allows_whole = int(whole_reaches(work, states, row, 0, card, rest, least))
    work.allowed = masks_that_reach(work, states, row, 0, card, rest, least, int(work.hideable))
    # The last cluster needs no subsets.
    work.useful = 0
    masks = work.allowed if work.clusters > 1 else 0
    for mask in range(1, 64):
        if masks >> (mask - 1) & 1:
            work.useful |= work.part_masks[mask]
    return work.allowed != 0 or work.allows_whole == 1


@kernel
def _masks_of_cells(work: Workspace, count: int) -> int:
    lines = work.lines
    top = fields.BOARD
    bottom = 0
    left = fields.BOARD
    for index in range(count):
        row = work.cells[index] // fields.BOARD
        top = min(top, row)
        bottom = max(bottom, row)
        left = min(left, work.cells[index] % fields.BOARD)
    for line in range(top - 2, bottom + 3):
        lines[line] = 0
    for index in range(count):
        lines[work.cells[index] // fields.BOARD] |= 4 << work.cells[index] % fields.BOARD - left
    masks = 0
    for line in range(top - 2, bottom + 1):
        first, second, third = int(lines[line]), int(lines[line + 1]), int(lines[line + 2])
        both = first | second
        while second | third:
            masks |= work.window_masks[0, second & 7 | (third & 7) << 3]
            second >>= 1
            third >>= 1
        third = int(lines[line + 2])
        second = int(lines[line + 1])
        both |= third
        while both:
            masks |= work.window_masks[1, first & 3 | (second & 3) << 2 | (third & 3) << 4]
            first >>= 1
            second >>= 1
            third >>= 1
            both >>= 1
    return int(masks)


@kernel
def hideable_after(work: Workspace, count: int) -> int:
    """Return the hideable masks below the child with ``cells[:count]`` on the board."""
    masks = _masks_of_cells(work, count)
    for cluster in range(work.clusters):
        if work.chosen[cluster] < 0:
            masks = unions(work, masks, int(work.cluster_masks[cluster]))
    return masks


@kernel
def may_reach(work: Workspace, states: States, hideable: int, least: int) -> bool:
    """Return whether the cards after the one in question can raise ``TOTAL`` to ``least`` points.

    Unlike `bound_without_mice`, tries every ``hideable`` mask: only the clusters and the cards in
    between can hide spaces. Excludes the mice of decided cards. With three remaining cards only the
    next one is checked.
    """
    row = fields.TOTAL
    for card in range(work.cards):
        rest = int(work.rest) & ~(1 << card)
        if rest == work.rest or (work.free_order == 0 and work.rest >> (card + 1)):
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
            # The spaces of the card in between can hide more.
            below = unions(work, hideable, int(work.shape_masks[63 ^ mask]))
            if whole_reaches(work, states, row, loose, last, 0, more) or masks_that_reach(
                work, states, row, loose, last, 0, more, below
            ):
                return True
    return False
