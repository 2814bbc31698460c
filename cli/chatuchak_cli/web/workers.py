"""Threads that do the work of requests, so that the server stays responsive."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from chatuchak_cli.web.refusals import BusyError
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.execution.limits import Stop

T = TypeVar("T")


class WorkerPool:
    """Two pools of threads: short work never waits for long work.

    Parameters
    ----------
    settings
        The limits.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._short = ThreadPoolExecutor(settings.parallel)
        self._long = ThreadPoolExecutor(max(1, settings.parallel // 2))
        self._closing = threading.Event()
        self._max_long = settings.long_per_client
        self._long_by_client: Counter[str] = Counter()

    @property
    def closed(self) -> bool:
        """Whether the server is shutting down."""
        return self._closing.is_set()

    def stop(self, *, time_s: float | None = None) -> Stop:
        """Return the limits of a job: the server's shutdown and a time limit."""
        return Stop(time_s=time_s, interrupt=self._closing.is_set)

    @contextmanager
    def long_work(self, client: str) -> Iterator[None]:
        """Count a request for long work, from before it waits for anything.

        Raises
        ------
        BusyError
            If its client has too many.
        """
        if self._long_by_client[client] >= self._max_long:
            raise BusyError
        self._long_by_client[client] += 1
        try:
            yield
        finally:
            self._long_by_client[client] -= 1
            self._long_by_client += Counter()  # removes zeros

    async def run(self, job: Callable[[], T], *, is_long: bool = False) -> T:
        """Run a job in a thread.

        Raises
        ------
        BusyError
            If the server is shutting down.
        """
        if self.closed:
            raise BusyError
        pool = self._long if is_long else self._short
        return await asyncio.get_running_loop().run_in_executor(pool, job)

    def close(self) -> None:
        """Refuse new jobs, cancel waiting ones, and interrupt those that run."""
        self._closing.set()
        for pool in (self._short, self._long):
            pool.shutdown(wait=False, cancel_futures=True)
