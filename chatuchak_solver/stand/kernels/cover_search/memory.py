"""Transposition table of bounds."""

import numpy as np

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.bound import bound_without_mice
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    clear_pieces,
    copy_pieces,
    pack_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace


@kernel
def mix(value: int | np.int64, salt: int) -> np.int64:
    """Return a well-mixed number (splitmix64); sums of mixed numbers wrap around."""
    mixed = np.uint64(np.int64(value)) + np.uint64(salt) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    # In two parts: plain numpy rejects numbers of 2^63 and more.
    return (np.int64(mixed >> np.uint64(1)) << 1) | np.int64(mixed & np.uint64(1))


@kernel
def sum_clusters(work: Workspace, clusters: int) -> None:
    """Add up the pieces of all clusters of a node, and hash them to two numbers."""
    clear_pieces(work, fields.OTHERS)
    for cluster in range(clusters):
        add_pieces(work, fields.OTHERS, cluster, fields.ALL_GOODS)
    mix_pieces(work, fields.OTHERS)


@kernel
def mix_pieces(work: Workspace, row: int) -> None:
    """Hash a row of pieces to two numbers."""
    one = np.int64(0)
    two = np.int64(0)
    for good in range(work.goods):
        packed = pack_pieces(work, row, good)
        one = mix(one ^ packed, 1)
        two = mix(two ^ packed, 2)
    work.mixed[row, 0] = one
    work.mixed[row, 1] = two


@kernel
def reach_with(work: Workspace, states: States, row: int, loose: int, left_mask: int) -> int:
    """Return the bound, without visible mice, of a row of pieces, loose ones and remaining cards.

    ``left_mask`` are the remaining cards. The table ``reached`` identifies bounds by 104 bits.
    Copies the row to ``TOTAL`` unless the bound is cached.
    """
    reached = work.reached
    one = mix(work.mixed[row, 0] + loose, 7)
    two = (work.mixed[row, 1] + loose) << 24
    place = (one ^ left_mask * 0x9E3779B1) & (fields.REACHED_ROWS - 1)
    # The last bits of the second number are the bound and the remaining cards.
    told = reached[place, 1] ^ two
    if reached[place, 0] != one or told >> 24 != 0 or told & 255 != left_mask:
        if row != fields.TOTAL:
            copy_pieces(work, fields.TOTAL, row)
        work.loose = loose
        told = (bound_without_mice(work, states, left_mask) - fields.NOTHING) << 8 | left_mask
        work.loose = 0
        reached[place, 0] = one
        reached[place, 1] = two ^ told
    return int(told >> 8) + fields.NOTHING


@kernel
def find_answers(work: Workspace, one: np.int64, two: np.int64) -> int:
    """Return the row of cached answers for two hashes, cleared if new.

    After the hashes: the asked questions, and the positive answers, as bits.
    """
    known = work.known_answers
    place = (one ^ two) & (fields.ANSWERED_ROWS - 1)
    if known[place, 0] != one or known[place, 1] != two:
        known[place, 0] = one
        known[place, 1] = two
        known[place, 2] = 0
        known[place, 3] = 0
    return int(place)


@kernel
def whole_reaches(
    work: Workspace, states: States, row: int, loose: int, card: int, left_mask: int, least: int
) -> bool:
    """Whether a row of pieces, loose ones and a whole card reach ``least`` points.

    ``left_mask`` are the remaining cards; visible mice of other cards do not count.
    """
    reach = reach_with(work, states, row, loose + work.card_pieces[card, 0], left_mask)
    return bool(reach - 2 * work.card_mice[card, 0] >= least)


@kernel
def masks_that_reach(
    work: Workspace,
    states: States,
    row: int,
    loose: int,
    card: int,
    left_mask: int,
    least: int,
    masks: int,
) -> int:
    """Return the subset of ``masks`` that the card may hide, for `whole_reaches` below ``least``.

    Answers are cached.
    """
    known = work.known_answers
    one = mix(work.mixed[row, 0] + loose, 8)
    two = mix(work.mixed[row, 1] + loose, (least - fields.NOTHING) << 11 | left_mask << 3 | card)
    place = find_answers(work, one, two)
    unknown = masks & ~known[place, 2]
    if unknown:
        known[place, 2] |= unknown
        for mask in range(1, 64):
            if unknown >> (mask - 1) & 1 == 0:
                continue
            reach = reach_with(work, states, row, loose + work.card_pieces[card, mask], left_mask)
            if reach - 2 * work.card_mice[card, mask] >= least:
                known[place, 3] |= 1 << (mask - 1)
    return int(known[place, 3] & masks)
