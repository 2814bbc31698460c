"""The active games: a bounded number with unguessable codes, one for the host and each phone."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from chatuchak_cli.shared.screen import Screen, is_revealing
from chatuchak_cli.web.address import is_of_private_network
from chatuchak_cli.web.limits import WebSettings
from chatuchak_cli.web.refusals import RefusedError
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.session import HUMAN, Session, Step

HOST = -2
"""The host's screen: all seats without phones."""

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""The alphabet of codes, without similar characters."""
NAME_LETTERS = 6
"""Letters of a code that name the game; the rest is secret."""
SEAT_LETTERS = 10
SHORT_LETTERS = 6
HOST_LETTERS = 20

MAX_STEPS = 3000
"""Maximum actions of a game, usually a few hundred."""

MAX_ADVISED = 4

MAX_ATTEMPTS = 10
ATTEMPTS_S = 60.0
"""Maximum wrong short codes of a client, and seconds until they are forgotten."""

MAX_STREAMS = 3
"""Maximum event streams of a seat; connections limit those of a client."""
PULSE_S = 1.0
PULSES = 10
"""Pulses between keep-alive messages."""


def new_code(length: int) -> str:
    """Return a random code, 5 bits per letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def find_place(code: str, codes: Mapping[int, str]) -> int | None:
    """Return the owner of a code, in constant time."""
    found = None
    for seat, known in codes.items():
        if secrets.compare_digest(known.encode(), code.encode()):
            found = seat
    return found


@dataclass(slots=True)
class Room:
    """An active game with its codes and event streams.

    Attributes
    ----------
    name
        The first letters of its codes.
    client
        The host's.
    screen
        The host's, with the session.
    private
        The seats whose hands were visible on their own phones only.
    keys, shorts
        Secret keys of all places, and short codes of the seats on phones. They are replaced, never
        modified, as other threads read them.
    streams
        The event streams, oldest first, with the key that opened each.
    changes
        The number of changes; a page with fewer is outdated.
    lock
        Held by requests to the game.
    """

    name: str
    client: str
    screen: Screen
    steps: tuple[Step, ...] = ()
    private: tuple[int, ...] = ()
    keys: Mapping[int, str] = field(default_factory=lambda: {HOST: new_code(HOST_LETTERS)})
    shorts: Mapping[int, str] = field(default_factory=dict)
    streams: dict[asyncio.Event, str] = field(default_factory=dict)
    changes: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def session(self) -> Session:
        """The session."""
        return self.screen.session

    @property
    def waits_for_a_computer(self) -> bool:
        """Whether a computer player is next."""
        session = self.session
        return not session.state.is_over and not session.awaits_human

    @property
    def phones(self) -> tuple[int, ...]:
        """The seats on phones."""
        return tuple(sorted(self.shorts))

    @property
    def present(self) -> list[int]:
        """The seats with connected phones."""
        return [seat for seat in self.phones if self.keys[seat] in self.streams.values()]

    def code(self, place: int) -> str:
        """Return the code of a seat, or the host's."""
        return self.name + self.keys[place]

    def place_of(self, code: str) -> int:
        """Return the seat of a code, or `HOST`; RefusedError if invalid."""
        place = find_place(code[NAME_LETTERS:], self.keys)
        if place is None:
            raise RefusedError("gone", 410)
        return place

    def screen_at(self, place: int) -> Screen:
        """Return the screen of a seat's phone or of the host."""
        return self.screen if place == HOST else Screen(self.session, seats=(place,))

    def give(self, seat: int) -> None:
        """Give a person's seat to a phone with a new code; InputError unless `may_give`."""
        if not self.may_give(seat):
            raise RefusedError("one_screen")
        self.keys = {**self.keys, seat: new_code(SEAT_LETTERS)}
        self._share({**self.shorts, seat: new_code(SHORT_LETTERS)})

    def may_give(self, seat: int) -> bool:
        """Return whether a person's seat may be on a phone: its hand was on no other screen."""
        is_person = self.session.seats[seat : seat + 1] == (HUMAN,)
        is_unseen = seat in self.private and not self.session.typed
        return is_person and (is_unseen or not self.screen.hides)

    def take(self, seat: int) -> None:
        """Take a seat for the host's screen, permanently if the game hides cards."""
        self.private = tuple(other for other in self.private if other != seat)
        self.keys = {place: key for place, key in self.keys.items() if place != seat}
        self._share({other: short for other, short in self.shorts.items() if other != seat})

    def document(self, place: int) -> JsonObject:
        """Return the saved game; RefusedError unless `may_save`."""
        if not self.may_save(place):
            raise RefusedError("file_hides", 403)
        return self.session.to_dict()

    def may_save(self, place: int) -> bool:
        """Return whether a screen may download the game with all hands."""
        is_host = place == HOST and not self.screen.hides
        return is_host or self.session.state.is_over or not self.shorts

    def _share(self, shorts: Mapping[int, str]) -> None:
        """Leave the seats without phones to the host's screen, hands covered."""
        self.shorts = shorts
        here = tuple(seat for seat in range(len(self.session.seats)) if seat not in shorts)
        self.screen = Screen(self.session, seats=here)

    def act(self, action: str, place: int) -> None:
        """Apply a person's action or typed draw, and subsequent chance events.

        Raises
        ------
        IllegalMoveError
            If the action is illegal.
        InputError
            If none is due there, or the game is too long.
        """
        screen = self.screen_at(place)
        if not screen.is_asked or screen.awaited is not None:
            raise RefusedError("nothing")
        self._take(*self.session.step(screen.check_action(action)))
        self._draw()

    def go_on(self) -> None:
        """Let the next computer player act, and apply subsequent chance events.

        Raises InputError if none is next.
        """
        if self.session.current_player != CHANCE:
            self._take(*self.session.advance())
        self._draw()

    def look(self, place: int) -> None:
        """Uncover the host's screen for the awaited player."""
        if place == HOST:
            self.screen = self.screen.taken()

    def may_undo(self, place: int) -> bool:
        """Return whether a screen may undo the last action of a person.

        The action must be the screen's. With seats on phones, no later step may have revealed
        anything to it; on a single screen the draw is repeated.
        """
        session, here = self.session, self.screen_at(place).people
        own = [number for number, step in enumerate(self.steps) if session.asks(step.player)]
        if not own or self.steps[own[-1]].player not in (CHANCE, *here):
            return False
        since = self.steps[own[-1] :]
        drawn = [step for step in since if step.player >= 0 or not session.typed]
        return not self.shorts or not any(
            is_revealing(step, player) for step in drawn for player in here
        )

    def undo(self, place: int) -> None:
        """Undo the last action of a person and all later steps; InputError unless `may_undo`."""
        if not self.may_undo(place):
            raise RefusedError("nothing_back")
        session = self.session.undo()
        self.screen = replace(self.screen, session=session)
        self.steps = self.steps[: len(session.record.log)]

    def advise(self, stop: Stop, place: int) -> JsonObject:
        """Return advice for the person to act: the best `MAX_ADVISED` actions.

        Raises InputError if no decision of a person is due there.
        """
        session, screen = self.session, self.screen_at(place)
        waits = screen.is_asked and screen.awaited is None
        if session.current_player == CHANCE or not waits:
            raise RefusedError("nobody")
        return session.advise(stop, most=MAX_ADVISED).to_dict()

    def _draw(self) -> None:
        while self.waits_for_a_computer and self.session.current_player == CHANCE:
            self._take(*self.session.advance())

    def _take(self, session: Session, step: Step) -> None:
        if len(self.steps) >= MAX_STEPS:
            raise RefusedError("actions", n=MAX_STEPS)
        self.screen = replace(self.screen, session=session)
        self.steps = (*self.steps, step)

    def notify(self) -> None:
        """Notify all streams of a change; in the thread of the event loop."""
        self.changes += 1
        for stream in self.streams:
            stream.set()

    async def events(self, key: str, is_closing: Callable[[], bool]) -> AsyncGenerator[str, None]:
        """Yield server-sent events with the number of changes while a key is valid.

        A stream ends the oldest one of its key if there are too many.
        """
        stream, pulse = asyncio.Event(), 0
        own = [other for other, opened_by in self.streams.items() if opened_by == key]
        if len(own) >= MAX_STREAMS:
            del self.streams[own[0]]
        self.streams[stream] = key
        self.notify()
        try:
            while stream in self.streams and key in self.keys.values() and not is_closing():
                pulse += 1
                if stream.is_set():
                    stream.clear()
                    yield f"data: {self.changes}\n\n"
                elif pulse % PULSES == 0:
                    yield ":\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(stream.wait(), PULSE_S)
        finally:
            self.streams.pop(stream, None)
            self.notify()
        yield f"data: {self.changes + 1}\n\n"


