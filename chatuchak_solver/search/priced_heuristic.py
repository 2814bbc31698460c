"""Priced pattern databases: additive heuristics that account for competition for spots.

A goal position covers every spot exactly once: by a color's region or by the empty spot. With a
price per spot, the moves to a goal position are the sum over the colors of the moves to their
regions and the regions' prices, plus the empty spot's price, minus all prices. The minimum of each
term gives a consistent lower bound for any prices (a Lagrangian relaxation); `find_prices`
maximizes it. A table holds, for each placement, the minimum sum of a region's price and the moves
to that region. Colors of one size share a table. See `docs/solving.md`.

A priced heuristic is 0 or less in solved states, possibly also in others.

References
----------
Felner, Korf and Hanan, "Additive Pattern Database Heuristics", JAIR 22 (2004), for the sum. Held
and Karp, "The Traveling-Salesman Problem and Minimum Spanning Trees: Part II", Mathematical
Programming 1 (1971), for subgradient steps.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s, UInt32s
from chatuchak_solver.puzzle import Board, Grid, MoveRule, iter_spots, reach_masks
from chatuchak_solver.search.additive_heuristic import row_starts, rows_of
from chatuchak_solver.search.goal_directed import region_tables
from chatuchak_solver.search.kernels.pattern_database import (
    UNREACHED,
    list_placements,
    relax_placements,
)
from chatuchak_solver.search.pattern_database import rank_tables

MAX_PRICED_ROWS = 4_000_000
"""Prices of larger tables would take many seconds."""
SCALE = 8
"""Price units per move: a byte holds 31 moves, and rounding costs a tenth of a move."""
STEPS = 150
AIM_MOVES = 2.0
"""Target of the first step above the best bound; shrinks to a twentieth."""


@dataclass(frozen=True, slots=True, eq=False)
class PricedHeuristic:
    """The heuristic of one set of prices; built by `priced_heuristic`.

    Attributes
    ----------
    distances
        uint8, read-only: one entry 0 for colors without booths, then per size the distance of every
        placement, in units of 1/`SCALE` move.
    constant
        The addend to the sum of the colors' distances, in the same units.
    """

    distances: UInt8s
    constant: int

    def evaluate(self, grid: Grid) -> int:
        """Return a lower bound on the moves that solve ``grid``, with the same counts."""
        return max(0, -(-self.units(grid) // SCALE))

    def units(self, grid: Grid) -> int:
        """Return the heuristic in units of 1/`SCALE` move; may be negative."""
        return self.constant + int(self.distances[rows_of(grid)].sum(dtype=np.int64))


def spot_distances(board: Board, rule: MoveRule) -> Int64s:
    """Return the moves of a single booth between each two spots; int64 (spots, spots)."""
    places = np.stack(np.divmod(np.arange(board.spots), board.columns))
    apart = np.abs(places[:, :, np.newaxis] - places[:, np.newaxis])
    steps = apart if rule is MoveRule.SLIDE else apart > 0  # a jump goes along a whole line
    distances: Int64s = steps.sum(axis=0, dtype=np.int64)
    return distances


def assignment_costs(booths: Sequence[int], regions: UInt32s, distances: Int64s) -> Float32s:
    """Return the minimum moves that bring ``booths`` to each region without obstacles.

    One booth after the other, for all subsets of the region's spots: O(n 2^n) array operations.
    """
    targets = np.array([iter_spots(mask) for mask in regions.tolist()]).T
    costs: dict[tuple[int, ...], Float32s] = {(): np.zeros(regions.size, np.float32)}
    for filled, booth in enumerate(booths):
        moves = distances[booth, targets].astype(np.float32)
        costs = {
            subset: np.min(
                [costs[*subset[:at], *subset[at + 1 :]] + moves[k] for at, k in enumerate(subset)],
                axis=0,
            )
            for subset in combinations(range(len(booths)), filled + 1)
        }
    return costs[tuple(range(len(booths)))]


def find_prices(grid: Grid, rule: MoveRule, *, steps: int = STEPS) -> tuple[Float64s, float]:
    """Return prices per spot with a good lower bound for ``grid``, and the bound, in moves.

    Polyak's subgradient steps; some hundredths of a second on the game's own board. Deterministic.
    """
    table = region_tables(grid.board, tuple(filter(None, grid.counts)))
    moves, sizes = spot_distances(grid.board, rule), table.sizes.tolist()
    covers = -table.holds[:-1].T.astype(np.float64)
    colors = []
    for mask in filter(None, grid.color_masks):
        index = sizes.index(mask.bit_count())
        regions = slice(table.starts[index], table.ends[index])
        costs = assignment_costs(iter_spots(mask), table.masks[regions], moves)
        colors.append((costs, regions))
    best = prices = np.zeros(grid.board.spots)
    best_bound = -math.inf
    for step in range(steps):
        region_prices = (covers @ prices).astype(np.float32)
        excess = np.full(prices.size, -1.0)
        lowest = int(prices.argmin())
        excess[lowest] += 1
        bound = float(prices[lowest] - prices.sum())
        for costs, regions in colors:
            totals = costs + region_prices[regions]
            chosen = int(totals.argmin())
            bound += float(totals[chosen])
            excess += covers[regions][chosen]
        if bound > best_bound:
            best, best_bound = prices, bound
        norm = float(excess @ excess)
        if norm < 1e-9:
            break
        aim = AIM_MOVES * (1 - 0.95 * step / steps)
        prices = prices + (best_bound + aim - bound) / norm * excess
    return best, best_bound


def priced_heuristic(grid: Grid, rule: MoveRule, prices: Float64s) -> PricedHeuristic:
    """Build the heuristic of ``prices`` for the board and counts of a grid.

    Takes some tenths of a second for the game's own board. Prices are per spot, in moves; rounded
    to 1/`SCALE`.
    """
    board, counts = grid.board, grid.counts
    units = np.rint(prices * SCALE).astype(np.int64)
    constant = int(units.min() - units.sum())
    starts, rows = row_starts(board, counts)
    distances = np.full(rows, UNREACHED, np.uint8)
    distances[0] = 0
    table = region_tables(board, tuple(filter(None, counts)))
    ranks = rank_tables(board.spots)
    reach = np.array(reach_masks(board, rule), np.uint32)
    for size, first, end in zip(table.sizes.tolist(), table.starts, table.ends, strict=False):
        region_prices = -(units @ table.holds[:-1, first:end])
        lowest = int(region_prices.min())
        constant += lowest * counts.count(size)
        places = starts[size] + np.array([*map(ranks.rank, table.masks[first:end].tolist())])
        distances[places] = np.minimum(region_prices - lowest, UNREACHED)
        # Dijkstra's algorithm.
        own = distances[starts[size] :][: math.comb(board.spots, size)]
        masks = np.empty(own.size, np.uint32)
        list_placements(masks, size)
        for value in range(UNREACHED - SCALE):
            if (places := np.flatnonzero(own == value)).size:
                relax_placements(masks[places], value + SCALE, own, reach, ranks.low, ranks.high)
    distances.flags.writeable = False
    return PricedHeuristic(distances, constant)


def is_quick(board: Board, counts: Sequence[int]) -> bool:
    """Return whether the tables are small enough for prices to pay off."""
    return row_starts(board, counts)[1] <= MAX_PRICED_ROWS
