"""Spreading a job over many machines with dask.distributed.

Every worker needs this package. What a lost worker had is done again by others, and each item's
result is yielded once.
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
from contextlib import contextmanager, suppress
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
"""How long to wait for a first worker, or for another one when all are gone."""
NO_WORKERS: Final = "cluster {0} has no workers; start one with: dask worker {0}"
PROBE = "chatuchak_solver._version:__version__"
ITEMS_AHEAD = 2
"""Items per thread of the cluster that wait for it, so that none waits for the caller."""

LOST: Final = "the connection to the cluster was lost"
GONE: Final = (OSError, TimeoutError, CancelledError, asyncio.CancelledError, RuntimeError)
"""What dask raises, here or there, once its scheduler is gone."""

ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls|ws|wss|ucx)://)?(?:\[(?P<ipv6>[0-9a-fA-F:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})"
)
IN_PROCESS: Final = re.compile(r"inproc://[\w.:-]+/(?P<process>\d{1,9})/\d{1,9}")
"""Addresses in this process alone, as ``distributed.LocalCluster(processes=False)`` has them."""
LOGGERS: Final = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""Who writes about lost connections on standard error; `WorkersLostError` tells in one line."""


def check_address(address: str) -> None:
    """Check that a scheduler's address can be one and that its host is known, at once.

    Raises
    ------
    InputError
        If it cannot, or if it is not.
    """
    if here := IN_PROCESS.fullmatch(address):
        if int(here["process"]) != os.getpid():
            raise _no_scheduler(address, "it is one of another process; expected tcp://HOST:PORT")
        return
    parts = ADDRESS.fullmatch(address)
    if parts is None or not 1 <= int(parts["port"]) <= 65535:
        raise _no_scheduler(address, "expected tcp://HOST:PORT")
    try:
        socket.getaddrinfo(parts["ipv6"] or parts["host"], int(parts["port"]))
    except (OSError, UnicodeError):
        raise _no_scheduler(address, "its host is not known") from None


def _no_scheduler(address: str, reason: str) -> InputError:
    return InputError(f"no dask scheduler answers at {address!r}: {reason}")


def _in_one_line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error).strip() else type(error).__name__


class _Quiet:
    """Keeps dask from writing about its connections on standard error."""

    def __init__(self) -> None:
        loggers = [logging.getLogger(name) for name in LOGGERS]
        # Records of a logger below pass its handlers, but not its own filters.
        self._places = [*loggers, *(handler for one in loggers for handler in one.handlers)]

    def begin(self) -> None:
        """Silence the loggers until `end`."""
        for place in self._places:
            place.addFilter(self)

    def end(self) -> None:
        """Let the loggers write again."""
        for place in self._places:
            place.removeFilter(self)

    def __call__(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.ERROR


class Cluster:
    """The workers of a dask scheduler; a context manager that disconnects.

    While it is open, dask's own words about its connections are kept from standard error.

    Parameters
    ----------
    address
        The scheduler's address, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    InputError
        If the address is none, no scheduler answers there, it has no workers, or they or it cannot
        import this library.
    MissingExtraError
        If dask.distributed is not installed.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        try:
            import distributed
        except ImportError:
            raise MissingExtraError("a cluster", "cluster") from None
        self._dask: Any = distributed
        self._address = address
        self._quiet = _Quiet()
        self._quiet.begin()
        try:
            self._client = self._dask.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (*GONE, ValueError, TypeError) as error:
            self._quiet.end()
            raise _no_scheduler(address, _in_one_line(error)) from None
        try:
            self._check_workers()
        except BaseException:
            self.__exit__()
            raise

    def _check_workers(self) -> None:
        """Check that there are workers, and that they and the scheduler can import this library."""
        with self._lost_told():
            try:
                self._client.wait_for_workers(1, timeout=WORKERS_S)
            except TimeoutError:
                raise InputError(NO_WORKERS.format(self._address)) from None
            # A function of the standard library, which arrives where this library is missing.
            asked = self._client.run(pkgutil.resolve_name, PROBE, on_error="return")
            try:
                asked["the scheduler"] = self._client.run_on_scheduler(pkgutil.resolve_name, PROBE)
            except ImportError as error:
                asked["the scheduler"] = error
        for place, answer in asked.items():
            if isinstance(answer, Exception):
                raise InputError(
                    f"cluster {self._address}: {place} cannot import chatuchak_solver "
                    f"({_in_one_line(answer)}); install this program there"
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        with suppress(*GONE):
            self._client.close(timeout=CLOSE_S)
        self._quiet.end()

    @property
    def threads(self) -> int:
        """The number of threads that all workers have now.

        Raises
        ------
        WorkersLostError
            If the scheduler is gone.
        """
        with self._lost_told():
            return sum(self._client.nthreads().values())

    def each(
        self, function: Callable[[T], R], items: Iterable[T], *, must_end: Callable[[], bool]
    ) -> Iterator[R]:
        """Yield ``function`` of every item as each is done, in no certain order.

        Parameters
        ----------
        function
            Can be pickled, as its results can; a pure function, since an item may be done twice.
        items
            Taken as they are needed.
        must_end
            Asked some five times a second; then what is not done is given up.

        Raises
        ------
        WorkersLostError
            If the scheduler is gone, all workers are gone and none comes back, or an item ended
            several workers.
        SolverError
            If an item failed on the cluster.
        """
        waiting = enumerate(items)
        job = uuid4().hex
        pending: set[Any] = set()
        last_seen = time.monotonic()
        try:
            while not must_end():
                with self._lost_told():
                    # Counted each time, since workers come and go.
                    threads = self.threads
                    now = time.monotonic()
                    last_seen = now if threads else last_seen
                    if now - last_seen > WORKERS_S:
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
                    # A result that went down with its worker is recomputed.
                    for result in results:
                        pending.remove(future)
                        yield cast("R", result)
        finally:
            if pending:
                with suppress(*GONE):
                    self._client.cancel(list(pending))

    def _wait(self, pending: set[Any]) -> None:
        """Wait a little for one of the items."""
        with suppress(TimeoutError), self._client.as_current():
            self._dask.wait(pending, timeout=POLL_S, return_when="FIRST_COMPLETED")
        if self._client.status not in ("running", "connecting"):
            raise WorkersLostError(LOST)

    def _result(self, future: Any) -> tuple[object, ...]:
        """Return what came of an item in a tuple; an empty one while nothing has."""
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
                f"a piece of the work ended several workers of the cluster: {_in_one_line(error)}"
            )
        raise SolverError(f"a piece of the work failed on the cluster: {_in_one_line(error)}")

    @contextmanager
    def _lost_told(self) -> Iterator[None]:
        """Tell a scheduler that is gone in one line, however dask tells it."""
        try:
            yield
        except GONE:
            raise WorkersLostError(LOST) from None
