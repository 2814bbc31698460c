"""Resumable beam search of one width, ranked by a mixture of heuristics.

`chatuchak_solver.search.anytime` runs beams of growing width.
"""

from collections.abc import Sequence

import numpy as np

from chatuchak_solver.arguments import check_int
from chatuchak_solver.kernels.arrays import UInt32s
from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.kernels import priced_beam as layers
from chatuchak_solver.search.kernels.packed_state import MAX_CHILDREN
from chatuchak_solver.search.kernels.priced_beam import begin_layer, expand_layer, select_best
from chatuchak_solver.search.packed_grid import is_packable, pack_grid, packable_grid
from chatuchak_solver.search.pattern_database import is_prepared
from chatuchak_solver.search.priced_heuristic import is_quick, mixed_table, unpriced_heuristic

MAX_WIDTH = 1 << 24
"""The largest width: under slides a unit of width takes some 120 bytes, and 4 more per layer."""
MAX_MOVES_PER_SPOT = 16
QUICK_WIDTH = 256
"""The width of the beam of `quick_solution`."""


class PricedBeam:
    """One resumable beam of a fixed width.

    Parameters
    ----------
    grid
        Any unsolved grid.
    tables
        The ranking heuristic, for the grid's board and counts.
    width
        States per layer, 1..16,777,216.
    longest
        The maximum length of a useful solution, in moves; None for any.

    Attributes
    ----------
    incumbent
        The moves found, or None.
    expanded
        Node expansions so far.

    Raises
    ------
    InputError
        If the width is out of range.
    """

    def __init__(
        self, grid: Grid, tables: layers.MixedTable, *, width: int, longest: int | None = None
    ) -> None:
        check_int(width, 1, MAX_WIDTH, name="beam width")
        self.incumbent: tuple[int, ...] | None = None
        self.expanded: int = 0
        self._width = width
        self._longest = MAX_MOVES_PER_SPOT * grid.board.spots if longest is None else longest
        self._tables = tables
        self._layers: list[UInt32s] = []
        most_heuristic = int(tables.distances.max()) * len(grid.colors) + max(0, tables.constant)
        branching = max(int(mask).bit_count() for mask in tables.reach_masks)
        self._state = _root_state(grid, width, branching, most_heuristic)
        begin_layer(self._state)
        self._is_finished = self._longest < 1

    def run(self, node_budget: int) -> bool:
        """Continue for ``node_budget`` expansions; return True when the beam has ended."""
        while not self._is_finished and node_budget > 0:
            most_heuristic = (self._longest - len(self._layers) - 1) * self._tables.units
            status = expand_layer(
                self._width, most_heuristic, node_budget, self._state, self._tables
            )
            expanded = int(self._state.cursor[layers.EXPANDED])
            node_budget -= expanded - self.expanded
            self.expanded = expanded
            if status == layers.SOLVED:
                self.incumbent = moves_to(
                    int(self._state.cursor[layers.SOLVED_CHOICE]), self._layers
                )
                self._is_finished = True
            elif status != layers.PAUSED:
                choices = np.empty(self._width, np.uint32)
                parents = select_best(self._width, self._state, choices)
                self._layers.append(choices[:parents].copy())
                self._is_finished = parents == 0 or len(self._layers) >= self._longest
                begin_layer(self._state)
        return self._is_finished


def quick_solution(grid: Grid, rule: MoveRule) -> tuple[int, ...] | None:
    """Return a solution of a narrow beam, found in some tenths of a second, or None.

    None if the beam finds no solution, its tables would take long, or the grid has over 32 spots or
    over five colors.
    """
    if grid.is_solved or not is_packable(grid, len(STANDARD_COLORS)):
        return () if grid.is_solved else None
    grid = packable_grid(grid, "a beam", len(STANDARD_COLORS))
    if not is_quick(grid.board, grid.counts) and not is_prepared(grid.board, grid.counts, rule):
        return None
    tables = mixed_table([unpriced_heuristic(grid.board, grid.counts, rule)])
    beam = PricedBeam(grid, tables, width=QUICK_WIDTH)
    while not beam.run(QUICK_WIDTH):
        pass
    return beam.incumbent


def moves_to(choice: int, layers: Sequence[UInt32s]) -> tuple[int, ...]:
    """Return the moves that lead to a child of the last layer.

    ``layers`` has, per layer and state, the choice that led to it: its parent, times 32, plus its
    move.
    """
    moves = [choice % MAX_CHILDREN]
    for choices in reversed(layers):
        choice = int(choices[choice // MAX_CHILDREN])
        moves.append(choice % MAX_CHILDREN)
    return tuple(reversed(moves))


def _root_state(grid: Grid, width: int, branching: int, most_heuristic: int) -> layers.LayerState:
    # Inverse moves are excluded, except at the root.
    room = (branching - 1) * width + 1
    state = layers.LayerState(
        cursor=np.zeros(layers.CURSOR_FIELDS, np.int64),
        parent_words=np.empty((width, 2), np.uint64),
        child_words=np.empty((room, 2), np.uint64),
        child_scores=np.empty(room, np.uint16),
        child_choices=np.empty(room, np.uint32),
        slots=np.zeros(max(layers.MIN_SLOTS, 1 << (2 * room).bit_length()), np.uint32),
        histogram=np.zeros(most_heuristic + 1, np.int64),
    )
    state.parent_words[0] = pack_grid(grid)
    state.cursor[layers.PARENTS] = 1
    return state
