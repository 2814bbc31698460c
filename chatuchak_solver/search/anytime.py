"""Anytime search: improving solutions and lower bounds; see `docs/solving.md`.

Beams of growing width, in turns with IDA*, which raises the lower bound or finds the optimum. IDA*
uses priced pattern databases, beams the sum of these and the plain ones. Designed for slides, which
seldom allow proofs; valid for any rule.

References
----------
Zhang, "Complete Anytime Beam Search", AAAI 1998.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from chatuchak_solver.arguments import check_int
from chatuchak_solver.kernels.arrays import UInt32s
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search import priced_heuristic as priced
from chatuchak_solver.search.additive_heuristic import heuristic_tables, prepare_heuristic
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.kernels import beam as layers
from chatuchak_solver.search.kernels.packed_state import MAX_CHILDREN
from chatuchak_solver.search.packed_grid import is_packable, pack_grid, packable_grid
from chatuchak_solver.search.pattern_database import is_prepared

FIRST_WIDTH = 1 << 12
"""Easy grids end with this beam and the first proof."""
FIRST_PROOF_NODES = 4_000_000
WIDTHS = (1 << 14, 5 << 14, 1 << 18, 1 << 20, 1 << 22, 3 << 20)
"""Four million take 1.2 GB."""
QUICK_BEAMS = 2
"""Beams after the first one that begin without a turn of the proof search between them."""
PROOF_TURN_NODES = 1_000_000
BEAM_WORTH = 32
"""Expected proof expansions per state of a worthwhile beam: ten times its time."""
GROWTH = 3
"""Expected growth of expansions from one bound to the next."""
MAX_WIDTH = 1 << 24
"""Under slides a unit of width takes some 120 bytes, and 4 more per layer."""
MAX_MOVES_PER_SPOT = 16
"""Limit of a beam without an incumbent; `first_solution` takes up to 7 on the game's own board."""
QUICK_WIDTH = 256
"""Width of the beam after a stop before any solution."""


