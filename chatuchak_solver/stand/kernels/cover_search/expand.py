"""Children of a node: one more card or, once all are decided, clusters side by side."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import mix_pieces, reach_with
from chatuchak_solver.stand.kernels.cover_search.covers import (
    allow_masks,
    has_next,
    uppermost_after,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import (
    clear,
    put_cluster,
    unpack_node,
    write_child,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    connect_pieces,
    copy_pieces,
    count_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace

NOT_TRIED = -2
NOT_KNOWN = -1


@kernel
def expand(work: Workspace, states: States, nodes: Nodes, node: int, card: int, held: int) -> int:
    """Append every child with ``card`` as the next card; return the new count of nodes, or -1.

    Skips children with a bound below the threshold. The node must be unpacked, and its covers
    listed. -1 means overflow.
    """
    work.card = card
    work.rest = work.left & ~(1 << card)
    if not allow_masks(work, states):
        return held
    # A card may be decided right after the last one that covers a visible part of it. Only the
    # lexicographically first of equivalent orders is searched.
    clusters = int(work.clusters)
    level = 0
    work.levels[0] = 0
    work.chosen[0] = NOT_TRIED
    while level >= 0:
        if level == clusters:
            held = _decide_card(work, states, nodes, node, held)
            if held < 0:
                return -1
            level -= 1
        elif work.chosen[level] == NOT_TRIED:
            work.chosen[level] = fields.NO_COVER
            work.levels[level, fields.LEVEL_ASKED] = 0
            work.levels[level, fields.LEVEL_ANSWERED] = 0
            for field in range(fields.LEVEL_FIELDS):
                work.levels[level + 1, field] = work.levels[level, field]
            level += 1
            work.chosen[level] = NOT_TRIED
        elif _take_next_cover(work, states, level):
            level += 1
            work.chosen[level] = NOT_TRIED
        else:
            work.chosen[level] = fields.NO_COVER
            level -= 1
    return held


@kernel
def _take_next_cover(work: Workspace, states: States, level: int) -> bool:
    """Replace a level's cover by its next one that fits; return whether there is one."""
    covers = work.covers
    chosen = work.chosen
    levels = work.levels
    is_last = level + 1 == work.clusters
    hidden = levels[level, fields.LEVEL_MASK]
    if chosen[level] == fields.NO_COVER:
        wanted = work.allowed if is_last else work.useful
        masks = wanted >> hidden & fields.APART_MASKS[hidden] & work.cluster_masks[level]
        levels[level, fields.LEVEL_MASKS] = masks
        cover = fields.NO_COVER
    else:
        clear(work, levels[level, fields.LEVEL_CELLS], levels[level + 1, fields.LEVEL_CELLS])
        cover = int(covers[chosen[level], fields.COVER_NEXT])
    mask = 0
    while cover != fields.NO_COVER or levels[level, fields.LEVEL_MASKS] != 0:
        if cover == fields.NO_COVER:
            while levels[level, fields.LEVEL_MASKS] >> mask & 1 == 0:
                mask += 1
            levels[level, fields.LEVEL_MASKS] ^= 1 << mask
            cover = int(work.heads[level, mask + 1])
        chosen[level] = cover
        union = hidden | covers[cover, fields.COVER_MASK]
        fits = True
        after = levels[level, fields.LEVEL_AFTER]
        if work.free_order == 1:
            after = max(after, uppermost_after(work, level, cover))
            fits = not is_last or work.card > work.largest_since[after]
        if fits and is_last and levels[level, fields.LEVEL_CELLS] != 0:
            fits = _part_reaches(work, states, int(union))
        if fits:
            quarter = covers[cover, fields.COVER_QUARTER]
            down, right = covers[cover, fields.COVER_DOWN], covers[cover, fields.COVER_RIGHT]
            first = levels[level, fields.LEVEL_CELLS]
            count = put_cluster(work, level, quarter, down, right, first)
            if count >= 0:
                levels[level + 1, fields.LEVEL_CELLS] = count
                levels[level + 1, fields.LEVEL_MASK] = union
                levels[level + 1, fields.LEVEL_AFTER] = after
                return True
        cover = int(covers[cover, fields.COVER_NEXT])
    return False


