"""Upper bound on the points of pieces and remaining cards, with a transposition table."""

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.pieces import count_open
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace


@kernel
def _smallest(ones: int, twos: int, count: int) -> int:
    return count + max(0, count - ones) + max(0, count - ones - twos)


@kernel
def _most_touched(shown: Int64s, spaces: int, field: int) -> int:
    """Return the maximum spaces of a cluster's pieces that ``spaces`` other spaces connect.

    ``field`` holds the maximum for one space, the next fields for two and three connected ones.
    """
    if spaces <= 1:
        return int(spaces * shown[field])
    connected = min(spaces, 3)
    return int(shown[field + connected - 1] + (spaces - connected) * shown[field])


@kernel
def _most_joined(shown: Int64s, joins: int, ones: int, twos: int, pieces: int, spaces: int) -> int:
    """Return the maximum spaces of the largest piece or of a group of ``joins`` + 1 pieces.

    Pieces of one cluster do not touch: each needs an adjacent space that is new or of another
    cluster. ``shown`` describes the old pieces, ``ones`` to ``spaces`` the new ones.
    """
    all_ones = shown[fields.ONES]
    all_twos = shown[fields.TWOS]
    other_pieces = shown[fields.OTHER_PIECES]
    other_spaces = shown[fields.OTHER_SPACES]
    main_pieces = count_open(shown) - other_pieces
    main_spaces = shown[fields.SPACES] - other_spaces
    most = shown[fields.LARGEST]
    for new in range(min(joins + 1, pieces) + 1):
        more = spaces - _smallest(ones, twos, pieces - new) if new else 0
        rest = joins + 1 - new
        for old in range(max(0, rest - other_pieces), min(rest, main_pieces) + 1):
            other = rest - old
            first = main_spaces - _smallest(all_ones, all_twos, main_pieces - old)
            first = min(first, old * shown[fields.LARGEST])
            second = other_spaces - _smallest(all_ones, all_twos, other_pieces - other)
            second = min(second, other * shown[fields.OTHER_LARGEST])
            first = min(first, _most_touched(shown, more + second, fields.TOUCHING))
            if shown[fields.SOURCES] == 2:
                touched = _most_touched(shown, more + first, fields.OTHER_TOUCHING)
                second = min(second, touched)
            most = max(most, more + first + second)
    return int(most)


@kernel
def _fill_gains(work: Workspace, row: int, good: int, place: int, loose: int) -> int:
    """Write the maximum points of a good by largest group size into ``gains[good, place]``.

    Counts a row of pieces and a sum of loose ones. The gains are cumulative: of an announced good
    for at least each size, of another good for at most each size. Impossible sizes count as
    `NOTHING`. Returns the maximum size.
    """
    gains = work.gains[good, place]
    total = work.pieces[row, good]
    more_ones, more_twos = loose & 31, loose >> fields.SUM_TWOS & 31
    more_large, coming = loose >> fields.SUM_LARGE & 15, loose >> fields.SUM_SPACES
    new = more_ones + more_twos + more_large
    ones, twos = total[fields.ONES] + more_ones, total[fields.TWOS] + more_twos
    groups = ones + twos + total[fields.LARGE] + more_large
    spaces = total[fields.SPACES] + coming
    closed = total[fields.CLOSED]
    largest = max(total[fields.LARGEST], total[fields.CLOSED_LARGEST])
    filled = max(largest, 1) - 1
    for size in range(filled + 1):
        gains[size] = fields.NOTHING
    if spaces == 0 or (new == 0 and total[fields.SOURCES] <= 1):
        filled = int(largest)
        gains[filled] = filled * (groups + closed)
        groups = 0
    for count in range(groups, 0, -1):
        reach = _most_joined(total, groups - count, more_ones, more_twos, new, coming)
        reach = min(reach, spaces - _smallest(ones, twos, count - 1))
        reach = max(reach, total[fields.CLOSED_LARGEST])
        while filled < reach:
            filled += 1
            gains[filled] = filled * (count + closed)
    if work.owned_mask >> good & 1:
        for size in range(filled - 1, -1, -1):
            gains[size] = max(gains[size], gains[size + 1])
    else:
        for size in range(1, filled + 1):
            gains[size] = max(gains[size], gains[size - 1])
    return int(filled)


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
def _place_of_gains(work: Workspace, row: int, good: int, loose: int) -> int:
    """Return the place of the gains of a row of pieces and a sum of loose ones."""
    key = mix(work.digests[row, good] + loose, 4)
    place = key & (fields.GAIN_ROWS - 1)
    if work.answered[good, place] != key:
        work.answered[good, place] = key
        work.biggest[good, place] = _fill_gains(work, row, good, int(place), loose)
    return int(place)


