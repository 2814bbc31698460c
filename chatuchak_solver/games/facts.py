"""Data of a game for people: boards, pieces and tables of a position, and parts of a setup."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Self, TypeAlias

from chatuchak_solver import errors
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.codec import Answer, Form, JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.untrusted import quote


@dataclass(frozen=True, slots=True)
class Board:
    """A board to draw.

    Attributes
    ----------
    title
        A player's name, or that of a shared board.
    shows
        A value of a type known to `rendering.boards`.
    large
        Whether it is the current player's board.
    taps
        Whether its places are words of actions.
    caption
        The picture's accessible name; None for the default.
    """

    title: str
    shows: Any
    large: bool = True
    taps: bool = True
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A placeable piece.

    Attributes
    ----------
    source
        Its place, for example ``hand``.
    name
        Its name in actions.
    places
        Column, row and clockwise degrees of each legal placement, by action.
    """

    source: str
    name: str
    rows: tuple[str, ...]
    places: Mapping[str, tuple[int, int, int]]


class Moved(NamedTuple):
    """A piece's places before and after an action; None for no place."""

    shows: Any
    origin: str | None
    target: str


Boards: TypeAlias = Callable[[Any, int | None, int], Sequence[Board]]
"""The boards of a state, for a viewer (None for the public) and the current player."""


Cell: TypeAlias = Any
"""A number, a word of the game, or `NameList`."""


class NameList(tuple[str, ...]):
    """Names, in text separated by commas or the format, or ``none``."""

    __slots__ = ()

    def __str__(self) -> str:
        return format(self)

    def __format__(self, between: str) -> str:
        return (between or ", ").join(self) or "none"


class SummaryTable(Form, frozen=True):
    """A table of public facts.

    Attributes
    ----------
    title
        The subject; like the head, a key of the page's texts.
    head
        The columns' names; empty if the first cell of each row names the second.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, title: str, **cells: Cell) -> Self:
        """Return a table of names and values."""
        return cls(title, (), tuple((key.replace("_", "-"), cell) for key, cell in cells.items()))

    def lines(self, form: str) -> list[str]:
        """Format each row with column names in braces."""
        return [form.format_map(dict(zip(self.head, row, strict=True))) for row in self.rows]

    def text(self, form: str) -> str:
        """Format a table without a head, with row names in braces."""
        return form.format_map({name.replace("-", "_"): value for name, value in self.rows})


def seat_name(seat: int) -> str:
    """Return the name of a seat, counted from 1."""
    return f"player {seat + 1}"


@cache
def _templates(package: str) -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader(package, ""), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    found.globals |= {"counted": errors.counted, "seat_name": seat_name}
    found.filters["seat_name"] = seat_name
    return found


def fill(package: str, template: str, **values: object) -> str:
    """Return the text of a template in a package."""
    text: str = _templates(package).get_template(template).render(values)
    return text.removesuffix("\n")


def counted(counts: Mapping[Any, int], names: Sequence[str]) -> NameList:
    """Return names with counts above 1, for example ``fish, 2 meat``, in the order of ``names``."""
    pairs = [(name, counts.get(name, 0)) for name in names]
    return NameList(name if count == 1 else f"{count} {name}" for name, count in pairs if count)


def points_of(state: Any) -> tuple[SummaryTable, ...]:
    """Return every player's points, the default summary."""
    rows = tuple((seat_name(seat), points) for seat, points in enumerate(state.scores()))
    return (SummaryTable("points", ("player", "total"), rows),)


Pieces: TypeAlias = Mapping[str, Sequence[str]]
"""The pieces of a setup, by part name."""


class SetupPartAnswer(Answer, frozen=True):
    """The JSON form of a `SetupPart`."""

    name: str
    count: int
    pieces: tuple[tuple[str, int], ...]
    example: str
    secret: int | None


@renamed_members(checked="check_pieces")
@dataclass(frozen=True, slots=True)
class SetupPart:
    """One part of a setup.

    Attributes
    ----------
    name
        ``market``, ``hand``, ``tiles``, ``display``, ``customers``, ``grid``, ``mixes`` or
        ``river``; after a blank the player, or the number of customers.
    what
        The kind of its pieces; plural if several.
    pieces
        Each possible piece and its number in the game; empty if ``check`` parses any text.
    example
        An example of its notation.
    secret
        The only player with access, or None.
    check
        Normalizes a text or raises InputError; used without ``pieces``.
    """

    name: str
    what: str
    count: int
    pieces: Mapping[str, int] = field(default_factory=dict)
    example: str = ""
    secret: int | None = None
    check: Callable[[str], str] | None = None

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return SetupPartAnswer.of(self, pieces=tuple(self.pieces.items())).to_dict()

    def read(self, text: str) -> tuple[str, ...]:
        """Return the typed pieces, separated by commas or, without commas, by blanks.

        A number repeats a piece, as in ``2 fish, meat``; case is ignored.
        """
        if self.check is not None:
            return (self.check(text.strip()),)
        if "," in text or any(" " in piece for piece in self.pieces):
            words = [word.strip() for word in text.split(",")]
        else:
            words = re.findall(r"\d+ +\S+|\S+", text)
        return self.check_pieces([piece for word in words for piece in self._named(word)])

    def check_pieces(self, pieces: Sequence[str]) -> tuple[str, ...]:
        """Return valid pieces; raise as `read`."""
        if self.check is not None:
            return (self.check(" ".join(pieces)),)
        for piece, count in Counter(pieces).items():
            if piece not in self.pieces:
                none = f"no {self.what}" if self.count == 1 else f"none of the {self.what}"
                raise InputError(f"{quote(piece)} is {none}: {', '.join(self.pieces)}")
            if count > self.pieces[piece]:
                raise InputError(f"{count} times {piece}; the game has {self.pieces[piece]}")
        if len(pieces) != self.count:
            found = f"such as {self.example}; found {len(pieces)}"
            text = f"expected {self.count} {self.what}, {found}"
            raise InputError(Sentence("pieces", text, n=self.count, a=len(pieces)))
        return tuple(pieces)

    def _named(self, word: str) -> list[str]:
        number, _, piece = word.partition(" ")
        count, whole, counted = parse_int(number, 2), self._meant(word), self._meant(piece.strip())
        if counted is None or count is None or whole is not None:
            return [whole or word]
        return [counted] * count

    def _meant(self, word: str) -> str | None:
        alike = [name for name in self.pieces if name.casefold() == word.casefold()]
        return word if word in alike else alike[0] if len(alike) == 1 else None
