"""The arrays that the cover search's kernels share: what is searched, and scratch."""

from itertools import takewhile
from typing import Annotated, Final, Protocol, cast, get_type_hints

import numpy as np

from chatuchak_solver.kernels.arrays import Int16s, Int64s
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
    cards, goods
        The numbers of cards and of scoring goods.
    owned_mask, open_mask
        Bit j is set where scoring good j is announced by the owner in any case, and where it may be
        besides: one of these is, or as many as one likes where none is in any case.
    card_codes, card_goods
        Each card's six codes, and its spaces of each good as bits.
    card_pieces, card_mice
        By card and hidden set, what it shows: pieces as loose ones are packed, and mice.
    card_looks
        By card and hidden set, equal numbers, 0..63, where the same pieces and mice show.
    spans
        First and last + 1 row of the states for every set of cards left.
    apart_masks, part_masks, shape_masks, window_masks
        By mask, the masks that have no space in common with it, those that are a part of it, those
        that spaces of a card can hide which lie as in the mask, and those of a card under a window,
        flat or turned.
    held, expanded, depths
        Nodes that wait, nodes expanded, and those by the number of cards decided.
    kept
        How many cards of a stand `keep_cards` made the first node of; they were decided in no
        order, so that any card may lie under them.
    board, cells, stack
        A flat board of `BOARD` x `BOARD` spaces, 0 where free and else 1 + the code; the covered
        ones; those of one piece.
    hubs
        By free cell, the spaces of each good's pieces that touch it, plus 256 times the set of
        these pieces; and the last piece counted.
    touched, touched_count, free
        The free cells that have a row of ``hubs``, and those beside one piece.
    piece_sizes
        By good and number, the spaces of the open pieces last counted.
    around, frame, met
        Rows as bits, of what is laid: its spaces, the spaces beside it, and those beside each
        good's; its first row, its last and its first column; and where a cluster meets it, which
        `note_meetings` tells.
    joined, open_places, answers_at
        The cluster that is laid beside that, its places in its row that are to be tried, and the
        row of ``known_answers`` about it.
    sizes, extent, offsets, codes, slots
        By cluster, its number of spaces, its rows and columns, and by space its flat offset after
        each quarter turn, its code and its slot.
    largest_since
        The largest card decided in or after a slot.
    chosen, heads, levels
        By cluster, the cover that it takes (-1 none), by mask the first of its covers, and its
        level.
    covers
        Ways in which clusters lie over the card in question.
    allowed, allows_whole, useful
        The masks of that card that may be hidden, whether the whole card may show, and the parts of
        those masks.
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
    board_lines
        Rows of what is on the board as bits.
    renumbered
        By cluster, its number in the child.
    lines, near
        By cluster and turn, rows as bits: its spaces, then those of each good; and by good the
        spaces beside those.
    asked_for, met_answers
        The number of the node and card in question. For which of them it was last told whether the
        threshold may be reached, times 2, and 1 more if it may: by set of goods, or `ALONE`, look
        and set of goods.
    mixed, reached, known_answers
        Rows of pieces as two mixed numbers each; rows of such, with a bound and a set of cards left
        in the last bits of the second; and rows of `find_answers`.
    """

    free_order: int
    cards: int
    goods: int
    owned_mask: int
    open_mask: int
    card_codes: Annotated[Ints, (fields.MOST_CARDS, 6)]
    card_goods: Annotated[Ints, (fields.MOST_CARDS, fields.MOST_GOODS)]
    card_pieces: Annotated[Ints, (fields.MOST_CARDS, 64)]
    card_mice: Annotated[Ints, (fields.MOST_CARDS, 64)]
    card_looks: Annotated[Ints, (fields.MOST_CARDS, 64)]
    spans: Annotated[Ints, (2**fields.MOST_CARDS, 2)]
    apart_masks: Annotated[Ints, (64,)]
    part_masks: Annotated[Ints, (64,)]
    shape_masks: Annotated[Ints, (64,)]
    window_masks: Annotated[Ints, (2, 64)]
    held: int
    kept: int
    expanded: int
    depths: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    board: Annotated[Ints, (fields.BOARD * fields.BOARD,)]
    cells: Annotated[Ints, (64,)]
    stack: Annotated[Ints, (64,)]
    hubs: Annotated[Ints, (fields.BOARD * fields.BOARD, fields.MOST_GOODS + 1)]
    touched: Annotated[Ints, (4 * fields.MOST_SPACES,)]
    touched_count: int
    free: Annotated[Ints, (4 * fields.MOST_SPACES,)]
    piece_sizes: Annotated[Ints, (fields.MOST_GOODS, fields.MOST_SPACES)]
    around: Annotated[Ints, (fields.MOST_GOODS + 2, fields.BOARD)]
    met: Annotated[Ints, (fields.MOST_GOODS + 1,)]
    frame: Annotated[Ints, (3,)]
    joined: int
    open_places: int
    answers_at: int
    sizes: Annotated[Ints, (fields.MOST_CARDS,)]
    extent: Annotated[Ints, (fields.MOST_CARDS, 2)]
    offsets: Annotated[Ints, (fields.MOST_CARDS, 4, fields.MOST_SPACES)]
    codes: Annotated[Ints, (fields.MOST_CARDS, fields.MOST_SPACES)]
    slots: Annotated[Ints, (fields.MOST_CARDS, fields.MOST_SPACES)]
    largest_since: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    chosen: Annotated[Ints, (fields.MOST_CARDS + 1,)]
    levels: Annotated[Ints, (fields.MOST_CARDS + 1, fields.LEVEL_FIELDS)]
    covers: Annotated[Ints, (fields.MOST_COVERS + 2, fields.COVER_FIELDS)]
    heads: Annotated[Ints, (fields.MOST_CARDS, 64)]
    useful: int
    allowed: int
    allows_whole: int
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
    board_lines: Annotated[Ints, (fields.BOARD,)]
    renumbered: Annotated[Ints, (fields.MOST_CARDS,)]
    near: Annotated[Ints, (fields.MOST_CARDS, 4, fields.MOST_GOODS, fields.BOARD)]
    lines: Annotated[Ints, (fields.MOST_CARDS, 4, fields.MOST_GOODS + 1, fields.BOARD)]
    asked_for: int
    met_answers: Annotated[Ints, (fields.ALL_GOODS + 2, 64, fields.ALL_GOODS + 1)]
    mixed: Annotated[Ints, (fields.MOST_CARDS + 3, 2)]
    reached: Annotated[Ints, (fields.REACHED_ROWS, 2)]
    known_answers: Annotated[Ints, (fields.ANSWERED_ROWS, 4)]


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
    """Return a workspace of zeros, some 4 MB that are touched only where they are needed."""
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
