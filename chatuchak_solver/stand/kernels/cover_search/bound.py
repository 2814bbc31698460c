"""The bound on what pieces and the cards left can be worth together."""

import numpy as np

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.pieces import pack_pieces
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace


@kernel
def smallest(ones: int, twos: int, count: int) -> int:
    """Return the spaces in the ``count`` smallest pieces, at least."""
    if count <= ones:
        return count
    if count <= ones + twos:
        return ones + 2 * (count - ones)
    return ones + 2 * twos + 3 * (count - ones - twos)


@kernel
def most_joined(
    work: Workspace, good: int, joins: int, ones: int, twos: int, pieces: int, spaces: int
) -> int:
    """Return the most spaces in a group of ``joins`` + 1 pieces, all but new ones of one cluster.

    Pieces of one cluster touch nowhere: of two that are joined one is new. Two new spaces join no
    more than what any two do, and each further one no more than what touches one free space.
    ``ones``, ``twos``, ``pieces`` and ``spaces`` are of the new pieces.
    """
    old_ones = work.pieces[fields.TOTAL, good, fields.ONES]
    old_twos = work.pieces[fields.TOTAL, good, fields.TWOS]
    old_pieces = old_ones + old_twos + work.pieces[fields.TOTAL, good, fields.LARGE]
    old_spaces = work.pieces[fields.TOTAL, good, fields.SPACES]
    largest = work.pieces[fields.TOTAL, good, fields.LARGEST]
    touching = work.pieces[fields.TOTAL, good, fields.TOUCHING]
    paired = work.pieces[fields.TOTAL, good, fields.PAIRED]
    most = largest if joins == 0 else 0
    for new in range(1, min(joins + 1, pieces) + 1):
        more = spaces - smallest(ones, twos, pieces - new)
        old = min(joins + 1 - new, old_pieces)
        joined = min(old_spaces - smallest(old_ones, old_twos, old_pieces - old), old * largest)
        touched = touching if more == 1 else paired + (more - 2) * touching
        most = max(most, more + min(joined, touched))
    return int(most)


@kernel
def fill_gains(work: Workspace, states: States, state: int, good: int, place: int) -> int:
    """Write into ``gains[good, place]`` what a good is worth with a biggest group of each size.

    At most, with the pieces in question, loose ones, and cards left that show the row ``state``.
    `NOTHING` where that cannot be. Returns the greatest possible size.
    """
    gains = work.gains[good, place]
    at = fields.STATE_FIELDS * good
    loose = work.loose >> fields.LOOSE_BITS * good
    more_ones = int(states[state, at + fields.ONES]) + (loose & 7)
    more_twos = int(states[state, at + fields.TWOS]) + (loose >> fields.LOOSE_TWOS & 7)
    more_large = int(states[state, at + fields.LARGE]) + (loose >> fields.LOOSE_LARGE & 3)
    coming = int(states[state, at + fields.SPACES]) + (loose >> fields.LOOSE_SPACES & 15)
    new = more_ones + more_twos + more_large
    ones = work.pieces[fields.TOTAL, good, fields.ONES] + more_ones
    twos = work.pieces[fields.TOTAL, good, fields.TWOS] + more_twos
    groups = ones + twos + work.pieces[fields.TOTAL, good, fields.LARGE] + more_large
    shown = work.pieces[fields.TOTAL, good, fields.SPACES]
    spaces = shown + coming
    closed = work.pieces[fields.TOTAL, good, fields.CLOSED]
    closed_largest = work.pieces[fields.TOTAL, good, fields.CLOSED_LARGEST]
    sources = work.pieces[fields.TOTAL, good, fields.SOURCES]
    largest = max(work.pieces[fields.TOTAL, good, fields.LARGEST], closed_largest)
    if spaces == 0 or (new == 0 and sources <= 1):
        # Nothing is left that could join these pieces: they are the final groups.
        for size in range(largest):
            gains[size] = fields.NOTHING
        gains[largest] = largest * (groups + closed)
        return int(largest)
    filled = max(largest, 1) - 1
    for size in range(filled + 1):
        gains[size] = fields.NOTHING
    limit = spaces
    if sources == 2:
        # Pieces of one cluster join only by way of other spaces, of the other cluster or of cards
        # left, each of which touches pieces of a limited number of spaces together.
        other = work.pieces[fields.TOTAL, good, fields.OTHER_SPACES]
        touching = work.pieces[fields.TOTAL, good, fields.TOUCHING]
        other_touching = work.pieces[fields.TOTAL, good, fields.OTHER_TOUCHING]
        one = shown - other
        limit = coming + min(one, max(largest, (coming + other) * touching))
        limit += min(other, max(largest, (coming + one) * other_touching))
    for count in range(groups, 0, -1):
        reach = min(limit, spaces - smallest(ones, twos, count - 1))
        if sources <= 1:
            joined = most_joined(work, good, groups - count, more_ones, more_twos, new, coming)
            reach = min(reach, joined)
        reach = max(reach, closed_largest)
        while filled < reach:
            filled += 1
            gains[filled] = filled * (count + closed)
    return int(filled)