@kernel
def _put_card(work: Workspace, mask: int, count: int) -> int:
    for space in range(fields.CARD_SPACES):
        if not mask >> space & 1:
            cell = (fields.ORIGIN + space // 3) * fields.BOARD + fields.ORIGIN + space % 3
            work.board[cell] = 1 + work.card_codes[work.card, space]
            work.cells[count] = cell
            count += 1
    return count


@kernel
def _bound_child(work: Workspace, states: States) -> int:
    copy_pieces(work, fields.TOTAL, fields.ON_BOARD)
    for cluster in range(work.clusters):
        if work.chosen[cluster] < 0:
            add_pieces(work, fields.TOTAL, cluster)
    mix_pieces(work, fields.TOTAL)
    return reach_with(work, states, fields.TOTAL, 0, int(work.rest))


@kernel
def bound_board(work: Workspace, states: States, count: int, least: int) -> int:
    """Return the bound, without mice, of ``cells[:count]`` and the clusters not chosen."""
    grow = work.rest != 0
    for cluster in range(work.clusters):
        grow |= work.chosen[cluster] < 0
    count_pieces(work, count, fields.ON_BOARD, grow)
    reach = _bound_child(work, states)
    if reach >= least and grow:
        # Only if the coarse bound passes.
        connect_pieces(work, fields.ON_BOARD)
        reach = _bound_child(work, states)
    return reach


@kernel
def _part_reaches(work: Workspace, states: States, mask: int) -> bool:
    """Return whether the card with hidden ``mask`` may reach the threshold, the last cluster apart.

    The last chosen cluster, which hides the rest of the mask, may have any position.
    """
    last = int(work.clusters) - 1
    bit = 1 << (mask - 1)
    if not work.levels[last, fields.LEVEL_ASKED] & bit:
        work.levels[last, fields.LEVEL_ASKED] |= bit
        cover = work.chosen[last]
        work.chosen[last] = fields.NO_COVER
        shown = work.levels[last, fields.LEVEL_CELLS]
        count = _put_card(work, mask, shown)
        least = int(work.threshold + 2 * (work.mice + work.card_mice[work.card, mask]))
        if bound_board(work, states, count, least) >= least:
            work.levels[last, fields.LEVEL_ANSWERED] |= bit
        clear(work, shown, count)
        work.chosen[last] = cover
    return bool(work.levels[last, fields.LEVEL_ANSWERED] & bit)


@kernel
def _decide_card(work: Workspace, states: States, nodes: Nodes, node: int, held: int) -> int:
    """Append the child of the chosen covers, unless pruned; return the new count, or -1."""
    card, levels = work.card, work.levels[work.clusters]
    shown, mask = levels[fields.LEVEL_CELLS], levels[fields.LEVEL_MASK]
    allowed = work.allows_whole if mask == 0 else work.allowed >> (mask - 1) & 1
    is_later = work.free_order == 1 and card <= work.largest_since[levels[fields.LEVEL_AFTER]]
    if is_later or not allowed:
        return held
    count = _put_card(work, mask, shown)
    mice = work.mice + work.card_mice[card, mask]
    held = append_child(work, states, nodes, node, card, count, mice, held)
    clear(work, shown, count)
    return held


@kernel
def append_child(
    work: Workspace,
    states: States,
    nodes: Nodes,
    node: int,
    card: int,
    count: int,
    mice: int,
    held: int,
) -> int:
    """Append the child of `write_child` if its bound, with a next card, reaches the threshold.

    Returns the new count of nodes, or -1 on overflow.
    """
    least = int(work.threshold + 2 * mice)
    reach = bound_board(work, states, count, least)
    if reach < least or (work.rest != 0 and not has_next(work, states, count, least)):
        return held
    if held == len(nodes) - 1:
        return -1
    write_child(work, nodes, node, card, count, held)
    nodes[held, fields.MICE] = mice
    nodes[held, fields.BOUND] = reach - 2 * mice
    return held + 1


@kernel
def fill_near(work: Workspace) -> None:
    """Fill ``near`` for the first cluster, with its corner at `ORIGIN`."""
    work.near[:] = 0
    for index in range(work.sizes[0]):
        cell, code = work.offsets[0, 0, index], work.codes[0, index]
        row = fields.ORIGIN + cell // fields.BOARD
        bit = 1 << fields.ORIGIN + cell % fields.BOARD
        work.near[row, fields.COVERED] |= bit
        for kind in range(0, code + 1, max(code, 1)):
            work.near[row - 1, kind] |= bit
            work.near[row, kind] |= bit << 1 | bit >> 1
            work.near[row + 1, kind] |= bit


@kernel
def list_contacts(work: Workspace, cluster: int, quarter: int, down: int) -> int:
    """Return the columns in which a cluster adjoins the first one, as bits from ``ORIGIN`` on.

    Writes those with contact of each good into ``meeting``.
    """
    work.meeting[:] = 0
    for index in range(work.sizes[cluster]):
        cell, code = work.offsets[cluster, quarter, index], work.codes[cluster, index]
        near = work.near[fields.ORIGIN + down + cell // fields.BOARD]
        column = cell % fields.BOARD
        work.meeting[fields.COVERED] |= near[fields.COVERED] >> column
        work.meeting[0] |= near[0] >> column
        work.meeting[code] |= near[code] >> column
    return int(work.meeting[0] & ~work.meeting[fields.COVERED])


@kernel
def contact_reaches(work: Workspace, states: States, cluster: int, contact: int) -> bool:
    """Return whether the threshold is in reach with a cluster next to the first one.

    Their pieces of goods outside the set ``contact`` stay separate, unless spaces of other clusters
    join them: one such space touches at most the sum of what it touches in each.
    """
    if work.contacts[contact] == NOT_KNOWN:
        copy_pieces(work, fields.TOTAL, 0)
        add_pieces(work, fields.TOTAL, cluster)
        for good in range(work.goods):
            if not contact >> good & 1:
                total = work.pieces[fields.TOTAL, good]
                first, second = work.pieces[0, good], work.pieces[cluster, good]
                touching = first[fields.TOUCHING] + second[fields.TOUCHING]
                total[fields.SOURCES] = max(first[fields.SOURCES], second[fields.SOURCES])
                total[fields.TOUCHING :] = 0
                total[fields.TOUCHING] = touching
                total[fields.PAIRED] = 2 * touching
                total[fields.TRIPLED] = 3 * touching
        for other in range(1, work.clusters):
            if other != cluster:
                add_pieces(work, fields.TOTAL, other)
        mix_pieces(work, fields.TOTAL)
        reach = reach_with(work, states, fields.TOTAL, 0, 0)
        work.contacts[contact] = reach >= work.threshold + 2 * work.mice
    return bool(work.contacts[contact])


@kernel
def merge_clusters(work: Workspace, states: States, nodes: Nodes, node: int, held: int) -> int:
    """Append every placement of another cluster next to the first one; return the new count.

    A stand is connected, so some cluster shares an edge with the first one. Returns -1 on overflow.
    """
    unpack_node(work, nodes, node)
    work.rest = 0
    work.covers[fields.FIRST, : fields.COVER_MASK] = 0
    work.chosen[:] = fields.NO_COVER
    work.chosen[0] = fields.FIRST
    first = put_cluster(work, 0, 0, 0, 0, 0)
    fill_near(work)
    cover = work.covers[fields.JOINED]
    for cluster in range(1, work.clusters):
        work.chosen[cluster] = fields.JOINED
        work.contacts[:] = NOT_KNOWN
        for quarter in range(4):
            work.steps += 1
            rows = work.extent[cluster, quarter & 1]
            columns = work.extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, work.extent[0, 0] + 1):
                beside = list_contacts(work, cluster, quarter, down)
                for right in range(-columns, work.extent[0, 1] + 1):
                    if held < 0 or not beside >> fields.ORIGIN + right & 1:
                        continue
                    contact = 0
                    for good in range(work.goods):
                        meets = work.meeting[1 + good] >> fields.ORIGIN + right & 1
                        contact |= meets << good
                    if contact_reaches(work, states, cluster, contact):
                        cover[fields.COVER_QUARTER] = quarter
                        cover[fields.COVER_DOWN] = down
                        cover[fields.COVER_RIGHT] = right
                        count = put_cluster(work, cluster, quarter, down, right, first)
                        held = append_child(work, states, nodes, node, -1, count, work.mice, held)
                        clear(work, first, count)
        work.chosen[cluster] = fields.NO_COVER
    clear(work, 0, first)
    return held
