"""A screen shared by the people of a session: its viewer and the visible information."""

from dataclasses import dataclass, replace
from typing import Self

from chatuchak_solver.errors import IllegalMoveError, InputError
from chatuchak_solver.games.contract import ANYONE, CHANCE
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.session import HUMAN, Session, Step


@dataclass(frozen=True, slots=True)
class Screen:
    """A session as one screen shows it, at which several people may take turns.

    Attributes
    ----------
    session
        The game.
    looking
        The viewer; None before a handover. A single person at the screen is always the viewer.
    seats
        The seats of the people at this screen; None for all.
    """

    session: Session
    looking: int | None = None
    seats: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.looking is None and len(self.people) == 1:
            object.__setattr__(self, "looking", self.people[0])

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have at this screen."""
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
        if not self.hides or self.session.state.is_over or mover in (CHANCE, self.looking):
            return None
        return mover if self.is_asked else None

    @property
    def viewer(self) -> int | None:
        """The player of the shown view; None if hidden cards must stay hidden."""
        if self.hides:
            return None if self.awaited is not None else self.looking
        mover = self.session.current_player
        return mover if mover in self.people or not self.people else self.people[0]

    def taken(self) -> Self:
        """Return the screen after its handover."""
        awaited = self.awaited
        return self if awaited is None else replace(self, looking=awaited)

    def with_session(self, session: Session) -> Self:
        """Return the screen with its session a step further or back."""
        return replace(self, session=session)

    def sees(self, step: Step) -> bool:
        """Return whether the viewer may read a step."""
        looking = None if self.awaited is not None else self.looking
        apart = range(len(self.session.seats)) if self.seats is not None else self.people
        viewers = apart if looking is None else (looking,)
        return all(step.seen_by(viewer) for viewer in viewers)

    def choices(self) -> tuple[str, ...]:
        """Return the texts of the legal actions, or of the possible outcomes of chance.

        If people type hidden cards, these are all cards that the viewer has not seen; a shorter
        list would reveal other hands.
        """
        state, mover = self.session.state, self.session.current_player
        if state.current_player == ANYONE:
            return tuple(map(state.format, state.actions_of(mover)))
        enumerate_outcomes = state.codec.enumerate_outcomes
        if mover == CHANCE and enumerate_outcomes is not None and not state.is_over:
            return tuple(map(state.format, enumerate_outcomes(state, self.looking)))
        return state.legal_texts()

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
