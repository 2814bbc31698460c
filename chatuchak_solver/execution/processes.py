"""Parallel jobs in threads, or in processes that end with this one.

They block Ctrl-C, SIGTERM and SIGHUP, which terminals, ``timeout`` and service managers also send
to them: this process decides when they end.
Processes are spawned, since forking a process with threads may deadlock. Scripts need the guard
``if __name__ == "__main__":``.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Protocol, TypeVar

from chatuchak_solver.errors import WorkersLostError

POLL_S = 0.1
"""Seconds between polls of ``should_stop``."""

ITEMS_AHEAD = 2
"""Queued items per worker."""

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Parallel map: `in_threads`, `in_processes` or the ``each`` of a cluster."""

    def __call__(
        self, function: Callable[[T], R], items: Iterable[T], *, should_stop: Callable[[], bool]
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order of completion."""
        ...


def map_ordered(
    function: Callable[[T], R],
    items: Iterable[T],
    spread: Executor,
    *,
    should_stop: Callable[[], bool],
) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in the order of the items."""
    yield from in_order(
        spread(partial(_numbered, function), enumerate(items), should_stop=should_stop)
    )


def in_order(numbered: Iterable[tuple[int, R]]) -> Generator[R, None, dict[int, R]]:
    """Yield values by number, from 0, each after its predecessors; return those after a gap."""
    next_number = 0
    queued: dict[int, R] = {}
    for number, value in numbered:
        queued[number] = value
        while next_number in queued:
            yield queued.pop(next_number)
            next_number += 1
    return queued


def _numbered(function: Callable[[T], R], item: tuple[int, T]) -> tuple[int, R]:
    index, value = item
    return index, function(value)


def in_threads(
    function: Callable[[T], R], items: Iterable[T], *, workers: int, should_stop: Callable[[], bool]
) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in order of completion.

    As `in_processes`, but waits for running items: long functions need their own stop.
    """
    with futures.ThreadPoolExecutor(workers, thread_name_prefix="worker") as pool:
        try:
            yield from each_done(
                lambda item: pool.submit(function, item), items, should_stop, lambda: workers
            )
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def in_processes(
    function: Callable[[T], R], items: Iterable[T], *, workers: int, should_stop: Callable[[], bool]
) -> Iterator[R]:
    """Yield ``function(item)`` for each item, in order of completion.

    Processes are killed when ``should_stop()`` is true, when the iterator is closed, and when
    this process ends.

    Parameters
    ----------
    function
        Importable by name, with picklable results.
    items
        Consumed lazily.
    should_stop
        Polled ten times a second and after each item; usually `Run.should_stop`.

    Raises
    ------
    WorkersLostError
        If a process ended before its item was done.
    """
    context = _SpawnContext()
    with block_signals():  # also in Python's tracker of semaphores, which the pool starts
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    submit = block_signals()(lambda item: pool.submit(function, item))  # may start a process
    is_complete = False
    try:
        is_complete = yield from each_done(submit, items, should_stop, lambda: workers)
    except BrokenProcessPool:
        message = "a process ended before its work was done (was it killed?)"
        raise WorkersLostError(message) from None
    finally:
        if not is_complete:
            for process in context.processes:
                if process.is_alive():  # not if it could not start
                    process.kill()
        pool.shutdown(cancel_futures=True)


class _SpawnContext(SpawnContext):
    """Spawns the processes of one pool, and lists them."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a new process."""
        self.processes.append(SpawnProcess(*args, **kwargs))
        return self.processes[-1]


def each_done(
    submit: Callable[[T], futures.Future[R]], items: Iterable[T], should_stop: Callable[[], bool],
    workers: Callable[[], int], result_of: Callable[[futures.Future[R]], R] = futures.Future.result,
) -> Generator[R, None, bool]:  # fmt: skip
    """Yield results in order of completion; return whether all items are done.

    Parameters
    ----------
    submit
        Submits an item to a pool.
    workers
        Returns the current number of workers.
    result_of
        Returns the result of a finished future, or raises its error.
    """
    queued = iter(items)
    pending: set[futures.Future[R]] = set()
    while not should_stop():
        free = (1 + ITEMS_AHEAD) * workers() - len(pending)
        pending |= set(map(submit, islice(queued, max(0, free))))
        if not pending:
            return True
        done, pending = futures.wait(pending, timeout=POLL_S, return_when=futures.FIRST_COMPLETED)
        yield from map(result_of, done)
    return False


@contextmanager
def block_signals() -> Iterator[None]:
    """Block Ctrl-C, SIGTERM and SIGHUP in this thread and in processes started meanwhile.

    A pending signal is delivered to this process afterward.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    numbers = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
