"""Pruning by the goods in which a card touches the clusters over it.

Contacts are cheap: they need no counts of pieces, and exclude most places of a card.
"""

from typing import Final

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces, clear_pieces, copy_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace

ALONE: Final = fields.ALL_GOODS + 1
"""Absence of the cluster, instead of a set of goods."""


@kernel
def note_lines(work: Workspace, cluster: int, quarter: int, rows: int) -> None:
    """Write a rotated cluster's spaces into ``lines`` and the adjacent spaces into ``near``.

    Bit 2 + column of line 1 + row; the margins avoid edge checks.
    """
    lines = work.lines[cluster, quarter]
    near = work.near[cluster, quarter]
    for line in range(rows + 2):
        lines[0, line] = 0
        for good in range(work.goods):
            lines[1 + good, line] = 0
            near[good, line] = 0
    for index in range(work.sizes[cluster]):
        cell = work.offsets[cluster, quarter, index]
        row = cell // fields.BOARD
        bit = 4 << cell % fields.BOARD
        lines[0, 1 + row] |= bit
        good = work.codes[cluster, index] - 1
        if good >= 0:
            lines[1 + good, 1 + row] |= bit
            near[good, row] |= bit
            near[good, row + 1] |= bit << 1 | bit >> 1
            near[good, row + 2] |= bit


@kernel
def joined_goods(work: Workspace, card: int, mask: int, cluster: int, cover: int) -> int:
    """Return the goods, as bits, in which the card touches a cluster."""
    near = work.near[cluster, work.covers[cover, fields.COVER_QUARTER]]
    line = 1 - work.covers[cover, fields.COVER_DOWN]
    column = 2 - work.covers[cover, fields.COVER_RIGHT]
    joined = 0
    for good in range(work.goods):
        shown = work.card_goods[card, good] & ~mask
        beside = near[good, line] >> column & shown | near[good, line + 1] >> column & shown >> 3
        joined |= int(beside & 7 != 0) << good
    return joined


@kernel
def goods_beside(work: Workspace, one: int, cover: int, other: int, another: int) -> int:
    """Return the goods, as bits, in which two clusters touch at their covers.

    Returns `OVERLAPS` if they overlap.
    """
    covers = work.covers
    lines = work.lines[one, covers[cover, fields.COVER_QUARTER]]
    quarter = covers[another, fields.COVER_QUARTER]
    others = work.lines[other, quarter]
    near = work.near[other, quarter]
    # First line and column of one cluster relative to the other.
    line = covers[cover, fields.COVER_DOWN] - covers[another, fields.COVER_DOWN]
    column = covers[cover, fields.COVER_RIGHT] - covers[another, fields.COVER_RIGHT]
    left = max(column, 0)
    right = max(-column, 0)
    rows = work.extent[one, covers[cover, fields.COVER_QUARTER] & 1]
    first = max(1, -line)
    end = min(rows + 1, work.extent[other, quarter & 1] + 2 - line)
    for at in range(first, end):
        if lines[0, at] << left & others[0, at + line] << right:
            return fields.OVERLAPS
    beside = 0
    for good in range(work.goods):
        met = 0
        for at in range(first, end):
            met |= lines[1 + good, at] << left & near[good, at + line] << right
        beside |= int(met != 0) << good
    return beside


@kernel
def take_card(work: Workspace, card: int, mask: int) -> None:
    """Write the pieces of a card with a hidden mask into the row ``LAID``."""
    clear_pieces(work, fields.LAID)
    for good in range(work.goods):
        shown = int(work.card_pieces[card, mask]) >> fields.LOOSE_BITS * good & 0xFFF
        spaces = shown >> fields.LOOSE_SPACES
        if spaces == 0:
            continue
        ones = shown & 7
        twos = shown >> fields.LOOSE_TWOS & 7
        large = shown >> fields.LOOSE_LARGE & 3
        pieces = work.pieces[fields.LAID, good]
        pieces[fields.ONES] = ones
        pieces[fields.TWOS] = twos
        pieces[fields.LARGE] = large
        pieces[fields.SPACES] = spaces
        largest = spaces - ones - 2 * twos - 3 * (large - 1) if large else 1 + (twos > 0)
        pieces[fields.LARGEST] = largest
        pieces[fields.SOURCES] = 1
        # One new space may touch all of them.
        pieces[fields.TOUCHING] = spaces
        pieces[fields.PAIRED] = spaces


@kernel
def may_meet(
    work: Workspace,
    states: States,
    nodes: Nodes,
    node: int,
    card: int,
    mask: int,
    met: int,
    joined: int,
    threshold: int,
) -> bool:
    """Whether a card may reach the threshold below the last cluster and at most the first one.

    Pieces of the card and the first cluster may touch in the goods ``met``; `ALONE` means that the
    first cluster is not over the card. The last cluster may touch both in the goods ``joined``.
    """
    look = work.card_looks[card, mask]
    answers = work.met_answers
    if answers[met, look, joined] >> 1 != work.asked_for:
        take_card(work, card, mask)
        last = int(nodes[node, fields.CLUSTERS]) - 1
        if met == ALONE:
            copy_pieces(work, fields.TOTAL, fields.LAID)
        else:
            copy_pieces(work, fields.TOTAL, 0)
            add_pieces(work, fields.TOTAL, fields.LAID, met)
        add_pieces(work, fields.TOTAL, last, joined)
        for other in range(met != ALONE, last):
            add_pieces(work, fields.TOTAL, other, fields.ALL_GOODS)
        left_mask = int(nodes[node, fields.LEFT]) & ~(1 << card)
        mice = int(nodes[node, fields.MICE]) + work.card_mice[card, mask]
        reach = bound_without_mice(work, states, left_mask) - 2 * mice
        answers[met, look, joined] = 2 * work.asked_for + (reach >= threshold)
    return bool(answers[met, look, joined] & 1)
