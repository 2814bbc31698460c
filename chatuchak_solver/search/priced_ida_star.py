"""IDA* with priced pattern databases.

Prunes by two heuristics: one with the root's best prices, and one without prices.

References
----------
Korf, "Depth-First Iterative-Deepening", Artificial Intelligence 27 (1985); Holte, Felner, Newton,
Meshulam and Furcy, "Maximizing over Multiple Pattern Databases Speeds up Heuristic Search",
Artificial Intelligence 170 (2006), for several heuristics at a time.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.ida_star import DepthFirstSearch
from chatuchak_solver.search.priced_heuristic import (
    SCALE,
    PricedHeuristic,
    is_quick,
    prepare_unpriced,
    priced_heuristic,
    unpriced_heuristic,
)
from chatuchak_solver.search.spot_prices import find_prices

ROOT_STEPS = 150


def root_heuristics(grid: Grid, rule: MoveRule) -> list[PricedHeuristic]:
    """Return the heuristic of the grid's own best prices and the one without prices.

    On large boards only the second; see `is_quick`.
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
        One or two; `root_heuristics` by default.
    """

    def __init__(
        self,
        grid: Grid,
        rule: MoveRule | str = MoveRule.SLIDE,
        *,
        heuristics: Sequence[PricedHeuristic] | None = None,
    ) -> None:
        super().__init__(grid, rule)
        if self.incumbent is not None:
            return
        chosen = heuristics or root_heuristics(grid, self._rule)
        distances = np.stack([each.distances for each in chosen], axis=1)
        self._set_tables(SCALE, distances, [each.constant for each in chosen])
        self.lower_bound: int = max(1, *(each.evaluate(grid) for each in chosen))
        self.expanded_per_bound.append(0)
        self._begin_bound()

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the tables without prices; see `chatuchak_solver.search.engine.Search`."""
        yield from prepare_unpriced(grid.board, grid.counts, rule)
