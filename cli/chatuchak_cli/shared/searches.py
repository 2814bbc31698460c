"""Searches of commands: a single grid or a stream."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from chatuchak_cli.shared.output import counted
from chatuchak_cli.shared.runner import ExitCode, JobLabels, long_job, run_job
from chatuchak_solver.errors import ChatuchakError
from chatuchak_solver.execution.limits import Stop, StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import Algorithm, solve, solve_many

SLIDE_S: Final = 10.0


def limits_of(rule: str, limits: Stop) -> Stop:
    """Return the limits of an implicit proof: ten seconds for slides.

    A proof of this variant may take longer than anyone waits.
    """
    return Stop(time_s=SLIDE_S) if rule == "slide" and limits == Stop() else limits


def search_one(
    grid: Grid, rule: str, limits: Stop | None = None, algorithm: Algorithm | None = None
) -> tuple[Solution, ExitCode]:
    """Solve one grid and return the solution and the exit code that it calls for."""
    return run_job(partial(solve, grid, rule=rule, algorithm=algorithm), limits)


def search_many(
    grids: Iterable[Grid], rule: str, limits: Stop | None = None, *, total: int | None,
    emit: Callable[[Solution], None], is_streamed: bool = True, **how: Any,
) -> ExitCode:  # fmt: skip
    """Solve grids on all cores, ``emit`` each solution in order, and return the exit code.

    A grid that cannot be read ends the stream: everything before it is solved and emitted, then
    its error is raised. Ctrl-C ends it after the searches that are under way.

    Parameters
    ----------
    total
        The number of grids for the progress bar, or None.
    is_streamed
        Whether ``emit`` prints, so that a log needs no progress.
    how
        ``workers`` and ``algorithm`` of `solve_many`.
    """
    done = 0
    unproven: StopReason | None = None
    # The limits are each grid's, not the job's.
    with long_job(words=JobLabels(unit="grids", total=total, streams=is_streamed)) as job:
        readable = _Readable(job.until_interrupted(grids))
        for solution in solve_many(
            readable, rule=rule, stop=job.stop if limits is None else limits | job.stop, **how
        ):
            if solution.stopped_by is StopReason.INTERRUPT and solution.expanded == 0:
                continue  # it was only waiting for its turn
            job.erase()
            emit(solution)
            done += 1
            job.count()
            unproven = unproven or solution.stopped_by
        if readable.error is not None and job.interrupted is None:
            raise readable.error
        return job.end(
            job.interrupted or unproven,
            before="the proof of at least one grid",
            after=counted(done, "grid"),
        )


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
