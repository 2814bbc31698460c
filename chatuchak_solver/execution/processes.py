"""Spreading a job over threads, or over processes that end with it and never see Ctrl-C.

The processes are spawned, since a fork of a process with threads, such as numba's, may hang;
so a script that uses this needs the usual guard ``if __name__ == "__main__":``.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from typing import Final, Protocol, TypeVar

from chatuchak_solver.errors import WorkersLostError

POLL_S: Final = 0.1
"""Seconds between two questions to the caller whether to stop, while no item is done."""

ITEMS_AHEAD: Final = 2
"""Items per worker that wait for it, so that none waits for its caller."""

T = TypeVar("T")
R = TypeVar("R")


class Spread(Protocol):
    """Something that does a job's items: `in_threads`, `in_processes`, a cluster's ``each``."""

    def __call__(
        self, function: Callable[[T], R], items: Iterable[T], *, must_end: Callable[[], bool]
    ) -> Iterator[R]:
        """Yield ``function`` of every item as each is done, in no certain order."""
        ...


def in_turn(
    function: Callable[[T], R], items: Iterable[T], spread: Spread, *, must_end: Callable[[], bool]
) -> Iterator[R]:
    """Yield ``function`` of every item in the items' order; what comes before its turn waits."""
    turn = 0
    waiting: dict[int, R] = {}
    for place, result in spread(partial(_numbered, function), enumerate(items), must_end=must_end):
        waiting[place] = result
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1


def _numbered(function: Callable[[T], R], item: tuple[int, T]) -> tuple[int, R]:
    place, what = item
    return place, function(what)


def in_threads(
    function: Callable[[T], R], items: Iterable[T], *, workers: int, must_end: Callable[[], bool]
) -> Iterator[R]:
    """Yield ``function`` of every item as each is done, in no certain order.

    As `in_processes`, but what is being done is waited for in the end: a function that takes long
    has a stop of its own.
    """
    with ThreadPoolExecutor(workers, thread_name_prefix="worker") as pool:
        try:
            yield from _each(pool, function, items, workers, must_end)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def in_processes(
    function: Callable[[T], R], items: Iterable[T], *, workers: int, must_end: Callable[[], bool]
) -> Iterator[R]:
    """Yield ``function`` of every item as each is done, in no certain order.

    Once ``must_end()``, or when the iterator is closed, the processes are ended at once, whatever
    they do. They also end when this process does, however it ends.

    Parameters
    ----------
    function
        Can be imported by its name, as its results can.
    items
        Taken as they are needed.
    workers
        The number of processes; each takes some tenths of a second to start.
    must_end
        Asked ten times a second and after every item; `Run.must_end` of the job, as a rule.

    Raises
    ------
    WorkersLostError
        If a process ended before its item was done.
    """
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    whole = False
    try:
        whole = yield from _each(pool, function, items, workers, must_end)
    except BrokenProcessPool:
        raise WorkersLostError(
            "a process ended before its work was done (was it killed?)"
        ) from None
    finally:
        if not whole:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _each(
    pool: Executor,
    function: Callable[[T], R],
    items: Iterable[T],
    workers: int,
    must_end: Callable[[], bool],
) -> Generator[R, None, bool]:
    """Yield what a pool makes of the items, as each is done; return whether all are."""
    waiting = iter(items)
    pending: set[Future[R]] = set()
    while not must_end():
        free = (1 + ITEMS_AHEAD) * workers - len(pending)
        # Threads see no Ctrl-C anyway.
        with interrupts_held_back() if isinstance(pool, ProcessPoolExecutor) else nullcontext():
            pending |= {pool.submit(function, item) for item in islice(waiting, free)}
        if not pending:
            return True
        done, pending = wait(pending, timeout=POLL_S, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
    return False


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Start processes that never see Ctrl-C: this one answers it for all.

    They inherit the mask; a Ctrl-C that comes meanwhile is delivered afterward.
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
