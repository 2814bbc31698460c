"""Exchanges of two booths that keep a start grid's rules A, B and C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_rules import corner_spots

if TYPE_CHECKING:
    from chatuchak_generators.random_stream import RandomStream
    from chatuchak_solver.puzzle.board import Board

__all__ = ["keeps_rules", "random_exchange"]

TRIES = 100_000
"""Pairs of booths that are tried; some two in a hundred may be exchanged."""


def keeps_rules(mask: int, board: Board) -> bool:
    """Return whether the booths ``mask`` of one color keep rules A, B and C among themselves.

    The same as `chatuchak_solver.puzzle.start_rules.start_violations`, quicker.
    """
    columns, left, right = board.columns, board.left_mask, board.right_mask
    east, west = (mask & ~right) << 1, (mask & ~left) >> 1
    south, north = mask << columns & board.full_mask, mask >> columns
    if (east | west | south | north) & mask:
        return False
    if (east & west & (south | north)) | (south & north & (east | west)):
        return False
    corner = sum(1 << spot for spot in corner_spots(board))
    return mask & corner != corner


def random_exchange(grid: Grid, stream: RandomStream) -> Grid | None:
    """Exchange two booths at random so that rules A, B and C hold for their colors after.

    Each exchange that does has the same chance. None if `TRIES` pairs did not.
    """
    spots = grid.board.spots
    colors = [grid.color_at(spot) for spot in range(spots)]
    for _ in range(TRIES):
        pair = stream.below(spots * spots)
        first, second = divmod(pair, spots)
        one, other = colors[first], colors[second]
        if first >= second or one is None or other is None or one == other:
            continue
        swap = 1 << first | 1 << second
        masks = list(grid.color_masks)
        masks[one] ^= swap
        masks[other] ^= swap
        if keeps_rules(masks[one], grid.board) and keeps_rules(masks[other], grid.board):
            return Grid(grid.board, tuple(masks), grid.empty)
    return None
