"""Reference for start grids, rule-valid exchanges of two booths, and annealing."""

from __future__ import annotations

import math
from collections.abc import Iterator, MutableSequence, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from chatuchak_generators.kernels.start_grids import MAX_SHUFFLES
from chatuchak_generators.start_grids import RandomStream, StartGrid, check_counts
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board, iter_spots
from chatuchak_solver.puzzle.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from chatuchak_generators.annealing import Range

NO_BOOTH = -1


class Placement(Enum):
    """The procedure's step that placed a booth."""

    FIRST_FIT = "first fit"
    """On the lowest free spot that respects rules A, B and C."""
    EXCHANGE = "exchange"
    """In place of another booth that fits elsewhere."""
    FALLBACK = "fallback"
    """On the lowest free spot that respects rules A and B."""
    FAILED = "failed"
    """Nowhere."""


class Layout:
    """A partly filled board.

    Parameters
    ----------
    board
        The board.
    colors
        One color index per spot, -1 for free ones; empty by default. The corner, spot 0, stays
        empty.
    """

    __slots__ = ("_corner", "_neighbors", "colors")

    def __init__(self, board: Board, colors: Sequence[int] | None = None) -> None:
        self.colors: list[int] = [NO_BOOTH] * board.spots if colors is None else list(colors)
        self._neighbors = [iter_spots(mask) for mask in board.neighbor_masks]
        right, below = 1, board.columns
        self._corner = {right: below, below: right}

    def place(self, color: int) -> Placement:
        """Place one more booth by the procedure and return the step."""
        spot = self._first_fit(color)
        if spot is not None:
            self.colors[spot] = color
            return Placement.FIRST_FIT
        if self._exchange(color):
            return Placement.EXCHANGE
        for spot in self._free_spots():
            if self._keeps_a(color, spot) and self._keeps_b(color, spot):
                self.colors[spot] = color
                return Placement.FALLBACK
        return Placement.FAILED

    def _exchange(self, color: int) -> bool:
        """Replace the first booth that lets both fit; return whether successful."""
        for spot in range(1, len(self.colors)):
            other = self.colors[spot]
            if other == NO_BOOTH:
                continue
            self.colors[spot] = NO_BOOTH
            if self._fits(color, spot):
                self.colors[spot] = color
                free = self._first_fit(other)
                if free is not None:
                    self.colors[free] = other
                    return True
            self.colors[spot] = other
        return False

    def _free_spots(self) -> Iterator[int]:
        for spot in range(1, len(self.colors)):
            if self.colors[spot] == NO_BOOTH:
                yield spot

    def _first_fit(self, color: int) -> int | None:
        return next((spot for spot in self._free_spots() if self._fits(color, spot)), None)

    def _fits(self, color: int, spot: int) -> bool:
        return (
            self._keeps_a(color, spot) and self._keeps_b(color, spot) and self._keeps_c(color, spot)
        )

    def _keeps_a(self, color: int, spot: int) -> bool:
        """Return whether the corner's two neighbors still differ."""
        return spot not in self._corner or self.colors[self._corner[spot]] != color

    def _keeps_b(self, color: int, spot: int) -> bool:
        """Return whether no neighbor has the same color."""
        return all(self.colors[other] != color for other in self._neighbors[spot])

    def _keeps_c(self, color: int, spot: int) -> bool:
        """Return whether no spot gets three neighbors of the color."""
        return all(
            sum(self.colors[near] == color for near in self._neighbors[middle]) < 2
            for middle in self._neighbors[spot]
        )


def shuffle(stream: RandomStream, items: MutableSequence[int]) -> None:
    """Shuffle ``items`` in place (Fisher-Yates), uniformly."""
    for last in range(len(items) - 1, 0, -1):
        other = stream.below(last + 1)
        items[last], items[other] = items[other], items[last]


def reference_start_grid(
    seed: int, index: int, *, counts: Sequence[int] | None = None, board: Board = STANDARD_BOARD
) -> StartGrid:
    """Return the start grid number ``index`` of ``seed``."""
    counts = check_counts(counts, board)
    stream = RandomStream(seed, index)
    for _ in range(MAX_SHUFFLES):
        booths = [color for color, number in enumerate(counts) for _ in range(number)]
        shuffle(stream, booths)
        layout = Layout(board)
        placements = [layout.place(booth) for booth in booths]
        if Placement.FAILED not in placements:
            grid = Grid.from_colors(layout.colors, board=board)
            return StartGrid(grid, Placement.FALLBACK in placements)
    raise AssertionError(f"no start grid of {counts} on {board}")


def keeps_rules(mask: int, board: Board) -> bool:
    """Return whether the booths ``mask`` of one color respect rules A, B and C."""
    touches = any(board.neighbor_masks[spot] & mask for spot in iter_spots(mask))
    neighbors = [(near & mask).bit_count() for near in board.neighbor_masks]
    at_corner = all(mask >> spot & 1 for spot in (1, board.columns))
    return not touches and max(neighbors) < 3 and not at_corner


def random_exchange(grid: Grid, stream: RandomStream, tries: int = 100_000) -> Grid | None:
    """Return a random rule-valid exchange, or None if all tries fail."""
    spots = grid.board.spots
    colors = [grid.color_at(spot) for spot in range(spots)]
    for _ in range(tries):
        pair = stream.below(spots * spots)
        first, second = divmod(pair, spots)
        color, other_color = colors[first], colors[second]
        if first >= second or color is None or other_color is None or color == other_color:
            continue
        swap = 1 << first | 1 << second
        masks = list(grid.color_masks)
        masks[color] ^= swap
        masks[other_color] ^= swap
        if keeps_rules(masks[color], grid.board) and keeps_rules(masks[other_color], grid.board):
            return Grid(grid.board, tuple(masks), grid.empty)
    return None


def reference_annealing(
    start: Grid,
    wanted: Range,
    value_of: Callable[[Grid], float],
    stream: RandomStream,
    temperatures: Sequence[float],
) -> tuple[Grid, float]:
    """Search from one grid; return the best grid and its value."""
    here, off = start, wanted.distance(value_of(start))
    best = (start, value_of(start))
    for temperature in temperatures:
        if wanted.distance(best[1]) == 0:
            break
        there = random_exchange(here, stream)
        assert there is not None
        value = value_of(there)
        worse = wanted.distance(value) - off
        chance = math.exp(-max(worse, 0.0) / temperature)
        if stream.below(1 << 24) < chance * (1 << 24):
            here, off = there, off + worse
            if off < wanted.distance(best[1]):
                best = (here, value)
    return best
