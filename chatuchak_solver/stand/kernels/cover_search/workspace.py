"""Shared arrays of the cover search kernels."""

from typing import Annotated, Protocol, TypeAlias, cast, get_type_hints

import numpy as np

from chatuchak_solver.kernels.arrays import Int32s, Int64s
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields

Ints = Int64s
Nodes = Int64s
States = Int32s


class Workspace(Protocol):
    """Record of int64 arrays: the task, then, from ``held`` on, state and scratch.

    Attributes
    ----------
    free_order
        Whether the cards have any order; otherwise card 0 is the lowest.
    owned_mask, open_mask
        The scoring goods that the owner always announces, and those that the owner may announce in
        addition: exactly one, or any number if no good is always announced.
    card_pieces, card_mice
        By card and hidden mask, the row of the visible pieces in ``views``, and mice.
    views
        By good, sums of the loose pieces of a card; row 0 has none.
    spans
        First and last + 1 row of the states for every set of remaining cards.
    held, expanded
        Open nodes and expanded nodes.
    fixed_cards
        The number of fixed cards in the root node of `fix_cards`. Any card may be below them.
    threshold, decided, left, clusters, mice
        The total in question, and the numbers of the unpacked node.
    card, rest
        The next card in question, and the remaining cards without it.
    board, cells, stack
        A flat board of `BOARD` x `BOARD` spaces, 0 or 1 + the code; the covered cells; the cells of
        one piece.
    hubs, hub_numbers
        Free cells next to pieces: the spaces of each good's adjacent pieces, plus 256 times the set
        of these pieces; and the last counted piece. By cell, 1 + its row, or 0.
    touched, touched_count, free
        The cells of the rows of ``hubs``, and the rows next to one piece.
    piece_sizes
        By good and number, the spaces of the open pieces of the last count.
    sizes, extent, offsets, codes, slots
        By cluster, its number of spaces, its rows and columns, and by space its flat offset in each
        rotation, its code and its slot.
    largest_since
        The largest card decided in or after a slot.
    chosen, heads, levels
        By cluster, its current cover (-1 none), by mask the first of its covers, and its level.
    allowed, allows_whole, useful
        The possible hidden masks of the card, whether the whole card may be visible, and the
        subsets of these masks.
    pieces
        By cluster, then `OTHERS`, `TOTAL` and `ON_BOARD`.
    gains, biggest, answered
        A cache, by good and hash of its pieces: the maximum points for each size of its largest
        group; the maximum size; and the hash, of 64 bits.
    places
        By good, the place of its gains.
    steps
        The number of bounds, counts of pieces and rotations in merges, about a microsecond each;
        the cost of nodes varies a hundredfold.
    hideable, cluster_masks
        The masks that all clusters can hide, and the masks of each.
    lines
        Rows of a rotated cluster as bits.
    near, meeting
        Rows as bits: the spaces next to the first cluster, next to its spaces of each good, and the
        cluster itself, `COVERED`; the columns of another cluster that meet these.
    contacts
        By set of goods with contact between two clusters, whether the threshold is in reach.
    renumbered
        By cluster, its number in the child.
    digests, mixed, transposition_table, known_answers
        By row of pieces, a hash of each good, and two of all; rows of hashes, with a bound and a
        set of remaining cards in the last bits of the second; and rows of hashes, computed
        questions and positive answers, as bits.
    """

    free_order: int
    cards: int
    goods: int
    owned_mask: int
    open_mask: int
    card_codes: Annotated[Ints, (fields.MAX_CARDS, 6)]
    card_pieces: Annotated[Ints, (fields.MAX_CARDS, 64)]
    card_mice: Annotated[Ints, (fields.MAX_CARDS, 64)]
    views: Annotated[Ints, (64 * fields.MAX_CARDS, fields.MAX_GOODS)]
    spans: Annotated[Ints, (2**fields.MAX_CARDS, 2)]
    held: int
    fixed_cards: int
    threshold: int
    decided: int
    left: int
    clusters: int
    mice: int
    card: int
    rest: int
    expanded: int
    board: Annotated[Ints, (fields.BOARD * fields.BOARD,)]
    cells: Annotated[Ints, (64,)]
    stack: Annotated[Ints, (64,)]
    hubs: Annotated[Ints, (4 * fields.MAX_SPACES, fields.MAX_GOODS + 1)]
    hub_numbers: Annotated[Ints, (fields.BOARD * fields.BOARD,)]
    touched: Annotated[Ints, (4 * fields.MAX_SPACES,)]
    touched_count: int
    free: Annotated[Ints, (4 * fields.MAX_SPACES,)]
    piece_sizes: Annotated[Ints, (fields.MAX_GOODS, fields.MAX_SPACES)]
    sizes: Annotated[Ints, (fields.MAX_CARDS,)]
    extent: Annotated[Ints, (fields.MAX_CARDS, 2)]
    offsets: Annotated[Ints, (fields.MAX_CARDS, 4, fields.MAX_SPACES)]
    codes: Annotated[Ints, (fields.MAX_CARDS, fields.MAX_SPACES)]
    slots: Annotated[Ints, (fields.MAX_CARDS, fields.MAX_SPACES)]
    largest_since: Annotated[Ints, (fields.MAX_CARDS + 1,)]
    chosen: Annotated[Ints, (fields.MAX_CARDS + 1,)]
    levels: Annotated[Ints, (fields.MAX_CARDS + 1, fields.LEVEL_FIELDS)]
    covers: Annotated[Ints, (fields.MAX_COVERS + 2, fields.COVER_FIELDS)]
    heads: Annotated[Ints, (fields.MAX_CARDS, 64)]
    useful: int
    allowed: int
    allows_whole: int
    pieces: Annotated[Ints, (fields.MAX_CARDS + 3, fields.MAX_GOODS, fields.PIECE_FIELDS)]
    gains: Annotated[Ints, (fields.MAX_GOODS, fields.GAIN_ROWS, 64)]
    biggest: Annotated[Ints, (fields.MAX_GOODS, fields.GAIN_ROWS)]
    steps: int
    answered: Annotated[Ints, (fields.MAX_GOODS, fields.GAIN_ROWS)]
    hideable: int
    cluster_masks: Annotated[Ints, (fields.MAX_CARDS,)]
    lines: Annotated[Ints, (fields.BOARD,)]
    near: Annotated[Ints, (fields.BOARD, fields.MAX_GOODS + 2)]
    meeting: Annotated[Ints, (fields.MAX_GOODS + 2,)]
    contacts: Annotated[Ints, (2**fields.MAX_GOODS,)]
    renumbered: Annotated[Ints, (fields.MAX_CARDS,)]
    places: Annotated[Ints, (fields.MAX_GOODS,)]
    digests: Annotated[Ints, (fields.MAX_CARDS + 3, fields.MAX_GOODS)]
    mixed: Annotated[Ints, (fields.MAX_CARDS + 3, 2)]
    transposition_table: Annotated[Ints, (fields.REACHED_ROWS, 2)]
    known_answers: Annotated[Ints, (fields.ANSWERED_ROWS, 4)]


SHAPES: dict[str, tuple[int, ...]] = {
    name: getattr(hint, "__metadata__", ((),))[0]
    for name, hint in get_type_hints(Workspace, include_extras=True).items()
}

WORKSPACE_TYPE = np.dtype((np.record, [(name, np.int64, shape) for name, shape in SHAPES.items()]))

WorkspaceRecord: TypeAlias = Annotated[Workspace, WORKSPACE_TYPE]


def make_workspace() -> Workspace:
    """Return a workspace of zeros, about 4 MB, committed on first use."""
    return cast("Workspace", np.zeros(1, dtype=WORKSPACE_TYPE)[0])
