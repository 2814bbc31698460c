"""A solver and puzzle-analysis library for market-themed board games.

The names below are what most users need; each is imported when it is first used, so that
``import chatuchak_solver`` stays light.

Examples
--------
>>> from chatuchak_solver import Grid, solve
>>> solve(Grid.parse(".RY/YRG/RGG")).moves
(2, 8, 7, 1)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from chatuchak_solver._version import __version__

if TYPE_CHECKING:
    from chatuchak_solver.analysis.optimal_paths import optimal_paths
    from chatuchak_solver.analysis.ranking import assess, rank_tiles
    from chatuchak_solver.errors import ChatuchakError, InputError, NotationError
    from chatuchak_solver.puzzle import (
        Board,
        Color,
        Grid,
        MoveRule,
        canonical_form,
        start_violations,
    )
    from chatuchak_solver.run import Progress, Stop, StopReason
    from chatuchak_solver.search.solution import Solution, Status
    from chatuchak_solver.search.solve import solve, solve_many
    from chatuchak_solver.search.verify import replay
    from chatuchak_solver.stand.next_card import NextCard
    from chatuchak_solver.stand.plan import PlanOptions, plan_stand
    from chatuchak_solver.stand.problem import StandProblem

__all__ = [
    "Board",
    "ChatuchakError",
    "Color",
    "Grid",
    "InputError",
    "MoveRule",
    "NextCard",
    "NotationError",
    "PlanOptions",
    "Progress",
    "Solution",
    "StandProblem",
    "Status",
    "Stop",
    "StopReason",
    "__version__",
    "assess",
    "canonical_form",
    "optimal_paths",
    "plan_stand",
    "rank_tiles",
    "replay",
    "solve",
    "solve_many",
    "start_violations",
]

_HOMES = {
    "chatuchak_solver.analysis.optimal_paths": ("optimal_paths",),
    "chatuchak_solver.analysis.ranking": ("assess", "rank_tiles"),
    "chatuchak_solver.errors": ("ChatuchakError", "InputError", "NotationError"),
    "chatuchak_solver.puzzle": (
        "Board",
        "Color",
        "Grid",
        "MoveRule",
        "canonical_form",
        "start_violations",
    ),
    "chatuchak_solver.run": ("Progress", "Stop", "StopReason"),
    "chatuchak_solver.search.solution": ("Solution", "Status"),
    "chatuchak_solver.search.solve": ("solve", "solve_many"),
    "chatuchak_solver.search.verify": ("replay",),
    "chatuchak_solver.stand.next_card": ("NextCard",),
    "chatuchak_solver.stand.plan": ("PlanOptions", "plan_stand"),
    "chatuchak_solver.stand.problem": ("StandProblem",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
