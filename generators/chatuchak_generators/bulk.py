"""Start grids by the hundred thousand: the same grids as `chatuchak_generators.start_grids`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from chatuchak_generators.kernels.limits import MAX_SHUFFLES
from chatuchak_generators.random_stream import RandomStream
from chatuchak_generators.start_grids import StartGrid, checked_counts, no_start_grid
from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.arrays import Bools, Int8s
from chatuchak_solver.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER
from chatuchak_solver.puzzle.grid import Grid

FILL: Final = ShippedKernel(
    *("start_grids", "chatuchak_generators.kernels.start_grids", "fill_start_grids"),
    "uint64 uint64 int64[1] int64 int64 int64 int8[2] bool[1]",
)
CHUNK: Final = 4096
"""Grids made at once when streaming: a few hundredths of a second."""
MOST_AT_ONCE: Final = 50_000_000
"""Grids of one batch at most: 1.5 GB; `start_grid_batches` yields any number."""


@dataclass(frozen=True, slots=True, eq=False)
class StartGridBatch:
    """Many start grids, as arrays.

    Attributes
    ----------
    board
        The board.
    colors
        One color index a spot and -1 on the empty corner, int8, (n, spots).
    fallback
        Whether rule C may be broken (see `StartGrid`), bool, (n,).
    """

    board: Board
    colors: Int8s
    fallback: Bools

    def __len__(self) -> int:
        return len(self.fallback)

    def __iter__(self) -> Iterator[StartGrid]:
        """Yield the grids as values."""
        bits = np.left_shift(np.uint64(1), np.arange(self.board.spots, dtype=np.uint64))
        masks = [(self.colors == color) @ bits for color in range(len(COLOR_LETTERS))]
        rows = np.stack(masks, axis=1).tolist()
        for row, fallback in zip(rows, self.fallback.tolist(), strict=True):
            yield StartGrid(Grid(self.board, tuple(row), 0), fallback)

    def texts(self) -> list[str]:
        """Return every grid in grid notation; much faster than by way of the values."""
        rows, columns = self.board.rows, self.board.columns
        # Index -1, the empty spot, is the last letter.
        letters = np.frombuffer((COLOR_LETTERS + EMPTY_LETTER).encode(), dtype=np.uint8)
        text = np.full((len(self), rows, columns + 1), ord("/"), dtype=np.uint8)
        text[:, :, :columns] = letters[self.colors].reshape(-1, rows, columns)
        text[:, -1, -1] = ord("\n")
        return text.tobytes().decode("ascii").splitlines()


def bulk_start_grids(
    n: int,
    *,
    seed: int,
    first: int = 0,
    counts: Sequence[int] | None = None,
    board: Board = STANDARD_BOARD,
) -> StartGridBatch:
    """Make the start grids number ``first`` .. ``first + n - 1`` of ``seed``.

    Parameters
    ----------
    n
        How many, 50 million at most.
    seed, first, counts, board
        As `chatuchak_generators.start_grids.generate_start_grids`.

    Raises
    ------
    InputError
        If an argument is out of range, or a grid was given up (see `MAX_SHUFFLES`).
    """
    n = checked_whole(n, 0, MOST_AT_ONCE, what="the number of grids")
    seed, first = (checked_whole(seed, what="seed"), checked_whole(first, what="index"))
    counts = checked_counts(counts, board)
    RandomStream(seed, first)
    RandomStream(seed, first + n)
    colors = np.empty((n, board.spots), dtype=np.int8)
    fallback = np.empty(n, dtype=np.bool_)
    made = FILL(
        np.uint64(seed),
        np.uint64(first),
        np.array(counts, dtype=np.int64),
        board.rows,
        board.columns,
        MAX_SHUFFLES,
        colors,
        fallback,
    )
    if made < n:
        raise no_start_grid(counts, board)
    return StartGridBatch(board, colors, fallback)


def start_grid_batches(
    n: int | None = None,
    *,
    seed: int,
    first: int = 0,
    counts: Sequence[int] | None = None,
    board: Board = STANDARD_BOARD,
    chunk: int = CHUNK,
) -> Iterator[StartGridBatch]:
    """Yield the start grids of ``seed`` in batches of up to ``chunk``, or without end.

    The grids do not depend on ``chunk``. Arguments and errors as `bulk_start_grids`.
    """
    n = None if n is None else checked_whole(n, 0, what="the number of grids")
    first = checked_whole(first, 0, what="the first grid's number")
    chunk = checked_whole(chunk, 1, MOST_AT_ONCE, what="the number of grids of a batch")
    done = 0
    while n is None or done < n:
        size = chunk if n is None else min(chunk, n - done)
        yield bulk_start_grids(size, seed=seed, first=first + done, counts=counts, board=board)
        done += size
