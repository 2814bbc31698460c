"""Finding all shortest solutions with progress, Ctrl-C and exit codes."""

from __future__ import annotations

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.searches import SearchOptions, search_one
from chatuchak_solver.analysis.optimal_paths import (
    LimitReached,
    OptimalPaths,
    PathLimits,
    optimal_paths,
)
from chatuchak_solver.puzzle.grid import Grid

__all__ = ["find_paths"]


def find_paths(grid: Grid, positions: int) -> tuple[OptimalPaths | LimitReached | None, int]:
    """Solve a grid and find all its shortest solutions; return them and the exit code.

    None where the search for the first solution was interrupted.

    Parameters
    ----------
    positions
        The most positions on shortest solutions.
    """
    solution, code = search_one(grid, SearchOptions(rule="jump"))
    if solution.length is None or solution.gap != 0:
        return None, code
    with compile_notice():
        found = optimal_paths(grid, length=solution.length, limits=PathLimits(positions=positions))
    return found, ExitCode.UNPROVEN if isinstance(found, LimitReached) else ExitCode.DONE
