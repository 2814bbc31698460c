"""Threads that do the work of requests, so that the server stays responsive."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from chatuchak_cli.web.refusals import BusyError
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.execution.limits import Stop

T = TypeVar("T")


class WorkerPool:
    """Two pools of threads: short work never waits for long work.

    Attributes
    ----------
    is_closing
        Returns whether the server is shutting down: new jobs are refused then.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.is_closing: Callable[[], bool] = lambda: False
        self._short = CapacityLimiter(settings.parallel)
        self._long = CapacityLimiter(max(1, settings.parallel // 2))
        self._max_long = settings.long_per_client
        self._long_by_client: Counter[str] = Counter()

    def stop(self, *, time_s: float | None = None) -> Stop:
        """Return the limits of a job: the server's shutdown and a time limit."""
        return Stop(time_s=time_s, interrupt=self.is_closing)

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
        if self.is_closing():
            raise BusyError
        limiter = self._long if is_long else self._short
        return await run_sync(job, limiter=limiter, abandon_on_cancel=True)
