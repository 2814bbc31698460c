"""Kernels of the cover search: which spaces of each card later cards cover, from the top down.

They live in one file, longer than others, because numba's cache does not notice a change across
files. `chatuchak_solver.stand.cover_search` describes the search and why its bound is sound.

A *node* knows the top cards of a stand as rigid *clusters* of visible spaces whose places
relative to each other are open. It is one row of int16: how many cards are decided, the set of
cards left, clusters, spaces, visible mice, its bound; then for every decided card, from the top,
the card, its cluster, row, column and quarter turns; then for every space its row, column, code
and cluster. A code is the index, from 1, of a scoring good, or 0, plus `SLOT` times how many cards
were decided before the one that shows there.

The *pieces* of one scoring good in clusters or cards are eleven numbers: connected pieces of 1, 2
and 3 or more spaces that can still grow, their spaces, the largest of them, closed pieces (no
free space beside them), the largest of those, how many clusters have pieces that can still grow.
Where these are one or two: the most spaces of such pieces of the one that touch one free space;
such pieces' spaces of the other; and the most of them that touch one free space.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chatuchak_solver.jit import kernel

__all__ = [
    "CARDS_AT",
    "FIELDS",
    "FOUND",
    "LEFT",
    "MOST_GOODS",
    "NODE_LENGTH",
    "NOTHING",
    "NUMBERS",
    "PRUNED",
    "REFUTED",
    "RUNNING",
    "SALT",
    "STUCK",
    "Scratch",
    "Task",
    "make_scratch",
    "search",
]

DECIDED: Final = 0
LEFT: Final = 1
CLUSTERS: Final = 2
SPACES: Final = 3
MICE: Final = 4
BOUND: Final = 5
CARDS_AT: Final = 6
"""Where a node's decided cards begin, five numbers each."""
SPACES_AT: Final = CARDS_AT + 5 * 8
MOST_SPACES: Final = 48
MOST_GOODS: Final = 5
FIELDS: Final = 11
"""How many numbers describe the pieces of a good."""
NODE_LENGTH: Final = SPACES_AT + 4 * MOST_SPACES
"""Length of a node's row."""

SLOT: Final = 8
"""Parts a space's code from the place of its card in the order of deciding."""

RUNNING: Final = 0
"""The budget is used up and nodes are left."""
REFUTED: Final = 1
"""No stand reaches the threshold."""
FOUND: Final = 2
"""A stand is decided that reaches the threshold as far as scoring goods and mice go."""
STUCK: Final = 3
"""There is no room for more nodes."""

NUMBERS: Final = 13
PRUNED: Final = 11
SALT: Final = 12

BOARD: Final = 64
"""Side of the scratch board on which clusters are joined."""
ORIGIN: Final = 30
"""Row and column of the upper left space of the card on the scratch board."""
NOTHING: Final = -10_000
"""Less than any total."""
UNKNOWN: Final = 10_000
"""More than any total."""

Ints = npt.NDArray[np.int64]
Nodes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]


class Task(NamedTuple):
    """What is searched.

    Attributes
    ----------
    free_order
        Whether the cards may be laid in any order; else card 0 is the lowest.
    goods
        The number of scoring goods, at most `MOST_GOODS`.
    owned_mask
        Bit j is set where scoring good j is announced by the owner.
    codes
        Each card's six codes, of shape (cards, 6).
    masks, mask_counts
        The sets of spaces that 0, 1, 2 or more later cards can hide, of shape (4, 49) and (4,).
    card_pieces, card_mice
        What a card shows when a set of its spaces is hidden, of shape (cards, 64, 5, 11) and
        (cards, 64).
    card_looks
        Of shape (cards, 64): equal numbers, 0..63, where a card shows the same pieces and mice.
    states
        What cards left may show: of each good pieces of 1, 2, 3 or more spaces and spaces, then
        the mice, of shape (any, 21).
    spans
        First and last + 1 row of ``states`` for every set of cards left, of shape (2^cards, 2).
    """

    free_order: bool
    goods: int
    owned_mask: int
    codes: Ints
    masks: Ints
    mask_counts: Ints
    card_pieces: Ints
    card_mice: Ints
    card_looks: Ints
    states: Ints
    spans: Ints


class Scratch(NamedTuple):
    """Arrays that kernels write to; see `make_scratch`."""

    board: Ints
    border: Ints
    cells: Ints
    stack: Ints
    hubs: Ints
    extent: Ints
    sizes: Ints
    offsets: Ints
    codes: Ints
    slots: Ints
    largest_since: Ints
    chosen: Ints
    starts: Ints
    levels: Ints
    pieces: Ints
    of_cluster: Ints
    gains: Ints
    reaches: Ints
    lines: Ints
    covers: Ints
    useful: Flags
    allowed: Flags
    memory: Ints
    reached: Ints
    mixed: Ints
    seen: Ints


