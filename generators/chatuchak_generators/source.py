"""The start grids of one seed as a value that can be sent to another process or machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from chatuchak_generators.random_stream import MAX_SEED
from chatuchak_generators.start_grids import (
    GENERATOR_VERSION,
    StartGrid,
    bulk_start_grids,
    checked_counts,
)
from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.document import JsonObject
from chatuchak_solver.jsonable import plain
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board


class SourceDocument(TypedDict):
    """Where start grids come from."""

    seed: int
    """The seed, which makes the same everywhere."""
    generator_version: int
    """The version of the generator."""
    board: Board
    """Rows and columns."""
    counts: tuple[int, ...]
    """Booths of each color."""


@dataclass(frozen=True, slots=True)
class StartGridSource:
    """The start grids of one seed, any of which can be made on its own.

    Attributes
    ----------
    seed, counts, board
        As in `chatuchak_generators.start_grids.start_grid`.

    Raises
    ------
    InvalidInstanceError
        If the counts do not fill the board.
    InputError
        If the seed is out of range, or the counts or the board are none.
    """

    seed: int
    counts: tuple[int, ...] | None = None
    board: Board = STANDARD_BOARD

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_whole(self.seed, 0, MAX_SEED, what="seed"))
        object.__setattr__(self, "counts", checked_counts(self.counts, self.board))

    def __call__(self, first: int, n: int) -> Iterator[StartGrid]:
        """Yield the grids number ``first`` .. ``first + n - 1``."""
        yield from bulk_start_grids(
            n, seed=self.seed, first=first, counts=self.counts, board=self.board
        )

    def describe(self) -> JsonObject:
        """Return everything that decides what the grids are, JSON-ready."""
        source: SourceDocument = {
            "seed": self.seed,
            "generator_version": GENERATOR_VERSION,
            "board": self.board,
            "counts": self.counts or (),
        }
        described: JsonObject = plain(source)
        return described
