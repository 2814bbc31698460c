"""The facts of a position, said once a game: tables that a terminal and a page write their way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from chatuchak_solver.jsonable import Jsonable

Cell: TypeAlias = Any
"""A number, a word of the game, or `Words`."""


class Words(tuple[str, ...]):
    """Words of a game; as text with commas, or what a format asks for, between; or ``none``."""

    __slots__ = ()

    def __str__(self) -> str:
        return format(self)

    def __format__(self, between: str) -> str:
        return (between or ", ").join(self) or "none"


@dataclass(frozen=True, slots=True)
class Facts(Jsonable):
    """A table of facts that everybody may see.

    Attributes
    ----------
    title
        What it is about; like the head, a key of a page's texts.
    head
        What stands in the columns; empty where the first cell of each row says it of the second.
    rows
        The rows, as long as the head.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, title: str, **cells: Cell) -> Self:
        """Return a table of one thing a row: its name and its value."""
        return cls(title, (), tuple((key.replace("_", "-"), one) for key, one in cells.items()))

    def lines(self, form: str) -> list[str]:
        """Return each row as text, by a form with the columns' names in braces."""
        return [form.format_map(dict(zip(self.head, row, strict=True))) for row in self.rows]

    def text(self, form: str) -> str:
        """Return a table without a head as text, by a form with the rows' names in braces."""
        return form.format_map({name.replace("-", "_"): value for name, value in self.rows})


Tell: TypeAlias = Callable[[Any], tuple[Facts, ...]]
"""Returns the facts of a state of one game."""


def seat_name(seat: int) -> str:
    """Return how a player without a name is called: people count seats from 1."""
    return f"player {seat + 1}"


def counted(counts: Sequence[int] | Mapping[int, int], names: Sequence[str]) -> Words:
    """Return what there is of each name, such as ``fish, 2 meat``; of one without the number."""
    pairs = [(name, counts[index]) for index, name in enumerate(names)]
    return Words(name if count == 1 else f"{count} {name}" for name, count in pairs if count)


def points_of(state: Any) -> tuple[Facts, ...]:
    """Return everybody's points, which every game has."""
    rows = tuple((seat_name(seat), points) for seat, points in enumerate(state.scores()))
    return (Facts("points", ("player", "total"), rows),)
