"""The tiles of Mercado de Lisboa: stands, restaurants and customers.

A stand type or a restaurant is the position of its name in `STANDS` or `RESTAURANTS`. The first
five restaurants improve the stand type of the same number; the pub improves every type.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple, Self

from chatuchak_solver.arguments import read_whole
from chatuchak_solver.document import Node
from chatuchak_solver.errors import NotationError

STANDS: Final = ("fish", "flower", "tomato", "meat", "grape")
"""The types of stand tiles."""

RESTAURANTS: Final = ("sushi-bar", "tea-house", "pizzeria", "burger-joint", "wine-bar", "pub")
"""The restaurants, each but the last in the order of the stand type that it improves."""

PUB: Final = 5
"""The restaurant that improves stands of every type."""

IMPROVED: Final = (*((type_,) for type_ in range(len(STANDS))), tuple(range(len(STANDS))))
"""The types of adjacent stands that each restaurant improves."""


class Stand(NamedTuple):
    """An open stand: its type and the player whose wooden stand is on it."""

    type: int
    owner: int


class CustomerTile(NamedTuple):
    """Customers who look for stands of some types.

    Attributes
    ----------
    customers
        How many customers are shown, at least 1; tiles of equal numbers share a display.
    types
        The stand types depicted, ascending.
    """

    customers: int
    types: tuple[int, ...]

    def __str__(self) -> str:
        return text_of_tile(self)

    @classmethod
    def of(cls, customers: int, types: Iterable[int]) -> Self:
        """Return a tile of these types, put in order."""
        return cls(customers, tuple(sorted(types)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a tile such as ``2 fish+meat``.

        Raises
        ------
        NotationError
            If the text is no tile.
        """
        digits, _, names = text.partition(" ")
        number = read_whole(digits)
        if not number or not names:
            raise NotationError(
                f"no customer tile {text!r}; expected a number of customers and stand types, "
                "such as '2 fish+meat'"
            )
        types = [parse_stand(name) for name in names.split("+")]
        if len(set(types)) < len(types):
            raise NotationError(f"the customer tile {text!r} names a stand type twice")
        return cls.of(number, types)


@cache
def text_of_tile(tile: CustomerTile) -> str:
    """Return a tile's text, such as ``2 fish+meat``; kept, since tiles are few."""
    return f"{tile.customers} {'+'.join(STANDS[type_] for type_ in tile.types)}"


def parse_stand(name: str) -> int:
    """Return the stand type called ``name``.

    Raises
    ------
    NotationError
        If there is no such type.
    """
    return _position(name, STANDS, "stand type")


def parse_restaurant(name: str) -> int:
    """Return the restaurant called ``name``.

    Raises
    ------
    NotationError
        If there is no such restaurant.
    """
    return _position(name, RESTAURANTS, "restaurant")


def _position(name: str, names: tuple[str, ...], kind: str) -> int:
    if name not in names:
        raise NotationError(f"no {kind} {name!r}; there are: {', '.join(names)}")
    return names.index(name)


def named(counts: tuple[int, ...], names: tuple[str, ...]) -> dict[str, int]:
    """Return how many there are of each name, as JSON; none of those that are not there."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def read_counts(node: Node, names: tuple[str, ...]) -> tuple[int, ...]:
    """Read how many there are of each name; those left out are not there."""
    fields = node.fields(optional=names)
    return tuple(
        fields[name].integer(least=0, most=1000) if name in fields else 0 for name in names
    )
