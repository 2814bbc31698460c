"""Saved games, and sessions of people and computer players.

A session is an immutable value. The randomness of an action is a function of the seed and the
number of previous actions, so undo does not change the next die roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Self, TypeAlias, TypeVar

import numpy as np
from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_choice, check_mapping, check_type
from chatuchak_solver.errors import InputError, InvalidInstanceError, Sentence
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.games import contract
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import Advice
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.io.untrusted import quote

HUMAN = "human"
"""The kind of a person's seat."""

MAX_NAME = 24

S = TypeVar("S", bound=contract.AnyState)
F = TypeVar("F")

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class _GameName(codec.Form, frozen=True, forbid_unknown_fields=False):
    game: str


class TableForm(codec.Form, frozen=True, kw_only=True):
    """The seats of a game, irrelevant to the rules.

    Attributes
    ----------
    seats
        Per player, ``human`` or the name of a computer player.
    seed
        The seed of chance and of the computer players.
    typed
        Whether people type the results of real dice and cards.
    names
        The names of the players; empty for unnamed ones.
    """

    seats: tuple[str, ...]
    seed: Seed
    typed: bool
    names: tuple[str, ...] = ()


class RecordForm(codec.Form, Generic[F], frozen=True, kw_only=True):
    """A saved game.

    Attributes
    ----------
    start
        The state before the first action.
    log
        The texts of the actions, chance included.
    state
        The state after the log, for readers without a rules engine.
    table
        The seats of a session.
    assumed, why_assumed, assumed_parts
        The assumptions of the saved answer.
    """

    game: str
    start: F
    log: tuple[str, ...]
    state: F | None = None
    table: TableForm | None = None
    assumed: bool | None = None
    why_assumed: tuple[str, ...] | None = None
    assumed_parts: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameRecord(Generic[S]):
    """A start, a log of actions (chance outcomes included) and the resulting state.

    Attributes
    ----------
    table
        The seats of a `Session`, or None.
    """

    start: S
    log: tuple[str, ...]
    state: S
    table: TableForm | None = None

    def __post_init__(self) -> None:
        kind: type = contract.GameState
        for state in (self.start, self.state):
            check_type(state, kind, name="state of a record", hint="new_game(name)")
        check_type(self.log, tuple, name="log")
        if self.table is not None:
            check_type(self.table, TableForm, name="table")

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by default their seats."""
        names = (*(self.table.names if self.table else ()), *[""] * self.start.num_players)
        return tuple(names[seat] or seat_name(seat) for seat in range(self.start.num_players))

    @staticmethod
    def begin(start: S) -> GameRecord[S]:
        """Return the record of a new game."""
        return GameRecord(start, (), start)

    def apply(self, action: Any) -> Self:
        """Return the record after an action or its text; raise IllegalMoveError if illegal."""
        text = action if isinstance(action, str) else self.state.format(action)
        return replace(self, log=(*self.log, text), state=self.state.apply(action))

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON-ready form."""
        start, state, game = self.start.to_dict(), self.state.to_dict(), self.start.game
        form = RecordForm(game=game, start=start, log=self.log, state=state, table=self.table)
        return form.to_dict()

    @staticmethod
    def from_dict(data: Mapping[str, object]) -> AnyRecord:
        """Return the record of a saved game, or of a state as the start.

        Raises
        ------
        InvalidInstanceError
            If a field is missing or invalid, or ``state`` is not the state after the log.
        IllegalMoveError
            If an action of the log is illegal; the message has its index.
        """
        return read_record(dict(check_mapping(data, name="record")))

    @staticmethod
    def read(path: codec.Source) -> AnyRecord:
        """Return the record in a file, bytes or a mapping; see `from_dict`."""
        document, name = codec.read_json(path)
        return read_record(document, source=name)


AnyRecord: TypeAlias = GameRecord[contract.AnyState]


def read_record(
    document: object, kind: type[S] | None = None, *, source: str = ""
) -> GameRecord[S]:
    """Return the record of a saved game or state; see `GameRecord.from_dict`.

    Parameters
    ----------
    kind
        The expected game; None for any.
    source
        The name of the document in error messages.
    """
    with codec.error_context(source):
        name = codec.convert(document, _GameName).game
        with codec.error_context("game"):
            state: Any = game_entry(name).state
        if kind not in (None, state):
            raise InvalidInstanceError(f"invalid game {name}: expected {kind.game}")
        fields: Any = document
        if "start" not in fields:
            return GameRecord.begin(state.from_dict(fields))
        record_form: Any = RecordForm
        form: Any = codec.convert(fields, record_form[state.form()])
        with codec.error_context("start"):
            start = state.from_form(form.start)
        after = contract.play_log(start, form.log)
        with codec.error_context("state"):
            if form.state is not None and state.from_form(form.state) != after:
                raise InvalidInstanceError("this is not the state that the log leads to")
        return GameRecord(start, form.log, after, form.table)


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
    before: contract.AnyState
    after: contract.AnyState


@renamed_members(go_on="advance", mover="current_player", waits_for_a_person="awaits_human")
@dataclass(frozen=True, slots=True)
class Session:
    """A game in progress; ``seats``, ``seed``, ``typed`` and ``names`` as in `TableForm`."""

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
            if len(codec.convert(name, codec.Label, source="a name")) > MAX_NAME:
                raise InputError(f"invalid name {quote(name)}: expected 1 to {MAX_NAME} characters")
        if len(self.seats) != state.num_players:
            problem = f"invalid number of seats {len(self.seats)}"
            raise InputError(f"{problem}: expected {state.num_players}, one per player")
        entry = game_entry(state.game)
        for kind in self.seats:
            check_choice(kind.partition(":")[0], (HUMAN, *entry.player_names), name="seat")
            if kind != HUMAN:
                entry.make_player(kind)

    @property
    def state(self) -> contract.AnyState:
        """The current state."""
        return self.record.state

    @property
    def current_player(self) -> int:
        """The current player or `CHANCE`; in simultaneous games, a random player."""
        return contract.next_player(self.state, self._random(len(self.record.log)))

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
        return following, Step(self.current_player, text, state.parse(text), state, following.state)

    def advance(self) -> tuple[Self, Step]:
        """Return the session after the next step of chance or a computer player, and the step."""
        if self.state.is_over or self.awaits_human:
            raise InputError("no computer player and no chance is next")
        state, mover = self.state, self.current_player
        rng = self._random(len(self.record.log))
        if mover == contract.CHANCE:
            action = contract.sample_chance(state, rng)
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
            mover = contract.next_player(state, self._random(index))
            yield Step(mover, action, taken, state, after)
            state = after

    def to_dict(self) -> codec.JsonObject:
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
        return self.typed if mover == contract.CHANCE else self.seats[mover] == HUMAN

    def _random(self, played: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, played))
