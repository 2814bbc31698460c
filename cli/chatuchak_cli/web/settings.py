"""How much the web server takes on at once."""

from dataclasses import dataclass, field, fields
from typing import Final

from chatuchak_solver.errors import InputError
from chatuchak_solver.run import count_workers

BACKLOG: Final = 128
"""How many connections the server's loop takes at once, before it reads from any of them."""
OTHER_FILES: Final = 96
"""Descriptors that are left for files, threads and libraries."""
MOST_CONNECTIONS: Final = 2000


def most_connections() -> int:
    """Return how many connections this process can have: fewer than its descriptors."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return MOST_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, soft - BACKLOG - OTHER_FILES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Bounds of the web server.

    Attributes
    ----------
    body_bytes
        The longest body of a request.
    file_bytes
        The longest body of one about games, which may hold a saved one.
    request_s
        Seconds from a request's first byte, or from the start of a new connection, in which the
        whole request must have arrived; and in which a client must read what it is sent.
    connections
        Connections whose request has not wholly arrived; where one more would be too many, the
        one that has waited longest is closed.
    connections_per_address
        How many of these may come from one address, this machine's own apart.
    parallel
        Short pieces of work at the same time; half as many long ones run besides.
    waiting
        Requests that may wait for short work, and for long work; more are refused at once.
    wait_s, long_wait_s
        Seconds that a request may wait for its short or long work to start.
    room_waiting, room_wait_s
        Requests that may wait for one game, and the seconds that one may. More are refused at once.
    open_connections, open_connections_per_address
        Connections in all, those that are answered too, and how many of them may come from one
        address, this machine's own apart; more are closed at once.
    rooms, rooms_per_client
        Games under way, all of them and those that one client began; the one that nobody asked
        for longest goes where one more would be too many.
    streams, room_streams
        Screens that hear of news as it comes, all of them and those at one game; each holds a
        connection. More are refused at once.
    hosts
        Names by which the server may be called; None for any. Keeps pages of other sites from
        reaching it under a name of their own.
    private_only
        Whether only machines with addresses of private networks are answered.
    public_url
        The address that links and the QR code carry; None for the one in the browser.

    Raises
    ------
    InputError
        If a bound is not positive.
    """

    body_bytes: int = 4096
    file_bytes: int = 262_144
    request_s: float = 5.0
    connections: int = 400
    connections_per_address: int = 64
    parallel: int = field(default_factory=count_workers)
    waiting: int = 128
    wait_s: float = 10.0
    long_wait_s: float = 20.0
    room_waiting: int = 16
    room_wait_s: float = 10.0
    open_connections: int = field(default_factory=lambda: most_connections())
    open_connections_per_address: int = 128
    rooms: int = 64
    rooms_per_client: int = 8
    streams: int = field(default_factory=lambda: most_connections() // 2)
    room_streams: int = 16
    hosts: frozenset[str] | None = frozenset({"localhost", "127.0.0.1", "[::1]"})
    private_only: bool = False
    public_url: str | None = None

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and not value > 0:
                raise InputError(f"{one.name} {value} is not positive")
