"""Limits of the web server, and its threads."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from chatuchak_cli.web.refusals import BusyError
from chatuchak_solver.execution.limits import Stop, count_workers

T = TypeVar("T")

LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Limits of the web server.

    Attributes
    ----------
    body_bytes
        Maximum size of a body.
    connections, connections_per_address
        Open connections, fewer than the 256 descriptors of a process on macOS; the longest waiting
        one is dropped for another, or the oldest if all are busy.
    parallel
        Short jobs at the same time, plus half as many long ones.
    long_per_client
        Long requests of a client, including waiting ones; others are refused.
    rooms, rooms_per_client
        Games in progress, and those of a client; the least recently used idle one is removed for
        another.
    streams, streams_per_seat
        Event streams; a new one of a seat closes its oldest.
    hosts
        Names by which the server may be addressed; None for any. Protects against DNS rebinding.
    private_only
        Answer addresses of private networks only.
    public_url
        The address of links and the QR code; None for the one in the browser.
    """

    body_bytes: int = 262_144
    connections: int = 128
    connections_per_address: int = 64
    parallel: int = field(default_factory=count_workers)
    long_per_client: int = 5
    rooms: int = 64
    rooms_per_client: int = 8
    streams: int = 64
    streams_per_seat: int = 3
    hosts: frozenset[str] | None = LOOPBACK_HOSTS
    private_only: bool = False
    public_url: str | None = None


class WorkerPool:
    """Two thread pools: short work never waits for long work.

    Attributes
    ----------
    is_closing
        Returns whether the server is shutting down; new jobs are then refused.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.is_closing: Callable[[], bool] = lambda: False
        self._short = CapacityLimiter(settings.parallel)
        self._long = CapacityLimiter(max(1, settings.parallel // 2))
        self._max_long = settings.long_per_client
        self._long_by_client: Counter[str] = Counter()

    def stop(self, *, time_s: float | None = None) -> Stop:
        """Return the limits of a job: shutdown and time."""
        return Stop(time_s=time_s, interrupt=self.is_closing)

    @contextmanager
    def long_work(self, client: str) -> Iterator[None]:
        """Count a request for long work; BusyError if the client has too many."""
        if self._long_by_client[client] >= self._max_long:
            raise BusyError
        self._long_by_client[client] += 1
        try:
            yield
        finally:
            self._long_by_client[client] -= 1
            self._long_by_client += Counter()  # removes zeros

    async def run(self, job: Callable[[], T], *, is_long: bool = False) -> T:
        """Run a job in a thread; BusyError if the server is shutting down."""
        if self.is_closing():
            raise BusyError
        limiter = self._long if is_long else self._short
        return await run_sync(job, limiter=limiter, abandon_on_cancel=True)
