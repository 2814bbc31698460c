"""Searches of commands."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from chatuchak_cli.shared.output import counted
from chatuchak_cli.shared.runner import ExitCode, JobLabels, long_job
from chatuchak_solver.errors import ChatuchakError
from chatuchak_solver.execution.limits import Stop, StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve_many

SLIDE_S: Final = 10.0


def limits_of(rule: str, limits: Stop) -> Stop:
    """Return the limits of a secondary proof, by default ten seconds for slides."""
    return Stop(time_s=SLIDE_S) if rule == "slide" and limits == Stop() else limits


def search_many(
    grids: Iterable[Grid], rule: str, limits: Stop | None = None, *, total: int | None,
    emit: Callable[[Solution], None], is_streamed: bool = True, **more: Any,
) -> ExitCode:  # fmt: skip
    """Solve grids on all cores, ``emit`` solutions in order, and return the exit code.

    An invalid grid raises after all grids before it. Ctrl-C ends the stream after running searches.

    ``is_streamed`` if ``emit`` prints, so a log needs no progress.
    """
    done = 0
    unproven: StopReason | None = None
    # Limits per grid.
    with long_job(words=JobLabels(unit="grids", total=total, streams=is_streamed)) as job:
        errors: list[Exception] = []
        valid = _valid(job.until_interrupted(grids), errors)
        stop = job.stop if limits is None else limits | job.stop
        for solution in solve_many(valid, rule=rule, stop=stop, **more):
            if solution.stopped_by is StopReason.INTERRUPT and solution.expanded == 0:
                continue  # it was not started
            job.erase()
            emit(solution)
            done += 1
            job.count()
            unproven = unproven or solution.stopped_by
        if errors and job.interrupted is None:
            raise errors[0]
        return job.end(
            job.interrupted or unproven,
            before="the proof of at least one grid",
            after=counted(done, "grid"),
        )


def _valid(grids: Iterable[Grid], errors: list[Exception]) -> Iterator[Grid]:
    """Yield the grids up to the first error, which joins ``errors``."""
    try:
        yield from grids
    except (ChatuchakError, OSError) as error:
        errors.append(error)