class Rooms:
    """The rooms of a server; the least recently used one is removed."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._rooms: dict[str, Room] = {}
        """The rooms, least recently used first."""
        self._wrong: list[tuple[float, str]] = []
        """Time and client of wrong short codes in the last `ATTEMPTS_S` seconds."""

    def open(
        self, client: str, session: Session, steps: tuple[Step, ...], phones: tuple[int, ...]
    ) -> Room:
        """Return a new room, with seats on phones from the deal on.

        Raises
        ------
        RefusedError
            If all removable rooms are busy, or a seat cannot be on a phone.
        """
        own = [room for room in self._rooms.values() if room.client == client]
        self._limit(own, self._settings.rooms_per_client)
        self._limit(list(self._rooms.values()), self._settings.rooms)
        name = new_code(NAME_LETTERS)
        while name in self._rooms:
            name = new_code(NAME_LETTERS)
        room = Room(name, client, Screen(session), steps, private=phones)
        for seat in phones:
            room.give(seat)
        self._rooms[name] = room
        return room

    def find(self, code: str) -> Room:
        """Return the room of a code; RefusedError without one."""
        room = self._rooms.get(code[:NAME_LETTERS])
        if room is None:
            raise RefusedError("gone", 410)
        room.place_of(code)
        self._rooms[room.name] = self._rooms.pop(room.name)
        return room

    def join(self, short: str, client: str) -> str:
        """Return the full code of a seat by its short code.

        Raises
        ------
        RefusedError
            If the code is unknown, the client is outside the local network, or it made too many
            wrong attempts.
        """
        now = time.monotonic()
        self._wrong = [(at, other) for at, other in self._wrong if at > now - ATTEMPTS_S]
        if sum(other == client for _, other in self._wrong) >= MAX_ATTEMPTS:
            raise RefusedError("attempts", 429)
        for room in self._rooms.values() if is_of_private_network(client) else ():
            if (seat := find_place(short, room.shorts)) is not None:
                return room.code(seat)
        self._wrong.append((now, client))
        raise RefusedError("wrong_code", 404)

    def _limit(self, rooms: list[Room], most: int) -> None:
        """Make place for another one of some rooms."""
        if len(rooms) < most:
            return
        for room in rooms:
            if not room.lock.locked() and not room.streams:
                del self._rooms[room.name]
                room.keys = {}  # for requests that wait for the lock
                return
        raise RefusedError("busy", 503)
