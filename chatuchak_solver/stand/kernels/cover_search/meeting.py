"""What a card under the first cluster can bring by the goods in which it joins it.

Which goods these are is quickly told, without counting pieces: most places of a card are left out
for them alone.
"""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def note_near(work: Workspace, quarter: int, rows: int) -> None:
    """Write into ``near`` what lies beside each good's spaces of the first cluster, turned."""
    near = work.near
    for good in range(work.goods):
        for line in range(rows + 2):
            near[quarter, good, line] = 0
    for index in range(work.sizes[0]):
        good = work.codes[0, index] - 1
        if 0 <= good < work.goods:
            cell = work.offsets[0, quarter, index]
            row = cell // fields.BOARD
            bit = 4 << cell % fields.BOARD
            near[quarter, good, row] |= bit
            near[quarter, good, row + 1] |= bit << 1 | bit >> 1
            near[quarter, good, row + 2] |= bit


@kernel
def joined_goods(work: Workspace, card: int, mask: int, cover: int) -> int:
    """Return the goods of which the card shows spaces beside such of the first cluster, as bits."""
    near = work.near
    quarter = work.covers[cover, fields.COVER_QUARTER]
    line = 1 - work.covers[cover, fields.COVER_DOWN]
    column = 2 - work.covers[cover, fields.COVER_RIGHT]
    joined = 0
    for space in range(fields.CARD_SPACES):
        good = work.card_codes[card, space] - 1
        if not mask >> space & 1 and 0 <= good < work.goods:
            beside = near[quarter, good, line + space // 3] >> column + space % 3
            joined |= int(beside & 1) << good
    return joined


@kernel
def bound_met(
    work: Workspace, states: States, card: int, mask: int, joined: int, left_mask: int
) -> int:
    """Return the bound, less mice, where a card lies under the first cluster and joins it.

    Only in the goods ``joined``, of which its pieces may lie anywhere; its pieces of other goods
    are new ones of the cluster, which touch none of it.
    """
    look = work.card_looks[card, mask]
    if work.met_for[look, joined] == work.asked_for:
        return int(work.met_reaches[look, joined])
    # The pieces of the others, and of the card: loose, or new ones of the first cluster.
    pieces = work.pieces
    work.loose = 0
    for good in range(work.goods):
        for field in range(fields.PIECE_FIELDS):
            pieces[fields.TOTAL, good, field] = pieces[fields.OTHERS, good, field]
        shown = int(work.card_pieces[card, mask]) >> fields.LOOSE_BITS * good & 0xFFF
        own = pieces[0, good, fields.SOURCES]
        if joined >> good & 1 or (own == 0 and pieces[fields.OTHERS, good, fields.SOURCES]):
            work.loose |= shown << fields.LOOSE_BITS * good
            continue
        spaces = shown >> fields.LOOSE_SPACES
        if spaces == 0:
            continue
        ones = shown & 7
        twos = shown >> fields.LOOSE_TWOS & 7
        large = shown >> fields.LOOSE_LARGE & 3
        largest = spaces - ones - 2 * twos - 3 * (large - 1) if large else 1 + (twos > 0)
        pieces[fields.TOTAL, good, fields.ONES] += ones
        pieces[fields.TOTAL, good, fields.TWOS] += twos
        pieces[fields.TOTAL, good, fields.LARGE] += large
        pieces[fields.TOTAL, good, fields.SPACES] += spaces
        pieces[fields.TOTAL, good, fields.LARGEST] = max(
            pieces[fields.TOTAL, good, fields.LARGEST], largest
        )
        pieces[fields.TOTAL, good, fields.SOURCES] = max(
            pieces[fields.TOTAL, good, fields.SOURCES], 1
        )
        # Two new spaces may hang together by a piece of the card alone.
        touching = pieces[fields.TOTAL, good, fields.TOUCHING]
        pieces[fields.TOTAL, good, fields.PAIRED] = min(
            pieces[fields.TOTAL, good, fields.SPACES], 2 * touching + spaces
        )
        pieces[fields.TOTAL, good, fields.TOUCHING] = touching + spaces
    work.met_for[look, joined] = work.asked_for
    work.met_reaches[look, joined] = bound_without_mice(work, states, left_mask)
    work.loose = 0
    return int(work.met_reaches[look, joined])


@kernel
def may_meet(
    work: Workspace,
    states: States,
    nodes: Nodes,
    node: int,
    card: int,
    mask: int,
    cover: int,
    threshold: int,
) -> bool:
    """Whether a card reaches the threshold with the goods in which it joins the first cluster."""
    left_mask = int(nodes[node, fields.LEFT]) & ~(1 << card)
    mice = int(nodes[node, fields.MICE]) + work.card_mice[card, mask]
    joined = joined_goods(work, card, mask, cover)
    reach = bound_met(work, states, card, mask, joined, left_mask) - 2 * mice
    if reach < threshold:
        work.pruned = max(work.pruned, reach)
    return bool(reach >= threshold)
