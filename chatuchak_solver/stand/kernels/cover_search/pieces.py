"""Counts and sums of pieces of scoring goods."""

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.workspace import Workspace


@kernel
def count_open(pieces: Int64s) -> int:
    """Return the number of open pieces of a good."""
    return int(pieces[fields.ONES] + pieces[fields.TWOS] + pieces[fields.LARGE])


@kernel
def count_pieces(work: Workspace, count: int, row: int, grow: bool) -> None:
    """Write the pieces of ``cells[:count]`` on the board into a row of ``pieces``.

    All pieces are closed unless further cards let them ``grow``. The maximum spaces that two and
    three new spaces connect are only bounded: see `connect_pieces`. Negative board values mark
    counted spaces.
    """
    board, cells, stack = work.board, work.cells, work.stack
    hubs, pieces = work.hubs, work.pieces
    work.steps += 1
    pieces[row] = 0
    for index in range(work.touched_count):
        work.hub_numbers[work.touched[index]] = 0
    touched = 0
    for index in range(count):
        start = cells[index]
        value = board[start]
        if value <= 1:
            continue
        good = value - 2
        size, done, free = 1, 0, 0
        stack[0] = start
        board[start] = -value
        while done < size:
            here = stack[done]
            done += 1
            for step in fields.BESIDE:
                near = here + step
                if board[near] == value:
                    board[near] = -value
                    stack[size] = near
                    size += 1
                elif board[near] == 0:
                    if work.hub_numbers[near] == 0:
                        work.touched[touched] = near
                        hubs[touched] = 0
                        touched += 1
                        work.hub_numbers[near] = touched
                    hub = work.hub_numbers[near] - 1
                    if hubs[hub, fields.MAX_GOODS] != index + 1:
                        hubs[hub, fields.MAX_GOODS] = index + 1
                        work.free[free] = hub
                        free += 1
        counts = pieces[row, good]
        if free == 0 or not grow:
            counts[fields.CLOSED] += 1
            counts[fields.CLOSED_LARGEST] = max(counts[fields.CLOSED_LARGEST], size)
            continue
        number = count_open(counts)
        work.piece_sizes[good, number] = size
        counts[min(size, 3) - 1] += 1
        counts[fields.SPACES] += size
        counts[fields.LARGEST] = max(counts[fields.LARGEST], size)
        counts[fields.SOURCES] = 1
        for place in range(free):
            hub = work.free[place]
            hubs[hub, good] += size + (256 << number)
            counts[fields.TOUCHING] = max(counts[fields.TOUCHING], hubs[hub, good] & 255)
    work.touched_count = touched
    for index in range(count):
        cell = cells[index]
        board[cell] = abs(board[cell])
    for good in range(work.goods):
        counts = pieces[row, good]
        for spaces in (2, 3):
            most = min(counts[fields.SPACES], spaces * counts[fields.TOUCHING])
            counts[fields.TOUCHING + spaces - 1] = most


@kernel
def _list_hubs(work: Workspace, good: int) -> int:
    """Fill ``free`` with the hubs of a good, largest first; return their number."""
    free = work.free
    count = 0
    for hub in range(work.touched_count):
        spaces = work.hubs[hub, good] & 255
        if spaces == 0:
            continue
        place = count
        while place > 0 and work.hubs[free[place - 1], good] & 255 < spaces:
            free[place] = free[place - 1]
            place -= 1
        free[place] = hub
        count += 1
    return count


@kernel
def _spaces_of(work: Workspace, good: int, pieces: int) -> int:
    """Return the spaces of a set of open pieces of the last count."""
    spaces = number = 0
    while pieces >> number:
        spaces += work.piece_sizes[good, number] * (pieces >> number & 1)
        number += 1
    return int(spaces)


