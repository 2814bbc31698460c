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

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.puzzle.board import MAX_SPOTS, Board
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.search.kernels.total_moves import count_total_moves
from chatuchak_solver.search.pattern_database import rank_tables
from chatuchak_solver.search.priced_heuristic import placements, row_starts
from chatuchak_solver.search.spot_prices import universe

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["total_moves"]

TABLES_KEPT: Final = 2


@lru_cache(maxsize=TABLES_KEPT)
def total_moves(board: Board, counts: tuple[int, ...], rule: MoveRule) -> NDArray[np.uint8]:
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
    starts, rows = row_starts(board, counts)
    distances = np.zeros((rows, MAX_SPOTS), np.uint8)
    table = universe(board, counts)
    ranks = rank_tables(board.spots)
    reach = np.array(reach_masks(board, rule), np.uint32)
    for size, first, end in zip(table.sizes, table.starts, table.ends, strict=True):
        masks = placements(board.spots, size)
        count_total_moves(
            board.spots,
            table.masks[first:end],
            masks,
            reach,
            ranks.low,
            ranks.high,
            distances[starts[size] : starts[size] + masks.size],
        )
    distances.flags.writeable = False
    return distances
