"""How hard a grid is, as the page shows it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from chatuchak_solver.analysis.features import Features
from chatuchak_solver.analysis.optimal_paths import PathLimits
from chatuchak_solver.analysis.ranking import Yardsticks, assess
from chatuchak_solver.document import JsonObject
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.run import Stop

__all__ = ["Measure", "measure"]

LIMITS: Final = PathLimits(positions=200_000, goals=200_000, nodes=20_000_000)
"""About two seconds of work; start grids take a tenth of one."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How hard a grid is; None for what is not known.

    Attributes
    ----------
    difficulty
        By the published formula; random start grids have 50 on average. None where the grid's
        optimal solutions are too many to count.
    percentile
        The percentage of random start grids that are easier; None too where the board or the
        numbers of booths are not the game's.
    optimal_solutions
        How many shortest solutions there are.
    expected_rank
        The solo rank that the simulated player's median game earns; None as ``percentile``.
    """

    difficulty: float | None = None
    percentile: float | None = None
    optimal_solutions: int | None = None
    expected_rank: str | None = None

    def to_dict(self) -> JsonObject:
        """Return a JSON-ready description."""
        return asdict(self)


def measure(grid: Grid, yardsticks: Yardsticks, *, stop: Stop | None = None) -> Measure:
    """Return how hard a grid is; deterministic, unless ``stop`` ends it early."""
    tile = assess(grid, yardsticks, limits=LIMITS, stop=stop)
    if tile.difficulty is None or not isinstance(tile.features, Features):
        return Measure()
    return Measure(
        difficulty=round(tile.difficulty, 1),
        percentile=None if tile.percentile is None else round(tile.percentile, 1),
        optimal_solutions=tile.features.optimal_solutions,
        expected_rank=tile.expected_rank,
    )
