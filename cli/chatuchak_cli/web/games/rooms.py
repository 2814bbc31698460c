"""The games under way on the page: a bounded number of them, each behind an unguessable name."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chatuchak_cli.web.lane import BusyError, Latch
from chatuchak_cli.web.settings import WebSettings
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.advice import Advice
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.screen import Screen
from chatuchak_solver.games.session import Session, Step
from chatuchak_solver.run import Stop

__all__ = ["MOST_STEPS", "ConflictError", "Room", "Rooms", "checked_seats"]

MOST_STEPS: Final = 3000
"""Longer games are not played on the page; the longest usual one takes some hundred actions."""

MOST_PLAYOUTS: Final = 400
"""The most work of a computer player for each decision."""


class ConflictError(InputError):
    """The game has gone on since whoever asks last saw it."""


@dataclass(slots=True)
class Room:
    """A game under way.

    Attributes
    ----------
    name
        By which the page calls it; whoever knows it may play.
    client
        Who opened it.
    screen
        The session, and who looks at it.
    steps
        What was done so far.
    latch
        Held while the game goes on, so that two requests never do so at once.
    """

    name: str
    client: str
    screen: Screen
    latch: Latch
    steps: tuple[Step, ...] = ()

    @property
    def session(self) -> Session:
        """The session."""
        return self.screen.session

    @property
    def waits_for_a_computer(self) -> bool:
        """Whether a computer player is next."""
        session = self.session
        return not session.state.is_over and not session.waits_for_a_person

    def check(self, seen: int) -> None:
        """Raise ConflictError unless the game has so many steps."""
        if seen != len(self.steps):
            raise ConflictError("the game has gone on since; here is how it stands")

    def act(self, action: str) -> None:
        """Do what a person chose, or typed in from the dice and cards, and what chance then does.

        Raises
        ------
        IllegalMoveError
            If it is illegal.
        InputError
            If nobody's action is due, or the game is too long for the page.
        """
        session = self.session
        if not session.waits_for_a_person or self.screen.awaited is not None:
            raise InputError("nothing is to be chosen now")
        before, mover = session.state, session.mover
        text = self.screen.checked(action)
        taken, following = before.parse(text), session.apply(text)
        self._take(following, Step(mover, text, taken, before, following.state))
        self._draw()

    def go_on(self) -> None:
        """Let the computer player that is next act, and what chance then does.

        Raises
        ------
        InputError
            If none is next.
        """
        if self.session.mover == CHANCE:
            self._draw()
        else:
            self._take(*self.session.go_on())
            self._draw()

    def undo(self) -> None:
        """Take back the last action of a person, and all that followed.

        Raises
        ------
        InputError
            If there is none.
        """
        session = self.session.undo()
        self.screen = self.screen.with_session(session)
        self.steps = self.steps[: len(session.record.log)]

    def advise(self, stop: Stop, *, most: int) -> Advice[object]:
        """Return advice for the person to act, about the best ``most`` actions.

        Raises
        ------
        InputError
            If no person decides now.
        """
        session = self.session
        waits = session.waits_for_a_person and self.screen.awaited is None
        if session.mover == CHANCE or not waits:
            raise InputError("nobody decides here: the dice, the cards or a computer do")
        rng = np.random.default_rng((session.seed, len(self.steps), 1))
        adviser = game_entry(session.state.game).load_adviser()
        return adviser.advise(session.state, session.mover, rng=rng, stop=stop, most=most)

    def _draw(self) -> None:
        """Let chance act as long as it is next and drawn here."""
        while self.waits_for_a_computer and self.session.mover == CHANCE:
            self._take(*self.session.go_on())

    def _take(self, session: Session, step: Step) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise InputError(f"a game on the page has at most {MOST_STEPS} actions")
        self.screen = self.screen.with_session(session)
        self.steps = (*self.steps, step)


class Rooms:
    """The rooms of a server, of which the one that nobody asked for longest goes first.

    Parameters
    ----------
    settings
        The bounds.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __len__(self) -> int:
        """Return how many rooms there are."""
        return len(self._rooms)

    def open(self, session: Session, steps: tuple[Step, ...], client: str) -> Room:
        """Return a new room.

        Raises
        ------
        BusyError
            If every room that would have to go is busy.
        """
        mine = [room for room in self._rooms.values() if room.client == client]
        if len(mine) >= self._settings.rooms_per_client:
            self._close_one(mine)
        elif len(self._rooms) >= self._settings.rooms:
            self._close_one(self._rooms.values())
        latch = Latch(
            waiting=self._settings.room_waiting,
            per_client=self._settings.room_waiting_per_client,
            wait_s=self._settings.room_wait_s,
        )
        room = Room(secrets.token_urlsafe(12), client, Screen(session), latch, steps)
        self._rooms[room.name] = room
        return room

    def find(self, name: str) -> Room | None:
        """Return a room by its name; None where there is none, or none any more."""
        room = self._rooms.get(name)
        if room is not None:
            self._rooms.move_to_end(name)
        return room

    def _close_one(self, rooms: Iterable[Room]) -> None:
        for room in rooms:
            if room.latch.is_free:
                del self._rooms[room.name]
                return
        raise BusyError


def checked_seats(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return seats of computer players that do not work for ever.

    Raises
    ------
    InputError
        If one would.
    """
    for seat in seats:
        number = seat.partition(":")[2]
        if number and not (number.isdecimal() and len(number) < 8 and int(number) <= MOST_PLAYOUTS):
            raise InputError(f"on the page an advisor plays at most {MOST_PLAYOUTS} games on")
    return seats
