"""Running a survey: chunks on all cores, or on a cluster, into the store as they come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Protocol

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.errors import InputError

__all__ = ["LARGEST_CHUNK", "ChunkRunner", "ThreadRunner", "run_survey"]

LARGEST_CHUNK = 1000
"""Grids in a chunk: a second or two of work, which is what an interruption loses."""
CHUNKS_AHEAD = 2
"""Chunks per worker that wait for it, so that none waits for the file."""


class ChunkRunner(Protocol):
    """Something that solves chunks, in any order."""

    def __call__(
        self,
        plan: SurveyPlan,
        chunks: Iterable[Chunk],
        should_stop: Callable[[], bool],
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``should_stop``."""


class ThreadRunner:
    """Solves chunks in threads of this process.

    Parameters
    ----------
    workers
        The number of threads; all usable cores by default.

    Raises
    ------
    InputError
        If ``workers`` is not positive.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = (os.cpu_count() or 1) if workers is None else workers
        if self.workers < 1:
            raise InputError(f"{self.workers} workers cannot solve anything; expected 1 or more")

    def __call__(
        self,
        plan: SurveyPlan,
        chunks: Iterable[Chunk],
        should_stop: Callable[[], bool],
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``should_stop``."""
        waiting = iter(chunks)
        pending: set[Future[SolvedChunk | None]] = set()
        with ThreadPoolExecutor(self.workers, thread_name_prefix="survey") as pool:
            try:
                while not should_stop():
                    free = (1 + CHUNKS_AHEAD) * self.workers - len(pending)
                    for chunk in islice(waiting, free):
                        pending.add(pool.submit(solve_chunk, plan, chunk, should_stop))
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


def run_survey(
    plan: SurveyPlan,
    store: SurveyStore,
    n: int,
    *,
    runner: ChunkRunner | None = None,
    largest_chunk: int = LARGEST_CHUNK,
    should_stop: Callable[[], bool] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> int:
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
    should_stop
        Ends the survey when it returns True.
    on_progress
        Called with the number of grids of each chunk that was written.

    Returns
    -------
    The number of grids that were added.

    Raises
    ------
    InputError
        If ``n`` or ``largest_chunk`` is out of range, or as `SurveyStore.add`.
    """
    if n < 0:
        raise InputError(f"{n} grids cannot be surveyed; expected 0 or more")
    if largest_chunk < 1:
        raise InputError(f"a chunk of {largest_chunk} grids is none; expected 1 or more")
    added = 0
    runner = runner or ThreadRunner()
    missing = list(store.missing(n, largest=largest_chunk))
    for solved in runner(plan, missing, should_stop or (lambda: False)):
        store.add(solved)
        added += solved.chunk.n
        if on_progress is not None:
            on_progress(solved.chunk.n)
    return added
