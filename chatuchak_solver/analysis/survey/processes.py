"""Running a survey in processes of this machine: no lock of the interpreter is shared.

Threads are enough while cores are idle, but where other programs compete for them, a thread that
is put aside while it holds the interpreter's lock holds up all others.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.errors import WorkersLostError
from chatuchak_solver.run import Run, count_workers

__all__ = ["ProcessRunner"]

POLL_S = 0.2
CHUNKS_AHEAD = 2
"""Chunks per process that wait for it, so that none waits for the file."""


class ProcessRunner:
    """Solves chunks in processes of this machine; each takes half a second to start.

    The processes are started anew, so that a script that uses this needs the usual guard
    ``if __name__ == "__main__":``. They end with this one, however that ends.

    Parameters
    ----------
    workers
        The number of processes; all usable cores by default.

    Raises
    ------
    InputError
        As `chatuchak_solver.run.count_workers`.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = count_workers(workers)

    def __call__(
        self,
        plan: SurveyPlan,
        chunks: Iterable[Chunk],
        run: Run,
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must.

        Raises
        ------
        WorkersLostError
            If a process ended before its chunk was solved.
        """
        waiting = iter(chunks)
        pending: set[Future[SolvedChunk | None]] = set()
        others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_end_with_parent)
        try:
            while not run.must_end():
                free = (1 + CHUNKS_AHEAD) * self.workers - len(pending)
                with _interrupts_held_back():
                    pending |= {
                        pool.submit(solve_chunk, plan, chunk) for chunk in islice(waiting, free)
                    }
                if not pending:
                    return
                done, pending = wait(pending, timeout=POLL_S, return_when=FIRST_COMPLETED)
                for future in done:
                    solved = future.result()
                    if solved is not None:
                        yield solved
        except BrokenProcessPool:
            raise WorkersLostError(
                "a process ended before its chunk was solved; was it killed?"
            ) from None
        finally:
            if pending:
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start processes that never see Ctrl-C: this one answers it for all.

    They inherit the mask; a Ctrl-C that comes meanwhile is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process as soon as the one that started it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