@kernel
def bound_without_mice(work: Workspace, states: States, row: int, view: int, left_mask: int) -> int:
    """Return the maximum total of a row of pieces and one of ``views``, without visible mice."""
    gains = work.gains
    goods = work.goods
    places = work.places
    best = fields.NOTHING
    work.steps += 1
    for state in range(work.spans[left_mask, 0], work.spans[left_mask, 1]):
        mice_points = -2 * int(states[state, fields.STATE_MICE])
        most = mice_points
        least = fields.MAX_SPACES
        for good in range(goods):
            shown = work.views[view, good] + int(states[state, good])
            place = _place_of_gains(work, row, good, int(shown))
            places[good] = place
            if work.owned_mask >> good & 1:
                least = min(least, work.biggest[good, place])
                most += gains[good, place, 0]
            else:
                most += gains[good, place, work.biggest[good, place]]
        if most <= best:
            continue
        if work.owned_mask == 0:
            best = most
            continue
        # Largest groups: announced goods at least this size, others at most.
        for size in range(least + 1):
            total = mice_points
            more = 0
            for good in range(goods):
                place = places[good]
                biggest = work.biggest[good, place]
                gained = gains[good, place, min(size, biggest)]
                total += gained
                if work.open_mask >> good & 1:
                    more = max(more, gains[good, place, biggest] - gained)
            best = max(best, total + more)
    return int(best)


@kernel
def mix_pieces(work: Workspace, row: int) -> None:
    """Hash each good of a row of pieces to one number, and the whole row to two."""
    first = second = np.int64(0)
    for good in range(work.goods):
        packed = np.int64(0)
        for field in range(fields.PIECE_FIELDS):
            packed = packed * 0x2E3779B97F4B + work.pieces[row, good, field]
        work.digests[row, good] = mix(packed, 3)
        first = mix(first ^ packed, 1)
        second = mix(second ^ packed, 2)
    work.mixed[row, 0] = first
    work.mixed[row, 1] = second


@kernel
def reach_with(work: Workspace, states: States, row: int, view: int, left_mask: int) -> int:
    """Return the bound, without visible mice, of rows of pieces and ``views`` and remaining cards.

    The transposition table identifies bounds by 104 bits.
    """
    table = work.transposition_table
    first = mix(work.mixed[row, 0] + view, 7)
    second = (work.mixed[row, 1] + view) << 24
    place = (first ^ left_mask * 0x9E3779B1) & (fields.REACHED_ROWS - 1)
    # Its last bits are the bound and the remaining cards.
    entry = table[place, 1] ^ second
    if table[place, 0] != first or entry >> 24 != 0 or entry & 255 != left_mask:
        reach = bound_without_mice(work, states, row, view, left_mask)
        entry = (reach - fields.NOTHING) << 8 | left_mask
        table[place, 0], table[place, 1] = first, second ^ entry
    return int(entry >> 8) + fields.NOTHING


@kernel
def masks_that_reach(
    work: Workspace, states: States, row: int, card: int, left_mask: int, least: int, masks: int
) -> int:
    """Return the ``masks`` that the card may hide and still reach ``least`` points.

    The other cards are a row of pieces; their visible mice do not count.
    """
    question = (least - fields.NOTHING) << 11 | left_mask << 3 | card
    first = mix(work.mixed[row, 0], 8)
    second = mix(work.mixed[row, 1], question)
    known = work.known_answers[(first ^ second) & (fields.ANSWERED_ROWS - 1)]
    if known[0] != first or known[1] != second:
        known[0], known[1], known[2], known[3] = first, second, 0, 0
    unknown = masks & ~known[2]
    known[2] |= unknown
    for mask in range(1, 64 if unknown else 1):
        if unknown >> (mask - 1) & 1:
            reach = reach_with(work, states, row, work.card_pieces[card, mask], left_mask)
            if reach - 2 * work.card_mice[card, mask] >= least:
                known[3] |= 1 << (mask - 1)
    return int(known[3] & masks)
