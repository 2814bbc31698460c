"""Tables of the moves, of any booths, that bring one color to a region: the walks included.

Pattern databases count the moves of one color's own booths and let the empty spot be anywhere.
Under slides half of the work is to lead the empty spot there, past booths of other colors. These
tables know the empty spot, and count every move until the color is together.

Each color's entry is a lower bound on all moves, weak far from a goal, but the best one near it,
where few booths are left to move and the empty spot may be far from them: it prunes
`chatuchak_solver.search.priced_ida_star`. The sum over the colors counts a move for each of them,
so that it bounds nothing by itself, but it tells where the empty spot is needed: it ranks the
states of `chatuchak_solver.search.priced_beam`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from chatuchak_solver.kernels.arrays import UInt8s
from chatuchak_solver.kernels.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.search.additive_heuristic import row_starts
from chatuchak_solver.search.kernels.heuristic_tables import MOST_TOTAL_MOVES
from chatuchak_solver.search.masks import NARROW_SPOTS
from chatuchak_solver.search.pattern_database import rank_tables
from chatuchak_solver.search.priced_heuristic import placements
from chatuchak_solver.search.spot_prices import universe

COUNT: Final = ShippedKernel(
    *("spot_prices", "chatuchak_solver.search.kernels.total_moves", "count_total_moves"),
    "int64 uint32[1] uint32[1] uint32[1] uint32[2] uint32[1] uint32[1] uint32[1] uint8[2]",
)


@lru_cache(maxsize=2)
def _place(board: Board, counts: tuple[int, ...], rule: MoveRule) -> list[UInt8s]:
    """Return where a table is kept: in a list that is empty until it is made."""
    del board, counts, rule
    return []


def total_moves(board: Board, counts: tuple[int, ...], rule: MoveRule) -> UInt8s:
    """Return the moves that bring each placement of a color, and empty spot, to a region.

    Takes 0.3 s and 24 MB for the game's own board, and is kept in memory.

    Parameters
    ----------
    board, counts, rule
        The board, the number of booths of each of the five colors (0 for none), the move rule.

    Returns
    -------
    uint8 (rows, 32), read-only: rows as in `PricedHeuristic`, columns by the empty spot. 255 where
    the empty spot is on a booth.
    """
    while not (place := _place(board, counts, rule)):
        for _ in prepare_total_moves(board, counts, rule):
            pass
    return place[0]


def prepare_total_moves(board: Board, counts: tuple[int, ...], rule: MoveRule) -> Iterator[None]:
    """Make what `total_moves` returns in pieces of some hundredths of a second.

    Yields before each piece; nothing where all is there.
    """
    if _place(board, counts, rule):
        return
    starts, rows = row_starts(board, counts)
    distances = np.full((rows, NARROW_SPOTS), MOST_TOTAL_MOVES, np.uint8)
    distances[0] = 0
    table = universe(board, counts)
    ranks = rank_tables(board.spots)
    reach = np.array(reach_masks(board, rule), np.uint32)
    for size, first, end in zip(table.sizes.tolist(), table.starts, table.ends, strict=False):
        yield
        masks = placements(board.spots, size)
        unseen = np.uint32(board.full_mask) & ~masks
        regions = np.searchsorted(masks, table.masks[first:end])  # ranks ascend with the masks
        following = np.zeros(masks.size, np.uint32)
        following[regions] = unseen[regions]
        frontier = np.empty(masks.size, np.uint32)
        part = distances[starts[size] : starts[size] + masks.size]
        moves = 0
        while moves < MOST_TOTAL_MOVES and COUNT(
            moves, masks, reach, ranks.low, ranks.high, following, frontier, unseen, part
        ):
            moves += 1
            yield
    distances.flags.writeable = False
    _place(board, counts, rule).append(distances)
