"""Distribution of optimal lengths and difficulties of random start grids."""

from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np
from msgspec import Meta

from chatuchak_solver.codec import Count, Form, Source, decode, error_context
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.package_data import Provenance, read_bytes

FILE_NAME: Final = "difficulty_distribution.json"


class Lengths(Form, frozen=True, kw_only=True):
    """Number of grids by optimal length."""

    provenance: str = ""
    grids: Count = 0
    histogram: dict[Annotated[int, Meta(ge=0)], Count]


class Difficulties(Form, frozen=True, kw_only=True):
    """Quantiles of difficulties; see `DifficultyDistribution`."""

    provenance: str = ""
    formula_version: Annotated[int, Meta(ge=1)]
    grids: Annotated[int, Meta(ge=1)]
    quantiles: Annotated[tuple[float, ...], Meta(min_length=2)]


class DistributionFile(Provenance, frozen=True, kw_only=True):
    """The file of a distribution."""

    lengths: Lengths
    difficulty: Difficulties


@dataclass(frozen=True, slots=True)
class DifficultyDistribution:
    """Surveys of random start grids, one of lengths and a smaller one of difficulties.

    Attributes
    ----------
    lengths
        Number of grids by optimal length.
    formula_version
        Version of the difficulty formula.
    grids
        Number of grids with difficulties.
    quantiles
        Difficulties of equal parts, from the minimum to the maximum.
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
        left, right = (np.searchsorted(quantiles, difficulty, side) for side in ("left", "right"))
        place = (left + right - 1) / 2  # of equal quantiles
        if left == right:
            place = np.interp(difficulty, quantiles, range(len(quantiles)))
        return float(100 * place / (len(quantiles) - 1))


def load_difficulty_distribution(path: Source | None = None) -> DifficultyDistribution:
    """Read the package's distribution, or that of a file, bytes or a mapping."""
    data, source = read_bytes(FILE_NAME, path)
    found = decode(data, DistributionFile, source=source)
    lengths, difficulty = found.lengths.histogram, found.difficulty
    with error_context(source):
        if not any(lengths.values()):
            raise InputError("invalid lengths.histogram: expected a number of grids per length")
        if list(difficulty.quantiles) != sorted(difficulty.quantiles):
            raise InputError("invalid difficulty.quantiles: expected ascending numbers")
    return DifficultyDistribution(
        lengths, difficulty.formula_version, difficulty.grids, difficulty.quantiles
    )
