"""How hard a grid is, as the page shows it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

from chatuchak_data.solo_ranks import SoloRanks
from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.features import features_of
from chatuchak_solver.analysis.optimal_paths import LimitReached, PathLimits, optimal_paths
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule

__all__ = ["Measure", "measure"]

LIMITS: Final = PathLimits(positions=200_000, goals=200_000, nodes=20_000_000)
"""About two seconds of work; start grids take a tenth of one."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How hard a grid is.

    Attributes
    ----------
    difficulty
        By the published formula; random start grids have 50 on average. None where the grid's
        optimal solutions are too many to count.
    optimal_solutions
        How many shortest solutions there are; None as ``difficulty``.
    expected_rank
        The solo rank that the simulated player's median game earns; None where ranks say nothing.
    """

    difficulty: float | None
    optimal_solutions: int | None
    expected_rank: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description."""
        return asdict(self)


def measure(grid: Grid, ranks: SoloRanks) -> Measure:
    """Return how hard a grid is; deterministic."""
    paths = optimal_paths(grid, limits=LIMITS)
    if isinstance(paths, LimitReached):
        return Measure(None, None, None)
    features = features_of(paths)
    rank = ranks.of_game(math.ceil(features.player_median), rule=MoveRule.JUMP, board=grid.board)
    return Measure(round(difficulty(features), 1), features.optimal_solutions, rank)
