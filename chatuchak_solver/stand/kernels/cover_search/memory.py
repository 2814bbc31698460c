"""Bounds that are remembered, under mixed numbers."""

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.pieces import add_pieces, clear_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import (
    MEMORY_ROWS,
    OTHERS,
    REACHED_ROWS,
    TOTAL,
    States,
    Workspace,
)

MOST_OF_ANYTHING = 50
"""Every number of pieces is less."""


@kernel
def mix(value: int | np.int64, salt: int) -> np.int64:
    """Return a well-mixed number (splitmix64); sums of such numbers wrap around."""
    mixed = np.uint64(np.int64(value)) + np.uint64(salt) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    # In two parts, because plain numpy refuses to convert numbers of 2^63 and more.
    return (np.int64(mixed >> np.uint64(1)) << 1) | np.int64(mixed & np.uint64(1))


@kernel
def pack_pieces(work: Workspace, row: int, good: int) -> int:
    """Return one number for the pieces of a good, unlike for unlike pieces.

    Of all `PIECE_FIELDS` numbers, 50^11 < 2^63.
    """
    packed = 0
    for field in range(fields.PIECE_FIELDS):
        packed = packed * MOST_OF_ANYTHING + work.pieces[row, good, field]
    return int(packed)


@kernel
def remembered_bound(work: Workspace, states: States, left_mask: int) -> int:
    """Return `bound_without_mice` of the pieces in question, from memory where it is known.

    A row of ``memory`` has a packed number for each good, 1 + the set of cards left (0 where
    the row is empty) and the bound.
    """
    memory = work.memory
    mixed = np.uint64(left_mask + 1)
    for good in range(work.goods):
        packed = pack_pieces(work, TOTAL, good)
        work.key[good] = packed
        mixed = (mixed ^ np.uint64(packed)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    row = int(np.int64(mixed % np.uint64(MEMORY_ROWS)))
    same = memory[row, fields.MOST_GOODS] == left_mask + 1
    for good in range(work.goods):
        same = same and memory[row, good] == work.key[good]
    if not same:
        for good in range(work.goods):
            memory[row, good] = work.key[good]
        memory[row, fields.MOST_GOODS] = left_mask + 1
        memory[row, fields.MOST_GOODS + 1] = bound_without_mice(work, states, left_mask)
    return int(memory[row, fields.MOST_GOODS + 1])


@kernel
def sum_clusters(work: Workspace, clusters: int) -> None:
    """Add up the pieces of all clusters of a node, and mix them into two numbers."""
    clear_pieces(work, OTHERS)
    for cluster in range(clusters):
        add_pieces(work, OTHERS, cluster)
    mix_pieces(work, OTHERS)


@kernel
def mix_pieces(work: Workspace, row: int) -> None:
    """Mix a row of pieces into two numbers."""
    one = np.int64(0)
    two = np.int64(0)
    for good in range(work.goods):
        packed = pack_pieces(work, row, good)
        one = mix(one ^ packed, 1)
        two = mix(two ^ packed, 2)
    work.mixed[row, 0] = one
    work.mixed[row, 1] = two


@kernel
def reach_with(
    work: Workspace, states: States, row: int, card: int, mask: int, left_mask: int
) -> int:
    """Return the bound, less visible mice, of a row of pieces and a card that hides a mask.

    With the cards ``left_mask`` left. Bounds are kept in ``reached`` under 128 mixed bits of the
    pieces, the card and its look: putting them together again takes longer.
    """
    reached = work.reached
    value = (((left_mask << 3) | card) << 6) + work.card_looks[card, mask]
    one = mix(work.mixed[row, 0] + value, 7)
    two = mix(work.mixed[row, 1] + value, 8)
    place = one & (REACHED_ROWS - 1)
    if reached[place, 0] != one or reached[place, 1] != two:
        copy_card(work, card, mask)
        add_pieces(work, TOTAL, row)
        reached[place, 0] = one
        reached[place, 1] = two
        reached[place, 2] = remembered_bound(work, states, left_mask)
    return int(reached[place, 2])


@kernel
def copy_card(work: Workspace, card: int, mask: int) -> None:
    """Make what a card shows the pieces in question."""
    for good in range(work.goods):
        for field in range(fields.PIECE_FIELDS):
            work.pieces[TOTAL, good, field] = work.card_pieces[card, mask, good, field]
