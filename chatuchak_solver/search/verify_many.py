"""Replay of many solutions at once, independent of the searches.

One array operation per step of all grids.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Int8s, Int64s, UInt8s
from chatuchak_solver.puzzle.board import Board

EMPTY = -1


def replay_many(board: Board, codes: Int8s, moves: UInt8s, lengths: Int64s) -> Bools:
    """Make every move of every grid by the jump rule; return which grids end up solved.

    Parameters
    ----------
    codes
        int8 (n, spots): the color of each spot, -1 for the empty one.
    moves
        uint8 (n, longest): the spots whose booths move to the empty spot.
    lengths
        int64 (n,): the number of moves.

    Returns
    -------
    bool (n,): False also for illegal moves.
    """
    grids = codes.copy()
    empty = np.argmax(grids == EMPTY, axis=1)
    legal = np.ones(len(grids), np.bool_)
    for step in range(int(lengths.max(initial=0))):
        active = np.flatnonzero(legal & (lengths > step))
        to, spot = empty[active], moves[active, step].astype(np.int64)
        same_row = spot // board.columns == to // board.columns
        same_column = spot % board.columns == to % board.columns
        fits = (spot < board.spots) & (same_row != same_column)
        legal[active[~fits]] = False
        active, to, spot = active[fits], to[fits], spot[fits]
        grids[active, to] = grids[active, spot]
        grids[active, spot] = EMPTY
        empty[active] = spot
    return legal & are_solved(board, grids)


def are_solved(board: Board, codes: Int8s) -> Bools:
    """Return, per grid, whether each color is connected; bool (n,) from int8 (n, spots).

    Booths take the minimum label of their equal neighbors until no label changes.
    """
    shape = (len(codes), board.rows, board.columns)
    grids = codes.reshape(shape)
    own = np.arange(board.spots, dtype=np.int8)
    labels = np.tile(own, (len(codes), 1)).reshape(shape)
    beside = grids[:, :, 1:] == grids[:, :, :-1]
    below = grids[:, 1:] == grids[:, :-1]
    while True:
        before = labels.copy()
        for ahead, behind, equal in (
            (labels[:, :, 1:], labels[:, :, :-1], beside),
            (labels[:, 1:], labels[:, :-1], below),
        ):
            least = np.minimum(ahead, behind)
            np.minimum(ahead, least, out=ahead, where=equal)
            np.minimum(behind, least, out=behind, where=equal)
        if np.array_equal(before, labels):
            break
    heads = (labels.reshape(codes.shape) == own) & (codes != EMPTY)
    colors = sum(
        (codes == color).any(axis=1).astype(np.int64) for color in np.unique(codes[codes >= 0])
    )
    return np.asarray(heads.sum(axis=1) == colors)
