"""Limits of the web server."""

from dataclasses import dataclass, field

from chatuchak_solver.execution.limits import count_workers


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
