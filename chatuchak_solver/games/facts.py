"""Data for pictures and tables of a position."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Self, TypeAlias

from chatuchak_solver.codec import Form


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


Tell: TypeAlias = Callable[[Any], tuple[SummaryTable, ...]]


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
    found.globals["seat_name"] = found.filters["seat_name"] = seat_name
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