class Beam:
    """A resumable beam of a fixed width, ranked by a sum of heuristics.

    Parameters
    ----------
    grid
        Any unsolved grid that fits two words; see `chatuchak_solver.search.packed_grid`.
    heuristic
        A priced heuristic to add to the additive one, or None.
    width
        States per layer, 1..16,777,216.
    longest
        The maximum length of a useful solution, in moves; None for any.

    Attributes
    ----------
    incumbent
        The moves found, or None.

    Raises
    ------
    InputError
        If the width is out of range.
    """

    def __init__(
        self,
        grid: Grid,
        rule: MoveRule,
        heuristic: priced.PricedHeuristic | None = None,
        *,
        width: int,
        longest: int | None = None,
    ) -> None:
        check_int(width, 1, MAX_WIDTH, name="beam width")
        self.incumbent: tuple[int, ...] | None = None
        self.expanded: int = 0
        self._width = width
        self._longest = MAX_MOVES_PER_SPOT * grid.board.spots if longest is None else longest
        self._tables = tables = heuristic_tables(grid, rule)
        self._layers: list[UInt32s] = []
        # Inverse moves are excluded, except at the root.
        room = (max(int(mask).bit_count() for mask in tables.reach_masks) - 1) * width + 1
        plain = tables.distances.astype(np.uint16)
        units, self._units, self._constant = priced.SCALE * plain, priced.SCALE, 0
        if heuristic is not None:
            units += heuristic.distances
            self._units, self._constant = 2 * priced.SCALE, heuristic.constant
        self._ranking = layers.UNSOLVED * units + (plain > 0)
        most = int(self._ranking.max()) * len(grid.colors)
        self._state = layers.LayerState(
            cursor=np.zeros(layers.CURSOR_FIELDS, np.int64),
            parent_words=np.empty((width, 2), np.uint64),
            child_words=np.empty((room, 2), np.uint64),
            child_scores=np.empty(room, np.uint16),
            child_choices=np.empty(room, np.uint32),
            slots=np.empty(1 << (2 * room).bit_length(), np.uint32),
            histogram=np.empty(most + 1, np.int64),
        )
        self._state.parent_words[0] = pack_grid(grid)
        self._begin_layer(1)
        self._is_finished = self._longest < 1

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the beam has ended."""
        cursor = self._state.cursor
        while not self._is_finished and node_budget > 0:
            units = (self._longest - len(self._layers) - 1) * self._units - self._constant
            limits = self._width, layers.UNSOLVED * (units + 1) - 1, node_budget
            status = layers.expand_layer(*limits, self._state, self._ranking, self._tables)
            node_budget -= int(cursor[layers.EXPANDED]) - self.expanded
            self.expanded = int(cursor[layers.EXPANDED])
            if status == layers.SOLVED:
                self.incumbent = moves_to(int(cursor[layers.SOLVED_CHOICE]), self._layers)
                self._is_finished = True
            elif status != layers.PAUSED:
                self._select_best()
        return self._is_finished

    def _begin_layer(self, parents: int) -> None:
        state = self._state
        state.cursor[[layers.PARENTS, layers.CUTOFF]] = parents, state.histogram.size - 1
        state.cursor[[layers.NEXT_PARENT, layers.CHILDREN, layers.WITHIN]] = 0
        state.slots[:] = 0
        state.histogram[:] = 0

    def _select_best(self) -> None:
        state = self._state
        scores = state.child_scores[: state.cursor[layers.CHILDREN]]
        best = np.sort(np.argsort(scores, kind="stable")[: self._width])
        state.parent_words[: best.size] = state.child_words[best]
        self._layers.append(state.child_choices[best])
        self._is_finished = best.size == 0 or len(self._layers) >= self._longest
        self._begin_layer(best.size)


def quick_solution(grid: Grid, rule: MoveRule) -> tuple[int, ...] | None:
    """Return a solution of a narrow beam, in some tenths of a second, or None.

    None if the beam finds none, its tables would take long, or the grid has over 32 spots or six
    colors.
    """
    if grid.is_solved or not is_packable(grid):
        return () if grid.is_solved else None
    if not priced.is_quick(grid.board, grid.counts) and not is_prepared(
        grid.board, grid.counts, rule
    ):
        return None
    beam = Beam(packable_grid(grid, "a beam"), rule, width=QUICK_WIDTH)
    while not beam.run(QUICK_WIDTH):
        pass
    return beam.incumbent


def moves_to(choice: int, layers: Sequence[UInt32s]) -> tuple[int, ...]:
    """Return the moves that lead to a child of the last layer.

    ``layers`` has, per layer and state, its parent, times 32, plus its move.
    """
    moves = [choice % MAX_CHILDREN]
    for choices in reversed(layers):
        choice = int(choices[choice // MAX_CHILDREN])
        moves.append(choice % MAX_CHILDREN)
    return tuple(reversed(moves))


class AnytimeSearch(Search):
    """A resumable anytime search.

    The schedule depends only on node counts: the search is deterministic, independent of slices.

    Raises
    ------
    InputError
        If the grid has over 32 spots or over six colors.
    """

    def __init__(self, grid: Grid, rule: MoveRule | str = MoveRule.SLIDE) -> None:
        self._grid = grid = packable_grid(grid, "the anytime search")
        if grid.is_solved:
            self.incumbent = ()
            return
        self._rule = MoveRule(rule)
        self._heuristic = None
        if priced.is_quick(grid.board, grid.counts):
            prices, _ = priced.find_prices(grid, self._rule)
            self._heuristic = priced.priced_heuristic(grid, self._rule, prices)
        self._proof = IdaStarSearch(grid, self._rule, heuristic=self._heuristic)
        self.lower_bound = self._proof.lower_bound
        self._beam: Beam | None = None
        self._beams_begun = 0
        self._proof_nodes_due = 0

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build the pattern databases."""
        pieces = prepare_heuristic(packable_grid(grid, "the anytime search"), rule)
        if not priced.is_quick(grid.board, grid.counts):
            yield from pieces
        else:  # even the shortest search begins with its bound
            yield
            list(pieces)

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the optimum is proven."""
        while not self.is_proven and node_budget > 0:
            if self._beam is None and self._proof_nodes_due <= 0:
                if self._beams_begun == 0 or self._is_beam_worthwhile():
                    self._begin_beam()
                else:
                    self._proof_nodes_due = PROOF_TURN_NODES
            beam = self._beam
            part: Beam | IdaStarSearch = self._proof if beam is None else beam
            before = part.expanded
            due = self._proof_nodes_due if beam is None else node_budget
            ended = part.run(min(node_budget, due))
            spent = part.expanded - before
            self.expanded += spent
            node_budget -= spent
            if part.incumbent is not None:
                self.incumbent = part.incumbent
            if beam is None:
                self._proof_nodes_due -= spent
                self.lower_bound = self._proof.lower_bound
            elif ended:
                self._beam = None
                if self._beams_begun == 1:
                    self._proof_nodes_due = FIRST_PROOF_NODES
                elif self._beams_begun > 1 + QUICK_BEAMS:
                    self._proof_nodes_due = beam.expanded  # a tenth of the time
        return self.is_proven

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

    def _begin_beam(self) -> None:
        self._beam = Beam(
            self._grid,
            self._rule,
            self._heuristic,
            width=(FIRST_WIDTH, *WIDTHS)[self._beams_begun],
            longest=None if self.incumbent is None else len(self.incumbent) - 1,
        )
        self._beams_begun += 1
