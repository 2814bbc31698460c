"""Reference for rule-valid exchanges of two booths, and for annealing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chatuchak_generators.annealing import Range
    from chatuchak_generators.random_stream import RandomStream
    from chatuchak_solver.puzzle.board import Board


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
