"""Limits on TCP connections, applied on accept: before a TLS handshake, and whatever is sent.

A connection waits from its start, or from the end of a response, until a whole request has
arrived. Waiting is limited in time and in number: the longest waiting connection makes room for a
new one, so that clients that send complete requests are served during any flood.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import Any, Final, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from chatuchak_cli.web.settings import WebSettings

Peer: TypeAlias = tuple[str, int]
"""Address and port of a client."""
PEER: Final = "peer"
"""The name of the peer in a request's state; the client there is one behind a proxy, if any."""


class ConnectionLimiter:
    """The open connections of a server.

    Parameters
    ----------
    settings
        The limits; local clients have none per address.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._open: dict[Peer, AcceptedSocket] = {}
        self._waiting: dict[Peer, asyncio.TimerHandle] = {}
        """The timer of each waiting connection, the longest waiting first."""

    def __len__(self) -> int:
        """Return the number of open connections."""
        return len(self._open)

    def add(self, accepted: AcceptedSocket) -> None:
        """Add a connection; drop another one if there are too many, or this one if all are busy."""
        host = accepted.peer[0]
        counts = Counter(address for address, _ in self._open)
        if counts[host] >= self._settings.connections_per_address and not is_loopback(host):
            crowd = host
        elif len(self._open) >= self._settings.connections:
            crowd = max(counts, key=counts.__getitem__)
        else:
            crowd = None
        self._open[accepted.peer] = accepted
        self._wait(accepted.peer)
        if crowd is not None:
            self.drop(next((one for one in self._waiting if one[0] == crowd), accepted.peer))

    def remove(self, accepted: AcceptedSocket) -> None:
        """Forget a connection that is closed; its port may be of another one already."""
        if self._open.get(accepted.peer) is accepted:
            del self._open[accepted.peer]
            self._stop_waiting(accepted.peer)

    def drop(self, peer: Peer) -> None:
        """Close a connection, at whichever layer it is."""
        accepted = self._open.get(peer)
        if accepted is not None:
            self.remove(accepted)
            with suppress(OSError):
                accepted.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def busy(self, peer: Peer) -> Iterator[None]:
        """Exempt a connection while the response to its whole request is made."""
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
    """A connection that leaves its limiter when it is closed."""

    limiter: ConnectionLimiter
    peer: Peer

    def close(self) -> None:
        """Close the connection."""
        self.limiter.remove(self)
        super().close()


class LimitedListener(socket.socket):
    """A listening socket that adds the connections it accepts to a limiter."""

    limiter: ConnectionLimiter

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection."""
        plain, address = super().accept()
        accepted = AcceptedSocket(plain.family, plain.type, plain.proto, plain.detach())
        accepted.limiter, accepted.peer = self.limiter, (str(address[0]), int(address[1]))
        self.limiter.add(accepted)
        return accepted, address


class HttpProtocol(H11Protocol):
    """Names the peer, and closes a connection whose invalid HTTP is too late to be answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note the peer, which may be a proxy, in the state of its requests."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, PEER: self.client}

    def send_400_response(self, msg: str) -> None:
        """Respond to invalid HTTP."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()


def is_loopback(address: str) -> bool:
    """Return whether an address is of this machine."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
