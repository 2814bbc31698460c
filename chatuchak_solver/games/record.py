"""A game on file: how it started, what was done since, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

from chatuchak_solver.arguments import FileName, checked_mapping, checked_type
from chatuchak_solver.document import JsonObject, Node, parse_json, read_json
from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.games.contract import AnyState, GameState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.jsonable import Jsonable

S = TypeVar("S", bound=AnyState)
T = TypeVar("T", bound=AnyState)


@dataclass(frozen=True, slots=True)
class GameRecord(Jsonable, Generic[S]):
    """A start, a log of actions (chance outcomes included) and the state after them.

    Attributes
    ----------
    start
        Where the game started.
    log
        The texts of the actions since.
    state
        Where they lead.
    table
        How it is played, as `Session` writes it; nothing that the rules need. None for a record
        alone.
    """

    written = "game=start.game start log state ?table"

    start: S
    log: tuple[str, ...]
    state: S
    table: JsonObject | None = None

    def __post_init__(self) -> None:
        kind: type = GameState
        for state in (self.start, self.state):
            checked_type(state, kind, what="a state of a record", hint="new_game(name)")
        checked_type(self.log, tuple, what="the log")
        if self.table is not None:
            checked_mapping(self.table, what="how a record is played")

    @property
    def names(self) -> tuple[str, ...]:
        """What players are called: by their names, where the record keeps any, or by seats.

        Raises
        ------
        InvalidInstanceError
            If what it keeps is no list of names.
        """
        kept = Node(self.table or {}, source="table").mapping()
        names = [name.text() for name in kept["names"].items()] if "names" in kept else []
        names += [""] * self.start.num_players
        return tuple(names[seat] or seat_name(seat) for seat in range(self.start.num_players))

    @staticmethod
    def begin(start: T) -> GameRecord[T]:
        """Return the record of a game that has just been set up."""
        return GameRecord(start, (), start)

    def apply(self, action: Any) -> Self:
        """Return the record with one more action, given by its text or as its value.

        Raises
        ------
        IllegalMoveError
            If the action is illegal.
        """
        text = action if isinstance(action, str) else self.state.format(action)
        return replace(self, log=(*self.log, text), state=self.state.apply(action))

    @staticmethod
    def from_dict(data: Mapping[str, object]) -> AnyRecord:
        """Read a record of any game, or a bare state, which then is the start.

        Raises
        ------
        InvalidInstanceError
            If a field is missing or wrong, or ``state`` is not where the log leads.
        IllegalMoveError
            If an action of the log is illegal; the message says which one.
        """
        return GameRecord.read(Node(dict(checked_mapping(data, what="the record"))))

    @staticmethod
    def parse(text: str | bytes, *, source: str = "") -> AnyRecord:
        """Read a record's or a state's JSON text; ``source`` names it in messages."""
        return GameRecord.read(parse_json(text, source=source))

    @staticmethod
    def read(document: Node | FileName) -> AnyRecord:
        """Read a record, or a bare state, from a file or a document; see `from_dict`.

        Raises
        ------
        OSError
            If the file cannot be read.
        """
        if not isinstance(document, Node):
            document = read_json(document)
        fields = document.mapping()
        if "game" not in fields:
            raise document.error('the field "game" is missing')
        name = fields["game"]
        return _read(name.blamed(game_entry, name.text()).state, document)

    @staticmethod
    def read_of(kind: type[T], document: Node) -> GameRecord[T]:
        """Read a record, or a bare state, of one game; see `from_dict`.

        Raises
        ------
        InvalidInstanceError
            As `from_dict`, or if it is another game's.
        """
        name = document.mapping().get("game")
        if name is None or name.value == kind.game:
            return _read(kind, document)
        other = GameRecord.read(document)
        raise document.error(f"a game of {other.start.game}; expected {kind.game}")


_MARKS: Final = ("assumed", "why_assumed", "assumed_parts")
"""The fields of answers that name assumed parts."""

AnyRecord: TypeAlias = GameRecord[AnyState]
"""A record of whatever game."""


def _read(kind: type[T], document: Node) -> GameRecord[T]:
    fields = document.mapping()
    if "game" not in fields:
        raise document.error('the field "game" is missing')
    if "start" not in fields:
        return GameRecord.begin(_read_state(kind, document))
    fields = document.fields(("game", "start", "log"), ("state", "table", *_MARKS))
    start = _read_state(kind, fields["start"])
    table = fields.get("table")
    record = GameRecord(start, (), start, None if table is None else table.object())
    for item in fields["log"].items():
        try:
            record = record.apply(item.text())
        except IllegalMoveError as error:
            raise IllegalMoveError(item.error(error.args[0]).args[0]) from None
    if "state" in fields:
        check_state(fields["state"], record.state)
    return record


def check_state(node: Node, state: AnyState) -> None:
    """Raise InvalidInstanceError unless a document holds the state that a log leads to."""
    if _read_state(type(state), node) != state:
        raise node.error("this is not the state that the log leads to")


def _read_state(kind: type[T], node: Node) -> T:
    """Read a state; errors name its place in the document."""
    return node.blamed(kind.from_dict, node.object())