def make_scratch(memory_bits: int = 17, seen_bits: int = 19) -> Scratch:
    """Return empty scratch arrays, with room for 2^bits bounds and nodes to be remembered."""
    return Scratch(
        board=np.zeros(BOARD * BOARD, dtype=np.int64),
        border=np.zeros((BOARD * BOARD, SLOT), dtype=np.int64),
        cells=np.zeros(64, dtype=np.int64),
        stack=np.zeros(64, dtype=np.int64),
        hubs=np.zeros((BOARD * BOARD, MOST_GOODS + 1), dtype=np.int64),
        extent=np.zeros((8, 2), dtype=np.int64),
        sizes=np.zeros(8, dtype=np.int64),
        offsets=np.zeros((8, 4, 48), dtype=np.int64),
        codes=np.zeros((8, 48), dtype=np.int64),
        slots=np.zeros((8, 48), dtype=np.int64),
        largest_since=np.zeros(9, dtype=np.int64),
        chosen=np.zeros(9, dtype=np.int64),
        starts=np.zeros(9, dtype=np.int64),
        levels=np.zeros((9, 3), dtype=np.int64),
        pieces=np.zeros((MOST_GOODS, FIELDS), dtype=np.int64),
        of_cluster=np.zeros((9, MOST_GOODS, FIELDS), dtype=np.int64),
        gains=np.zeros((MOST_GOODS, 64), dtype=np.int64),
        lines=np.zeros(BOARD, dtype=np.int64),
        reaches=np.zeros(64, dtype=np.int64),
        covers=np.zeros((6_000, 5), dtype=np.int64),
        useful=np.zeros(64, dtype=np.bool_),
        allowed=np.zeros(64, dtype=np.bool_),
        memory=np.zeros((2**memory_bits + 1, MOST_GOODS + 2), dtype=np.int64),
        reached=np.zeros((2**memory_bits, 3), dtype=np.int64),
        mixed=np.zeros(2, dtype=np.int64),
        seen=np.zeros((2**seen_bits, 3), dtype=np.int64),
    )


@kernel
def smallest(ones: int, twos: int, count: int) -> int:
    """Return the spaces in the ``count`` smallest pieces, at least."""
    if count <= ones:
        return count
    if count <= ones + twos:
        return ones + 2 * (count - ones)
    return ones + 2 * twos + 3 * (count - ones - twos)


@kernel
def fill_gains(pieces: Ints, state: Ints, good: int, gains: Ints) -> int:
    """Write into ``gains[b]`` the most a good is worth with a biggest group of b spaces.

    ``NOTHING`` where that cannot be. Returns the greatest possible b.
    """
    more = state[4 * good] + state[4 * good + 1] + state[4 * good + 2]
    ones = pieces[0] + state[4 * good]
    twos = pieces[1] + state[4 * good + 1]
    groups = ones + twos + pieces[2] + state[4 * good + 2]
    spaces = pieces[3] + state[4 * good + 3]
    closed = pieces[5]
    largest: int = max(pieces[4], pieces[6])
    if spaces == 0 or (more == 0 and pieces[7] <= 1):
        # Nothing is left that could join these pieces: they are the final groups.
        for size in range(largest):
            gains[size] = NOTHING
        gains[largest] = largest * (groups + closed)
        return largest
    filled: int = max(largest, 1) - 1
    for size in range(filled + 1):
        gains[size] = NOTHING
    limit = spaces
    if pieces[7] <= 2:
        # Pieces of one cluster join only by way of other spaces, of the other cluster or of cards
        # left, each of which touches pieces of no more than so many spaces together.
        coming = state[4 * good + 3]
        other = pieces[9]
        one = pieces[3] - other
        limit = coming + min(one, max(largest, (coming + other) * pieces[8]))
        limit += min(other, max(largest, (coming + one) * pieces[10]))
    for count in range(groups, 0, -1):
        reach = max(min(limit, spaces - smallest(ones, twos, count - 1)), pieces[6])
        while filled < reach:
            filled += 1
            gains[filled] = filled * (count + closed)
    return filled


@kernel
def bound_without_mice(task: Task, pieces: Ints, gains: Ints, left_mask: int) -> int:
    """Return the greatest total, less the visible mice's points, from the ``pieces``."""
    best = NOTHING
    for row in range(task.spans[left_mask, 0], task.spans[left_mask, 1]):
        state = task.states[row]
        least = MOST_SPACES
        for good in range(task.goods):
            gain = gains[good]
            reach = fill_gains(pieces[good], state, good, gain)
            if task.owned_mask >> good & 1:
                # The owner's biggest group has b spaces or more ...
                least = min(least, reach)
                for size in range(reach - 1, -1, -1):
                    gain[size] = max(gain[size], gain[size + 1])
                gain[reach + 1 : MOST_SPACES + 1] = NOTHING
            else:
                # ... and that of every other scoring good b or fewer.
                for size in range(1, reach + 1):
                    gain[size] = max(gain[size], gain[size - 1])
                gain[reach + 1 : MOST_SPACES + 1] = gain[reach]
        for size in range(least + 1):
            total = -2 * state[4 * MOST_GOODS]
            for good in range(task.goods):
                total += gains[good, size]
            best = max(best, total)
    return best


