"""A saved game: its start, its log of actions and the current state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Self, TypeAlias, TypeVar

from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_mapping, check_type
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import AnyState, GameState, play_log
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.registry import game_entry

S = TypeVar("S", bound=AnyState)
T = TypeVar("T", bound=AnyState)
F = TypeVar("F")

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class _GameName(codec.Form, frozen=True, forbid_unknown_fields=False):
    game: str


class TableForm(codec.Form, frozen=True, kw_only=True):
    """The seats of a game, irrelevant to the rules.

    Attributes
    ----------
    seats
        Per player, human or the name of a computer player.
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
        kind: type = GameState
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
    def begin(start: T) -> GameRecord[T]:
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
    def parse(text: str | bytes, *, source: str = "") -> AnyRecord:
        """Return the record of a JSON text; ``source`` names it in messages."""
        return read_record(codec.parse_json(text, source=source), source=source)

    @staticmethod
    def read(path: codec.Source) -> AnyRecord:
        """Return the record in a file, bytes or a mapping; see `from_dict`."""
        document, name = codec.read_json(path)
        return read_record(document, source=name)


AnyRecord: TypeAlias = GameRecord[AnyState]


def read_record(
    document: object, kind: type[T] | None = None, *, source: str = ""
) -> GameRecord[T]:
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
        after = play_log(start, form.log)
        with codec.error_context("state"):
            if form.state is not None and state.from_form(form.state) != after:
                raise InvalidInstanceError("this is not the state that the log leads to")
        return GameRecord(start, form.log, after, form.table)