@kernel
def place_gains(work: Workspace, states: States, state: int, good: int, left_mask: int) -> int:
    """Return the place of a good's gains, which are filled there unless they are already.

    They become those of an announced good with a biggest group of a size or more, of another with
    one of a size or less.
    """
    coming = int(states[state, fields.STATE_SHOWN + good]) << 8 | left_mask
    coming = coming << fields.LOOSE_BITS | (work.loose >> fields.LOOSE_BITS * good & 0xFFF)
    packed = work.packed[good]
    mixed = np.uint64(packed) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ np.uint64(coming)) * np.uint64(0xBF58476D1CE4E5B9)
    place = int(np.int64(mixed >> np.uint64(40))) & (fields.GAINS_ROWS - 1)
    if work.filled[good, place, 0] != packed or work.filled[good, place, 1] != coming + 1:
        gains = work.gains[good, place]
        reach = fill_gains(work, states, state, good, place)
        work.filled[good, place, 0] = packed
        work.filled[good, place, 1] = coming + 1
        work.biggest[good, place] = reach
        if work.owned_mask >> good & 1:
            for size in range(reach - 1, -1, -1):
                gains[size] = max(gains[size], gains[size + 1])
        else:
            for size in range(1, reach + 1):
                gains[size] = max(gains[size], gains[size - 1])
    return place


@kernel
def bound_without_mice(work: Workspace, states: States, left_mask: int) -> int:
    """Return the greatest total, less the visible mice's points, from the pieces in question."""
    gains = work.gains
    goods = work.goods
    best = fields.NOTHING
    work.steps += 1
    for good in range(goods):
        work.packed[good] = pack_pieces(work, fields.TOTAL, good)
    for state in range(work.spans[left_mask, 0], work.spans[left_mask, 1]):
        mice_points = -2 * int(states[state, fields.STATE_MICE])
        most = mice_points
        least = fields.MOST_SPACES
        for good in range(goods):
            number = int(states[state, fields.STATE_SHOWN + good])
            shown = number & (fields.SHOWN_ROWS - 1)
            if work.answered[good, shown] != work.steps << 16 | number:
                work.answered[good, shown] = work.steps << 16 | number
                work.places[good, shown] = place_gains(work, states, state, good, left_mask)
            place = work.places[good, shown]
            if work.owned_mask >> good & 1:
                least = min(least, work.biggest[good, place])
                most += gains[good, place, 0]
            else:
                most += gains[good, place, work.biggest[good, place]]
        if most <= best:
            continue
        # The announced goods' biggest groups have this size or more, the others' no more.
        for size in range(least + 1):
            total = mice_points
            for good in range(goods):
                shown = int(states[state, fields.STATE_SHOWN + good]) & (fields.SHOWN_ROWS - 1)
                place = work.places[good, shown]
                total += gains[good, place, min(size, work.biggest[good, place])]
            best = max(best, total)
    return int(best)