@kernel
def mix(value: int, salt: int) -> int:
    """Return a well-mixed number (splitmix64)."""
    mixed = np.uint64(value) + np.uint64(salt) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return int(np.int64(mixed ^ (mixed >> np.uint64(31))))


@kernel
def remember(pieces: Ints, goods: int, memory: Ints, left_mask: int) -> int:
    """Return the row of ``memory`` for these pieces; its bound may be unset.

    After a key for each good a row holds 1 + the cards left, 0 where the bound is unset (the
    caller then sets both), and the bound.
    """
    key = memory[-1]
    mixed = np.uint64(left_mask + 1)
    for good in range(goods):
        packed = 0
        for field in range(FIELDS):
            packed = packed * 50 + pieces[good, field]
        key[good] = packed
        mixed = (mixed ^ np.uint64(packed)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    row = int(np.int64(mixed % np.uint64(len(memory) - 1)))
    same = memory[row, MOST_GOODS] == left_mask + 1
    for good in range(goods):
        same = same and memory[row, good] == key[good]
    if not same:
        memory[row, :MOST_GOODS] = key[:MOST_GOODS]
        memory[row, MOST_GOODS] = 0
    return row


@kernel
def count_pieces(
    board: Ints, cells: Ints, count: int, stack: Ints, hubs: Ints, fine: bool, out: Ints
) -> None:
    """Write the pieces of every scoring good on the board into ``out``, of shape (goods, 11).

    ``cells[:count]`` are the covered spaces of the board, which holds 0 where free and else 1 +
    the code; a space that has been counted is negative while this runs. Unless ``fine``, what
    touches one free space is no more than bounded.
    """
    out[:] = 0
    for index in range(count):
        start = cells[index]
        value = board[start]
        if value <= 1:
            continue
        good = value - 2
        size = 1
        grows = False
        done = 0
        stack[0] = start
        board[start] = -value
        while done < size:
            here = stack[done]
            done += 1
            for near in (here + 1, here - 1, here + BOARD, here - BOARD):
                if board[near] == 0:
                    grows = True
                elif board[near] == value:
                    board[near] = -value
                    stack[size] = near
                    size += 1
        if not grows:
            out[good, 5] += 1
            out[good, 6] = max(out[good, 6], size)
            continue
        out[good, min(size, 3) - 1] += 1
        out[good, 3] += size
        out[good, 4] = max(out[good, 4], size)
        out[good, 7] = 1
        if not fine:
            out[good, 8] = out[good, 3]
            continue
        for done in range(size):
            here = stack[done]
            for near in (here + 1, here - 1, here + BOARD, here - BOARD):
                if board[near] == 0 and hubs[near, MOST_GOODS] != index + 1:
                    hubs[near, MOST_GOODS] = index + 1
                    hubs[near, good] += size
                    out[good, 8] = max(out[good, 8], hubs[near, good])
    for index in range(count):
        cell = cells[index]
        board[cell] = abs(board[cell])
        if fine and board[cell] > 1:
            for near in (cell + 1, cell - 1, cell + BOARD, cell - BOARD):
                if board[near] == 0:
                    hubs[near] = 0


@kernel
def add_pieces(total: Ints, of_cluster: Ints, cluster: int, goods: int) -> None:
    """Add the pieces of a cluster, or of several, to ``total``."""
    for good in range(goods):
        if total[good, 7] == 0:
            total[good, 8:] = of_cluster[cluster, good, 8:]
        elif total[good, 7] == 1 and of_cluster[cluster, good, 7] == 1:
            total[good, 9] = of_cluster[cluster, good, 3]
            total[good, 10] = of_cluster[cluster, good, 8]
        elif of_cluster[cluster, good, 7] > 0:
            total[good, 8:] = 0
        for field in range(8):
            if field in (4, 6):
                total[good, field] = max(total[good, field], of_cluster[cluster, good, field])
            else:
                total[good, field] += of_cluster[cluster, good, field]


@kernel
def turn(row: int, column: int, rows: int, columns: int, quarter: int) -> tuple[int, int]:
    """Return where a space of a block of ``rows`` x ``columns`` is after quarter turns."""
    if quarter == 0:
        return row, column
    if quarter == 1:
        return column, rows - 1 - row
    if quarter == 2:
        return rows - 1 - row, columns - 1 - column
    return columns - 1 - column, row


@kernel
def clear(board: Ints, cells: Ints, first: int, end: int) -> None:
    """Take the spaces ``cells[first:end]`` from the board."""
    for index in range(first, end):
        board[cells[index]] = 0


@kernel
def put_cluster(
    offsets: Ints,
    codes: Ints,
    cluster: int,
    size: int,
    cover: tuple[int, int, int],
    board: Ints,
    cells: Ints,
    count: int,
) -> int:
    """Put a cluster of ``size`` spaces on the board; return the new count of cells, or -1.

    -1 where it would lie over what is there; nothing is put then. ``cover`` is quarter turns,
    row shift and column shift.
    """
    quarter, down, right = cover
    corner = (ORIGIN + down) * BOARD + ORIGIN + right
    for index in range(size):
        cell = corner + offsets[cluster, quarter, index]
        if board[cell] != 0:
            clear(board, cells, count, count + index)
            return -1
        board[cell] = 1 + codes[cluster, index]
        cells[count + index] = cell
    return count + size


@kernel
def few(left_mask: int) -> bool:
    """Whether at most three cards are left."""
    for _ in range(3):
        left_mask &= left_mask - 1
    return left_mask == 0


@kernel
def take_up(node: Nodes, scratch: Scratch) -> None:
    """Unpack the clusters of a node: sizes, turned spaces and pieces.

    Also the largest card decided since each point of the order.
    """
    extent = scratch.extent
    sizes = scratch.sizes
    offsets = scratch.offsets
    board = scratch.board
    cells = scratch.cells
    fine = few(node[LEFT])
    scratch.largest_since[node[DECIDED]] = -1
    for slot in range(node[DECIDED] - 1, -1, -1):
        scratch.largest_since[slot] = max(
            scratch.largest_since[slot + 1], node[CARDS_AT + 5 * slot]
        )
    extent[:] = 0
    sizes[:] = 0
    for index in range(node[SPACES]):
        at = SPACES_AT + 4 * index
        cluster = node[at + 3]
        extent[cluster, 0] = max(extent[cluster, 0], node[at] + 1)
        extent[cluster, 1] = max(extent[cluster, 1], node[at + 1] + 1)
    for index in range(node[SPACES]):
        at = SPACES_AT + 4 * index
        cluster = node[at + 3]
        size = sizes[cluster]
        for quarter in range(4):
            row, column = turn(
                node[at], node[at + 1], extent[cluster, 0], extent[cluster, 1], quarter
            )
            offsets[cluster, quarter, size] = row * BOARD + column
        scratch.codes[cluster, size] = node[at + 2] % SLOT
        scratch.slots[cluster, size] = node[at + 2] // SLOT
        sizes[cluster] += 1
    for cluster in range(node[CLUSTERS]):
        count = put_cluster(
            offsets, scratch.codes, cluster, sizes[cluster], (0, 0, 0), board, cells, 0
        )
        count_pieces(
            board, cells, count, scratch.stack, scratch.hubs, fine, scratch.of_cluster[cluster]
        )
        clear(board, cells, 0, count)


@kernel
def list_covers(cluster: int, scratch: Scratch, count: int) -> int:
    """List the ways in which a cluster can lie over the card at the origin.

    Appends (quarter turns, row shift, column shift, covered spaces as a mask, 1 + the last point
    in the order of deciding of a card that covers one) to ``scratch.covers`` from ``count`` on
    and returns the new count; a count of more than its length means that there was no room.
    """
    board = scratch.board
    covers = scratch.covers
    useful = scratch.useful
    lines = scratch.lines
    size = scratch.sizes[cluster]
    for quarter in range(4):
        rows = scratch.extent[cluster, quarter & 1]
        columns = scratch.extent[cluster, 1 - (quarter & 1)]
        offsets = scratch.offsets[cluster, quarter]
        lines[: rows + 2] = 0
        for index in range(size):
            board[offsets[index]] = 1 + scratch.slots[cluster, index]
            # Bit 2 + column of line 1 + row; the margins spare looks at the edges.
            lines[1 + offsets[index] // BOARD] |= 4 << offsets[index] % BOARD
        for down in range(1 - rows, 2):
            for right in range(1 - columns, 3):
                upper = lines[1 - down] >> (2 - right) & 7
                lower = lines[2 - down] >> (2 - right) & 7
                mask = upper | lower << 3
                if not useful[mask]:
                    continue
                after = 0
                for space in range(6):
                    if mask >> space & 1:
                        cell = (space // 3 - down) * BOARD + space % 3 - right
                        after = max(after, board[cell])
                if count < len(covers):
                    covers[count, 0] = quarter
                    covers[count, 1] = down
                    covers[count, 2] = right
                    covers[count, 3] = mask
                    covers[count, 4] = after
                count += 1
        for index in range(size):
            board[offsets[index]] = 0
    return count


@kernel
def write_child(node: Nodes, scratch: Scratch, card: int, count: int, child: Nodes) -> None:
    """Write the child of ``node`` that joins the chosen clusters and a card to one cluster.

    ``scratch.cells[:count]`` are the joined cluster on the board: the chosen clusters one after
    the other, then the card. Where ``card`` is -1 only the chosen clusters are joined. The mice
    are left to the caller.
    """
    child[:SPACES_AT] = node[:SPACES_AT]
    chosen = scratch.chosen
    cells = scratch.cells
    clusters = 0
    spaces = 0
    number = np.zeros(8, dtype=np.int64)
    for cluster in range(node[CLUSTERS]):
        if chosen[cluster] >= 0:
            continue
        number[cluster] = clusters
        for index in range(node[SPACES]):
            at = SPACES_AT + 4 * index
            if node[at + 3] == cluster:
                to = SPACES_AT + 4 * spaces
                child[to : to + 4] = node[at : at + 4]
                child[to + 3] = clusters
                spaces += 1
        clusters += 1
    top = BOARD
    left = BOARD
    for index in range(count):
        top = min(top, cells[index] // BOARD)
        left = min(left, cells[index] % BOARD)
    index = 0
    for cluster in range(node[CLUSTERS]):
        for member in range(scratch.sizes[cluster] if chosen[cluster] >= 0 else 0):
            to = SPACES_AT + 4 * (spaces + index)
            child[to + 2] = scratch.codes[cluster, member] + SLOT * scratch.slots[cluster, member]
            index += 1
    for shown_at in range(index, count):
        to = SPACES_AT + 4 * (spaces + shown_at)
        child[to + 2] = scratch.board[cells[shown_at]] - 1 + SLOT * node[DECIDED]
    for index in range(count):
        to = SPACES_AT + 4 * spaces
        child[to] = cells[index] // BOARD - top
        child[to + 1] = cells[index] % BOARD - left
        child[to + 3] = clusters
        spaces += 1
    for slot in range(node[DECIDED]):
        at = CARDS_AT + 5 * slot
        cluster = node[at + 1]
        if chosen[cluster] < 0:
            child[at + 1] = number[cluster]
            continue
        cover = scratch.covers[chosen[cluster]]
        rows, columns = scratch.extent[cluster]
        row = node[at + 2]
        column = node[at + 3]
        down = 1 + (node[at + 4] & 1)
        one, two = turn(row, column, rows, columns, cover[0])
        three, four = turn(row + down, column + 3 - down, rows, columns, cover[0])
        child[at + 1] = clusters
        child[at + 2] = ORIGIN + min(one, three) + cover[1] - top
        child[at + 3] = ORIGIN + min(two, four) + cover[2] - left
        child[at + 4] = (node[at + 4] + cover[0]) & 3
    if card >= 0:
        at = CARDS_AT + 5 * node[DECIDED]
        child[at] = card
        child[at + 1] = clusters
        child[at + 2] = ORIGIN - top
        child[at + 3] = ORIGIN - left
        child[at + 4] = 0
        child[DECIDED] += 1
        child[LEFT] &= ~(1 << card)
    child[CLUSTERS] = clusters + 1
    child[SPACES] = spaces


@kernel
def is_known(node: Nodes, seen: Ints, salt: int, free_order: bool) -> bool:
    """Whether a node that is as good as this one was there since ``salt`` changed; remember it.

    It is as good if it looks alike and has no more mice. Nodes look alike if their clusters do,
    turned or not, with the same cards left. In free order the same cards must also be left to
    lie under the same spaces, of all that `expand` may choose; in fixed order the cards must lie
    alike, if not turned alike. Two of 128 bits that are equal for unlike nodes would go unnoticed;
    that is less likely than a fault of the machine. A node may be forgotten when another needs its
    room.
    """
    extent = np.zeros((8, 2), dtype=np.int64)
    sums = np.zeros((8, 4, 2), dtype=np.int64)
    # Of the cards left, how many may not lie under a space that each decided card shows.
    barred = np.zeros(SLOT, dtype=np.int64)
    largest = -1
    for slot in range(node[DECIDED] - 1 if free_order else -1, -1, -1):
        for card in range(largest + 1):
            barred[slot] += node[LEFT] >> card & 1
        largest = max(largest, node[CARDS_AT + 5 * slot])
    for index in range(node[SPACES]):
        at = SPACES_AT + 4 * index
        cluster = node[at + 3]
        extent[cluster, 0] = max(extent[cluster, 0], node[at] + 1)
        extent[cluster, 1] = max(extent[cluster, 1], node[at + 1] + 1)
    for index in range(node[SPACES]):
        at = SPACES_AT + 4 * index
        cluster = node[at + 3]
        shown = node[at + 2] % SLOT + SLOT * barred[node[at + 2] // SLOT]
        for quarter in range(4):
            row, column = turn(
                node[at], node[at + 1], extent[cluster, 0], extent[cluster, 1], quarter
            )
            value = (row * BOARD + column) * SLOT * SLOT + shown
            sums[cluster, quarter, 0] += mix(value, 1)
            sums[cluster, quarter, 1] += mix(value, 2)
    for slot in range(0 if free_order else node[DECIDED]):
        at = CARDS_AT + 5 * slot
        cluster = node[at + 1]
        rows = extent[cluster, 0]
        columns = extent[cluster, 1]
        down = 1 + (node[at + 4] & 1)
        for quarter in range(4):
            top, left = turn(node[at + 2], node[at + 3], rows, columns, quarter)
            bottom, right = turn(
                node[at + 2] + down, node[at + 3] + 3 - down, rows, columns, quarter
            )
            place = min(top, bottom) * BOARD + min(left, right)
            value = ((place * 2 + (down + quarter & 1)) * SLOT + slot + 1) << 20
            sums[cluster, quarter, 0] += mix(value, 1)
            sums[cluster, quarter, 1] += mix(value, 2)
    one = mix(node[LEFT], salt)
    two = mix(node[LEFT], salt + 1)
    for cluster in range(node[CLUSTERS]):
        looks = 0
        others = 0
        for quarter in range(4):
            looks += mix(sums[cluster, quarter, 0], 3)
            others += mix(sums[cluster, quarter, 1], 4)
        one += mix(looks, 5)
        two += mix(others, 6)
    row = one & (len(seen) - 1)
    if seen[row, 0] == one and seen[row, 1] == two and seen[row, 2] <= node[MICE]:
        return True
    seen[row, 0] = one
    seen[row, 1] = two
    seen[row, 2] = node[MICE]
    return False


@kernel
def join(
    task: Task,
    node: Nodes,
    threshold: int,
    nodes: Nodes,
    numbers: Ints,
    held: int,
    scratch: Scratch,
) -> int:
    """Append every way to lay another cluster beside the first one; return the new count.

    For nodes with all cards decided: a stand hangs together, so that some cluster shares an edge
    with the first. -1 where there is no room.
    """
    take_up(node, scratch)
    extent = scratch.extent
    chosen = scratch.chosen
    board = scratch.board
    cells = scratch.cells
    scratch.covers[:2] = 0
    cover = scratch.covers[1]
    chosen[:] = -1
    chosen[0] = 0
    sizes = scratch.sizes
    first = put_cluster(scratch.offsets, scratch.codes, 0, sizes[0], (0, 0, 0), board, cells, 0)
    beside = scratch.border
    for index in range(first):
        cell = cells[index]
        for near in (cell + 1, cell - 1, cell + BOARD, cell - BOARD):
            beside[near, 0] = 1
            beside[near, board[cell]] = 1
    # Of two clusters that join nothing the pieces are the final groups.
    apart = threshold
    if node[CLUSTERS] == 2:
        scratch.pieces[:] = 0
        add_pieces(scratch.pieces, scratch.of_cluster, 0, task.goods)
        add_pieces(scratch.pieces, scratch.of_cluster, 1, task.goods)
        scratch.pieces[:, 7] = 0
        apart = bound_without_mice(task, scratch.pieces, scratch.gains, 0) - 2 * node[MICE]
    for cluster in range(1, node[CLUSTERS]):
        chosen[cluster] = 1
        for quarter in range(4):
            cover[0] = quarter
            rows = extent[cluster, quarter & 1]
            columns = extent[cluster, 1 - (quarter & 1)]
            for down in range(-rows, extent[0, 0] + 1):
                cover[1] = down
                for right in range(-columns, extent[0, 1] + 1):
                    cover[2] = right
                    count = put_cluster(
                        scratch.offsets,
                        scratch.codes,
                        cluster,
                        sizes[cluster],
                        (quarter, down, right),
                        board,
                        cells,
                        first,
                    )
                    touching = False
                    joining = apart >= threshold
                    for index in range(first, count):
                        cell = cells[index]
                        touching |= beside[cell, 0] == 1
                        if board[cell] > 1:
                            joining |= beside[cell, board[cell]] == 1
                    if touching and not joining:
                        numbers[PRUNED] = max(numbers[PRUNED], apart)
                    elif touching:
                        count_pieces(
                            board, cells, count, scratch.stack, scratch.hubs, True, scratch.pieces
                        )
                        for other in range(1, node[CLUSTERS]):
                            if other != cluster:
                                add_pieces(scratch.pieces, scratch.of_cluster, other, task.goods)
                        reach = bound_without_mice(task, scratch.pieces, scratch.gains, 0)
                        reach -= 2 * node[MICE]
                        if reach < threshold:
                            numbers[PRUNED] = max(numbers[PRUNED], reach)
                        else:
                            if held == len(nodes):
                                return -1
                            write_child(node, scratch, -1, count, nodes[held])
                            nodes[held, BOUND] = reach
                            held += 1
                    clear(board, cells, first, count)
        chosen[cluster] = -1
    clear(board, cells, 0, first)
    beside[:] = 0
    return held


@kernel
def sum_clusters(task: Task, node: Nodes, scratch: Scratch) -> None:
    """Add up the pieces of all clusters of a node, and mix them into two numbers."""
    others = scratch.of_cluster[8:]
    others[:] = 0
    for cluster in range(node[CLUSTERS]):
        add_pieces(others[0], scratch.of_cluster, cluster, task.goods)
    mixed = scratch.mixed
    mixed[:] = 0
    for good in range(task.goods):
        packed = 0
        for field in range(FIELDS):
            packed = packed * 50 + others[0, good, field]
        mixed[0] = mix(mixed[0] ^ packed, 1)
        mixed[1] = mix(mixed[1] ^ packed, 2)


@kernel
def allow_masks(
    task: Task, node: Nodes, card: int, threshold: int, numbers: Ints, scratch: Scratch
) -> bool:
    """Find which sets of spaces of ``card`` may be hidden if it comes next under the node.

    Fills ``scratch.allowed`` and ``scratch.useful``, the subsets of allowed sets; returns
    whether there is any. Bounds are kept in ``scratch.reached`` under 128 mixed bits of the
    clusters' pieces, the card and its look: putting them together again takes longer.
    """
    pieces = scratch.pieces
    memory = scratch.memory
    allowed = scratch.allowed
    useful = scratch.useful
    left_mask = node[LEFT] & ~(1 << card)
    reaches = scratch.reaches
    useful[:] = False
    allowed[:] = False
    reaches[:] = UNKNOWN
    others = scratch.of_cluster[8:]
    reached = scratch.reached
    base = ((left_mask << 3) | card) << 6
    anything = False
    later = min(node[DECIDED], 3)
    for index in range(task.mask_counts[later]):
        mask = task.masks[later, index]
        look = task.card_looks[card, mask]
        if reaches[look] == UNKNOWN:
            one = mix(scratch.mixed[0] + base + look, 7)
            two = mix(scratch.mixed[1] + base + look, 8)
            place = one & (len(reached) - 1)
            if reached[place, 0] != one or reached[place, 1] != two:
                pieces[:] = task.card_pieces[card, mask]
                add_pieces(pieces, others, 0, task.goods)
                row = remember(pieces, task.goods, memory, left_mask)
                if memory[row, MOST_GOODS] == 0:
                    memory[row, MOST_GOODS] = left_mask + 1
                    memory[row, MOST_GOODS + 1] = bound_without_mice(
                        task, pieces, scratch.gains, left_mask
                    )
                reached[place, 0] = one
                reached[place, 1] = two
                reached[place, 2] = memory[row, MOST_GOODS + 1]
            mice = node[MICE] + task.card_mice[card, mask]
            reaches[look] = reached[place, 2] - 2 * mice
        if reaches[look] < threshold:
            numbers[PRUNED] = max(numbers[PRUNED], reaches[look])
            continue
        anything = True
        allowed[mask] = True
        part = mask
        while part > 0:
            useful[part] = True
            part = (part - 1) & mask
    return anything


@kernel
def expand(
    task: Task,
    node: Nodes,
    card: int,
    threshold: int,
    nodes: Nodes,
    numbers: Ints,
    held: int,
    scratch: Scratch,
) -> int:
    """Append every child with ``card`` next under the node; return the new count of nodes.

    Only children whose bound reaches the threshold. -1 where there is no room. One long function
    because handing the tuples of arrays on for every child would take a third of the time.
    """
    if not allow_masks(task, node, card, threshold, numbers, scratch):
        return held
    # A card could as well be decided right after the last one that covers a visible part of it.
    # Of all orders that look the same only the lexicographically first is followed.
    clusters = node[CLUSTERS]
    board = scratch.board
    cells = scratch.cells
    covers = scratch.covers
    starts = scratch.starts
    chosen = scratch.chosen
    levels = scratch.levels
    offsets = scratch.offsets
    codes = scratch.codes
    sizes = scratch.sizes
    largest_since = scratch.largest_since
    useful = scratch.useful
    allowed = scratch.allowed
    left_mask = node[LEFT] & ~(1 << card)
    pieces = scratch.pieces
    of_cluster = scratch.of_cluster
    memory = scratch.memory
    stack = scratch.stack
    hubs = scratch.hubs
    fine = few(left_mask)
    gains = scratch.gains
    goods = task.goods
    listed = 0
    for cluster in range(clusters):
        starts[cluster] = listed
        listed = list_covers(cluster, scratch, listed)
        if listed > len(covers):
            return -1
    starts[clusters] = listed
    # Every cluster in turn takes no cover (-1) or one of its covers; -2 is the start. A level
    # knows the cells put on the board, the spaces of the card that are covered, and after which
    # point of the order of deciding.
    level = 0
    levels[0] = 0
    chosen[0] = -2
    while level >= 0:
        if level == clusters:
            first = not task.free_order or card > largest_since[levels[level, 2]]
            if first and allowed[levels[level, 1]]:
                shown = levels[level, 0]
                mask = levels[level, 1]
                count = shown
                for space in range(6):
                    if not mask >> space & 1:
                        cell = (ORIGIN + space // 3) * BOARD + ORIGIN + space % 3
                        board[cell] = 1 + task.codes[card, space]
                        cells[count] = cell
                        count += 1
                count_pieces(board, cells, count, stack, hubs, fine, pieces)
                for cluster in range(clusters):
                    if chosen[cluster] < 0:
                        add_pieces(pieces, of_cluster, cluster, goods)
                row = remember(pieces, goods, memory, left_mask)
                if memory[row, MOST_GOODS] == 0:
                    memory[row, MOST_GOODS] = left_mask + 1
                    memory[row, MOST_GOODS + 1] = bound_without_mice(task, pieces, gains, left_mask)
                mice = node[MICE] + task.card_mice[card, mask]
                reach = memory[row, MOST_GOODS + 1] - 2 * mice
                if reach < threshold:
                    numbers[PRUNED] = max(numbers[PRUNED], reach)
                else:
                    if held == len(nodes):
                        return -1
                    write_child(node, scratch, card, count, nodes[held])
                    nodes[held, MICE] = mice
                    nodes[held, BOUND] = reach
                    held += 1
                clear(board, cells, shown, count)
            level -= 1
            continue
        if chosen[level] == -2:
            chosen[level] = -1
            for field in range(3):
                levels[level + 1, field] = levels[level, field]
            level += 1
            chosen[level] = -2
            continue
        if chosen[level] == -1:
            chosen[level] = starts[level]
        else:
            clear(board, cells, levels[level, 0], levels[level + 1, 0])
            chosen[level] += 1
        count = -1
        while count < 0 and chosen[level] < starts[level + 1]:
            at = chosen[level]
            union = levels[level, 1] | covers[at, 3]
            fits = levels[level, 1] & covers[at, 3] == 0 and useful[union]
            if fits and level + 1 == clusters:
                # Of the last cluster only covers that make a child need a look.
                after = max(levels[level, 2], covers[at, 4])
                fits = allowed[union] and (not task.free_order or card > largest_since[after])
            if fits:
                count = put_cluster(
                    offsets,
                    codes,
                    level,
                    sizes[level],
                    (covers[at, 0], covers[at, 1], covers[at, 2]),
                    board,
                    cells,
                    levels[level, 0],
                )
            if count < 0:
                chosen[level] += 1
            else:
                levels[level + 1, 0] = count
                levels[level + 1, 1] = union
                levels[level + 1, 2] = max(levels[level, 2], covers[at, 4])
        if count < 0:
            chosen[level] = -1
            level -= 1
        else:
            level += 1
            chosen[level] = -2
    return held


@kernel
def search(
    task: Task, threshold: int, nodes: Nodes, numbers: Ints, scratch: Scratch, budget: int
) -> int:
    """Expand up to ``budget`` nodes depth first; resumable.

    Parameters
    ----------
    threshold
        The total in question; may grow between calls.
    nodes, numbers
        The nodes to expand, of which there are ``numbers[0]``; ``numbers[1]`` counts expansions,
        ``numbers[2 + d]`` those with d cards decided. ``numbers[PRUNED]`` becomes the greatest
        bound of anything that was left out because its bound is below the threshold. A node is
        left out where one as good was expanded, unless ``numbers[SALT]`` is 0; a new search needs a
        greater ``numbers[SALT]``.

    Returns
    -------
    `RUNNING`, `REFUTED`, `FOUND` (``nodes[numbers[0]]`` is the stand; call again to go on) or
    `STUCK`.
    """
    node = np.zeros(NODE_LENGTH, dtype=np.int16)
    cards = len(task.codes)
    for _ in range(budget):
        if numbers[0] == 0:
            return REFUTED
        numbers[0] -= 1
        node[:] = nodes[numbers[0]]
        numbers[1] += 1
        numbers[2 + node[DECIDED]] += 1
        held = numbers[0]
        if node[DECIDED] == cards:
            if node[CLUSTERS] == 1:
                return FOUND
            held = join(task, node, threshold, nodes, numbers, held, scratch)
        else:
            take_up(node, scratch)
            sum_clusters(task, node, scratch)
            for card in range(cards):
                next_one = task.free_order or node[LEFT] >> (card + 1) == 0
                if held >= 0 and next_one and node[LEFT] >> card & 1:
                    held = expand(task, node, card, threshold, nodes, numbers, held, scratch)
        if held < 0:
            return STUCK
        new = numbers[0]
        best = new
        for child in range(new, held):
            if numbers[SALT] > 0 and is_known(
                nodes[child], scratch.seen, numbers[SALT], task.free_order
            ):
                continue
            if new < child:
                nodes[new] = nodes[child]
            if nodes[new, BOUND] >= nodes[best, BOUND]:
                best = new
            new += 1
        if new > numbers[0]:
            # The most promising child comes next.
            node[:] = nodes[best]
            nodes[best] = nodes[new - 1]
            nodes[new - 1] = node
        numbers[0] = new
    return REFUTED if numbers[0] == 0 else RUNNING
