"""Limits on TCP connections, applied on accept, before a TLS handshake.

A connection waits from its start, or the end of a response, for a whole request. If there are too
many, the longest waiting one makes room for a new one, so clients that send complete requests are
served during a flood.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from chatuchak_cli.web.limits import WebSettings

Peer: TypeAlias = tuple[str, int]
"""Address and port of a client, or of its proxy."""


class ConnectionLimiter:
    """The open connections."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._busy: dict[Peer, AcceptedSocket] = {}
        self._waiting: dict[Peer, AcceptedSocket] = {}
        """The waiting connections, longest waiting first."""

    def __len__(self) -> int:
        return len(self._waiting) + len(self._busy)

    def add(self, accepted: AcceptedSocket) -> None:
        """Add a connection; drop another one if there are too many, a busy one at last."""
        host = accepted.peer[0]
        connections = [*self._waiting.values(), *self._busy.values()]
        own = [connection for connection in connections if connection.peer[0] == host]
        self._waiting[accepted.peer] = accepted
        if len(own) >= self._settings.connections_per_address:
            self._drop(own[0])
        elif len(connections) >= self._settings.connections:
            self._drop(connections[0])

    def remove(self, accepted: AcceptedSocket) -> None:
        """Remove a closed connection, unless another one uses its port."""
        for connections in (self._waiting, self._busy):
            if connections.get(accepted.peer) is accepted:
                del connections[accepted.peer]

    @contextmanager
    def busy(self, peer: Peer) -> Iterator[None]:
        """Spare a connection while its request is answered."""
        if (accepted := self._waiting.pop(peer, None)) is not None:
            self._busy[peer] = accepted
        try:
            yield
        finally:
            if (accepted := self._busy.pop(peer, None)) is not None:
                self._waiting[peer] = accepted

    def _drop(self, accepted: AcceptedSocket) -> None:
        self.remove(accepted)
        with suppress(OSError):
            accepted.shutdown(socket.SHUT_RDWR)


class AcceptedSocket(socket.socket):
    """A connection that leaves its limiter when closed."""

    limiter: ConnectionLimiter
    peer: Peer

    def close(self) -> None:
        """Close the connection."""
        self.limiter.remove(self)
        super().close()


class LimitedListener(socket.socket):
    """A listening socket that adds its connections to a limiter."""

    limiter: ConnectionLimiter

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection."""
        plain, address = super().accept()
        accepted = AcceptedSocket(plain.family, plain.type, plain.proto, plain.detach())
        accepted.limiter, accepted.peer = self.limiter, (str(address[0]), int(address[1]))
        self.limiter.add(accepted)
        return accepted, address
