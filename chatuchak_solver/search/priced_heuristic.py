"""Priced pattern databases: additive heuristics that account for competition for spots.

A pattern database gives the moves of one color to its nearest region; the sum over the colors is
weak because they mostly compete for the same spots. A goal position covers every spot exactly once:
by one of the colors' regions or by the empty spot. With a price per spot, the moves to a goal
position are therefore the sum over the colors of the moves to their regions and the regions'
prices, plus the empty spot's price, minus all prices. The minimum of each term gives a lower bound
for any prices (a Lagrangian relaxation of the set partitioning problem); `find_prices` maximizes
it. The table of one color holds, for each of its placements, the minimum sum of a region's price
and the moves to that region. Prices do not depend on the color, so colors of one size share a
table.

A priced heuristic may be negative, and 0 or less in unsolved states; in solved states it always is.
A move changes it by at most one move: it is consistent.

References
----------
Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004), for the sum. Held
and Karp, "The Traveling-Salesman Problem and Minimum Spanning Trees: Part II", Mathematical
Programming 1 (1971), for subgradient steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s, UInt8s
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.search.additive_heuristic import row_starts, rows_of, tables_around
from chatuchak_solver.search.goal_directed import region_tables
from chatuchak_solver.search.kernels.priced_beam import MixedTable
from chatuchak_solver.search.kernels.spot_prices import (
    MAX_PRICED_DISTANCE,
    improve_prices,
    spread_prices,
)
from chatuchak_solver.search.pattern_database import (
    pattern_database,
    prepare_pattern_database,
    rank_tables,
)

MAX_PRICED_ROWS = 4_000_000
"""Tables with more rows get no prices, which would take many seconds."""
SCALE = 8
"""Price units per move: a byte holds 31 moves, and rounding costs a tenth of a move."""
ROOT_STEPS = 150


@dataclass(frozen=True, slots=True, eq=False)
class PricedHeuristic:
    """The heuristic of one set of prices; built by `priced_heuristic`.

    Attributes
    ----------
    board, counts, rule
        The board, the number of booths per color, and the move rule.
    distances
        uint8, read-only: one entry 0 for colors without booths, then per size of a color the
        distance of every placement, in units of 1/`SCALE` move.
    constant
        The addend to the sum of the colors' distances, in the same units.
    """

    board: Board
    counts: tuple[int, ...]
    rule: MoveRule
    distances: UInt8s
    constant: int

    def evaluate(self, grid: Grid) -> int:
        """Return a lower bound on the moves that solve ``grid``, which has the same counts."""
        return max(0, -(-self.units(grid) // SCALE))

    def units(self, grid: Grid) -> int:
        """Return the heuristic in units of 1/`SCALE` move; may be negative."""
        return self.constant + int(self.distances[rows_of(grid)].sum(dtype=np.int64))


@cache
def spot_distances(board: Board, rule: MoveRule) -> Int64s:
    """Return the moves of a single booth between each two spots; int64 (spots, spots)."""
    places = np.stack(np.divmod(np.arange(board.spots), board.columns))
    apart = np.abs(places[:, :, np.newaxis] - places[:, np.newaxis])
    steps = apart if rule is MoveRule.SLIDE else apart > 0  # a jump goes along a whole line
    distances: Int64s = steps.sum(axis=0, dtype=np.int64)
    return distances


def find_prices(grid: Grid, rule: MoveRule, *, steps: int) -> tuple[Float64s, float]:
    """Return prices per spot with a good lower bound for ``grid``, and the bound, in moves.

    Takes 3 ms on the game's own board for 100 subgradient steps. Deterministic.
    """
    table = region_tables(grid.board, tuple(filter(None, grid.counts)))
    sizes = table.sizes.tolist()
    masks = [mask for mask in grid.color_masks if mask]
    size_index = np.array([sizes.index(mask.bit_count()) for mask in masks])
    prices = np.zeros(grid.board.spots + 1)
    improve_prices(
        *(steps, np.array(masks, np.int64), size_index, table.masks, table.starts, table.ends),
        *(spot_distances(grid.board, rule), prices),
    )
    return prices[:-1], float(prices[-1])


def priced_heuristic(
    board: Board, counts: Sequence[int], rule: MoveRule, prices: Float64s
) -> PricedHeuristic:
    """Build the heuristic of ``prices``; takes 0.08 s for the game's own board.

    Parameters
    ----------
    board, counts, rule
        The board, the number of booths of each of the five colors (0 for none), the move rule.
    prices
        Per spot, in moves; rounded to 1/`SCALE`, which preserves the bound.
    """
    units = np.rint(prices * SCALE).astype(np.int64)
    constant = int(units.min() - units.sum())
    starts, rows = row_starts(board, counts)
    distances = np.zeros(rows, np.uint8)
    table = region_tables(board, tuple(filter(None, counts)))
    ranks = rank_tables(board.spots)
    reach = np.array(reach_masks(board, rule), np.uint32)
    ends = [*sorted(starts.values()), rows]
    for size, first, end in zip(table.sizes.tolist(), table.starts, table.ends, strict=False):
        region_prices = -(units @ table.holds[:-1, first:end])
        order = np.argsort(region_prices, kind="stable")
        lowest = int(region_prices[order[0]])
        constant += lowest * list(counts).count(size)
        start = starts[size]
        spread_prices(
            *(SCALE, table.masks[first:end][order], region_prices[order] - lowest, size, reach),
            *(ranks.low, ranks.high, distances[start : ends[ends.index(start) + 1]]),
        )
    distances.flags.writeable = False
    return PricedHeuristic(board, tuple(counts), rule, distances, constant)


@lru_cache(maxsize=4)
def unpriced_heuristic(board: Board, counts: tuple[int, ...], rule: MoveRule) -> PricedHeuristic:
    """Return the cached heuristic without prices: the plain additive one.

    On large boards it uses the plain pattern databases, which take seconds less; on others it only
    counts regions whose complement the other colors can fill.
    """
    if is_quick(board, counts):
        return priced_heuristic(board, counts, rule, np.zeros(board.spots))
    starts, rows = row_starts(board, counts)
    distances = np.zeros(rows, np.uint8)
    for size in sorted(set(counts) - {0}):
        moves = pattern_database(board, size, rule).distances
        place = distances[starts[size] : starts[size] + moves.size]
        np.multiply(np.minimum(moves, MAX_PRICED_DISTANCE // SCALE), SCALE, out=place)
    distances.flags.writeable = False
    return PricedHeuristic(board, counts, rule, distances, 0)


def root_heuristics(grid: Grid, rule: MoveRule) -> list[PricedHeuristic]:
    """Return the heuristic of the grid's own best prices and the one without prices.

    On large boards only the second; see `is_quick`.
    """
    heuristics = [unpriced_heuristic(grid.board, grid.counts, rule)]
    if is_quick(grid.board, grid.counts):
        prices, _ = find_prices(grid, rule, steps=ROOT_STEPS)
        heuristics.insert(0, priced_heuristic(grid.board, grid.counts, rule, prices))
    return heuristics


def prepare_unpriced(board: Board, counts: tuple[int, ...], rule: MoveRule) -> Iterator[None]:
    """Build the heuristic without prices in pieces, and yield before each."""
    if not is_quick(board, counts):
        for size in sorted(set(counts) - {0}):
            yield from prepare_pattern_database(board, size, rule)
    yield
    unpriced_heuristic(board, counts, rule)


def is_quick(board: Board, counts: Sequence[int]) -> bool:
    """Return whether the tables are small enough for prices to pay off."""
    return row_starts(board, counts)[1] <= MAX_PRICED_ROWS


def mixed_table(heuristics: Sequence[PricedHeuristic]) -> MixedTable:
    """Add up heuristics of one board, rule and counts.

    The sum, divided by the table's units, is again a lower bound.
    """
    first = heuristics[0]
    distances = sum(heuristic.distances.astype(np.uint16) for heuristic in heuristics)
    constant = sum(heuristic.constant for heuristic in heuristics)
    around = tables_around(first.distances, first.board, first.counts, first.rule)
    neighbors = np.array(first.board.neighbor_masks, np.uint32)
    return MixedTable(
        np.asarray(distances), constant, SCALE * len(heuristics), *around[1:], neighbors
    )
