"""Spot prices: a Lagrangian relaxation of the competition for spots.

A goal position covers every spot exactly once: by one of the colors' regions or by the empty spot.
With a price per spot, the moves to a goal position are therefore the sum over the colors of the
moves to their regions and the regions' prices, plus the empty spot's price, minus all prices. The
minimum of each term gives a lower bound for any prices (a Lagrangian relaxation of the set
partitioning problem); `find_prices` maximizes it.

References
----------
Held and Karp, "The Traveling-Salesman Problem and Minimum Spanning Trees: Part II", Mathematical
Programming 1 (1971), for subgradient steps.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s, UInt32s
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.kernels.goal_layout import Tables
from chatuchak_solver.search.kernels.spot_prices import assignment_costs, improve_prices
from chatuchak_solver.search.regions import region_tables

AIM_MOVES = 2.0
"""The target of the first step above the best bound so far."""


def universe(board: Board, counts: Sequence[int]) -> Tables:
    """Return the regions' tables for colors of ``counts`` booths, 0 for none."""
    return region_tables(board, tuple(sorted(filter(None, counts), reverse=True)))


@cache
def spot_distances(board: Board, rule: MoveRule) -> Int64s:
    """Return the moves of a single booth between each two spots; int64 (spots, spots)."""
    places = np.stack(np.divmod(np.arange(board.spots), board.columns))
    apart = np.abs(places[:, :, np.newaxis] - places[:, np.newaxis])
    steps = apart if rule is MoveRule.SLIDE else apart > 0  # a jump goes along a whole line
    distances: Int64s = steps.sum(axis=0, dtype=np.int64)
    distances.flags.writeable = False
    return distances


def find_prices(
    board: Board, rule: MoveRule, positions: UInt32s, *, steps: int
) -> tuple[Float64s, float]:
    """Find prices with a good mean lower bound over ``positions``.

    Takes 3 ms for one position of the game's own board and 100 steps, and 0.15 s for 64 of them.
    Deterministic.

    Parameters
    ----------
    board, rule
        The board and the move rule.
    positions
        uint32 (positions, 5): the spots of each color, 0 for an absent color; at least one
        position, all with the same number of booths per color.
    steps
        The number of subgradient steps.

    Returns
    -------
    The prices of the spots in moves, float64 (spots,), and their mean lower bound in moves.
    """
    colors = [color for color in range(positions.shape[1]) if positions[0, color]]
    counts = [int(positions[0, color]).bit_count() for color in colors]
    table = universe(board, counts)
    size_index = np.array([table.sizes.tolist().index(count) for count in counts], np.int64)
    distances = spot_distances(board, rule)
    costs = np.zeros((len(positions), len(colors), table.masks.size), np.float32)
    for position, masks in enumerate(positions):
        for place, color in enumerate(colors):
            regions = slice(table.starts[size_index[place]], table.ends[size_index[place]])
            assignment_costs(
                int(masks[color]), table.masks[regions], distances, costs[position, place, regions]
            )
    prices = np.zeros(board.spots + 1)
    improve_prices(
        steps, AIM_MOVES, table.masks, table.starts, table.ends, size_index, costs, prices
    )
    return prices[:-1], float(prices[-1])
