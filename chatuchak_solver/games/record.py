"""A game on file: how it started, what was done since, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from chatuchak_solver.document import Node, parse_json
from chatuchak_solver.errors import IllegalMoveError, InvalidInstanceError
from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.registry import game_entry

__all__ = ["GameRecord"]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A start, a log of actions (chance outcomes included) and the state after them."""

    start: GameState
    log: tuple[str, ...]
    state: GameState

    @classmethod
    def begin(cls, start: GameState) -> Self:
        """Return the record of a game that has just been set up."""
        return cls(start, (), start)

    def apply(self, action: str) -> Self:
        """Return the record with one more action.

        Raises
        ------
        IllegalMoveError
            If the action is illegal.
        """
        return type(self)(self.start, (*self.log, action), self.state.apply(action))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form; ``state`` is there for readers without a rules engine."""
        return {
            "game": self.start.game,
            "start": self.start.to_dict(),
            "log": list(self.log),
            "state": self.state.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a record, or a bare state, which then is the start.

        Raises
        ------
        InvalidInstanceError
            If a field is missing or wrong, or ``state`` is not where the log leads.
        IllegalMoveError
            If an action of the log is illegal; the message says which one.
        """
        return cls.read(Node(dict(data)))

    @classmethod
    def parse(cls, text: str | bytes, *, source: str = "") -> Self:
        """Read a record's or a state's JSON text; ``source`` names it in messages."""
        return cls.read(parse_json(text, source=source))

    @classmethod
    def read(cls, document: Node) -> Self:
        """Read a record, or a bare state, out of a document; see `from_dict`."""
        fields = document.mapping()
        if "game" not in fields:
            raise document.error('the field "game" is missing')
        name = fields["game"].text()
        try:
            kind = game_entry(name).load_state()
        except InvalidInstanceError as error:
            raise fields["game"].error(str(error)) from None
        if "start" not in fields:
            return cls.begin(_read_state(kind, document))
        fields = document.fields(("game", "start", "log"), ("state",))
        record = cls.begin(_read_state(kind, fields["start"]))
        for item in fields["log"].items():
            try:
                record = record.apply(item.text())
            except IllegalMoveError as error:
                raise IllegalMoveError(str(item.error(str(error)))) from None
        if "state" in fields and _read_state(kind, fields["state"]) != record.state:
            raise fields["state"].error("this is not the state that the log leads to")
        return record


def _read_state(kind: type[GameState], node: Node) -> GameState:
    """Read a state; errors name its place in the document."""
    try:
        return kind.from_dict({name: child.value for name, child in node.mapping().items()})
    except InvalidInstanceError as error:
        raise node.error(str(error)) from None
