"""Whose keys open a game: the host's, and one for each seat that is on a phone of its own."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Final

from chatuchak_cli.web.lane import BusyError

HOST: Final = -2
"""Where whoever opened the game sits, for every seat that is on no phone."""

LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""What codes are made of: none looks like another."""

SEAT_LETTERS: Final = 10
HOST_LETTERS: Final = 20

PULSE_S: Final = 1.0
PULSES: Final = 10
"""Pulses without news after which a stream says that it is alive."""


def new_code(length: int) -> str:
    """Return a code that nobody guesses, 5 bits a letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class Seats:
    """The keys of one game, and the streams by which their holders hear of news.

    Parameters
    ----------
    most
        Streams at the same time.
    """

    def __init__(self, most: int) -> None:
        self._keys = {HOST: new_code(HOST_LETTERS)}
        self._streams: dict[asyncio.Event, tuple[int, str]] = {}
        self._most = most
        self.changes = 0
        """How often anything has changed, by which a page knows that it is behind."""

    @property
    def phones(self) -> tuple[int, ...]:
        """The seats that are on phones of their own."""
        return tuple(sorted(self._keys.keys() - {HOST}))

    @property
    def present(self) -> list[int]:
        """The seats whose phones listen now."""
        return sorted({seat for seat, _ in self._streams.values()} - {HOST})

    @property
    def streams(self) -> int:
        """How many streams there are."""
        return len(self._streams)

    def key(self, seat: int) -> str:
        """Return a seat's key, or the host's."""
        return self._keys[seat]

    def place_of(self, key: str) -> int | None:
        """Return whose key it is, in a time that does not depend on how much of it is right."""
        found = None
        for seat, one in self._keys.items():
            if secrets.compare_digest(one.encode(), key.encode()):
                found = seat
        return found

    def give(self, seat: int) -> None:
        """Give a seat to a phone, by a new key; an older one opens nothing any more."""
        self._keys[seat] = new_code(SEAT_LETTERS)

    def take(self, seat: int) -> None:
        """Take a seat back for the host."""
        self._keys.pop(seat, None)

    def close(self) -> None:
        """Let no key open anything any more."""
        self._keys.clear()
        self.tell()

    def tell(self) -> None:
        """Let everybody hear that something has changed."""
        self.changes += 1
        for news in self._streams:
            news.set()

    def listen(self, seat: int) -> asyncio.Event:
        """Count a new stream of a seat.

        Raises
        ------
        BusyError
            If there are too many.
        """
        if len(self._streams) >= self._most:
            raise BusyError
        news = asyncio.Event()
        self._streams[news] = (seat, self._keys[seat])
        self.tell()
        return news

    def leave(self, news: asyncio.Event) -> None:
        """Forget a stream."""
        del self._streams[news]
        self.tell()

    async def events(
        self, news: asyncio.Event, is_closed: Callable[[], bool]
    ) -> AsyncIterator[str]:
        """Yield server-sent events, each how often anything has changed, while the key opens."""
        seat, key = self._streams[news]
        quiet = 0
        while not is_closed() and self._keys.get(seat) == key:
            if news.is_set():
                news.clear()
                quiet = 0
                yield f"data: {self.changes}\n\n"
            elif (quiet := quiet + 1) % PULSES == 0:
                yield ":\n\n"
            try:
                async with asyncio.timeout(PULSE_S):
                    await news.wait()
            except TimeoutError:
                continue
        yield f"data: {self.changes + 1}\n\n"
