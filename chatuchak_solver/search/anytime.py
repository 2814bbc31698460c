"""Anytime search: a good solution at once, better ones and better lower bounds as time goes on.

Beams of growing width seek shorter solutions, each only ones shorter than the incumbent; in turns
with them IDA* raises the proven lower bound, or finds the optimum. Both rank and prune by priced
pattern databases. It ends when incumbent and lower bound meet; with a limit it ends with both.
Made for slides, where proofs are mostly out of reach; valid for any rule.

References
----------
Zhang, "Complete Anytime Beam Search", AAAI 1998.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.priced_beam import PricedBeam
from chatuchak_solver.search.priced_ida_star import PricedIdaStarSearch, root_heuristics

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["AnytimeSearch"]

FIRST_PROOF_NODES: Final = 200_000
"""The expansions of the proof search after the first beam: easy grids end here."""
QUICK_BEAMS: Final = 3
"""So many beams follow each other before the proof search gets its share."""
PROOF_TURN_NODES: Final = 1_000_000
"""The proof search's turn where no beam is due."""
SMALL_GAP: Final = 2
"""No beam is begun where only so many moves are missing: the proof search settles them."""
PROOF_SHARE: Final = 3
"""Expansions of the proof search per expansion of the beams: about equal time."""
WIDTH_BITS: Final = (12, 16, 16, 18, 20, 20, 21, 21)
"""The widths are powers of two; a million takes 0.2 GB."""
WEIGHTS: Final = ((1, 1), (1, 2))
"""What beams in turn weight the priced and the unpriced heuristic with, for variety."""


class AnytimeSearch:
    """A resumable anytime search; see `chatuchak_solver.search.engine.Search`.

    What it does, and in which order, depends on node counts alone: the same moves, bounds and
    expansions each time, however the search is sliced.

    Parameters
    ----------
    grid
        Any grid.
    rule
        The move rule.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str = MoveRule.SLIDE) -> None:
        self._grid = grid
        self.lower_bound = 0
        self.incumbent: tuple[int, ...] | None = () if grid.is_solved else None
        self.expanded = 0
        if self.incumbent is not None:
            return
        self._heuristics = root_heuristics(grid, MoveRule(rule))
        self._proof = PricedIdaStarSearch(grid, rule, heuristics=self._heuristics)
        self.lower_bound = self._proof.lower_bound
        self._beam: PricedBeam | None = None
        self._beams_begun = 0
        self._proof_nodes_due = 0
        self._owed = 0

    def run(self, node_budget: int) -> bool:
        """Search on for ``node_budget`` expansions; return True when the optimum is proven."""
        while not self._is_proven() and node_budget > 0:
            before = self.expanded
            if self._beam is not None:
                self._run_beam(self._beam, node_budget)
            elif self._proof_nodes_due > 0:
                self._run_proof(min(node_budget, self._proof_nodes_due))
            elif self._beams_begun < len(WIDTH_BITS) and not self._is_nearly_proven():
                self._begin_beam()
            else:
                self._proof_nodes_due = PROOF_TURN_NODES
            node_budget -= self.expanded - before
        return self._is_proven()

    def _is_proven(self) -> bool:
        return self.incumbent is not None and len(self.incumbent) == self.lower_bound

    def _is_nearly_proven(self) -> bool:
        return self.incumbent is not None and len(self.incumbent) - self.lower_bound <= SMALL_GAP

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
        number = self._beams_begun
        self._beam = PricedBeam(
            self._grid,
            self._heuristics,
            WEIGHTS[number % len(WEIGHTS)][: len(self._heuristics)],
            width=1 << WIDTH_BITS[number],
            longest=None if self.incumbent is None else len(self.incumbent) - 1,
        )
        self._beams_begun += 1

    def _run_beam(self, beam: PricedBeam, node_budget: int) -> None:
        """Run the beam; at its end, leave it and owe the proof search its share."""
        before = beam.expanded
        ended = beam.run(node_budget)
        self.expanded += beam.expanded - before
        if not ended:
            return
        if beam.incumbent is not None:
            self.incumbent = beam.incumbent
        self._beam = None
        self._owed += PROOF_SHARE * beam.expanded
        if self._beams_begun == 1:
            self._proof_nodes_due = FIRST_PROOF_NODES
        if self._beams_begun >= QUICK_BEAMS:
            self._proof_nodes_due += self._owed
            self._owed = 0
