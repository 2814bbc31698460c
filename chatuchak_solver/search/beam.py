"""Beam search: quick solutions without proof, better ones with more width.

References
----------
Bisiani, "Beam Search", in Encyclopedia of Artificial Intelligence (1987); the doubling widths
follow Zhang, "Complete Anytime Beam Search", AAAI 1998.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import (
    additive_heuristic,
    heuristic_tables,
    prepare_heuristic,
)
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.kernels.beam import TIE_LEVELS, drop_rejected, expand_layer
from chatuchak_solver.search.kernels.layers import (
    CHILDREN_FULL,
    CURSOR_FIELDS,
    PARENTS,
    PAUSED,
    SOLVED,
    SOLVED_CHOICE,
    TRUNCATED,
    LayerState,
    begin_layer,
    select_best,
)
from chatuchak_solver.search.kernels.packed_state import MOST_CHILDREN
from chatuchak_solver.search.packed_grid import pack_grid, packable_grid
from chatuchak_solver.search.pattern_database import pattern_database

if TYPE_CHECKING:
    from chatuchak_solver.arrays import UInt32s
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["DEFAULT_WIDTH", "FIRST_WIDTH", "MOST_WIDTH", "BeamSearch", "moves_to"]

DEFAULT_WIDTH = 1 << 14
"""The last width by default: some 0.1 s a grid under jumps."""
FIRST_WIDTH = 1 << 6
"""The first width."""
MOST_WIDTH = 1 << 26
"""The largest width: a choice, a parent and its move, takes 32 bits."""

MOST_MOVES_PER_SPOT = 16


class BeamSearch(Search):
    """A resumable beam search; see `chatuchak_solver.search.engine.Search`.

    Layer by layer, the children with the least heuristic are kept, each state once; ties are
    broken by the state's hash. Widths double up to ``width``; each width starts from the root and
    only looks for a solution that is shorter than the incumbent. The same moves and the same
    number of expansions each time, however the search is sliced.

    As long as no child was rejected for lack of room, the layers are exhaustive and raise the
    lower bound; small puzzles are proven that way. Memory is about 120 bytes per unit of width,
    and 4 more for every move of the solution under way.

    Parameters
    ----------
    grid, rule
        As in `chatuchak_solver.search.solve.solve`.
    width
        The last width: states kept per layer, 1..67,108,864.

    Attributes
    ----------
    lower_bound, incumbent, expanded
        As in `chatuchak_solver.search.engine.Search`.
    finished_widths
        The widths that ran to their end, and the incumbent's length after each (None without).

    Raises
    ------
    InputError
        If the width is out of range, or the grid has too many spots or colors (see
        `chatuchak_solver.search.packed_grid`).
    """

    def __init__(
        self, grid: Grid, rule: MoveRule | str = MoveRule.JUMP, *, width: int = DEFAULT_WIDTH
    ) -> None:
        if not 1 <= width <= MOST_WIDTH:
            raise InputError(f"beam width {width} is out of range; expected 1..{MOST_WIDTH}")
        grid = packable_grid(grid, "a beam search")
        self._grid = grid
        self._last_width = width
        self.lower_bound: int = additive_heuristic(grid, rule)
        self.incumbent: tuple[int, ...] | None = None if self.lower_bound else ()
        self.expanded: int = 0
        self.finished_widths: list[tuple[int, int | None]] = []
        self._is_finished = self.incumbent is not None
        if not self._is_finished:
            self._tables = heuristic_tables(grid, rule)
            self._most_heuristic = sum(
                len(pattern_database(grid.board, size, rule).histogram) - 1
                for size in grid.counts
                if size
            )
            self._begin_width(min(FIRST_WIDTH, width))

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Make the pattern databases; see `chatuchak_solver.search.engine.Search`."""
        yield from prepare_heuristic(packable_grid(grid, "a beam search"), rule)

    def run(self, node_budget: int) -> bool:
        """Search on for ``node_budget`` expansions; return True after the last width or a proof."""
        while not self._is_finished and node_budget > 0:
            longest = self._longest()
            status, expanded = expand_layer(
                self._width,
                longest - len(self._layers) - 1,
                node_budget,
                self._state,
                self._tables,
            )
            node_budget -= expanded
            self.expanded += expanded
            if status == CHILDREN_FULL:
                drop_rejected(self._state)
            elif status == SOLVED:
                self.incumbent = moves_to(int(self._state.cursor[SOLVED_CHOICE]), self._layers)
                if self._is_exhaustive:
                    self.lower_bound = len(self.incumbent)
                self._end_width()
            elif status != PAUSED:
                self._end_layer(longest)
        return self._is_finished

    def _longest(self) -> int:
        """Return the length of the longest solution that is worth finding."""
        if self.incumbent is None:
            return MOST_MOVES_PER_SPOT * self._grid.board.spots
        return len(self.incumbent) - 1

    def _begin_width(self, width: int) -> None:
        """Put the root alone into the first layer of a beam."""
        self._width = width
        self._layers: list[UInt32s] = []
        self._is_exhaustive = True
        self._state = _root_state(self._grid, width, self._most_heuristic)
        begin_layer(self._state)

    def _end_layer(self, longest: int) -> None:
        """Go on with the best children, or to the next width where there are none."""
        choices = np.empty(self._width, np.uint32)
        parents = select_best(self._width, self._state, choices)
        self._layers.append(choices[:parents].copy())
        self._is_exhaustive &= not self._state.cursor[TRUNCATED]
        if self._is_exhaustive:
            # Every solution of at most `longest` moves passes through a child that was kept.
            scores = np.flatnonzero(self._state.histogram)
            through = len(self._layers) + int(scores[0]) // TIE_LEVELS if parents else longest + 1
            self.lower_bound = max(self.lower_bound, min(through, longest + 1))
        if parents and len(self._layers) < longest:
            begin_layer(self._state)
        else:
            self._end_width()

    def _end_width(self) -> None:
        length = None if self.incumbent is None else len(self.incumbent)
        self.finished_widths.append((self._width, length))
        if length == self.lower_bound or self._width == self._last_width:
            self._is_finished = True
        else:
            self._begin_width(min(2 * self._width, self._last_width))


def moves_to(choice: int, layers: Sequence[UInt32s]) -> tuple[int, ...]:
    """Return the moves that lead to a child of the last layer.

    ``layers`` has, per layer and state in it, the choice that led to it: its parent, times 32,
    plus its move.
    """
    moves = [choice % MOST_CHILDREN]
    for choices in reversed(layers):
        choice = int(choices[choice // MOST_CHILDREN])
        moves.append(choice % MOST_CHILDREN)
    return tuple(reversed(moves))


def _root_state(grid: Grid, width: int, most_heuristic: int) -> LayerState:
    room = 3 * width + 2 * MOST_CHILDREN
    state = LayerState(
        cursor=np.zeros(CURSOR_FIELDS, np.int64),
        parent_words=np.zeros((width, 2), np.uint64),
        child_words=np.zeros((room, 2), np.uint64),
        child_scores=np.zeros(room, np.uint16),
        child_choices=np.zeros(room, np.uint32),
        slots=np.zeros(1 << (2 * room).bit_length(), np.uint32),
        histogram=np.zeros((most_heuristic + 1) * TIE_LEVELS, np.int64),
    )
    state.parent_words[0] = pack_grid(grid)
    state.cursor[PARENTS] = 1
    return state
