"""IDA* with priced pattern databases, whose prices are learned from the search itself.

It starts with two heuristics: that of the root's best prices, and that without prices. States met
at regular intervals tell what most of the tree looks like. As soon as a bound has taken three
million nodes, the prices whose lower bound is best on average over its states replace the heuristic
without prices. A child survives if it is within the bound by all heuristics.

Near a goal, leading the empty spot to the last booths takes most of the moves, and total moves
(`chatuchak_solver.search.total_moves`) prune more than all prices. They do nothing for other grids
but take time, so that they join as soon as they would have pruned a fifth of the states met.

References
----------
Korf, "Depth-First Iterative-Deepening", Artificial Intelligence 27 (1985); Holte, Felner, Newton,
Meshulam and Furcy, "Maximizing over Multiple Pattern Databases Speeds up Heuristic Search",
Artificial Intelligence 170 (2006), for several heuristics at a time.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from chatuchak_solver.kernels.arrays import UInt8s
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.ida_star import DepthFirstSearch
from chatuchak_solver.search.kernels.depth_first_stack import DEPTH, EXHAUSTED, PAUSED
from chatuchak_solver.search.priced_heuristic import (
    SCALE,
    PricedHeuristic,
    is_quick,
    prepare_unpriced,
    priced_heuristic,
    unpriced_heuristic,
)
from chatuchak_solver.search.spot_prices import find_prices, universe
from chatuchak_solver.search.total_moves import prepare_total_moves, total_moves

ROOT_STEPS = 150
SAMPLE_STEPS = 150
LEARN_NODES = 3_000_000
"""Expansions of a bound after which prices are learned."""
SAMPLE_NODES = 15_000
"""The expansions between two states that prices are learned from."""
LEAST_SAMPLES = 64
"""States of one bound that are sampled for what total moves would prune."""
WALK_SHARE = 0.2
"""Total moves are used once they would have pruned so much of the states met."""
SAMPLES = 64
SAMPLE_REGIONS = 160_000
"""Fewer samples where there are more than this many pairs of a sample and a region."""


def root_heuristics(grid: Grid, rule: MoveRule) -> list[PricedHeuristic]:
    """Return the heuristic of the grid's own best prices and the one without prices.

    On large boards the second alone; see `is_quick`.
    """
    heuristics = [unpriced_heuristic(grid.board, grid.counts, rule)]
    if is_quick(grid.board, grid.counts):
        positions = np.array([grid.color_masks], np.uint32)
        prices, _ = find_prices(grid.board, rule, positions, steps=ROOT_STEPS)
        heuristics.insert(0, priced_heuristic(grid.board, grid.counts, rule, prices))
    return heuristics


class PricedIdaStarSearch(DepthFirstSearch):
    """A resumable IDA* search; see `chatuchak_solver.search.engine.Search`.

    Parameters
    ----------
    grid, rule
        As in `chatuchak_solver.search.solve.solve`.
    heuristics
        The heuristics to start with; `root_heuristics` by default.
    learns
        Whether prices are learned from the search, and total moves used if they are of use.
    walks
        Total moves to prune by from the start, or None.
    """

    def __init__(
        self,
        grid: Grid,
        rule: MoveRule | str = MoveRule.SLIDE,
        *,
        heuristics: Sequence[PricedHeuristic] | None = None,
        learns: bool = True,
        walks: UInt8s | None = None,
    ) -> None:
        super().__init__(grid, rule)
        self._pieces: Iterator[bool] | None = None
        if self.incumbent is not None:
            return
        self._walks = walks
        self._set_heuristics(list(heuristics or root_heuristics(grid, self._rule)))
        self.lower_bound: int = max(1, *(each.evaluate(grid) for each in self._heuristics))
        self._learns = learns and is_quick(grid.board, grid.counts)
        self._samples: list[list[int]] = []
        self._sampled_walks: list[tuple[int, ...]] = []
        regions = universe(grid.board, grid.counts).masks.size
        self._most_samples = max(4, min(SAMPLES, SAMPLE_REGIONS // regions))
        self.expanded_per_bound.append(0)
        self._begin_bound()

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Make the tables without prices; see `chatuchak_solver.search.engine.Search`."""
        yield from prepare_unpriced(grid.board, grid.counts, rule)

    def run(self, node_budget: int) -> bool:
        """Search on for ``node_budget`` expansions; return True when the optimum is proven."""
        end = self.expanded + node_budget
        while self.incumbent is None and (self.expanded < end or self.is_preparing):
            if self._pieces is not None:
                if not next(self._pieces, True):
                    return False  # the caller may have to end before the next piece
                self._pieces = None
                continue
            status = self._search(min(end - self.expanded, self._until_sample()))
            if status == EXHAUSTED:
                self._pieces = self._prepare_bound()
            elif status == PAUSED and self._until_sample() == SAMPLE_NODES:
                self._take_sample()
        return self.incumbent is not None

    def _until_sample(self) -> int:
        """Return the expansions until the next state to learn from is due."""
        if not self._learns:
            return 1 << 62
        return SAMPLE_NODES - self.expanded_per_bound[-1] % SAMPLE_NODES

    def _take_sample(self) -> None:
        stack = self._stack
        self._samples.append([int(mask) for mask in stack.color_masks])
        depth = int(stack.cursor[DEPTH])
        left = self.lower_bound - depth
        self._sampled_walks.append((left, int(stack.empties[depth]), *map(int, stack.entries)))

    @property
    def is_preparing(self) -> bool:
        """Whether tables for the next bound are being made, piece by piece."""
        return self._pieces is not None

    def _prepare_bound(self) -> Iterator[bool]:
        """Learn from the last bound, and begin the next; yield False before what takes long."""
        if self._walks is None and len(self._sampled_walks) >= LEAST_SAMPLES:
            for _ in prepare_total_moves(self._grid.board, self._grid.counts, self._rule):
                yield False
        self._join_walks()
        self._learn()
        self._begin_bound()

    def _join_walks(self) -> None:
        """Use total moves from the next bound on if they would have pruned much of the last."""
        samples = self._sampled_walks
        if self._walks is None and len(samples) >= LEAST_SAMPLES:
            grid = self._grid
            walks = total_moves(grid.board, grid.counts, self._rule)
            left, empties, *rows = np.array(samples, np.int64).T
            pruned = (walks[np.array(rows), empties].max(axis=0) > left).mean()
            if pruned >= WALK_SHARE:
                self._walks = walks
                self._set_heuristics(self._heuristics)
        samples.clear()

    def _learn(self) -> None:
        """Replace the last heuristic by one for the states met, once there are enough of them."""
        if not self._learns or self.expanded_per_bound[-2] < LEARN_NODES:
            self._samples.clear()
            return
        chosen = np.linspace(0, len(self._samples) - 1, self._most_samples).astype(np.int64)
        positions = np.array(self._samples, np.uint32)[chosen]
        grid = self._grid
        prices, _ = find_prices(grid.board, self._rule, positions, steps=SAMPLE_STEPS)
        learned = priced_heuristic(grid.board, grid.counts, self._rule, prices)
        self._set_heuristics([learned, self._heuristics[0]])
        self._samples.clear()
        self._learns = False

    def _set_heuristics(self, heuristics: list[PricedHeuristic]) -> None:
        self._heuristics = heuristics
        distances = np.stack([each.distances for each in heuristics], axis=1)
        constants = [each.constant for each in heuristics]
        self._set_tables(SCALE, distances, constants, self._walks)
