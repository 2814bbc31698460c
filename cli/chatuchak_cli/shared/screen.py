"""Screens of people at a game, and the steps visible on them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

import numpy as np

from chatuchak_solver.errors import IllegalMoveError, InputError
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.session import HUMAN, Session, Step

NUM_SAMPLES = 8
"""Random states to detect a revealed card."""

START_DRAW = 1 << 31
"""Index of the start player's random stream, above those of actions."""


def seats_from_start(around: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return the seats in order of play, from a random start player."""
    start = int(np.random.default_rng((seed, START_DRAW)).integers(len(around)))
    return (*around[start:], *around[:start])


def is_seen(step: Step, player: int) -> bool:
    """Return whether a player sees a step: another action would have changed the player's view."""
    is_open = step.player == player or step.before.codec.observe is None
    return is_open or _changes_view(step.before, step.taken, player)


@lru_cache(maxsize=1024)
def _changes_view(state: AnyState, action: Any, player: int) -> bool:
    seen = state.apply_unchecked(action).observation(player)
    other = next((other for other in state.legal_actions() if other != action), None)
    return other is None or state.apply_unchecked(other).observation(player) != seen


def is_revealing(step: Step, player: int) -> bool:
    """Return whether a step shows a player a random draw or formerly hidden information.

    Compares the player's view with those of random states that looked the same before.
    """
    state = step.before
    if step.player == CHANCE:
        return len(state.legal_actions()) > 1 and is_seen(step, player)
    if state.codec.observe is None or not is_seen(step, player):
        return False
    seen, rng = step.after.observation(player), np.random.default_rng(0)
    try:
        return any(
            state.sample_hidden(player, rng).apply(step.taken).observation(player) != seen
            for _ in range(NUM_SAMPLES)
        )
    except IllegalMoveError:  # the action depends on hidden information
        return True


@dataclass(frozen=True, slots=True)
class Screen:
    """A session as shown on one screen, shared by several people.

    Attributes
    ----------
    holder
        The person at the screen; None before a handover, unless a single person plays.
    seats
        The seats of the people at this screen; None for all.
    """

    session: Session
    holder: int | None = None
    seats: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.holder is None and len(self.people) == 1:
            object.__setattr__(self, "holder", self.people[0])

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        every = (seat for seat, kind in enumerate(self.session.seats) if kind == HUMAN)
        return tuple(seat for seat in every if self.seats is None or seat in self.seats)

    @property
    def hides(self) -> bool:
        """Whether the game has hidden cards."""
        return self.session.state.codec.observe is not None

    @property
    def is_asked(self) -> bool:
        """Whether a person at this screen must act or type a draw."""
        session = self.session
        return session.awaits_human and session.current_player in (CHANCE, *self.people)

    @property
    def awaited(self) -> int | None:
        """The next person to take the screen; None without a handover."""
        mover = self.session.current_player
        if not self.hides or self.session.state.is_over or mover in (CHANCE, self.holder):
            return None
        return mover if self.is_asked else None

    @property
    def viewer(self) -> int | None:
        """The player of the shown view; None if hidden cards must stay hidden."""
        if self.hides:
            return None if self.awaited is not None else self.holder
        mover = self.session.current_player
        return mover if mover in self.people or not self.people else self.people[0]

    def taken(self) -> Self:
        """Return the screen after the handover."""
        awaited = self.awaited
        return self if awaited is None else replace(self, holder=awaited)

    def sees(self, step: Step) -> bool:
        """Return whether the viewer may see a step."""
        holder = None if self.awaited is not None else self.holder
        apart = range(len(self.session.seats)) if self.seats is not None else self.people
        viewers = apart if holder is None else (holder,)
        return all(is_seen(step, viewer) for viewer in viewers)

    def choices(self) -> tuple[str, ...]:
        """Return the texts of the legal actions or chance outcomes.

        If people type hidden cards, these are all cards unseen by the viewer; a shorter list would
        reveal other hands.
        """
        state, mover = self.session.state, self.session.current_player
        enumerate_outcomes = state.codec.enumerate_outcomes
        if mover == CHANCE and enumerate_outcomes is not None and not state.is_over:
            return tuple(map(state.format, enumerate_outcomes(state, self.holder)))
        return tuple(map(state.format, state.actions_of(mover)))

    def check_action(self, action: str) -> str:
        """Return the action of a text typed by the current player.

        Case is ignored if unambiguous. In simultaneous games the player's number is optional.
        """
        state, mover = self.session.state, self.session.current_player
        own = f"{mover} {action}"
        try:
            state.parse(action)
        except IllegalMoveError:
            typed = (action.casefold(), own.casefold())
            meant = [text for text in self.choices() if text.casefold() in typed]
            if len(meant) != 1:
                raise
            return meant[0]
        if state.current_player == ANYONE and not action.startswith(f"{mover} "):
            raise InputError(f"it is {seat_name(mover)}'s turn")
        return action
