"""Priced pattern databases: additive heuristics that account for competition for spots.

A pattern database gives the moves of one color to its nearest region; the sum over the colors is
weak because they mostly compete for the same spots. With a price on every spot (see
`chatuchak_solver.search.spot_prices`) the table of one color holds, for each of its placements, the
minimum sum of a region's price and the moves to that region. The sum over the colors, plus the
minimum price, minus all prices, is a lower bound on the moves to any goal position, still with one
lookup per color. Prices do not depend on the color, so colors of one size share a table.

A priced heuristic may be negative, and 0 or less in unsolved states; in solved states it always is.
A move changes it by at most one move: it is consistent.

References
----------
Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004), for the sum.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, UInt8s, UInt32s
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks
from chatuchak_solver.search.additive_heuristic import row_starts, rows_of, tables_around
from chatuchak_solver.search.kernels.heuristic_tables import MAX_PRICED_DISTANCE
from chatuchak_solver.search.kernels.layers import MixedTable
from chatuchak_solver.search.kernels.spot_prices import list_placements, spread_prices
from chatuchak_solver.search.pattern_database import (
    pattern_database,
    prepare_pattern_database,
    rank_tables,
)
from chatuchak_solver.search.spot_prices import universe

MAX_PRICED_ROWS = 4_000_000
"""Tables with more rows get no prices, which would take many seconds."""
SCALE = 8
"""Price units per move: a byte holds 31 moves, and rounding costs a tenth of a move."""


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
    table = universe(board, counts)
    ranks = rank_tables(board.spots)
    reach = np.array(reach_masks(board, rule), np.uint32)
    for size, first, end in zip(table.sizes.tolist(), table.starts, table.ends, strict=False):
        region_prices = -(units @ table.holds[:-1, first:end])
        order = np.argsort(region_prices, kind="stable")
        lowest = int(region_prices[order[0]])
        constant += lowest * list(counts).count(size)
        masks = placements(board.spots, size)
        spread_prices(
            SCALE,
            table.masks[first:end][order],
            region_prices[order] - lowest,
            masks,
            reach,
            ranks.low,
            ranks.high,
            distances[starts[size] : starts[size] + masks.size],
        )
    distances.flags.writeable = False
    return PricedHeuristic(board, tuple(counts), rule, distances, constant)


@lru_cache(maxsize=4)
def unpriced_heuristic(board: Board, counts: tuple[int, ...], rule: MoveRule) -> PricedHeuristic:
    """Return the cached heuristic without prices: the plain additive one.

    On large boards it uses the plain pattern databases, which take seconds less; on others it only
    counts regions whose complement the other colors can fill.
    """
    if not is_quick(board, counts):
        starts, rows = row_starts(board, counts)
        distances = np.zeros(rows, np.uint8)
        for size in sorted(set(counts) - {0}):
            moves = pattern_database(board, size, rule).distances
            place = distances[starts[size] : starts[size] + moves.size]
            np.multiply(np.minimum(moves, MAX_PRICED_DISTANCE // SCALE), SCALE, out=place)
        distances.flags.writeable = False
        return PricedHeuristic(board, counts, rule, distances, 0)
    return priced_heuristic(board, counts, rule, np.zeros(board.spots))


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


def mixed_table(heuristics: Sequence[PricedHeuristic], weights: Sequence[int]) -> MixedTable:
    """Add up heuristics of one board, rule and counts, with small positive weights.

    The sum, divided by the table's units, is again a lower bound.

    Parameters
    ----------
    heuristics, weights
        At least one heuristic, and a weight for each.
    """
    distances = np.zeros(heuristics[0].distances.size, np.uint16)
    constant = 0
    for heuristic, weight in zip(heuristics, weights, strict=True):
        distances += heuristic.distances * np.uint16(weight)
        constant += heuristic.constant * weight
    board, counts = heuristics[0].board, heuristics[0].counts
    around = tables_around(heuristics[0].distances, board, counts, heuristics[0].rule)
    neighbors = np.array(board.neighbor_masks, np.uint32)
    return MixedTable(distances, constant, SCALE * sum(weights), *around[1:], neighbors)


@lru_cache(maxsize=8)
def placements(spots: int, size: int) -> UInt32s:
    """Return the read-only masks of all placements of a color of ``size`` booths, by rank."""
    masks = np.empty(math.comb(spots, size), np.uint32)
    list_placements(size, masks)
    masks.flags.writeable = False
    return masks
