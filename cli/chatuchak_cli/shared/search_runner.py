"""Searches as commands run them: with progress, Ctrl-C, limits and a word about compiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, Interrupt, interruptible
from chatuchak_cli.shared.progress import ItemProgress, SearchProgress
from chatuchak_solver.errors import ChatuchakError
from chatuchak_solver.run import Stop, StopReason
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import Algorithm, default_algorithm, solve, solve_many

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["UNPROVEN", "SearchOptions", "search_many", "search_one"]

UNPROVEN: Final = 3
"""The exit code where a limit came before the proof."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """What the options of a command say about its searches."""

    rule: str
    algorithm: Algorithm | None = None
    time_limit_s: float | None = None
    node_limit: int | None = None

    @property
    def chosen_algorithm(self) -> Algorithm:
        """The algorithm asked for, or the best one for the rule."""
        return self.algorithm or default_algorithm(self.rule)

    def stop(self, interrupt: Interrupt) -> Stop:
        """Return when one search ends, which Ctrl-C does too."""
        return Stop(
            time_s=self.time_limit_s, work=self.node_limit, interrupt=interrupt.is_requested
        )


def search_one(grid: Grid, options: SearchOptions) -> tuple[Solution, int]:
    """Solve one grid and return the solution and the exit code that it calls for."""
    with interruptible() as interrupt:
        with compile_notice(), SearchProgress() as progress:
            solution = solve(
                grid,
                rule=options.rule,
                algorithm=options.chosen_algorithm,
                stop=options.stop(interrupt),
                on_progress=progress,
            )
        code = _exit_code(solution)
    if code == INTERRUPTED:
        click.echo("interrupted before the proof", err=True)
    elif code == UNPROVEN:
        click.echo("the limit came before the proof", err=True)
    return solution, code


def search_many(
    grids: Iterable[Grid],
    options: SearchOptions,
    *,
    total: int | None,
    workers: int | None,
    emit: Callable[[Solution], None],
) -> int:
    """Solve grids on all cores, ``emit`` each solution in order, and return the exit code.

    A grid that cannot be read ends the stream: everything before it is solved and emitted, then
    its error is raised. Ctrl-C ends it after the searches that are under way.

    Parameters
    ----------
    total
        How many grids there are, for the progress bar, or None.
    """
    code = done = 0
    with interruptible() as interrupt:
        readable = _Readable(interrupt.until_requested(grids))
        with compile_notice(), ItemProgress(total, "grids") as progress:
            for solution in solve_many(
                readable,
                rule=options.rule,
                algorithm=options.chosen_algorithm,
                stop=options.stop(interrupt),
                workers=workers,
            ):
                outcome = _exit_code(solution)
                if outcome == INTERRUPTED and solution.expanded == 0:
                    continue  # it was only waiting for its turn
                progress.erase()
                emit(solution)
                done += 1
                progress.advance()
                code = max(code, outcome)
        if interrupt.requested:
            click.echo(f"interrupted after {done} grids", err=True)
            return INTERRUPTED
    if readable.error is not None:
        raise readable.error
    if code == UNPROVEN:
        click.echo("the limit came before the proof of at least one grid", err=True)
    return code


def _exit_code(solution: Solution) -> int:
    """Return 0, or 3 where a limit came before the proof, or 130 where Ctrl-C did."""
    if solution.stopped_by is None:
        return 0
    return INTERRUPTED if solution.stopped_by is StopReason.INTERRUPT else UNPROVEN


class _Readable:
    """The grids up to the first that cannot be read, and that one's error."""

    def __init__(self, grids: Iterable[Grid]) -> None:
        self._grids = grids
        self.error: ChatuchakError | OSError | None = None

    def __iter__(self) -> Iterator[Grid]:
        try:
            yield from self._grids
        except (ChatuchakError, OSError) as error:
            self.error = error
