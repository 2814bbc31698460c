"""Sessions of games and their screens.

A session is an immutable value. The randomness of an action is a function of the seed and the
number of previous actions, so undo does not change the next die roll.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Self

import numpy as np

from chatuchak_solver.arguments import check_choice
from chatuchak_solver.codec import JsonObject, Label, convert
from chatuchak_solver.errors import IllegalMoveError, InputError, Sentence
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState, next_of_all, sample_chance
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import Advice
from chatuchak_solver.games.record import AnyRecord, TableForm
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.io.untrusted import quote

HUMAN: Final = "human"
"""The kind of a person's seat."""

MAX_NAME: Final = 24

NUM_SAMPLES: Final = 8
"""Random states to detect a revealed card."""

START_DRAW: Final = 1 << 31
"""Index of the start player's random stream, above those of actions."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a log.

    Attributes
    ----------
    player
        The player, or `CHANCE`.
    action, taken
        The action's text and value.
    before, after
        The adjacent states.
    """

    player: int
    action: str
    taken: object
    before: AnyState
    after: AnyState

    def seen_by(self, player: int) -> bool:
        """Return whether a player sees the action."""
        return self.player == player or is_seen(self.before, self.taken, player)

    def reveals_to(self, player: int) -> bool:
        """Return whether a player sees a random draw or formerly hidden information.

        Compares the player's view with those of random states that looked the same before.
        """
        state = self.before
        if self.player == CHANCE:
            return len(state.legal_actions()) > 1 and self.seen_by(player)
        if state.codec.observe is None or not self.seen_by(player):
            return False
        seen, rng = self.after.observation(player), np.random.default_rng(0)
        try:
            return any(
                state.sample_hidden(player, rng).apply(self.taken).observation(player) != seen
                for _ in range(NUM_SAMPLES)
            )
        except IllegalMoveError:  # the action depends on hidden information
            return True


@renamed_members(go_on="advance", mover="current_player", waits_for_a_person="awaits_human")
@dataclass(frozen=True, slots=True)
class Session:
    """A game in progress.

    Attributes
    ----------
    seats
        Per player, `HUMAN` or the name of a computer player.
    seed
        The seed of chance and of the computer players.
    typed
        Whether people type the results of real dice and cards.
    names
        The names of the players; empty for unnamed ones.
    """

    record: AnyRecord
    seats: tuple[str, ...]
    seed: int
    typed: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        state = self.record.start
        called = [name for name in self.names if name]
        if len(self.names) not in (0, len(self.seats)) or len({*called}) < len(called):
            text = "expected a name for each player, or an empty one, and no two alike"
            raise InputError(Sentence("names", text))
        for name in called:
            if len(convert(name, Label, source="a name")) > MAX_NAME:
                raise InputError(f"invalid name {quote(name)}: expected 1 to {MAX_NAME} characters")
        if len(self.seats) != state.num_players:
            raise InputError(f"{len(self.seats)} seats; this game has {state.num_players} players")
        entry = game_entry(state.game)
        for kind in self.seats:
            check_choice(kind.partition(":")[0], (HUMAN, *entry.player_names), name="seat")
            if kind != HUMAN:
                entry.make_player(kind)

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.record.state

    @property
    def current_player(self) -> int:
        """The current player or `CHANCE`; in simultaneous games, a random player."""
        return self._mover_of(self.state, len(self.record.log))

    @property
    def awaits_human(self) -> bool:
        """Whether a person must type an action or a draw."""
        return not self.state.is_over and self.asks(self.current_player)

    def name_of(self, player: int) -> str:
        """Return the player's name, or the seat counted from 1."""
        called = self.names[player : player + 1]
        return "".join(called) or seat_name(player)

    def apply(self, action: Any) -> Self:
        """Return the session after an action or its text."""
        return replace(self, record=self.record.apply(action))

    def step(self, action: Any) -> tuple[Self, Step]:
        """Return the session after an action or its text, and the step."""
        state, following = self.state, self.apply(action)
        text = following.record.log[-1]
        taken = state.parse(text)
        return following, Step(self.current_player, text, taken, state, following.state)

    def advance(self) -> tuple[Self, Step]:
        """Return the session after the next step of chance or a computer player, and the step."""
        if self.state.is_over or self.awaits_human:
            raise InputError("no computer player and no chance is next")
        state, mover = self.state, self.current_player
        rng = self._random(len(self.record.log))
        if mover == CHANCE:
            action = sample_chance(state, rng)
        else:
            player = game_entry(state.game).make_player(self.seats[mover])
            action = player.choose(state, mover, rng)
        return self.step(action)

    def advise(self, stop: Stop, *, most: int) -> Advice:
        """Return reproducible advice on the current player's best ``most`` actions."""
        rng = np.random.default_rng((self.seed, len(self.record.log), 1))
        adviser = game_entry(self.state.game).make_adviser()
        return adviser.advise(self.state, self.current_player, rng=rng, stop=stop, most=most)

    def undo(self) -> Self:
        """Return the session before the last action typed by a person."""
        for index, step in reversed([*enumerate(self.steps())]):
            if self.asks(step.player):
                log = self.record.log[:index]
                return replace(self, record=replace(self.record, log=log, state=step.before))
        raise InputError("no action to undo")

    def steps(self) -> Iterator[Step]:
        """Yield the log as steps."""
        state = self.record.start
        for index, action in enumerate(self.record.log):
            taken = state.parse(action)
            after = state.apply(taken)
            yield Step(self._mover_of(state, index), action, taken, state, after)
            state = after

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form: a saved game with an added field ``table``."""
        names = self.names if any(self.names) else ()
        table = TableForm(seats=self.seats, seed=self.seed, typed=self.typed, names=names)
        return replace(self.record, table=table).to_dict()

    @classmethod
    def of_record(cls, record: AnyRecord, *, seed: int) -> Self:
        """Return the session of a record; by default, a person against the advisor.

        ``seed`` applies if the record has none.
        """
        table = record.table
        if table is None:
            return cls(record, (HUMAN, *["advisor"] * (record.start.num_players - 1)), seed)
        return cls(record, table.seats, table.seed, table.typed, table.names)

    def asks(self, mover: int) -> bool:
        """Return whether a person acts for a player, or types draws."""
        return self.typed if mover == CHANCE else self.seats[mover] == HUMAN

    def _mover_of(self, state: AnyState, played: int) -> int:
        mover = state.current_player
        return next_of_all(state, self._random(played)) if mover == ANYONE else mover

    def _random(self, played: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, played))


def seats_from_start(around: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return the seats in order of play, from a random start player."""
    start = int(np.random.default_rng((seed, START_DRAW)).integers(len(around)))
    return (*around[start:], *around[:start])


@lru_cache(maxsize=1024)
def is_seen(state: AnyState, action: Any, player: int) -> bool:
    """Return whether another legal action would have changed the player's view."""
    if state.codec.observe is None:
        return True
    seen = state.apply_unchecked(action).observation(player)
    others = (other for other in state.legal_actions() if other != action)
    other = next(others, None)
    return other is None or state.apply_unchecked(other).observation(player) != seen


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
        return all(step.seen_by(viewer) for viewer in viewers)

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
