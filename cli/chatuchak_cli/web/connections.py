"""Limits on TCP connections, applied on accept, before a TLS handshake.

A connection waits from its start, or the end of a response, for a whole request, for a limited
time. The longest waiting connection makes room for a new one, so clients that send complete
requests are served during a flood.
"""

from __future__ import annotations

import asyncio
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
        self._open: dict[Peer, AcceptedSocket] = {}
        self._waiting: dict[Peer, asyncio.TimerHandle] = {}
        """Timers of waiting connections, longest waiting first."""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, accepted: AcceptedSocket) -> None:
        """Add a connection; drop another if there are too many, or this one if all are busy."""
        host = accepted.peer[0]
        own = sum(address == host for address, _ in self._open)
        is_crowd = own >= self._settings.connections_per_address
        is_full = len(self._open) >= self._settings.connections
        self._open[accepted.peer] = accepted
        self._wait(accepted.peer)
        if is_crowd or is_full:
            self.drop(next(peer for peer in self._waiting if peer[0] == host or not is_crowd))

    def remove(self, accepted: AcceptedSocket) -> None:
        """Remove a closed connection, unless another one uses its port."""
        if self._open.get(accepted.peer) is accepted:
            del self._open[accepted.peer]
            self._stop_waiting(accepted.peer)

    def drop(self, peer: Peer) -> None:
        """Close a connection at any layer."""
        accepted = self._open.get(peer)
        if accepted is not None:
            self.remove(accepted)
            with suppress(OSError):
                accepted.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def busy(self, peer: Peer) -> Iterator[None]:
        """Exempt a connection while its request is answered."""
        self._stop_waiting(peer)
        try:
            yield
        finally:
            if peer in self._open:
                self._wait(peer)

    def _wait(self, peer: Peer) -> None:
        loop = asyncio.get_running_loop()
        self._waiting[peer] = loop.call_later(self._settings.request_s, self.drop, peer)

    def _stop_waiting(self, peer: Peer) -> None:
        if (timer := self._waiting.pop(peer, None)) is not None:
            timer.cancel()


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
