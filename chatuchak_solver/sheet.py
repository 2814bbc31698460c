"""Score sheets: what is written down of a finished game, said once for all that ask for it.

Questions at a terminal, forms on the page, sheets on paper, the schemas of score files and the
first checks of their readers follow from these; what the values mean is the readers' own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.jsonable import Jsonable

MOST: Final = 1_000_000
"""The largest number on a sheet."""

PER_PAGE: Final = 2


@dataclass(frozen=True, slots=True)
class Number:
    """Reads a whole number from ``least`` to ``most``; None of nothing if it is ``optional``."""

    least: int
    most: int = MOST
    optional: bool = False

    def __call__(self, text: str) -> int | None:
        """Return the number, or None of an empty text where that may be; see `read`."""
        return None if self.optional and not text else self.read(text)

    def read(self, text: str) -> int:
        """Return the number.

        Raises
        ------
        InputError
            If the text is none, or out of range.
        """
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= 7
        if not (fits and self.least <= int(text) <= self.most):
            raise InputError(f"{text[:20]!r} is no number from {self.least} to {self.most}")
        return int(text)


@dataclass(frozen=True, slots=True)
class Field(Jsonable):
    """One thing to write down.

    Attributes
    ----------
    name
        Its name in the file; the fields of what was typed take its place where that is an object
        and ``lines`` are asked for.
    kind
        The type of its values, for the schema.
    meaning
        What it is, in a sentence.
    question
        How a person is asked for it; empty where nobody is.
    typed
        Makes the value of a typed line, or of ``lines`` up to an empty one.
    default
        What an empty line stands for.
    required
        Whether the file must have it.
    each
        Names that are asked for one by one; the value is an object of these.
    choices
        What may be typed, which can follow from the document so far. Not asked for where that is
        one thing or none.
    offered
        What a page offers to choose from; the players, where that is nothing.
    first
        Whether an empty line stands for the first of the choices.
    when
        Whether it is asked for, once all else is known of the players, of the document and a
        player.
    """

    written = "name entry required usual=default least each offered"

    name: str
    kind: Any
    meaning: str
    question: str = ""
    typed: Callable[[Any], Any] = str
    default: str = ""
    required: bool = False
    lines: bool = False
    each: tuple[str, ...] = ()
    choices: Callable[[JsonObject], Sequence[str]] | None = None
    offered: tuple[str, ...] = ()
    first: bool = False
    when: Callable[[JsonObject, JsonObject], bool] | None = None

    @property
    def entry(self) -> str:
        """How a page takes it: ``amounts``, ``number``, ``choice``, or in a way of its own name."""
        if self.each:
            return "amounts"
        if isinstance(self.typed, Number):
            return "number"
        return self.name if self.choices is None else "choice"

    @property
    def least(self) -> int | None:
        """The smallest number; None where it is not one."""
        return self.typed.least if isinstance(self.typed, Number) else None


@dataclass(frozen=True, slots=True)
class Printed:
    """A sheet on paper.

    Attributes
    ----------
    title
        The game.
    columns
        How many players, or games, there is place for.
    rows
        What to write, from the top; the last is the result.
    notes
        How to count, one line each.
    per_page
        How many sheets go on one page.
    heads
        What stands above the columns; by default there is place to write a name.
    """

    title: str
    columns: int
    rows: tuple[str, ...]
    notes: tuple[str, ...]
    per_page: int = PER_PAGE
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet(Jsonable):
    """What is written down of one game; as JSON, what a page asks for.

    Attributes
    ----------
    players
        How many play; empty in a solo game.
    of_player
        What is written down of each of them, beside the name.
    of_game
        What is written down of the game.
    printed
        The sheet on paper; None where there is none.
    """

    written = "players=counts of_player=asked_of_player of_game=asked_of_game"

    players: range
    of_player: tuple[Field, ...] = ()
    of_game: tuple[Field, ...] = ()
    printed: Printed | None = field(default=None, kw_only=True)

    def counts(self) -> list[int]:
        """Return the least and the most players; nothing in a solo game."""
        return [self.players[0], self.players[-1]] if self.players else []

    def asked_of_player(self) -> list[Field]:
        """Return what people are asked for of each player."""
        return [one for one in self.of_player if one.question]

    def asked_of_game(self) -> list[Field]:
        """Return what people are asked for of the game."""
        return [one for one in self.of_game if one.question]

    def fields(self, document: Node) -> dict[str, Node]:
        """Return the fields of a score file."""
        of_all = ("players",) if self.players else ()
        return document.fields(*_names(self.of_game, *of_all))

    def parts(self, players: Node) -> list[dict[str, Node]]:
        """Return the fields of all players of a score file; everybody has another name."""
        items = players.items(least=self.players[0], most=self.players[-1])
        parts = [item.fields(*_names(self.of_player, "name")) for item in items]
        list(players.distinct([(part["name"], part["name"].label()) for part in parts]))
        return parts


def _names(fields: Sequence[Field], *before: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of what a file must have, and of what it may have."""
    required = (*before, *(one.name for one in fields if one.required))
    return required, tuple(one.name for one in fields if not one.required)
