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
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from typing import Any, Final, Self, TypeVar, cast
from uuid import uuid4

from chatuchak_solver.errors import InputError, MissingExtraError, SolverError, WorkersLostError

T = TypeVar("T")
R = TypeVar("R")

CONNECT_S = 10
CLOSE_S: Final = 2
POLL_S = 0.2
WORKERS_S = 8
"""For the first worker, or for a new one after all are lost."""
NO_WORKERS: Final = "cluster {0} has no workers; start one with: dask worker {0}"
PROBE = "chatuchak_solver._version:__version__"
ITEMS_AHEAD = 2
"""Queued items per thread of the cluster."""

LOST: Final = "the connection to the cluster was lost"
CONNECTION_ERRORS: Final = (OSError, CancelledError, asyncio.CancelledError, RuntimeError)
"""Raised by dask after the loss of its scheduler."""

ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls|ws|wss|ucx)://)?(?:\[(?P<ipv6>[0-9a-fA-F:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})"
)
IN_PROCESS: Final = re.compile(r"inproc://[\w.:-]+/(?P<process>\d{1,9})/\d{1,9}")
"""Addresses within this process."""
LOGGERS: Final = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
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


class Cluster:
    """The workers of a dask scheduler, as a context manager.

    Silences dask's connection messages while open. ``address`` is, for example,
    ``tcp://10.0.0.1:8786``.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        try:
            import distributed
        except ImportError:
            raise MissingExtraError("a cluster", "cluster") from None
        self._dask: Any = distributed
        self._address = address
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

    def _check_workers(self) -> None:
        with self._convert_errors():
            try:
                self._client.wait_for_workers(1, timeout=WORKERS_S)
            except TimeoutError:
                raise InputError(NO_WORKERS.format(self._address)) from None
            # A standard library function also unpickles on machines without this library.
            answers = self._client.run(pkgutil.resolve_name, PROBE, on_error="return")
            try:
                answers["the scheduler"] = self._client.run_on_scheduler(
                    pkgutil.resolve_name, PROBE
                )
            except ImportError as error:
                answers["the scheduler"] = error
        for place, answer in answers.items():
            if isinstance(answer, Exception):
                raise InputError(
                    f"cluster {self._address}: {place} cannot import chatuchak_solver "
                    f"({_first_line(answer)}); install this program there"
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    @property
    def threads(self) -> int:
        """The current number of threads of all workers."""
        with self._convert_errors():
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
        waiting = enumerate(items)
        job = uuid4().hex
        pending: set[Any] = set()
        last_seen_at = time.monotonic()
        try:
            while not should_stop():
                with self._convert_errors():
                    # Workers join and leave.
                    threads = self.threads
                    now = time.monotonic()
                    last_seen_at = now if threads else last_seen_at
                    if now - last_seen_at > WORKERS_S:
                        raise WorkersLostError(NO_WORKERS.format(self._address))
                    free = (1 + ITEMS_AHEAD) * max(1, threads) - len(pending)
                    for number, item in islice(waiting, max(0, free)):
                        key = f"chatuchak-{job}-{number}"
                        pending.add(self._client.submit(function, item, key=key, pure=False))
                    if not pending:
                        return
                    self._wait(pending)
                    done = [(future, self._result(future)) for future in pending if future.done()]
                for future, results in done:
                    # Recomputes results lost with their worker.
                    for result in results:
                        pending.remove(future)
                        yield cast("R", result)
        finally:
            if pending:
                with suppress(*CONNECTION_ERRORS):
                    self._client.cancel(list(pending))

    def _wait(self, pending: set[Any]) -> None:
        with suppress(TimeoutError), self._client.as_current():
            self._dask.wait(pending, timeout=POLL_S, return_when="FIRST_COMPLETED")
        if self._client.status not in ("running", "connecting"):
            raise WorkersLostError(LOST)

    def _result(self, future: Any) -> tuple[object, ...]:
        if future.status == "finished":
            try:
                return (future.result(timeout=CONNECT_S),)
            except (TimeoutError, CancelledError):
                return ()
        if future.status == "pending":
            return ()
        if future.status in ("cancelled", "lost"):
            raise WorkersLostError(LOST)
        error = future.exception()
        if isinstance(error, self._dask.KilledWorker):
            raise WorkersLostError(
                f"a task ended several workers of the cluster: {_first_line(error)}"
            )
        raise SolverError(f"a task failed on the cluster: {_first_line(error)}")

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        try:
            yield
        except CONNECTION_ERRORS:
            raise WorkersLostError(LOST) from None
