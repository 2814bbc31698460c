"""Running a survey: chunks on all cores, or on a cluster, into the store as they come."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Final

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.errors import InputError, WorkersLostError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Spread, in_threads

LARGEST_CHUNK = 1000
"""Grids in a chunk: a second or two of work, which is what an interruption loses."""
AFTER_LOSS: Final = "; what is written stays, --resume goes on"
"""What to say after that a worker was lost."""


@dataclass(frozen=True, slots=True)
class SurveyRun:
    """What one run of a survey did.

    Attributes
    ----------
    added
        How many grids were written.
    stopped_by
        Why it ended before the file held all grids; None where it holds them.
    """

    added: int
    stopped_by: StopReason | None


def run_survey(
    plan: SurveyPlan,
    store: SurveyStore,
    n: int,
    *,
    workers: int | None = None,
    spread: Spread | None = None,
    largest_chunk: int = LARGEST_CHUNK,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> SurveyRun:
    """Solve the grids 0 .. n - 1 of ``plan`` that ``store`` lacks, and write them to it.

    What the file holds in the end depends on neither who solves, nor the chunks, nor on how often
    the survey was interrupted.

    Parameters
    ----------
    n
        How many grids the file is to hold.
    workers
        Threads; all usable cores by default. They are enough while cores are idle; where other
        programs compete, one that is put aside with the interpreter's lock holds up all others.
    spread
        Who solves instead, such as ``Cluster(address).each`` or `in_processes` with its
        ``workers``; then ``workers`` counts for nothing.
    largest_chunk
        Grids in a chunk, at most; an interruption loses the chunks in hand.
    stop
        When to end before the file holds them all; its work is grids, of which some chunks
        more may be written.
    on_progress
        Called for each chunk that was written.

    Raises
    ------
    InputError
        If ``n``, ``workers`` or ``largest_chunk`` is out of range, or as `SurveyStore.add`.
    WorkersLostError
        If a process or the cluster is gone; what is written stays.
    """
    if n < 0:
        raise InputError(f"{n} grids cannot be surveyed; expected 0 or more")
    if largest_chunk < 1:
        raise InputError(f"a chunk of {largest_chunk} grids is none; expected 1 or more")
    run = Run.begin(stop, on_progress)
    total, added = store.lacks(n), 0
    missing = store.missing(n, largest=largest_chunk)
    with store.writing() if total else nullcontext():
        for solved in _solved(plan, missing, run, workers, spread):
            store.add(solved)
            added += solved.chunk.n
            run.tell(added, total)
            run.must_end(added)  # who solves ends once it must
    stopped = added < total and run.must_end(added)
    return SurveyRun(added, run.stopped_by if stopped else None)


def _solved(
    plan: SurveyPlan, chunks: Iterable[Chunk], run: Run, workers: int | None, spread: Spread | None
) -> Iterator[SolvedChunk]:
    """Yield the chunks, whichever is solved first, until the run must end."""
    solve = partial(solve_chunk, plan)
    if spread is None:
        solve = partial(solve, stop=run.inside())
        spread = partial(in_threads, workers=count_workers(workers))
    try:
        for solved in spread(solve, chunks, must_end=run.must_end):
            if solved is not None:
                yield solved
    except WorkersLostError as error:
        raise WorkersLostError(f"{error}{AFTER_LOSS}") from None
