"""Execution of surveys on all cores or on a cluster."""

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Final

from chatuchak_solver.analysis.survey.chunk import SurveyPlan, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.arguments import check_int
from chatuchak_solver.errors import WorkersLostError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads

MAX_CHUNK = 1000
"""One or two seconds of work, the loss of an interruption."""
AFTER_LOSS: Final = "; stored chunks remain: --resume continues"


@dataclass(frozen=True, slots=True)
class SurveyRun:
    """Outcome of one run of a survey.

    Attributes
    ----------
    added
        Number of stored grids.
    stopped_by
        Reason for an incomplete file; None if complete.
    """

    added: int
    stopped_by: StopReason | None


def run_survey(
    plan: SurveyPlan,
    store: SurveyStore,
    n: int,
    *,
    workers: int | None = None,
    spread: Executor | None = None,
    largest_chunk: int = MAX_CHUNK,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> SurveyRun:
    """Solve the grids 0 .. n - 1 of ``plan`` missing in ``store``, and store the results.

    The final content does not depend on workers, chunks or interruptions.

    Parameters
    ----------
    n
        Final number of grids.
    workers
        One thread per usable core by default. Processes are faster on busy machines, where a
        suspended thread with the interpreter's lock blocks all.
    spread
        Replaces the threads, for example ``Cluster(address).each`` or `in_processes`.
    largest_chunk
        Maximum grids per chunk; an interruption loses running chunks.
    stop
        Unit of work: grids. Some more chunks may be stored.

    Raises
    ------
    WorkersLostError
        If a process or the cluster is lost; stored chunks remain.
    """
    check_int(n, 0, name="number of grids")
    check_int(largest_chunk, 1, name="largest_chunk")
    run = Run.begin(stop, on_progress)
    total, added = store.lacks(n), 0
    missing = store.missing(n, largest=largest_chunk)
    solve = partial(solve_chunk, plan)
    if spread is None:
        solve = partial(solve, stop=run.inside())
        spread = partial(in_threads, workers=count_workers(workers))
    try:
        with store.writing() if total else nullcontext():
            for solved in spread(solve, missing, should_stop=run.should_stop):
                if solved is not None:
                    store.add(solved)
                    added += solved.chunk.n
                    run.report(added, total)
                    run.should_stop(added)  # the solver polls the reason
    except WorkersLostError as error:
        raise WorkersLostError(f"{error}{AFTER_LOSS}") from None
    stopped = added < total and run.should_stop(added)
    return SurveyRun(added, run.stopped_by if stopped else None)
