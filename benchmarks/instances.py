"""Pinned instance sets of the solver benchmarks, determined by their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Grid

__all__ = [
    "GENERAL_SIZES",
    "UNUSUAL_COUNTS",
    "Size",
    "general_grids",
    "random_start_grids",
    "shuffled_grids",
    "walked_grid",
]

SEED = 2026
UNUSUAL_COUNTS = ((7, 6, 6, 5, 5), (8, 6, 5, 5, 5), (9, 8, 6, 4, 2))
SOLVED_GRIDS = (
    "RRRYYY/RRRYYY/GGGBBB/GGGBBB/PPPPP.",
    "RRYYGG/RRYYGG/RRYYGG/BBBPPP/BBBPP.",
    "RRRYYY/RRYYYG/RBBGGG/BBBGG./BPPPPP",
)


class Size(NamedTuple):
    """A board and its number of booths by color."""

    board: Board
    counts: tuple[int, ...]


GENERAL_SIZES = (
    Size(Board(3, 3), (3, 3, 2)),
    Size(Board(3, 4), (4, 4, 3)),
    Size(Board(4, 4), (5, 5, 5)),
    Size(Board(4, 5), (5, 5, 5, 4)),
    Size(Board(5, 5), (5, 5, 5, 5, 4)),
    Size(STANDARD_BOARD, (6, 6, 6, 6, 5)),
)
GENERAL_GRIDS = 4
"""Grids per size; the first one builds the shared tables."""


def general_grids(size: Size) -> list[Grid]:
    return shuffled_grids(GENERAL_GRIDS, size.counts, board=size.board)


def random_start_grids(n: int) -> list[Grid]:
    return [start.grid for start in generate_start_grids(n, seed=SEED)]


def shuffled_grids(
    n: int, counts: Sequence[int], *, board: Board = STANDARD_BOARD, seed: int = SEED
) -> list[Grid]:
    rng = np.random.default_rng([seed, *counts, board.rows, board.columns])
    booths = [color for color, count in enumerate(counts) for _ in range(count)]
    return [
        Grid.from_colors([-1, *rng.permutation(booths).tolist()], board=board) for _ in range(n)
    ]


def walked_grid(moves: int, seed: int) -> Grid:
    rng = np.random.default_rng([SEED, moves, seed])
    grid, previous = Grid.parse(SOLVED_GRIDS[seed % len(SOLVED_GRIDS)]), -1
    for _ in range(moves):
        choices = [spot for spot in grid.legal_moves("slide") if spot != previous]
        previous = grid.empty
        grid = grid.move(int(rng.choice(choices)), "slide")
    return grid
