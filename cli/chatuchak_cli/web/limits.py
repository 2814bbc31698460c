"""Limits of the web server: its settings, connections and threads."""

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.execution.limits import Stop, count_workers

T = TypeVar("T")
Peer: TypeAlias = tuple[str, int]
"""Address and port of a client, or of its proxy."""

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


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
    hosts: frozenset[str] | None = LOOPBACK_HOSTS
    private_only: bool = False
    public_url: str | None = None


class ConnectionLimiter:
    """The open TCP connections, limited on accept, before a TLS handshake.

    A connection waits from its start, or the end of a response, for a whole request. If there are
    too many, the longest waiting one makes room for a new one, so clients that send complete
    requests are served during a flood.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self.open: dict[Peer, socket.socket] = {}
        """The connections, longest waiting first; closed ones until the next is added."""
        self._busy: set[Peer] = set()

    def add(self, peer: Peer, connection: socket.socket) -> None:
        """Add a connection; drop another one if there are too many, a busy one at last."""
        self.open = {other: known for other, known in self.open.items() if known.fileno() >= 0}
        others = sorted(self.open, key=lambda other: other in self._busy)
        own = [other for other in others if other[0] == peer[0]]
        if len(own) >= self._settings.connections_per_address:
            self._drop(own[0])
        elif len(others) >= self._settings.connections:
            self._drop(others[0])
        self.open[peer] = connection

    @contextmanager
    def busy(self, peer: Peer) -> Iterator[None]:
        """Spare a connection while its request is answered."""
        self._busy.add(peer)
        try:
            yield
        finally:
            self._busy.discard(peer)
            if (connection := self.open.pop(peer, None)) is not None:
                self.open[peer] = connection  # now the last one

    def stop_waiting(self) -> None:
        """End connections without a request; their responses are still sent."""
        for peer in self.open.keys() - self._busy:
            with suppress(OSError):
                self.open[peer].shutdown(socket.SHUT_RD)

    def _drop(self, peer: Peer) -> None:
        with suppress(OSError):
            self.open.pop(peer).shutdown(socket.SHUT_RDWR)


class LimitedListener(socket.socket):
    """A listening socket that adds its connections to a limiter."""

    limiter: ConnectionLimiter

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection."""
        connection, address = super().accept()
        self.limiter.add((str(address[0]), int(address[1])), connection)
        return connection, address

    def close(self) -> None:
        """Close the socket, and end waiting connections: uvicorn misses the newest of them."""
        super().close()
        if hasattr(self, "limiter"):
            self.limiter.stop_waiting()


class WorkerPool:
    """Two thread pools: short work never waits for long work.

    Attributes
    ----------
    is_closing
        Returns whether the server is shutting down; new jobs are then refused.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.is_closing: Callable[[], bool] = lambda: False
        self._short = CapacityLimiter(settings.parallel)
        self._long = CapacityLimiter(max(1, settings.parallel // 2))
        self._long_by_client: Counter[str] = Counter()

    def stop(self, *, time_s: float | None = None) -> Stop:
        """Return the limits of a job: shutdown and time."""
        return Stop(time_s=time_s, interrupt=lambda: self.is_closing())

    @contextmanager
    def long_work(self, client: str) -> Iterator[None]:
        """Count a request for long work; RefusedError if the client has too many."""
        if self._long_by_client[client] >= self.settings.long_per_client:
            raise RefusedError("busy", 503)
        self._long_by_client[client] += 1
        try:
            yield
        finally:
            self._long_by_client[client] -= 1
            self._long_by_client += Counter()  # removes zeros

    async def run(self, job: Callable[[], T], *, is_long: bool = False) -> T:
        """Run a job in a thread; RefusedError if the server is shutting down."""
        if self.is_closing():
            raise RefusedError("busy", 503)
        limiter = self._long if is_long else self._short
        return await run_sync(job, limiter=limiter, abandon_on_cancel=True)
