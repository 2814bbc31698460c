"""The market: which stands, restaurants and customers are where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from chatuchak_solver.document import Node
from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.mercado.layout import Layout, layout
from chatuchak_solver.games.mercado.tiles import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    Stand,
    improves,
)
from chatuchak_solver.pictures import svg_of

__all__ = ["Market"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Market:
    """What lies on the market board.

    Attributes
    ----------
    side
        The number of rows and of columns.
    stands
        The stand on every space, or None.
    restaurants
        The faceup restaurant on every space, or None.
    gray
        Whether a facedown restaurant lies on every space; such a space counts as free.
    entrances
        The customer tile at every entrance, or None.
    """

    side: int
    stands: tuple[Stand | None, ...]
    restaurants: tuple[int | None, ...]
    gray: tuple[bool, ...]
    entrances: tuple[CustomerTile | None, ...]

    @classmethod
    def empty(cls, side: int, gray: Iterable[int] = ()) -> Self:
        """Return a market with nothing but facedown restaurants on the spaces ``gray``."""
        board = layout(side)
        marked = set(gray)
        return cls(
            side=side,
            stands=(None,) * board.num_spaces,
            restaurants=(None,) * board.num_spaces,
            gray=tuple(space in marked for space in range(board.num_spaces)),
            entrances=(None,) * board.num_entrances,
        )

    @property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    def is_free(self, space: int) -> bool:
        """Return whether a space has neither a stand nor a faceup restaurant."""
        return self.stands[space] is None and self.restaurants[space] is None

    def free_spaces(self) -> list[int]:
        """Return the free spaces; those with a facedown restaurant count."""
        restaurants = self.restaurants
        return [
            space
            for space, stand in enumerate(self.stands)
            if stand is None and restaurants[space] is None
        ]

    def free_entrances(self) -> list[int]:
        """Return the entrances without a customer tile."""
        return [entrance for entrance, tile in enumerate(self.entrances) if tile is None]

    def stands_in(self, line: int) -> int:
        """Return the number of stands in a line, whoever owns them."""
        return sum(self.stands[space] is not None for space in self.layout.lines[line])

    def line_counts(self) -> list[int]:
        """Return the number of stands in every line."""
        counts = [0] * len(self.layout.lines)
        for stand, (column, row) in zip(self.stands, self.layout.lines_of, strict=True):
            if stand is not None:
                counts[column] += 1
                counts[row] += 1
        return counts

    def stands_of(self, player: int) -> int:
        """Return the number of stands that a player has in the market."""
        return sum([stand is not None and stand.owner == player for stand in self.stands])

    def opening_cost(self, space: int) -> int:
        """Return the coins that a stand on a free space costs.

        The larger of the numbers of stands in its row and in its column, the new one included.
        """
        column, row = self.layout.lines_of[space]
        return max(self.stands_in(column), self.stands_in(row)) + 1

    def improvers(self, space: int, type_: int) -> int:
        """Return how many faceup restaurants beside ``space`` improve a stand of this type."""
        restaurants = self.restaurants
        count = 0
        for neighbour in self.layout.neighbours[space]:
            restaurant = restaurants[neighbour]
            if restaurant is not None and improves(restaurant, type_):
                count += 1
        return count

    def with_stand(self, space: int, stand: Stand) -> Self:
        """Return the market with a stand put on a space; a facedown restaurant there is gone."""
        return replace(
            self,
            stands=_put(self.stands, space, stand),
            gray=_put(self.gray, space, False),
        )

    def with_restaurant(self, space: int, restaurant: int) -> Self:
        """Return the market with a faceup restaurant put on a space."""
        return replace(
            self,
            restaurants=_put(self.restaurants, space, restaurant),
            gray=_put(self.gray, space, False),
        )

    def with_customers(self, entrance: int, tile: CustomerTile) -> Self:
        """Return the market with a customer tile put at an entrance."""
        return replace(self, entrances=_put(self.entrances, entrance, tile))

    def _repr_svg_(self) -> str:
        """Show the market as a picture in a notebook."""
        return svg_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form, by the names of spaces and entrances."""
        spaces, entrances = self.layout.space_names, self.layout.entrance_names
        return {
            "stands": {
                spaces[space]: {"type": STANDS[stand.type], "owner": stand.owner}
                for space, stand in enumerate(self.stands)
                if stand is not None
            },
            "restaurants": {
                spaces[space]: RESTAURANTS[restaurant]
                for space, restaurant in enumerate(self.restaurants)
                if restaurant is not None
            },
            "gray": [spaces[space] for space, gray in enumerate(self.gray) if gray],
            "entrances": {
                entrances[entrance]: str(tile)
                for entrance, tile in enumerate(self.entrances)
                if tile is not None
            },
        }

    @classmethod
    def from_node(cls, node: Node, *, side: int, owners: Mapping[str | int, int]) -> Self:
        """Read a market; every field may be left out where there is nothing to say.

        Parameters
        ----------
        node
            The document's value, as `to_dict` returns it.
        side
            The number of rows and columns.
        owners
            Whom an ``owner`` names: the values allowed there and the players they stand for.

        Raises
        ------
        InvalidInstanceError
            If a value is wrong or two things share a space.
        """
        board = layout(side)
        fields = node.fields(optional=("stands", "restaurants", "gray", "entrances"))
        market = cls.empty(side)
        for name, child in _mapping(fields.get("stands")).items():
            stand = child.fields(("type", "owner"))
            type_ = STANDS.index(stand["type"].choice(STANDS))
            owner = owners[stand["owner"].choice(owners)]
            market = market.with_stand(_named(child, board.space, name), Stand(type_, owner))
        for name, child in _mapping(fields.get("restaurants")).items():
            restaurant = RESTAURANTS.index(child.choice(RESTAURANTS))
            space = _free_space(market, child, name)
            market = market.with_restaurant(space, restaurant)
        for name, child in _mapping(fields.get("entrances")).items():
            tile = _named(child, CustomerTile.parse, child.text())
            market = market.with_customers(_named(child, board.entrance, name), tile)
        gray = fields["gray"].items() if "gray" in fields else []
        names = list(node.distinct((child, child.text()) for child in gray))
        marked = {_free_space(market, c, n) for c, n in zip(gray, names, strict=True)}
        return replace(market, gray=tuple(space in marked for space in range(board.num_spaces)))


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _mapping(node: Node | None) -> dict[str, Node]:
    return {} if node is None else node.mapping()


def _named(node: Node, read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except NotationError as error:
        raise node.error(str(error)) from None


def _free_space(market: Market, node: Node, name: str) -> int:
    space = _named(node, market.layout.space, name)
    if not market.is_free(space):
        raise node.error(f"the space {name} is taken already")
    return space
