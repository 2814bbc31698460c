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

    All pieces are closed unless further cards let them ``grow``. The maximum spaces that two new
    spaces connect are only bounded: see `pair_pieces`. Negative board values mark counted spaces.
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
        counts[fields.PAIRED] = min(counts[fields.SPACES], 2 * counts[fields.TOUCHING])


@kernel
def pair_pieces(work: Workspace, row: int) -> None:
    """Refine a row by the maximum spaces that two new spaces connect, after `count_pieces`.

    Two adjacent spaces, or two next to the same piece, connect all pieces around them.
    """
    pieces = work.pieces
    free = work.free
    for good in range(work.goods):
        # A second space may connect no further piece.
        best = touching = pieces[row, good, fields.TOUCHING]
        most = pieces[row, good, fields.PAIRED]
        if best == most:
            continue
        beside = 0
        for index in range(work.touched_count):
            if work.hubs[index, good] != 0:
                free[beside] = index
                beside += 1
        for later in range(beside):
            first = work.hubs[free[later], good]
            if (first & 255) + touching <= best or best == most:
                continue
            for other in range(later):
                second = work.hubs[free[other], good]
                joined = (first & 255) + (second & 255)
                if joined <= best:
                    continue
                common = (first & second) >> 8
                apart = abs(work.touched[free[later]] - work.touched[free[other]])
                if common == 0 and apart not in (1, fields.BOARD):
                    continue
                number = 0
                while common >> number:
                    joined -= work.piece_sizes[good, number] * (common >> number & 1)
                    number += 1
                best = max(best, joined)
        pieces[row, good, fields.PAIRED] = best


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
        for field in (fields.TOUCHING, fields.PAIRED):
            total[field + fields.TO_OTHER] = total[field]
            total[field] = more[field]
    else:
        total[fields.OTHER_PIECES] += count_open(more)
        total[fields.OTHER_SPACES] += more[fields.SPACES]
        total[fields.OTHER_LARGEST] = max(total[fields.OTHER_LARGEST], more[fields.LARGEST])
        for field in (fields.TOUCHING, fields.PAIRED):
            total[field + fields.TO_OTHER] = more[field]
    if sources > 1:
        # Pieces of different further sources may touch.
        total[fields.OTHER_TOUCHING] = 0
        total[fields.OTHER_PAIRED] = 0


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