@kernel
def connect_pieces(work: Workspace, row: int) -> None:
    """Refine a row by the maximum spaces that two and three new spaces connect.

    Follows `count_pieces`. Two connected spaces are adjacent or touch a common piece; see
    `chatuchak_solver.stand.checker.pieces` for three.
    """
    pieces, free, touched = work.pieces, work.free, work.touched
    for good in range(work.goods):
        # Further spaces may connect no further piece.
        two = three = pieces[row, good, fields.TOUCHING]
        most_two, most_three = pieces[row, good, fields.PAIRED], pieces[row, good, fields.TRIPLED]
        if three == most_three:
            continue
        count = _list_hubs(work, good)
        for first in range(count):
            some, cell = work.hubs[free[first], good], touched[free[first]]
            size = some & 255
            if min(2 * size, most_two) <= two and min(3 * size, most_three) <= three:
                break
            for second in range(first + 1, count):
                more, other = work.hubs[free[second], good], touched[free[second]]
                both = size + (more & 255)
                if min(both, most_two) <= two and min(both + size, most_three) <= three:
                    break
                if more == some:
                    # A third space next to either of them is a pair with it.
                    continue
                common = (some & more) >> 8
                apart = abs(cell - other)
                if common == 0 and apart not in (1, fields.BOARD):
                    if apart in fields.TWO_STEPS:
                        three = max(three, both)
                    continue
                both -= _spaces_of(work, good, common)
                two = max(two, both)
                three = max(three, both)
                around = some | more
                for third in range(first + 1, count):
                    last, place = work.hubs[free[third], good], touched[free[third]]
                    all_three = both + (last & 255)
                    if min(all_three, most_three) <= three:
                        break
                    common = (last & around) >> 8
                    if common != 0 or (
                        abs(place - cell) in (1, fields.BOARD)
                        or abs(place - other) in (1, fields.BOARD)
                    ):
                        three = max(three, all_three - _spaces_of(work, good, common))
        pieces[row, good, fields.PAIRED] = two
        pieces[row, good, fields.TRIPLED] = three


@kernel
def copy_pieces(work: Workspace, target: int, row: int) -> None:
    """Copy a row of ``pieces``."""
    for good in range(work.goods):
        for field in range(fields.PIECE_FIELDS):
            work.pieces[target, good, field] = work.pieces[row, good, field]


@kernel
def _add_source(total: Int64s, more: Int64s) -> None:
    sources = total[fields.SOURCES]
    if more[fields.LARGEST] > total[fields.LARGEST]:
        total[fields.OTHER_PIECES] = count_open(total)
        total[fields.OTHER_SPACES] = total[fields.SPACES]
        total[fields.OTHER_LARGEST] = total[fields.LARGEST]
        for field in range(fields.TOUCHING, fields.OTHER_TOUCHING):
            total[field + fields.TO_OTHER] = total[field]
            total[field] = more[field]
    else:
        total[fields.OTHER_PIECES] += count_open(more)
        total[fields.OTHER_SPACES] += more[fields.SPACES]
        total[fields.OTHER_LARGEST] = max(total[fields.OTHER_LARGEST], more[fields.LARGEST])
        for field in range(fields.TOUCHING, fields.OTHER_TOUCHING):
            total[field + fields.TO_OTHER] = more[field]
    if sources > 1:
        # Pieces of different further sources may touch.
        total[fields.OTHER_TOUCHING : fields.OTHER_PIECES] = 0


@kernel
def add_pieces(work: Workspace, total: int, row: int) -> None:
    """Add a row of ``pieces``, which may touch in all goods, to the row ``total``."""
    for good in range(work.goods):
        sums, more = work.pieces[total, good], work.pieces[row, good]
        sources = min(sums[fields.SOURCES] + more[fields.SOURCES], 3)
        if sums[fields.SOURCES] == 0:
            for field in range(fields.TOUCHING, fields.PIECE_FIELDS):
                sums[field] = more[field]
        elif more[fields.SOURCES] == 1:
            _add_source(sums, more)
        for field in range(fields.SOURCES):
            if field in (fields.LARGEST, fields.CLOSED_LARGEST):
                sums[field] = max(sums[field], more[field])
            else:
                sums[field] += more[field]
        sums[fields.SOURCES] = sources
