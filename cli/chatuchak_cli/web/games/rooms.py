"""The active games: a bounded number with unguessable names."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from chatuchak_cli.web.address import is_of_private_network
from chatuchak_cli.web.games.seats import HOST, Seats, find_place, new_code
from chatuchak_cli.web.limits import WebSettings
from chatuchak_cli.web.refusals import BusyError, RefusedError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.games.advice import Advice
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.session import HUMAN, Screen, Session, Step

NAME_LETTERS: Final = 6
"""Letters of a code that name the game; the rest is secret."""

MAX_STEPS: Final = 3000
"""Maximum actions of a game, usually a few hundred."""

MAX_PLAYOUTS: Final = 400
"""Maximum simulated games per decision."""

MAX_ATTEMPTS: Final = 10
ATTEMPTS_S: Final = 60.0
"""Maximum wrong short codes of a client, and seconds until they are forgotten."""


@dataclass(slots=True)
class Room:
    """An active game.

    Attributes
    ----------
    name
        The first letters of its codes.
    client
        The host's.
    screen
        The host's, with the session.
    lock
        Held by requests to the game.
    private
        The seats whose hands were visible on their own phones only.
    """

    name: str
    client: str
    screen: Screen
    seats: Seats
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    steps: tuple[Step, ...] = ()
    private: tuple[int, ...] = ()

    @property
    def session(self) -> Session:
        """The session."""
        return self.screen.session

    @property
    def waits_for_a_computer(self) -> bool:
        """Whether a computer player is next."""
        session = self.session
        return not session.state.is_over and not session.awaits_human

    def code(self, place: int) -> str:
        """Return the code of a seat, or the host's."""
        return self.name + self.seats.keys[place]

    def place_of(self, code: str) -> int | None:
        """Return the seat of a code, or `HOST`; None if invalid."""
        return find_place(code[NAME_LETTERS:], self.seats.keys)

    def screen_at(self, place: int) -> Screen:
        """Return the screen of a seat's phone or of the host."""
        return self.screen if place == HOST else Screen(self.session, seats=(place,))

    def give(self, seat: int) -> None:
        """Give a person's seat to a phone with a new code; InputError unless `may_give`."""
        if self.session.seats[seat : seat + 1] != (HUMAN,):
            raise RefusedError("only_people")
        if not self.may_give(seat):
            raise RefusedError("one_screen")
        self.seats.give(seat)
        self._share()

    def may_give(self, seat: int) -> bool:
        """Return whether a seat may be on a phone: its hand was on no other screen."""
        return not self.screen.hides or (seat in self.private and not self.session.typed)

    def take(self, seat: int) -> None:
        """Take a seat for the host's screen, permanently if the game hides cards."""
        self.private = tuple(other for other in self.private if other != seat)
        self.seats.take(seat)
        self._share()

    def may_save(self, place: int) -> bool:
        """Return whether a screen may download the game with all hands."""
        if self.session.state.is_over or not self.seats.phones:
            return True
        return place == HOST and not self.screen.hides

    def _share(self) -> None:
        """Update the host's screen to the seats without phones, hands covered."""
        phones = self.seats.phones
        here = tuple(
            seat
            for seat, kind in enumerate(self.session.seats)
            if kind == HUMAN and seat not in phones
        )
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
        session, screen = self.session, self.screen_at(place)
        if not screen.is_asked or screen.awaited is not None:
            raise RefusedError("nothing")
        before, mover = session.state, session.current_player
        text = screen.check_action(action)
        taken, following = before.parse(text), session.apply(text)
        self._take(following, Step(mover, text, taken, before, following.state))
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
        since: list[Step] = []
        for step in reversed(self.steps):
            since.append(step)
            if is_own(session, step.player):
                break
        else:
            return False
        if step.player >= 0 and step.player not in here:
            return False
        drawn = (step for step in since if step.player >= 0 or not session.typed)
        return not self.seats.phones or not any(
            step.reveals_to(player) for step in drawn for player in here
        )

    def undo(self, place: int) -> None:
        """Undo the last action of a person and all later steps; InputError unless `may_undo`."""
        if not self.may_undo(place):
            raise RefusedError("nothing_back")
        session = self.session.undo()
        self.screen = replace(self.screen, session=session)
        self.steps = self.steps[: len(session.record.log)]

    def advise(self, stop: Stop, place: int, *, most: int) -> Advice:
        """Return advice for the person to act: the best ``most`` actions.

        Raises InputError if no decision of a person is due there.
        """
        session, screen = self.session, self.screen_at(place)
        waits = screen.is_asked and screen.awaited is None
        if session.current_player == CHANCE or not waits:
            raise RefusedError("nobody")
        return session.advise(stop, most=most)

    def _draw(self) -> None:
        while self.waits_for_a_computer and self.session.current_player == CHANCE:
            self._take(*self.session.advance())

    def _take(self, session: Session, step: Step) -> None:
        if len(self.steps) >= MAX_STEPS:
            raise RefusedError("actions", n=MAX_STEPS)
        self.screen = replace(self.screen, session=session)
        self.steps = (*self.steps, step)


class Rooms:
    """The rooms of a server; the least recently used one is removed."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._wrong: list[tuple[float, str]] = []
        """Time and client of wrong short codes in the last `ATTEMPTS_S` seconds."""

    def open(
        self, session: Session, steps: tuple[Step, ...], client: str, phones: tuple[int, ...] = ()
    ) -> Room:
        """Return a new room, with seats on phones from the deal on.

        Raises
        ------
        BusyError
            If all removable rooms are busy.
        InputError
            If a seat cannot be on a phone.
        """
        own = [room for room in self._rooms.values() if room.client == client]
        if len(own) >= self._settings.rooms_per_client:
            self._close_one(own)
        elif len(self._rooms) >= self._settings.rooms:
            self._close_one(self._rooms.values())
        name = new_code(NAME_LETTERS)
        while name in self._rooms:
            name = new_code(NAME_LETTERS)
        seats = Seats(self._settings.streams_per_seat)
        room = Room(name, client, Screen(session), seats, steps=steps, private=phones)
        for seat in phones:
            room.give(seat)
        self._rooms[room.name] = room
        return room

    def find(self, code: str) -> Room | None:
        """Return the room of a code, or None."""
        room = self._rooms.get(code[:NAME_LETTERS])
        if room is None or room.place_of(code) is None:
            return None
        self._rooms.move_to_end(room.name)
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
            if (seat := find_place(short, room.seats.shorts)) is not None:
                return room.code(seat)
        self._wrong.append((now, client))
        raise RefusedError("wrong_code", 404)

    def listen(self, room: Room, place: int) -> asyncio.Event:
        """Add a stream of a seat; BusyError if all are in use."""
        if sum(other.seats.streams for other in self._rooms.values()) >= self._settings.streams:
            raise BusyError
        return room.seats.listen(place)

    def _close_one(self, rooms: Iterable[Room]) -> None:
        for room in rooms:
            if not room.lock.locked() and not room.seats.streams:
                del self._rooms[room.name]
                room.seats.close()
                return
        raise BusyError


def is_own(session: Session, player: int) -> bool:
    """Return whether a person acts for a player, or types draws."""
    return session.typed if player < 0 else session.seats[player] == HUMAN


def check_seats(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats.

    Raises
    ------
    InputError
        If a computer player simulates too many games.
    """
    for seat in seats:
        number = seat.partition(":")[2]
        if number and not (number.isdecimal() and len(number) < 8 and int(number) <= MAX_PLAYOUTS):
            raise RefusedError("playouts", n=MAX_PLAYOUTS)
    return seats
