"""The bound on what pieces and the cards left can be worth together."""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.workspace import NOTHING, TOTAL, States, Workspace


@kernel
def smallest(ones: int, twos: int, count: int) -> int:
    """Return the spaces in the ``count`` smallest pieces, at least."""
    if count <= ones:
        return count
    if count <= ones + twos:
        return ones + 2 * (count - ones)
    return ones + 2 * twos + 3 * (count - ones - twos)


@kernel
def fill_gains(work: Workspace, states: States, state: int, good: int) -> int:
    """Write into ``gains[good, b]`` the most a good is worth with a biggest group of b spaces.

    With the pieces in question, and cards left that show the row ``state``. `NOTHING` where that
    cannot be. Returns the greatest possible b.
    """
    gains = work.gains
    at = fields.STATE_FIELDS * good
    more_ones = int(states[state, at + fields.ONES])
    more_twos = int(states[state, at + fields.TWOS])
    more_large = int(states[state, at + fields.LARGE])
    coming = int(states[state, at + fields.SPACES])
    ones = work.pieces[TOTAL, good, fields.ONES] + more_ones
    twos = work.pieces[TOTAL, good, fields.TWOS] + more_twos
    groups = ones + twos + work.pieces[TOTAL, good, fields.LARGE] + more_large
    shown = work.pieces[TOTAL, good, fields.SPACES]
    spaces = shown + coming
    closed = work.pieces[TOTAL, good, fields.CLOSED]
    closed_largest = work.pieces[TOTAL, good, fields.CLOSED_LARGEST]
    sources = work.pieces[TOTAL, good, fields.SOURCES]
    largest = max(work.pieces[TOTAL, good, fields.LARGEST], closed_largest)
    if spaces == 0 or (more_ones + more_twos + more_large == 0 and sources <= 1):
        # Nothing is left that could join these pieces: they are the final groups.
        for size in range(largest):
            gains[good, size] = NOTHING
        gains[good, largest] = largest * (groups + closed)
        return int(largest)
    filled = max(largest, 1) - 1
    for size in range(filled + 1):
        gains[good, size] = NOTHING
    limit = spaces
    if sources <= 2:
        # Pieces of one cluster join only by way of other spaces, of the other cluster or of cards
        # left, each of which touches pieces of no more than so many spaces together.
        other = work.pieces[TOTAL, good, fields.OTHER_SPACES]
        touching = work.pieces[TOTAL, good, fields.TOUCHING]
        other_touching = work.pieces[TOTAL, good, fields.OTHER_TOUCHING]
        one = shown - other
        limit = coming + min(one, max(largest, (coming + other) * touching))
        limit += min(other, max(largest, (coming + one) * other_touching))
    for count in range(groups, 0, -1):
        reach = max(min(limit, spaces - smallest(ones, twos, count - 1)), closed_largest)
        while filled < reach:
            filled += 1
            gains[good, filled] = filled * (count + closed)
    return int(filled)


@kernel
def bound_without_mice(work: Workspace, states: States, left_mask: int) -> int:
    """Return the greatest total, less the visible mice's points, from the pieces in question."""
    gains = work.gains
    goods = work.goods
    best = NOTHING
    for state in range(work.spans[left_mask, 0], work.spans[left_mask, 1]):
        least = fields.MOST_SPACES
        for good in range(goods):
            reach = fill_gains(work, states, state, good)
            work.biggest[good] = reach
            if work.owned_mask >> good & 1:
                # The owner's biggest group has b spaces or more ...
                least = min(least, reach)
                for size in range(reach - 1, -1, -1):
                    gains[good, size] = max(gains[good, size], gains[good, size + 1])
            else:
                # ... and that of every other scoring good b or fewer.
                for size in range(1, reach + 1):
                    gains[good, size] = max(gains[good, size], gains[good, size - 1])
        for size in range(least + 1):
            total = -2 * int(states[state, fields.STATE_MICE])
            for good in range(goods):
                total += gains[good, min(size, work.biggest[good])]
            best = max(best, total)
    return int(best)
