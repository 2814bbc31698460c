"""Pieces of scoring goods: counted on the scratch board, and added up."""

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import fields
from chatuchak_solver.stand.kernels.cover_search.workspace import BOARD, Workspace


@kernel
def clear_pieces(work: Workspace, row: int) -> None:
    """Set a row of ``pieces`` to no pieces."""
    for good in range(fields.MOST_GOODS):
        for field in range(fields.PIECE_FIELDS):
            work.pieces[row, good, field] = 0


@kernel
def count_pieces(work: Workspace, count: int, fine: bool, row: int) -> None:
    """Write the pieces of ``cells[:count]`` on the board into a row of ``pieces``.

    A space that has been counted is negative while this runs. Unless ``fine``, what touches one
    free space is no more than bounded.
    """
    board = work.board
    cells = work.cells
    stack = work.stack
    hubs = work.hubs
    pieces = work.pieces
    clear_pieces(work, row)
    touched = 0
    for index in range(count):
        start = cells[index]
        value = board[start]
        if value <= 1 or value > work.goods + 1:
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
            pieces[row, good, fields.CLOSED] += 1
            pieces[row, good, fields.CLOSED_LARGEST] = max(
                pieces[row, good, fields.CLOSED_LARGEST], size
            )
            continue
        # Pieces of 1, of 2 and of 3 or more spaces are counted side by side.
        pieces[row, good, min(size, 3) - 1] += 1
        pieces[row, good, fields.SPACES] += size
        pieces[row, good, fields.LARGEST] = max(pieces[row, good, fields.LARGEST], size)
        pieces[row, good, fields.SOURCES] = 1
        if not fine:
            pieces[row, good, fields.TOUCHING] = pieces[row, good, fields.SPACES]
            continue
        for done in range(size):
            here = stack[done]
            for near in (here + 1, here - 1, here + BOARD, here - BOARD):
                if board[near] == 0 and hubs[near, fields.MOST_GOODS] != index + 1:
                    if hubs[near, fields.MOST_GOODS] == 0:
                        work.touched[touched] = near
                        touched += 1
                    hubs[near, fields.MOST_GOODS] = index + 1
                    hubs[near, good] += size
                    pieces[row, good, fields.TOUCHING] = max(
                        pieces[row, good, fields.TOUCHING], hubs[near, good]
                    )
    for index in range(count):
        cell = cells[index]
        board[cell] = abs(board[cell])
    for index in range(touched):
        for good in range(fields.MOST_GOODS + 1):
            hubs[work.touched[index], good] = 0


@kernel
def add_pieces(work: Workspace, total: int, row: int) -> None:
    """Add a row of ``pieces`` to the row ``total``."""
    pieces = work.pieces
    for good in range(work.goods):
        sources = pieces[total, good, fields.SOURCES]
        more = pieces[row, good, fields.SOURCES]
        if sources == 0:
            for field in range(fields.TOUCHING, fields.PIECE_FIELDS):
                pieces[total, good, field] = pieces[row, good, field]
        elif sources == 1 and more == 1:
            pieces[total, good, fields.OTHER_SPACES] = pieces[row, good, fields.SPACES]
            pieces[total, good, fields.OTHER_TOUCHING] = pieces[row, good, fields.TOUCHING]
        elif more > 0:
            # Of three or more nothing is known about what touches one space.
            for field in range(fields.TOUCHING, fields.PIECE_FIELDS):
                pieces[total, good, field] = 0
        for field in range(fields.TOUCHING):
            if field in (fields.LARGEST, fields.CLOSED_LARGEST):
                pieces[total, good, field] = max(
                    pieces[total, good, field], pieces[row, good, field]
                )
            else:
                pieces[total, good, field] += pieces[row, good, field]
