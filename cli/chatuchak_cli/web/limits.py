"""Limits of the web server, and its threads."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from chatuchak_cli.web.refusals import BusyError
from chatuchak_solver.execution.limits import Stop, count_workers

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Limits of the web server.

    Attributes
    ----------
    body_bytes
        The maximal length of a request's body, which may contain a saved game.
    request_s
        Seconds in which a connection must send a whole request, from its start or from the last
        response on, and in which a client must read each part of a response.
    connections, connections_per_address
        Open connections, fewer than the 256 descriptors of a process on macOS; the longest waiting
        one is dropped for one more.
    parallel
        Short jobs at the same time; half as many long ones run as well.
    long_per_client
        Requests for long work of one client, waiting ones included; more are refused.
    rooms, rooms_per_client
        Games in progress, and those that one client began; the least recently used one that is
        idle is removed for one more.
    streams, streams_per_seat
        Event streams, and those of one seat, of which the oldest is closed for one more.
    hosts
        Names by which the server may be addressed; None for any. Prevents pages of other sites
        from reaching it under their own names.
    private_only
        Whether only machines with addresses of private networks are answered.
    public_url
        The address of links and of the QR code; None for the one in the browser.
    """

    body_bytes: int = 262_144
    request_s: float = 10.0
    connections: int = 128
    connections_per_address: int = 64
    parallel: int = field(default_factory=count_workers)
    long_per_client: int = 5
    rooms: int = 64
    rooms_per_client: int = 8
    streams: int = 64
    streams_per_seat: int = 3
    hosts: frozenset[str] | None = frozenset({"localhost", "127.0.0.1", "[::1]"})
    private_only: bool = False
    public_url: str | None = None


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
