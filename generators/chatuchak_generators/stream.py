"""Start grids as text, as many as anyone wants, by whichever generator is quickest to start."""

from collections.abc import Iterator, Sequence
from typing import Final

from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board

FEW: Final = 1000
"""Maximum number of grids made before numba, which the bulk generator needs, is even loaded."""


def stream_start_grids(
    n: int,
    *,
    seed: int,
    first: int = 0,
    counts: Sequence[int] | None = None,
    board: Board = STANDARD_BOARD,
) -> Iterator[list[tuple[str, bool]]]:
    """Yield start grids in grid notation, each with whether the fallback was used, in batches.

    The grids are those of `chatuchak_generators.start_grids.generate_start_grids`, which also
    has the arguments and the errors.
    """
    if n <= FEW:
        for start in generate_start_grids(n, seed=seed, first=first, counts=counts, board=board):
            yield [(str(start.grid), start.fallback)]
        return
    from chatuchak_generators.bulk import start_grid_batches

    for batch in start_grid_batches(n, seed=seed, first=first, counts=counts, board=board):
        yield list(zip(batch.texts(), batch.fallback.tolist(), strict=True))
