"""How clusters may lie over a card, and which of its spaces may be hidden.

A set of masks, each a set of hidden spaces, is one integer: bit m - 1 stands for mask m, and no
bit for the empty one, which is in every set.
"""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.meeting import note_near
from chatuchak_solver.stand.kernels.cover_search.memory import reach_with
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace

NOT_KNOWN = -1
"""`COVER_AFTER` before it is asked for."""


@kernel
def has_mask(masks: int, mask: int) -> bool:
    """Whether a mask is in a set of masks."""
    return mask == 0 or masks >> (mask - 1) & 1 == 1


@kernel
def together(work: Workspace, one: int, other: int) -> int:
    """Return the unions of each mask of one set and each of another that have no space in common.

    Masks without a common space are united by adding them, sets of them by a shift.
    """
    both = one | other
    for mask in range(1, 64):
        if one >> (mask - 1) & 1:
            both |= (other & work.apart_masks[mask]) << mask
    return int(both)


@kernel
def list_all_covers(work: Workspace, nodes: Nodes, node: int) -> int:
    """List the ways in which each cluster of a node can lie over a card at the origin.

    Fills ``covers``, ``starts`` and ``hideable``, the masks that the clusters can hide together
    if it does not matter where they lie. Returns how many there are; more than `MOST_COVERS`
    means that there was no room.
    """
    clusters = int(nodes[node, fields.CLUSTERS])
    count = 0
    work.hideable = 0
    for cluster in range(clusters):
        work.starts[cluster] = count
        masks = 0
        for quarter in range(4):
            rows = work.extent[cluster, quarter & 1]
            columns = work.extent[cluster, 1 - (quarter & 1)]
            lines = work.lines
            for line in range(rows + 2):
                lines[line] = 0
            for index in range(work.sizes[cluster]):
                cell = work.offsets[cluster, quarter, index]
                # Bit 2 + column of line 1 + row; the margins spare looks at the edges.
                lines[1 + cell // fields.BOARD] |= 4 << cell % fields.BOARD
            note_near(work, cluster, quarter, rows)
            for down in range(1 - rows, 2):
                upper = lines[1 - down]
                lower = lines[2 - down]
                for right in range(1 - columns, 3):
                    mask = upper >> (2 - right) & 7 | (lower >> (2 - right) & 7) << 3
                    if mask == 0:
                        continue
                    masks |= 1 << (mask - 1)
                    if count < fields.MOST_COVERS:
                        work.covers[count, fields.COVER_QUARTER] = quarter
                        work.covers[count, fields.COVER_DOWN] = down
                        work.covers[count, fields.COVER_RIGHT] = right
                        work.covers[count, fields.COVER_MASK] = mask
                        work.covers[count, fields.COVER_AFTER] = NOT_KNOWN
                    count += 1
        work.cluster_masks[cluster] = masks
        work.hideable = together(work, work.hideable, masks)
    work.starts[clusters] = count
    return count


@kernel
def masks_of_cells(work: Workspace, count: int) -> int:
    """Return the masks that ``cells[:count]`` on the board can hide together."""
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
        # A card that lies as it does at the origin, and one turned by a quarter.
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
def uppermost_after(work: Workspace, cluster: int, cover: int) -> int:
    """Return 1 + the last slot of a card that a cover lays over the card at the origin."""
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
def allow_masks(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, threshold: int
) -> bool:
    """Find which sets of spaces of ``card`` may be hidden if it comes next under the node.

    Of those that are hideable. Fills ``allowed`` and ``useful``, the subsets of allowed sets;
    returns whether there is any.
    """
    reaches = work.reaches
    for index in range(64):
        work.useful[index] = 0
        work.allowed[index] = 0
        reaches[index] = fields.UNKNOWN
    left_mask = int(nodes[node, fields.LEFT]) & ~(1 << card)
    anything = False
    later = min(int(nodes[node, fields.DECIDED]), 3)
    for index in range(work.mask_counts[later]):
        mask = work.masks[later, index]
        if not has_mask(work.hideable, mask):
            continue
        look = work.card_looks[card, mask]
        if reaches[look] == fields.UNKNOWN:
            reach = reach_with(
                work, states, fields.OTHERS, int(work.card_pieces[card, mask]), left_mask
            )
            mice = int(nodes[node, fields.MICE]) + work.card_mice[card, mask]
            reaches[look] = reach - 2 * mice
        if reaches[look] < threshold:
            work.pruned = max(work.pruned, reaches[look])
            continue
        anything = True
        work.allowed[mask] = 1
        # The last of the clusters is not asked for parts.
        part = mask if nodes[node, fields.CLUSTERS] > 1 else 0
        while part > 0:
            work.useful[part] = 1
            part = (part - 1) & mask
    return anything
