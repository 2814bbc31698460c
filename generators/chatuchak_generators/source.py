"""Random start grids of one seed as a picklable value."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from chatuchak_generators.random_stream import MAX_SEED
from chatuchak_generators.start_grids import (
    GENERATOR_VERSION,
    StartGrid,
    bulk_start_grids,
    check_counts,
)
from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board


class StartGridSourceAnswer(Answer, frozen=True):
    """The JSON form of a `StartGridSource`."""

    seed: int
    generator_version: int
    board: str
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class StartGridSource:
    """The random start grids of one seed, with direct access by number.

    Attributes
    ----------
    seed
        The seed.
    counts
        Booths per color, as in `chatuchak_generators.start_grids.start_grid`.
    board
        Rows and columns.
    generator_version
        The version of the generator.
    """

    generator_version: ClassVar[int] = GENERATOR_VERSION

    seed: int
    counts: tuple[int, ...] | None = None
    board: Board = STANDARD_BOARD

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_int(self.seed, 0, MAX_SEED, name="seed"))
        object.__setattr__(self, "counts", check_counts(self.counts, self.board))

    def __call__(self, first: int, n: int) -> Iterator[StartGrid]:
        """Yield the grids number ``first`` .. ``first + n - 1``."""
        yield from bulk_start_grids(
            n, seed=self.seed, first=first, counts=self.counts, board=self.board
        )

    def describe(self) -> JsonObject:
        """Return all parameters of the grids in JSON form."""
        return self.to_dict()

    def to_dict(self) -> JsonObject:
        """Return the JSON form."""
        return StartGridSourceAnswer.of(self, board=str(self.board)).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the source of a JSON form of the same generator version."""
        read = StartGridSourceAnswer.from_dict(document)
        if read.generator_version != GENERATOR_VERSION:
            raise InputError(
                f"invalid generator_version {read.generator_version}: expected {GENERATOR_VERSION}"
            )
        return cls(read.seed, read.counts, Board.parse(read.board))
