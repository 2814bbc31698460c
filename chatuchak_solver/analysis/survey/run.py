"""Running a survey: chunks on all cores, or on a cluster, into the store as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.errors import InputError
from chatuchak_solver.run import OnProgress, Progress, Run, Stop, StopReason, count_workers

LARGEST_CHUNK = 1000
"""Grids in a chunk: a second or two of work, which is what an interruption loses."""
CHUNKS_AHEAD = 2
"""Chunks per worker that wait for it, so that none waits for the file."""


class ChunkRunner(Protocol):
    """Something that solves chunks, in any order."""

    def __call__(
        self, plan: SurveyPlan, chunks: Iterable[Chunk], run: Run
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must."""


class ThreadRunner:
    """Solves chunks in threads of this process.

    Parameters
    ----------
    workers
        The number of threads; all usable cores by default.

    Raises
    ------
    InputError
        As `chatuchak_solver.run.count_workers`.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers: int = count_workers(workers)

    def __call__(
        self, plan: SurveyPlan, chunks: Iterable[Chunk], run: Run
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must."""
        waiting = iter(chunks)
        pending: set[Future[SolvedChunk | None]] = set()
        with ThreadPoolExecutor(self.workers, thread_name_prefix="survey") as pool:
            try:
                while not run.must_end():
                    free = (1 + CHUNKS_AHEAD) * self.workers - len(pending)
                    for chunk in islice(waiting, free):
                        pending.add(pool.submit(solve_chunk, plan, chunk, run.inside()))
                    if not pending:
                        return
                    done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in done:
                        solved = future.result()
                        if solved is not None:
                            yield solved
            finally:
                for future in pending:
                    future.cancel()


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
    runner: ChunkRunner | None = None,
    largest_chunk: int = LARGEST_CHUNK,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> SurveyRun:
    """Solve the grids 0 .. n - 1 of ``plan`` that ``store`` lacks, and write them to it.

    What the file holds in the end depends on neither the runner, nor the chunks, nor on how often
    the survey was interrupted.

    Parameters
    ----------
    n
        How many grids the file is to hold.
    runner
        Who solves; the threads of this process by default.
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
        If ``n`` or ``largest_chunk`` is out of range, or as `SurveyStore.add`.
    """
    if n < 0:
        raise InputError(f"{n} grids cannot be surveyed; expected 0 or more")
    if largest_chunk < 1:
        raise InputError(f"a chunk of {largest_chunk} grids is none; expected 1 or more")
    run = Run.begin(stop, on_progress)
    total, added = store.lacks(n), 0
    runner = runner or ThreadRunner()
    with store.writing() if total else nullcontext():
        for solved in runner(plan, store.missing(n, largest=largest_chunk), run):
            store.add(solved)
            added += solved.chunk.n
            if on_progress is not None:
                on_progress(Progress(work=added, seconds=run.seconds, total=total))
            run.must_end(added)  # the runner ends once it must
    stopped = added < total and run.must_end(added)
    return SurveyRun(added, run.stopped_by if stopped else None)
