"""Connections that no client can hold for ever: deadlines, and a limit of those that wait.

A connection waits from its start, or from the end of an answer, until a whole request has come.
Waiting ones cost nothing but their number, so that is bounded: where one more would be too many,
the one that has waited longest goes. A client that sends its request at once never notices.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.document import JsonObject

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

LINGER_S: Final = 1.0
"""Seconds in which a client may still read its last answer when the server ends."""

ANSWERABLE: Final = (h11.IDLE, h11.SEND_RESPONSE)
"""States in which no byte of an answer has been sent."""


class WaitingRoom:
    """The connections whose request has not wholly come, by address, longest waiting first.

    This machine's own programs share no limit of an address.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._waiting: dict[str, dict[Connection, None]] = {}
        self._count = 0
        self._open: Counter[str] = Counter()

    def open(self, connection: Connection) -> bool:
        """Count a new connection, and return whether there is room for it."""
        address, most = connection.address, self._settings.open_connections_per_address
        if self._open.total() >= self._settings.open_connections:
            return False
        if self._open[address] >= most and not _is_loopback(address):
            return False
        self._open[address] += 1
        return True

    def close(self, connection: Connection) -> None:
        """Note that a counted connection is gone."""
        self._open[connection.address] -= 1
        if not self._open[connection.address]:
            del self._open[connection.address]

    def __len__(self) -> int:
        """Return how many connections wait."""
        return self._count

    def enter(self, connection: Connection) -> None:
        """Let a connection wait, and close another where they are too many."""
        address, most = connection.address, self._settings.connections_per_address
        mates = self._waiting.setdefault(address, {})
        mates[connection] = None
        self._count += 1
        if len(mates) > most and not _is_loopback(address):
            next(iter(mates)).leave()
        elif self._count > self._settings.connections:
            # Of the address that has most: others need not pay for its flood.
            fullest = max(self._waiting, key=lambda one: len(self._waiting[one]))
            next(iter(self._waiting[fullest])).leave()

    def exit(self, connection: Connection) -> None:
        """Note that a connection waits no more, if it did."""
        mates = self._waiting.get(connection.address, {})
        if connection in mates:
            del mates[connection]
            self._count -= 1
            if not mates:
                del self._waiting[connection.address]


class Connection(H11Protocol):
    """One connection, which must bring each request whole, and read its answer, in time.

    Parameters
    ----------
    settings
        The bounds.
    room
        Where the connection waits for its requests.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: JsonObject,
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        settings: WebSettings,
        room: WaitingRoom,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._settings = settings
        self._room = room
        self._waits = False
        self._is_counted = False
        self._deadline: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._is_counted = self._room.open(self)
        if self._is_counted:
            self._note_state()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request."""
        try:
            super().data_received(data)
        except h11.ProtocolError:
            # Nonsense where no answer can be given any more.
            self.transport.abort()
        self._note_state()

    def on_response_complete(self) -> None:
        """Wait for the next request, which may be here already."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.leave()
        else:
            self._note_state()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        self.refuse(400, msg)

    def refuse(self, status: int, message: str) -> None:
        """Answer instead of the application, where nothing has been answered yet, and close."""
        if self.conn.our_state in ANSWERABLE:
            content = json.dumps({"error": message}).encode()
            headers = [
                ("content-type", "application/json"),
                ("content-length", str(len(content))),
                ("connection", "close"),
            ]
            with suppress(h11.LocalProtocolError):  # the answer to HEAD has no content
                for event in (
                    h11.Response(status_code=status, headers=headers),
                    h11.Data(data=content),
                ):
                    self.transport.write(self.conn.send(event) or b"")
        self.leave()

    def leave(self, *, linger_s: float | None = None) -> None:
        """Close the connection, whether or not its client reads what is left of an answer.

        Parameters
        ----------
        linger_s
            Seconds in which it may still read; as long as a request may take by default.
        """
        self._stop_waiting()
        self.transport.close()
        linger_s = self._settings.request_s if linger_s is None else linger_s
        self.loop.call_later(linger_s, self.transport.abort)

    def shutdown(self) -> None:
        """Close at once if there is no request to answer, and after the answer otherwise."""
        if self._waits or self.cycle is None or self.cycle.response_complete:
            self.leave(linger_s=LINGER_S)
        else:
            self.cycle.keep_alive = False

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that brought no further request."""
        self.leave()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        if self._is_counted:
            self._is_counted = False
            self._room.close(self)
        self._stop_waiting()
        self._reads()

    def pause_writing(self) -> None:
        """Give the client a while to read what it asked for."""
        super().pause_writing()
        self._reading = self.loop.call_later(self._settings.request_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._reads()

    def _reads(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _note_state(self) -> None:
        """Start or stop waiting, and the deadline, by what has come of the request."""
        if self.transport.is_closing() or self._is_busy():
            self._stop_waiting()
            return
        if not self._waits:
            self._waits = True
            self._room.enter(self)
        # The time between two requests has a limit of its own: uvicorn's.
        begun = self.cycle is None or self._has_begun()
        if self._deadline is None and begun:
            self._deadline = self.loop.call_later(self._settings.request_s, self._too_late)

    def _is_busy(self) -> bool:
        """Return whether a request has come whole and is not answered."""
        if self.cycle is None or self.cycle.response_complete:
            return False
        return self.conn.their_state is not h11.SEND_BODY

    def _has_begun(self) -> bool:
        """Return whether a part of a request has come."""
        return self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0] != b""

    def _stop_waiting(self) -> None:
        if self._waits:
            self._waits = False
            self._room.exit(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        if self._has_begun():
            self.refuse(408, "the request did not arrive in time")
        else:
            self.leave()


def connection_maker(settings: WebSettings) -> Callable[..., Connection]:
    """Return what uvicorn calls for each connection."""
    return partial(Connection, settings=settings, room=WaitingRoom(settings))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True  # a socket of this machine's own kind, without an address
