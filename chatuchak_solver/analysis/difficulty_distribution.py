"""How optimal lengths and difficulties are distributed among random start grids."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chatuchak_solver.arguments import read_whole
from chatuchak_solver.document import Node
from chatuchak_solver.foreign import escaped
from chatuchak_solver.shipped import ASSUMED_FIELDS, read_document

FILE_NAME: Final = "difficulty_distribution.json"


@dataclass(frozen=True, slots=True)
class DifficultyDistribution:
    """Two surveys of random start grids: one of lengths, a smaller one of difficulties.

    Attributes
    ----------
    lengths
        How many grids have each optimal length.
    formula_version
        The version of the difficulty formula.
    grids
        How many grids the difficulties are of.
    quantiles
        Difficulties, ascending, that part the grids into parts of the same size; the first and
        the last are the least and the greatest.
    """

    lengths: dict[int, int]
    formula_version: int
    grids: int
    quantiles: tuple[float, ...]

    def difficulty_percentile(self, difficulty: float) -> float:
        """Return the percentage of random start grids that are easier, 0..100."""
        quantiles = self.quantiles
        if difficulty <= quantiles[0]:
            return 0.0
        if difficulty >= quantiles[-1]:
            return 100.0
        right = bisect_right(quantiles, difficulty)
        left = bisect_left(quantiles, difficulty)
        if left == right:
            low, high = quantiles[left - 1], quantiles[left]
            place = left - 1 + (difficulty - low) / (high - low)
        else:
            place = (left + right - 1) / 2
        return 100 * place / (len(quantiles) - 1)


def load_difficulty_distribution(path: Path | None = None) -> DifficultyDistribution:
    """Read the shipped distribution, or one in the JSON file ``path``.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If it holds no distribution; the message names the place.
    """
    fields = read_document(FILE_NAME, path).fields(("lengths", "difficulty"), ASSUMED_FIELDS)
    lengths = fields["lengths"].fields(("histogram",), ("grids", "provenance"))["histogram"]
    histogram = {
        _length(name, node): node.integer(least=0) for name, node in lengths.mapping().items()
    }
    if not sum(histogram.values()):
        raise lengths.error("expected a number of grids for each length, found none")
    difficulty = fields["difficulty"].fields(
        ("formula_version", "grids", "quantiles"), ("provenance",)
    )
    quantiles = [node.number() for node in difficulty["quantiles"].items(least=2)]
    if quantiles != sorted(quantiles):
        raise difficulty["quantiles"].error("expected ascending numbers")
    return DifficultyDistribution(
        histogram,
        difficulty["formula_version"].integer(least=1),
        difficulty["grids"].integer(least=1),
        tuple(quantiles),
    )


def _length(name: str, node: Node) -> int:
    if (length := read_whole(name)) is None:
        raise node.error(f"expected a length in moves as the key, found {escaped(name)!r}")
    return length
