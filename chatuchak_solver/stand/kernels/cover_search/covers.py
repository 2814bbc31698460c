"""Positions of clusters over a card, and the masks that they may hide.

A set of masks is one integer with bit m - 1 for mask m. The empty mask, in every set, has no bit.
"""

from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import masks_that_reach, reach_with
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace

NOT_KNOWN = -1


@kernel
def unions(first: int, second: int) -> int:
    """Return the unions of disjoint masks, one from each set.

    Such a union is a sum; for sets it is a shift.
    """
    both = first | second
    for mask in range(1, 64):
        if first >> (mask - 1) & 1:
            both |= (second & fields.APART_MASKS[mask]) << mask
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
        work.hideable = unions(work.hideable, masks)
    return count


@kernel
def board_masks(work: Workspace, count: int) -> int:
    """Return the masks that ``cells[:count]`` can hide, without the empty one."""
    lines = work.lines
    lines[:] = 0
    for index in range(count):
        lines[work.cells[index] // fields.BOARD] |= 1 << work.cells[index] % fields.BOARD
    masks = 0
    for line in range(fields.BOARD - 2):
        first, second, third = lines[line], lines[line + 1], lines[line + 2]
        spaces = first | second | third
        at = trailing_zeros(spaces) - 2 if spaces != 0 else 0
        while spaces >> at != 0:
            masks |= fields.WIDE_MASKS[first >> at & 7 | (second >> at & 7) << 3]
            masks |= fields.TALL_MASKS[
                first >> at & 3 | (second >> at & 3) << 2 | (third >> at & 3) << 4
            ]
            at += 1
    return int(masks)


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
    card, rest = int(work.card), int(work.rest)
    least = int(work.threshold + 2 * work.mice)
    whole = reach_with(work, states, fields.OTHERS, int(work.card_pieces[card, 0]), rest)
    work.allows_whole = int(whole - 2 * work.card_mice[card, 0] >= least)
    hideable = int(work.hideable)
    work.allowed = masks_that_reach(work, states, fields.OTHERS, card, rest, least, hideable)
    # The last cluster needs no subsets.
    work.useful = 0
    masks = work.allowed if work.clusters > 1 else 0
    for mask in range(1, 64):
        if masks >> (mask - 1) & 1:
            work.useful |= fields.PART_MASKS[mask]
    return work.allowed != 0 or work.allows_whole == 1


@kernel
def has_next(work: Workspace, states: States, count: int, least: int) -> bool:
    """Return whether some card may be next below the child with the pieces `TOTAL`.

    Its clusters, ``cells[:count]`` and those not chosen, must be able to hide the right spaces. The
    answers are those of `allow_masks` for the child.
    """
    masks = board_masks(work, count)
    for cluster in range(work.clusters):
        if work.chosen[cluster] < 0:
            masks = unions(masks, int(work.cluster_masks[cluster]))
    for card in range(work.cards):
        if work.rest >> card & 1 and (work.free_order == 1 or work.rest >> (card + 1) == 0):
            rest = int(work.rest) & ~(1 << card)
            whole = reach_with(work, states, fields.TOTAL, int(work.card_pieces[card, 0]), rest)
            if whole - 2 * work.card_mice[card, 0] >= least:
                return True
            if masks_that_reach(work, states, fields.TOTAL, card, rest, least, masks) != 0:
                return True
    return False
