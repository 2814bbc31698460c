"""Limits of the web server."""

from dataclasses import dataclass, field, fields
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import count_workers

BACKLOG: Final = 128
"""Connections that the event loop accepts before it reads from any of them."""
OTHER_FILES: Final = 96
"""Descriptors for files, threads and libraries."""
MAX_CONNECTIONS: Final = 400


def max_connections() -> int:
    """Return the maximal number of connections: fewer than this process has descriptors."""
    try:
        import resource
    except ImportError:  # on systems without this limit
        return MAX_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(16, min(MAX_CONNECTIONS, soft - BACKLOG - OTHER_FILES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Limits of the web server.

    Attributes
    ----------
    body_bytes
        The maximal length of a request's body.
    file_bytes
        The maximal length of the body of a request about games, which may contain a saved game.
    request_s
        Seconds in which a connection must send a whole request, from its start or from the last
        response on, and in which a client must read each part of a response.
    connections, connections_per_address
        Open connections, and those of one other machine; the longest waiting one is dropped for
        one more.
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

    Raises
    ------
    InputError
        If a limit is not positive.
    """

    body_bytes: int = 4096
    file_bytes: int = 262_144
    request_s: float = 10.0
    connections: int = field(default_factory=max_connections)
    connections_per_address: int = 64
    parallel: int = field(default_factory=count_workers)
    long_per_client: int = 5
    rooms: int = 64
    rooms_per_client: int = 8
    streams: int = field(default_factory=lambda: max_connections() // 2)
    streams_per_seat: int = 3
    hosts: frozenset[str] | None = frozenset({"localhost", "127.0.0.1", "[::1]"})
    private_only: bool = False
    public_url: str | None = None

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and not value > 0:
                raise InputError(f"invalid {limit.name} {value}: expected a positive number")
