"""Parallel jobs on a dask.distributed cluster.

Every worker needs this package. Items of a lost worker are recomputed; each result is yielded once.
"""

import asyncio
import logging
import os
import pkgutil
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import TypeVar

from chatuchak_solver.errors import InputError, SolverError, WorkersLostError
from chatuchak_solver.execution.processes import each_done
from chatuchak_solver.io.extras import imported

T = TypeVar("T")
R = TypeVar("R")

CONNECT_S = 10
CLOSE_S = 2
WORKERS_S = 8
"""For the first worker, or for a new one after all are lost."""
NO_WORKERS = "cluster {0} has no workers; start one with: dask worker {0}"
PROBE = "chatuchak_solver._version:__version__"

LOST = "the connection to the cluster was lost"
CONNECTION_ERRORS = (OSError, CancelledError, asyncio.CancelledError, RuntimeError)
"""Raised by dask after the loss of its scheduler."""

ADDRESS = re.compile(
    r"(?:(?:tcp|tls|ws|wss|ucx)://)?(?:\[(?P<ipv6>[0-9a-fA-F:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})"
)
IN_PROCESS = re.compile(r"inproc://[\w.:-]+/(?P<process>\d{1,9})/\d{1,9}")
"""Addresses within this process."""
LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""`WorkersLostError` reports lost connections instead."""


def check_address(address: str) -> None:
    """Check a scheduler's address and resolve its host; raise `InputError` if invalid."""
    if local := IN_PROCESS.fullmatch(address):
        if int(local["process"]) != os.getpid():
            raise _no_scheduler(address, "it belongs to another process; expected tcp://HOST:PORT")
        return
    parts = ADDRESS.fullmatch(address)
    if parts is None or not 1 <= int(parts["port"]) <= 65535:
        raise _no_scheduler(address, "expected tcp://HOST:PORT")
    try:
        socket.getaddrinfo(parts["ipv6"] or parts["host"], int(parts["port"]))
    except (OSError, UnicodeError):
        raise _no_scheduler(address, "unknown host") from None


def _no_scheduler(address: str, reason: str) -> InputError:
    return InputError(f"no dask scheduler answers at {address!r}: {reason}")


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error).strip() else type(error).__name__


@contextmanager
def _without_messages() -> Iterator[None]:
    """Silence dask's messages about connections."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    # A parent's handlers see the records of its child loggers; its filters do not.
    targets = [*loggers, *(handler for logger in loggers for handler in logger.handlers)]

    def is_severe(record: logging.LogRecord) -> bool:
        return record.levelno > logging.ERROR

    for target in targets:
        target.addFilter(is_severe)
    try:
        yield
    finally:
        for target in targets:
            target.removeFilter(is_severe)


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        yield
    except CONNECTION_ERRORS:
        raise WorkersLostError(LOST) from None


class Cluster(AbstractContextManager["Cluster"]):
    """The workers of a dask scheduler, as a context manager.

    Silences dask's connection messages while open. ``address`` is, for example,
    ``tcp://10.0.0.1:8786``.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        self._dask = imported("distributed", "a cluster", "cluster")
        self._address, self._seen_at = address, 0.0
        with ExitStack() as stack:
            stack.enter_context(_without_messages())
            try:
                self._client = self._dask.Client(address, timeout=CONNECT_S, set_as_default=False)
            except (*CONNECTION_ERRORS, ValueError, TypeError) as error:
                raise _no_scheduler(address, _first_line(error)) from None
            stack.callback(self._close)
            self._check_workers()
            self._open = stack.pop_all()

    def _close(self) -> None:
        with suppress(*CONNECTION_ERRORS):
            self._client.close(timeout=CLOSE_S)

    @_convert_errors()
    def _check_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError:
            raise InputError(NO_WORKERS.format(self._address)) from None
        # A standard library function also unpickles on machines without this library.
        probe = pkgutil.resolve_name, PROBE
        answers = self._client.run(*probe, on_error="return")
        try:
            answers["the scheduler"] = self._client.run_on_scheduler(*probe)
        except ImportError as error:
            answers["the scheduler"] = error
        for place, answer in answers.items():
            if isinstance(answer, Exception):
                raise InputError(
                    f"cluster {self._address}: {place} cannot import chatuchak_solver "
                    f"({_first_line(answer)}); install this program there"
                )

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    @property
    @_convert_errors()
    def threads(self) -> int:
        """The current number of threads of all workers."""
        return sum(self._client.nthreads().values())

    def each(
        self, function: Callable[[T], R], items: Iterable[T], *, should_stop: Callable[[], bool]
    ) -> Iterator[R]:
        """Yield ``function(item)`` for each item, in order of completion.

        See `in_processes`; ``function`` may run twice for an item.

        Raises
        ------
        WorkersLostError
            If the scheduler or all workers are lost, or an item crashed several workers.
        """
        pool = self._client.get_executor(pure=False)
        self._seen_at = time.monotonic()
        submit = _convert_errors()(lambda item: pool.submit(function, item))
        try:
            yield from each_done(submit, items, should_stop, self._live_threads, self._result)
        finally:
            with suppress(*CONNECTION_ERRORS):
                pool.shutdown(wait=False)

    def _live_threads(self) -> int:
        """Return the threads of the workers, which join and leave."""
        if self._client.status not in ("running", "connecting"):
            raise WorkersLostError(LOST)
        threads, now = self.threads, time.monotonic()
        if threads:
            self._seen_at = now
        elif now - self._seen_at > WORKERS_S:
            raise WorkersLostError(NO_WORKERS.format(self._address))
        return max(1, threads)

    def _result(self, future: Future[R]) -> R:
        with _convert_errors():
            error = future.exception()
        if isinstance(error, self._dask.KilledWorker):
            message = f"a task ended several workers of the cluster: {_first_line(error)}"
            raise WorkersLostError(message)
        if error is not None:
            raise SolverError(f"a task failed on the cluster: {_first_line(error)}")
        return future.result()
