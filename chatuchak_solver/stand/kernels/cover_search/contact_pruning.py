"""Pruning by the goods in which a card touches the clusters over it.

Contacts are cheap: they need no counts of pieces, and exclude most places of a card.
"""

from typing import Final

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces, clear_pieces, copy_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace

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
def _goods_at_card(work: Workspace, mask: int, cluster: int, cover: int) -> int:
    """Return the goods, as bits, in which the card touches a cluster."""
    near = work.near[cluster, work.covers[cover, fields.COVER_QUARTER]]
    line = 1 - work.covers[cover, fields.COVER_DOWN]
    column = 2 - work.covers[cover, fields.COVER_RIGHT]
    joined = 0
    for good in range(work.goods):
        shown = work.card_goods[work.card, good] & ~mask
        beside = near[good, line] >> column & shown | near[good, line + 1] >> column & shown >> 3
        joined |= int(beside & 7 != 0) << good
    return joined


@kernel
def _goods_between(work: Workspace, first: int, cover: int, second: int, over: int) -> int:
    """Return the goods, as bits, in which two clusters touch at their covers.

    Returns `OVERLAPS` if they overlap.
    """
    covers = work.covers
    lines = work.lines[first, covers[cover, fields.COVER_QUARTER]]
    quarter = covers[over, fields.COVER_QUARTER]
    others = work.lines[second, quarter]
    near = work.near[second, quarter]
    # First line and column of the first cluster relative to the second.
    line = covers[cover, fields.COVER_DOWN] - covers[over, fields.COVER_DOWN]
    column = covers[cover, fields.COVER_RIGHT] - covers[over, fields.COVER_RIGHT]
    left = max(column, 0)
    right = max(-column, 0)
    rows = work.extent[first, covers[cover, fields.COVER_QUARTER] & 1]
    begin = max(1, -line)
    end = min(rows + 1, work.extent[second, quarter & 1] + 2 - line)
    for at in range(begin, end):
        if lines[0, at] << left & others[0, at + line] << right:
            return fields.OVERLAPS
    beside = 0
    for good in range(work.goods):
        met = 0
        for at in range(begin, end):
            met |= lines[1 + good, at] << left & near[good, at + line] << right
        beside |= int(met != 0) << good
    return beside


@kernel
def _count_card(work: Workspace, mask: int) -> None:
    """Write the pieces of the card with a hidden mask into the row ``ON_BOARD``."""
    clear_pieces(work, fields.ON_BOARD)
    for good in range(work.goods):
        shown = int(work.card_pieces[work.card, mask]) >> fields.LOOSE_BITS * good & 0xFFF
        spaces = shown >> fields.LOOSE_SPACES
        if spaces == 0:
            continue
        ones = shown & 7
        twos = shown >> fields.LOOSE_TWOS & 7
        large = shown >> fields.LOOSE_LARGE & 3
        pieces = work.pieces[fields.ON_BOARD, good]
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
def _contacts_reach(work: Workspace, states: States, mask: int, met: int, joined: int) -> bool:
    """Whether the card may reach the threshold below the last cluster and at most the first one.

    Pieces of the card and the first cluster may touch in the goods ``met``; `ALONE` means that the
    first cluster is not over the card. The last cluster may touch both in the goods ``joined``.
    """
    look = work.card_looks[work.card, mask]
    answers = work.contact_answers
    if answers[met, look, joined] >> 1 != work.asked_for:
        _count_card(work, mask)
        last = int(work.clusters) - 1
        if met == ALONE:
            copy_pieces(work, fields.TOTAL, fields.ON_BOARD)
        else:
            copy_pieces(work, fields.TOTAL, 0)
            add_pieces(work, fields.TOTAL, fields.ON_BOARD, met)
        add_pieces(work, fields.TOTAL, last, joined)
        for other in range(met != ALONE, last):
            add_pieces(work, fields.TOTAL, other, fields.ALL_GOODS)
        mice = work.mice + work.card_mice[work.card, mask]
        reach = bound_without_mice(work, states, int(work.rest)) - 2 * mice
        answers[met, look, joined] = 2 * work.asked_for + (reach >= work.threshold)
    return bool(answers[met, look, joined] & 1)


@kernel
def may_touch(work: Workspace, states: States, mask: int, cover: int) -> bool:
    """Whether the card may reach the threshold with the last cluster over it at a cover.

    The other chosen clusters are on the board, and ``mask`` is the complete hidden mask of the
    card. False if the last cluster overlaps another one; True if contacts do not decide.
    """
    last = int(work.clusters) - 1
    joined = _goods_at_card(work, mask, last, cover)
    cells = work.levels[last, fields.LEVEL_CELLS]
    if cells == 0:
        return _contacts_reach(work, states, mask, ALONE, joined)
    for other in range(last):
        if work.chosen[other] >= 0:
            between = _goods_between(work, other, int(work.chosen[other]), last, cover)
            if between == fields.OVERLAPS:
                return False
            joined |= between
    if work.chosen[0] < 0 or cells != work.sizes[0]:
        return True
    met = _goods_at_card(work, mask, 0, int(work.chosen[0]))
    return _contacts_reach(work, states, mask, met, joined)
