"""The pinned instance sets of the solver benchmarks; each is a function of its seed alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Grid

__all__ = ["UNUSUAL_COUNTS", "random_start_grids", "shuffled_grids"]

SEED = 2026
UNUSUAL_COUNTS = ((7, 6, 6, 5, 5), (8, 6, 5, 5, 5), (9, 8, 6, 4, 2))


def random_start_grids(n: int) -> list[Grid]:
    """Return the first ``n`` rule-valid random start grids of the pinned seed."""
    return [start.grid for start in generate_start_grids(n, seed=SEED)]


def shuffled_grids(
    n: int, counts: Sequence[int], *, board: Board = STANDARD_BOARD, seed: int = SEED
) -> list[Grid]:
    """Return ``n`` grids of uniformly shuffled booths, the empty spot in the corner."""
    rng = np.random.default_rng([seed, *counts, board.rows, board.columns])
    booths = [color for color, count in enumerate(counts) for _ in range(count)]
    return [
        Grid.from_colors([-1, *rng.permutation(booths).tolist()], board=board) for _ in range(n)
    ]
