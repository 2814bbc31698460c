"""The arrays that the cover search's kernels share: what is searched, and scratch."""

from itertools import takewhile
from typing import Annotated, Final, Protocol, cast, get_type_hints

import numpy as np

from chatuchak_solver.arrays import Int16s, Int64s
from chatuchak_solver.stand.kernels.cover_search import fields

Ints = Int64s
Nodes = Int64s
States = Int16s


class Workspace(Protocol):
    """A record of arrays of int64; what is searched comes before ``held``.

    Attributes
    ----------
    free_order
        Whether the cards may be laid in any order; else card 0 is the lowest.
    lie_alike
        Whether nodes look alike only where their cards lie alike.
    cards, goods
        The numbers of cards and of scoring goods.
    owned_mask
        Bit j is set where scoring good j is announced by the owner.
    card_codes
        Each card's six codes.
    masks, mask_counts
        The sets of spaces that 0, 1, 2 or more later cards can hide.
    card_pieces, card_mice
        By card and hidden set, what it shows: pieces as loose ones are packed, and mice.
    card_looks
        By card and hidden set, equal numbers, 0..63, where the same pieces and mice show.
    spans
        First and last + 1 row of the states for every set of cards left.
    apart_masks, shape_masks, window_masks
        By mask, the masks that have no space in common with it, those that spaces of a card can
        hide which lie as in the mask, and those of a card under a window, flat or turned.
    held, expanded, depths
        Nodes that wait, nodes expanded, and those by the number of cards decided.
    kept
        How many cards of a stand `keep_cards` made the first node of; they were decided in no
        order, so that any card may lie under them.
    pruned
        The greatest bound of anything that was left out because of its bound.
    salt
        Part of what nodes are remembered under; 0 for none to be remembered.
    board, cells, stack
        A flat board of `BOARD` x `BOARD` spaces, 0 where free and else 1 + the code; the covered
        ones; those of one piece.
    hubs
        By free cell, the spaces of each good's pieces that touch it, plus 256 times the set of
        these pieces; and the last piece counted.
    touched, touched_count
        The free cells that have a row of ``hubs``.
    piece_sizes
        By good and number, the spaces of the open pieces last counted.
    around, met
        Rows as bits, of the first cluster: its spaces, the spaces beside it, and those beside each
        good's; and where another one meets it, which `note_meetings` tells.
    sizes, extent, offsets, codes, slots
        By cluster, its number of spaces, its rows and columns, and by space its flat offset after
        each quarter turn, its code and its slot.
    largest_since
        The largest card decided in or after a slot.
    chosen, starts, levels
        By cluster, the cover that it takes (-1 none), where its covers begin, and its level.
    covers
        Ways in which clusters lie over the card in question.
    useful, allowed
        By mask, 1 where a part of an allowed hidden set, and where one itself.
    pieces
        By cluster, then `OTHERS`, `TOTAL` and `LAID`.
    loose
        Pieces that are in question too and may lie anywhere, packed.
    gains, biggest, filled
        By good and place, for each size of its biggest group the most points; the greatest size;
        and of what: its pieces, packed, and the loose ones and those to come.
    packed
        By good, its pieces.
    steps
        How often a bound was asked for or pieces were counted. A search takes as long as that is
        often: some microsecond each, whatever the cards, while nodes vary a hundredfold.
    answered, places
        By good and the end of its number in a state, which number was looked up in which step
        last, and the place of its gains.
    hideable, cluster_masks
        The masks that all clusters can hide, and those of each.
    reaches
        By look, the bound.
    lines
        Rows of a cluster as bits.
    renumbered
        By cluster, its number in the child.
    near
        By cluster, turn and good, the spaces beside such of the cluster: rows as bits.
    asked_for, met_answers, both_answers
        The number of the node and card in question. For which of them it was last told whether the
        threshold may be reached, times 2, and 1 more if it may: by cluster, look and set of goods,
        and by look and two such sets.
    mixed, reached
        Rows of pieces as two mixed numbers each, and rows of such, with a bound and a set of cards
        left in the last bits of the second.
    alike_extent, alike_sums, barred, seen
        For `is_known`: rows and columns and sums of clusters, how many cards may not lie under a
        slot, and rows of mixed numbers and mice.
    """

    free_order: int
    lie_alike: int
    cards: int
    goods: int
    owned_mask: int
    card_codes: Annotated[Ints, (fields.MOST_CARDS, 6)]
    masks: Annotated[Ints, (4, 49)]
    mask_counts: Annotated[Ints, (4,)]
    card_pieces: Annotated[Ints, (fields.MOST_CARDS, 64)]
    card_mice: Annotated[Ints, (fields.MOST_CARDS, 64)]
    card_looks: Annotated[Ints, (fields.MOST_CARDS, 64)]
    spans: Annotated[Ints, (2**fields.MOST_CARDS, 2)]
    apart_masks: Annotated[Ints, (64,)]
    shape_masks: Annotated[Ints, (64,)]
    window_masks: Annotated[Ints, (2, 64)]
    held: int
    kept: int
    expanded: int
    depths: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    pruned: int
    salt: int
    board: Annotated[Ints, (fields.BOARD * fields.BOARD,)]
    cells: Annotated[Ints, (64,)]
    stack: Annotated[Ints, (64,)]
    hubs: Annotated[Ints, (fields.BOARD * fields.BOARD, fields.MOST_GOODS + 1)]
    touched: Annotated[Ints, (4 * fields.MOST_SPACES,)]
    touched_count: int
    piece_sizes: Annotated[Ints, (fields.MOST_GOODS, fields.MOST_SPACES)]
    around: Annotated[Ints, (fields.MOST_GOODS + 2, fields.BOARD)]
    met: Annotated[Ints, (fields.MOST_GOODS + 1,)]
    sizes: Annotated[Ints, (fields.MOST_CARDS,)]
    extent: Annotated[Ints, (fields.MOST_CARDS, 2)]
    offsets: Annotated[Ints, (fields.MOST_CARDS, 4, fields.MOST_SPACES)]
    codes: Annotated[Ints, (fields.MOST_CARDS, fields.MOST_SPACES)]
    slots: Annotated[Ints, (fields.MOST_CARDS, fields.MOST_SPACES)]
    largest_since: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    chosen: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    starts: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    levels: Annotated[Ints, (fields.MOST_CARDS + 1, fields.LEVEL_FIELDS)]
    covers: Annotated[Ints, (fields.MOST_COVERS, fields.COVER_FIELDS)]
    useful: Annotated[Ints, (64,)]
    allowed: Annotated[Ints, (64,)]
    pieces: Annotated[Ints, (fields.MOST_CARDS + 3, fields.MOST_GOODS, fields.PIECE_FIELDS)]
    loose: int
    gains: Annotated[Ints, (fields.MOST_GOODS, fields.GAINS_ROWS, 64)]
    biggest: Annotated[Ints, (fields.MOST_GOODS, fields.GAINS_ROWS)]
    filled: Annotated[Ints, (fields.MOST_GOODS, fields.GAINS_ROWS, 2)]
    packed: Annotated[Ints, (fields.MOST_GOODS,)]
    steps: int
    answered: Annotated[Ints, (fields.MOST_GOODS, fields.SHOWN_ROWS)]
    places: Annotated[Ints, (fields.MOST_GOODS, fields.SHOWN_ROWS)]
    hideable: int
    cluster_masks: Annotated[Ints, (fields.MOST_CARDS,)]
    reaches: Annotated[Ints, (64,)]
    lines: Annotated[Ints, (fields.BOARD,)]
    renumbered: Annotated[Ints, (fields.MOST_CARDS,)]
    near: Annotated[Ints, (fields.MOST_CARDS, 4, fields.MOST_GOODS, fields.BOARD)]
    asked_for: int
    met_answers: Annotated[Ints, (fields.MOST_CARDS, 64, fields.ALL_GOODS + 1)]
    both_answers: Annotated[Ints, (64, fields.ALL_GOODS + 1, fields.ALL_GOODS + 1)]
    mixed: Annotated[Ints, (fields.MOST_CARDS + 2, 2)]
    reached: Annotated[Ints, (fields.REACHED_ROWS, 2)]
    alike_extent: Annotated[Ints, (fields.MOST_CARDS, 2)]
    alike_sums: Annotated[Ints, (fields.MOST_CARDS, 4, 2)]
    barred: Annotated[Ints, (fields.SLOT,)]
    seen: Annotated[Ints, (fields.SEEN_ROWS, 3)]


SHAPES: Final[dict[str, tuple[int, ...]]] = {
    name: getattr(hint, "__metadata__", ((),))[0]
    for name, hint in get_type_hints(Workspace, include_extras=True).items()
}
"""Every field of a `Workspace`; those without a shape are numbers."""

WORKSPACE_TYPE: Final = np.dtype(
    (np.record, [(name, np.int64, shape) for name, shape in SHAPES.items()])
)
"""The type of a `Workspace`."""


def make_workspace() -> Workspace:
    """Return a workspace of zeros, some 24 MB that are touched only where they are needed."""
    return cast("Workspace", np.zeros(1, dtype=WORKSPACE_TYPE)[0])


def copy_workspace(work: Workspace) -> Workspace:
    """Return a workspace for the same task, in which nothing has been searched."""
    fresh = make_workspace()
    for name in takewhile(lambda name: name != "held", SHAPES):
        if SHAPES[name]:
            getattr(fresh, name)[...] = getattr(work, name)
        else:
            setattr(fresh, name, getattr(work, name))
    return fresh
