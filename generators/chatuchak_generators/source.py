"""Random start grids of one seed as a picklable value."""

from collections.abc import Iterator

from msgspec.structs import force_setattr

from chatuchak_generators.random_stream import MAX_SEED
from chatuchak_generators.start_grids import (
    GENERATOR_VERSION,
    StartGrid,
    bulk_start_grids,
    check_counts,
)
from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board


class StartGridSource(Answer, frozen=True, omit_defaults=False):
    """The random start grids of a seed, with direct access by number.

    Attributes
    ----------
    counts
        Booths per color.
    board
        Rows and columns.
    generator_version
        Version of the generator; no other one can be read.
    """

    seed: int
    counts: tuple[Count, ...] | None = None
    board: Notation[Board] = STANDARD_BOARD
    generator_version: int = GENERATOR_VERSION

    def __post_init__(self) -> None:
        if self.generator_version != GENERATOR_VERSION:
            raise InputError(
                f"invalid generator_version {self.generator_version}: expected {GENERATOR_VERSION}"
            )
        force_setattr(self, "seed", check_int(self.seed, 0, MAX_SEED, name="seed"))
        force_setattr(self, "counts", check_counts(self.counts, self.board))

    def __call__(self, first: int, n: int) -> Iterator[StartGrid]:
        """Yield ``n`` grids from number ``first``."""
        yield from bulk_start_grids(
            n, seed=self.seed, first=first, counts=self.counts, board=self.board
        )

    def describe(self) -> JsonObject:
        """Return all parameters of the grids, JSON-ready."""
        return self.to_dict()
