"""Children of a node with one more card."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.board import clear, put_cluster
from chatuchak_solver.stand.kernels.cover_search.chosen import (
    bound_laid,
    may_lie_under_last,
    put_card,
)
from chatuchak_solver.stand.kernels.cover_search.covers import (
    allow_masks,
    has_mask,
    uppermost_after,
)
from chatuchak_solver.stand.kernels.cover_search.join import begin_joins, take_next_join
from chatuchak_solver.stand.kernels.cover_search.nodes import write_child
from chatuchak_solver.stand.kernels.cover_search.outlook import (
    OUTLOOK_CARDS,
    hideable_after,
    may_reach,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace

NOT_TRIED = -2
"""State of a cluster before its first cover."""


@kernel
def expand(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, threshold: int, held: int
) -> int:
    """Append every child with ``card`` as the next card; return the new count of nodes.

    Skips children with a bound below the threshold; the node's covers must be listed. Returns -1 on
    overflow.
    """
    if not allow_masks(work, states, nodes, node, card, threshold):
        return held
    work.asked_for += 1
    # A card may be decided right after the last one that covers a visible part of it. Only the
    # lexicographically first of equivalent orders is searched.
    clusters = int(nodes[node, fields.CLUSTERS])
    # One level per cluster: no cover, or one of its covers.
    level = 0
    work.levels[0] = 0
    work.chosen[0] = NOT_TRIED
    while level >= 0:
        if level == clusters:
            held = append_child(work, states, nodes, node, card, threshold, held)
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
        elif take_next_cover(work, states, nodes, node, card, level, threshold):
            level += 1
            work.chosen[level] = NOT_TRIED
        else:
            work.chosen[level] = fields.NO_COVER
            level -= 1
    return held


@kernel
def take_next_cover(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, level: int, threshold: int
) -> bool:
    """Replace a level's cover by its next one that fits; return whether there is one."""
    clusters = int(nodes[node, fields.CLUSTERS])
    covers = work.covers
    chosen = work.chosen
    levels = work.levels
    # Remove the level's cover, and continue with the next.
    hidden = levels[level, fields.LEVEL_MASK]
    if chosen[level] == fields.NO_COVER:
        # The last cluster only needs covers that make a child.
        wanted = work.allowed if level + 1 == clusters else work.useful
        masks = wanted >> hidden & work.apart_masks[hidden] & work.cluster_masks[level]
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
        # In this order the card's hidden spaces may have these covers.
        union = hidden | covers[cover, fields.COVER_MASK]
        fits = True
        after = levels[level, fields.LEVEL_AFTER]
        if work.free_order == 1:
            after = max(after, uppermost_after(work, level, cover))
            fits = level + 1 < clusters or card > work.largest_since[after]
        # Contact pruning excludes most of the last covers.
        if fits and level + 1 == clusters:
            fits = may_lie_under_last(work, states, nodes, node, card, int(union), cover, threshold)
        if fits:
            # Put the cluster on the board unless it overlaps another one.
            count = put_cluster(
                work,
                level,
                covers[cover, fields.COVER_QUARTER],
                covers[cover, fields.COVER_DOWN],
                covers[cover, fields.COVER_RIGHT],
                levels[level, fields.LEVEL_CELLS],
            )
            if count >= 0:
                levels[level + 1, fields.LEVEL_CELLS] = count
                levels[level + 1, fields.LEVEL_MASK] = union
                levels[level + 1, fields.LEVEL_AFTER] = after
                return True
        cover = int(covers[cover, fields.COVER_NEXT])
    return False


@kernel
def is_allowed(work: Workspace, mask: int) -> bool:
    """Whether a mask may be exactly the hidden one."""
    return bool(work.allows_whole) if mask == 0 else has_mask(work.allowed, mask)


@kernel
def may_join(work: Workspace, states: States, clusters: int, count: int, least: int) -> bool:
    """Whether the last cluster not chosen may be placed next to ``cells[:count]``.

    True unless exactly one cluster is left; `join` decides the other cases.
    """
    left = 0
    for cluster in range(clusters):
        left += work.chosen[cluster] < 0
    if left != 1:
        return True
    begin_joins(work, count)
    return take_next_join(work, states, clusters, count, least) != fields.NOTHING


@kernel
def append_child(
    work: Workspace, states: States, nodes: Nodes, node: int, card: int, threshold: int, held: int
) -> int:
    """Append the child of the chosen covers if its bound reaches the threshold.

    Returns the new count of nodes, or -1 on overflow.
    """
    clusters = int(nodes[node, fields.CLUSTERS])
    shown = work.levels[clusters, fields.LEVEL_CELLS]
    mask = work.levels[clusters, fields.LEVEL_MASK]
    after = work.levels[clusters, fields.LEVEL_AFTER]
    if not is_allowed(work, mask) or (work.free_order and card <= work.largest_since[after]):
        return held
    left_mask = int(nodes[node, fields.LEFT]) & ~(1 << card)
    cards_left = work.cards - int(nodes[node, fields.DECIDED]) - 1
    count = put_card(work, card, mask, shown)
    mice = int(nodes[node, fields.MICE]) + work.card_mice[card, mask]
    least = threshold + 2 * mice
    reach = bound_laid(work, states, clusters, count, left_mask, least)
    if reach >= least and (
        may_join(work, states, clusters, count, least)
        if cards_left == 0
        else cards_left > OUTLOOK_CARDS
        or may_reach(work, states, left_mask, hideable_after(work, clusters, count), least)
    ):
        if held == len(nodes) - 1:
            return -1
        write_child(work, nodes, node, card, count, held)
        nodes[held, fields.MICE] = mice
        nodes[held, fields.BOUND] = reach - 2 * mice
        held += 1
    clear(work, shown, count)
    return held
