"""Shared helpers: grids of small boards, and searches run to their end."""

import random
from collections.abc import Iterable

from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.search.engine import Search

RULES = ("jump", "slide")

# Rows, columns and letters of small puzzles, from one color to five and from tight to loose.
SMALL_PUZZLES = (
    (2, 2, "RRR."),
    (2, 3, "RRRGG."),
    (3, 3, "RRRRRRRR."),
    (3, 3, "RRRRRRGG."),
    (3, 3, "RRRRRGGG."),
    (3, 3, "RRRRPPPP."),
    (3, 3, "RRRYYYPP."),
    (3, 3, "RRYYGGBB."),
    (2, 5, "RRYYYGGPP."),
    (3, 4, "RRRRRRGGGGG."),
    (3, 4, "RRRRRRRYYGG."),
    (3, 4, "RRRRRRRRRBB."),
    (2, 6, "YYYYYYGGGGG."),
    (2, 6, "RRRRRRRGGBB."),
)


def sample(letters: str, count: int, *, seed: int = 1) -> list[str]:
    """Return random arrangements of ``letters``."""
    generator = random.Random(seed)
    return ["".join(generator.sample(letters, len(letters))) for _ in range(count)]


def mask_of(spots: Iterable[int]) -> int:
    return sum(1 << spot for spot in spots)


def grid_of(position: str, rows: int, columns: int) -> Grid:
    return Grid.from_letters(position, board=Board(rows, columns))


def finish(search: Search, slices: Iterable[int] = (1 << 40,)) -> Search:
    """Run a search to its end, in slices of the given budgets, the last one again and again."""
    budget = 0
    bound = search.lower_bound
    slices = iter(slices)
    while True:
        budget = next(slices, budget)
        is_finished = search.run(budget)
        assert search.lower_bound >= bound, "the lower bound fell"
        bound = search.lower_bound
        if is_finished:
            return search
