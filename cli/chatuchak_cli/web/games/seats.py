"""The keys of a game: for the host and each seat on a phone."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Final

HOST: Final = -2
"""The host's screen: all seats without phones."""

LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""The alphabet of codes, without similar characters."""

SEAT_LETTERS: Final = 10
SHORT_LETTERS: Final = 6
HOST_LETTERS: Final = 20

PULSE_S: Final = 1.0
PULSES: Final = 10
"""Pulses between keep-alive messages."""


def new_code(length: int) -> str:
    """Return a random code, 5 bits per letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class Seats:
    """The keys and event streams of a game.

    Parameters
    ----------
    max_streams
        Maximum streams of a seat; the oldest is closed for another.

    Attributes
    ----------
    keys, shorts
        Secret keys of all places, and short codes of the seats on phones.
    """

    def __init__(self, max_streams: int) -> None:
        self.keys = {HOST: new_code(HOST_LETTERS)}
        self.shorts: dict[int, str] = {}
        self._streams: dict[asyncio.Event, int] = {}
        self._max_streams = max_streams
        self.changes = 0
        """The number of changes; a page with fewer is outdated."""

    @property
    def phones(self) -> tuple[int, ...]:
        """The seats on phones."""
        return tuple(sorted(self.shorts))

    @property
    def present(self) -> list[int]:
        """The seats with connected phones."""
        return sorted(set(self._streams.values()) - {HOST})

    @property
    def streams(self) -> int:
        """The number of streams."""
        return len(self._streams)

    def give(self, seat: int) -> None:
        """Give a seat to a phone with a new key; the old key becomes invalid."""
        self.take(seat)
        self.keys[seat], self.shorts[seat] = new_code(SEAT_LETTERS), new_code(SHORT_LETTERS)

    def take(self, seat: int) -> None:
        """Take a seat for the host and close its streams."""
        self.keys.pop(seat, None)
        self.shorts.pop(seat, None)
        for news in self._streams_of(seat):
            self.leave(news)

    def close(self) -> None:
        """Revoke all keys and close all streams."""
        self.keys.clear()
        self.shorts.clear()
        for news in list(self._streams):
            self.leave(news)

    def notify(self) -> None:
        """Notify all streams of a change."""
        self.changes += 1
        for news in self._streams:
            news.set()

    def listen(self, seat: int) -> asyncio.Event:
        """Add a stream of a seat."""
        own = self._streams_of(seat)
        for oldest in own[: max(0, len(own) + 1 - self._max_streams)]:
            self.leave(oldest)
        news = asyncio.Event()
        self._streams[news] = seat
        self.notify()
        return news

    def leave(self, news: asyncio.Event) -> None:
        """Close a stream, if open; in the thread of the event loop."""
        if self._streams.pop(news, None) is not None:
            news.set()
            self.notify()

    async def events(
        self, news: asyncio.Event, is_closed: Callable[[], bool]
    ) -> AsyncIterator[str]:
        """Yield server-sent events with the number of changes until the stream is closed."""
        pulse = 0
        try:
            while not is_closed() and news in self._streams:
                pulse += 1
                if news.is_set():
                    news.clear()
                    yield f"data: {self.changes}\n\n"
                elif pulse % PULSES == 0:
                    yield ":\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), PULSE_S)
        finally:
            self.leave(news)
        yield f"data: {self.changes + 1}\n\n"

    def _streams_of(self, seat: int) -> list[asyncio.Event]:
        return [news for news, listener in self._streams.items() if listener == seat]


def find_place(code: str, codes: Mapping[int, str]) -> int | None:
    """Return the owner of a code, in constant time."""
    found = None
    for seat, known in codes.items():
        if secrets.compare_digest(known.encode(), code.encode()):
            found = seat
    return found
