"""Anytime search: improving solutions and lower bounds.

Beams of growing width search for solutions shorter than the incumbent, in turns with IDA*, which
raises the proven lower bound or finds the optimum. Both use priced pattern databases. The search
ends when incumbent and lower bound meet. Designed for slides, which seldom allow proofs; valid for
any rule.

References
----------
Zhang, "Complete Anytime Beam Search", AAAI 1998.
"""

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.packed_grid import packable_grid
from chatuchak_solver.search.priced_beam import PricedBeam
from chatuchak_solver.search.priced_heuristic import mixed_table, prepare_unpriced, root_heuristics

FIRST_WIDTH: Final = 1 << 12
"""The width of the first beam: easy grids end with it and the first proof."""
FIRST_PROOF_NODES: Final = 4_000_000
"""The expansions of the proof search after the first beam."""
WIDTHS: Final = (1 << 14, 5 << 14, 1 << 18, 1 << 20, 1 << 22, 3 << 20)
"""The widths of further beams; four million take 1.2 GB."""
QUICK_BEAMS: Final = 2
"""Consecutive beam slices before the proof search's turn."""
PROOF_TURN_NODES: Final = 1_000_000
"""The proof search's turn if no beam is due."""
BEAM_NODES_PER_PROOF_NODE: Final = 2
"""The proof search's share: a sixth of the time, as it is faster."""
BEAM_WORTH: Final = 16
"""Cost of a beam expansion in proof expansions: five times the time."""
GROWTH: Final = 3
"""The expected growth of expansions from one bound to the next."""


class AnytimeSearch(Search):
    """A resumable anytime search; see `chatuchak_solver.search.engine.Search`.

    The schedule depends only on node counts: moves, bounds and expansions are deterministic,
    independent of slices.

    Parameters
    ----------
    grid, rule
        As in `chatuchak_solver.search.solve.solve`.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`.

    Raises
    ------
    InputError
        If the grid has over 32 spots or over five colors.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str = MoveRule.SLIDE) -> None:
        grid = packable_grid(grid, "the anytime search", len(STANDARD_COLORS))
        self._grid = grid
        self.lower_bound: int = 0
        self.incumbent: tuple[int, ...] | None = () if grid.is_solved else None
        self.expanded: int = 0
        if self.incumbent is not None:
            return
        self._rule = MoveRule(rule)
        self._heuristics = root_heuristics(grid, self._rule)
        self._proof = IdaStarSearch(grid, self._rule, heuristics=self._heuristics)
        self.lower_bound = self._proof.lower_bound
        self._beam: PricedBeam | None = None
        self._beams_begun = 0
        self._proof_nodes_due = 0

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the tables without prices; see `chatuchak_solver.search.engine.Search`."""
        grid = packable_grid(grid, "the anytime search", len(STANDARD_COLORS))
        yield from prepare_unpriced(grid.board, grid.counts, rule)

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the optimum is proven."""
        while not self._is_proven() and node_budget > 0:
            before = self.expanded
            if self._beam is not None:
                self._run_beam(self._beam, node_budget)
            elif self._proof_nodes_due > 0:
                self._run_proof(min(node_budget, self._proof_nodes_due))
            elif self._beams_begun == 0 or self._is_beam_worthwhile():
                self._begin_beam()
            else:
                self._proof_nodes_due = PROOF_TURN_NODES
            node_budget -= self.expanded - before
        return self._is_proven()

    def _is_proven(self) -> bool:
        return self.incumbent is not None and len(self.incumbent) == self.lower_bound

    def _is_beam_worthwhile(self) -> bool:
        """Return whether a beam is left, and the proof is expected to take several times longer."""
        if self._beams_begun > len(WIDTHS):
            return False
        if self.incumbent is None:
            return True
        gap = len(self.incumbent) - self.lower_bound
        proof_nodes = sum(self._proof.expanded_per_bound[-2:]) * int(GROWTH**gap)
        beam_nodes = len(self.incumbent) * WIDTHS[self._beams_begun - 1]
        return proof_nodes > BEAM_WORTH * beam_nodes

    def _run_proof(self, node_budget: int) -> None:
        proof = self._proof
        before = proof.expanded
        proof.run(node_budget)
        self.lower_bound = proof.lower_bound
        self.expanded += proof.expanded - before
        self._proof_nodes_due -= proof.expanded - before
        if proof.incumbent is not None:
            self.incumbent = proof.incumbent

    def _begin_beam(self) -> None:
        self._beam = PricedBeam(
            self._grid,
            mixed_table(self._heuristics),
            width=(FIRST_WIDTH, *WIDTHS)[self._beams_begun],
            longest=None if self.incumbent is None else len(self.incumbent) - 1,
        )
        self._beams_begun += 1

    def _run_beam(self, beam: PricedBeam, node_budget: int) -> None:
        """Run the beam; at its end, remove it and credit the proof search with its share."""
        before = beam.expanded
        ended = beam.run(node_budget)
        self.expanded += beam.expanded - before
        if not ended:
            return
        if beam.incumbent is not None:
            self.incumbent = beam.incumbent
        self._beam = None
        if self._beams_begun == 1:
            self._proof_nodes_due = FIRST_PROOF_NODES
        elif self._beams_begun > 1 + QUICK_BEAMS:
            self._proof_nodes_due = beam.expanded // BEAM_NODES_PER_PROOF_NODE
