"""The market: its stands, restaurants and customers, and what stands earn there.

Every pair of a customer tile and a matching stand in its line pays once, when the later of the
two is placed: (1 + adjacent restaurants that improve the stand) x customers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self, TypeVar

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.games.mercado.layout import Layout, MarketDocument, StandDocument, layout
from chatuchak_solver.games.mercado.tiles import IMPROVED, RESTAURANTS, STANDS, CustomerTile, Stand
from chatuchak_solver.io.pictures import svg_of

D = TypeVar("D")
T = TypeVar("T")


class Earning(NamedTuple):
    """The income of one stand from one customer tile.

    Attributes
    ----------
    owner
        The player who is paid.
    space, entrance
        Where the stand and the customer tile lie.
    customers
        The number of customers on the tile.
    restaurants
        The number of adjacent restaurants that improve the stand.
    """

    owner: int
    space: int
    entrance: int
    customers: int
    restaurants: int

    @property
    def coins(self) -> int:
        """The coins paid."""
        return (1 + self.restaurants) * self.customers


@dataclass(frozen=True)
class Market:
    """The market board.

    Attributes
    ----------
    side
        The number of rows and of columns.
    stands, restaurants
        The stand and the faceup restaurant on every space, or None.
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
        spaces, marked = range(side * side), frozenset(gray)
        free = (None,) * len(spaces)
        return cls(side, free, free, tuple(s in marked for s in spaces), (None,) * (4 * side))

    @cached_property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    @cached_property
    def line_counts(self) -> tuple[int, ...]:
        """The number of stands in every line."""
        counts = [0] * (2 * self.side)
        for stand, (column, row) in zip(self.stands, self.layout.lines_of, strict=True):
            if stand is not None:
                counts[column] += 1
                counts[row] += 1
        return tuple(counts)

    @cached_property
    def free_spaces(self) -> tuple[int, ...]:
        """The free spaces, in the order of their names; those with a facedown restaurant count."""
        stands, opened = self.stands, self.restaurants
        by_name = self.layout.spaces_by_name
        return tuple([s for s in by_name if stands[s] is None and opened[s] is None])

    @cached_property
    def free_entrances(self) -> tuple[int, ...]:
        """The entrances without a customer tile, in the order of their names."""
        entrances, by_name = self.entrances, self.layout.entrances_by_name
        return tuple([entrance for entrance in by_name if entrances[entrance] is None])

    @cached_property
    def line_demand(self) -> list[list[int]]:
        """The customers at the entrances of every line, by the stand type that they look for."""
        demand = [[0] * (2 * self.side) for _ in STANDS]
        for line, tile in zip(self.layout.line_of, self.entrances, strict=True):
            if tile is not None:
                for type_ in tile.types:
                    demand[type_][line] += tile.customers
        return demand

    def is_free(self, space: int) -> bool:
        """Return whether a space has neither a stand nor a faceup restaurant.

        Raises
        ------
        InputError
            If there is no such space; all methods check their spaces, entrances and lines so.
        """
        _checked(space, "space", self.stands)
        return self.stands[space] is None and self.restaurants[space] is None

    def stands_in(self, line: int) -> int:
        """Return the number of stands in a line, whoever owns them."""
        return self.line_counts[_checked(line, "line", self.line_counts)]

    def stands_of(self, player: int) -> int:
        """Return the number of stands that a player has in the market."""
        return [stand.owner for stand in self.stands if stand is not None].count(player)

    def improvers(self, space: int, type_: int) -> int:
        """Return the number of faceup restaurants next to a space that improve a stand type."""
        opened, count = self.restaurants, 0
        for neighbor in self.layout.neighbors[_checked(space, "space", self.stands)]:
            restaurant = opened[neighbor]
            if restaurant is not None and type_ in IMPROVED[restaurant]:
                count += 1
        return count

    def opening_cost(self, space: int) -> int:
        """Return the cost of a stand: the stands in its row or its column, itself included.

        The larger of the two numbers counts. Rulebook: 1. Open a Stand.
        """
        column, row = self.layout.lines_of[_checked(space, "space", self.stands)]
        return 1 + max(self.line_counts[column], self.line_counts[row])

    def opening_income(self, space: int, type_: int) -> int:
        """Return the coins that a stand earns when it opens on a space.

        Rulebook: Earning Money, 2. When a Stand is first opened.
        """
        column, row = self.layout.lines_of[space]
        demand = self.line_demand[type_]
        customers = demand[column] + demand[row]
        return customers * (1 + self.improvers(space, type_)) if customers else 0

    def opening_earnings(self, space: int, type_: int, owner: int) -> tuple[Earning, ...]:
        """Return `opening_income` by customer tiles."""
        at = [(entrance, self.entrances[entrance]) for entrance in self.layout.entrances_of[space]]
        restaurants = self.improvers(space, type_)
        return tuple(
            Earning(owner, space, entrance, tile.customers, restaurants)
            for entrance, tile in at
            if tile is not None and type_ in tile.types
        )

    def customer_earnings(self, tile: CustomerTile, entrance: int) -> tuple[Earning, ...]:
        """Return what every matching stand of the line earns when customers come.

        Rulebook: Earning Money, 1. When a Customer Tile is placed.
        """
        line = self.layout.lines[self.layout.line_of[entrance]]
        there = [(space, self.stands[space]) for space in line]
        return tuple(
            [
                Earning(s.owner, space, entrance, tile.customers, self.improvers(space, s.type))
                for space, s in there
                if s is not None and s.type in tile.types
            ]
        )

    def with_stand(self, space: int, stand: Stand) -> Self:
        """Return the market with a stand on a space; a facedown restaurant there is gone."""
        _checked(space, "space", self.stands)
        stands, gray = put_at(self.stands, space, stand), put_at(self.gray, space, False)
        return replace(self, stands=stands, gray=gray)

    def with_restaurant(self, space: int, restaurant: int) -> Self:
        """Return the market with a faceup restaurant on a space."""
        _checked(space, "space", self.stands)
        opened, gray = put_at(self.restaurants, space, restaurant), put_at(self.gray, space, False)
        return replace(self, restaurants=opened, gray=gray)

    def with_customers(self, entrance: int, tile: CustomerTile) -> Self:
        """Return the market with a customer tile at an entrance."""
        _checked(entrance, "entrance", self.entrances)
        return replace(self, entrances=put_at(self.entrances, entrance, tile))

    def _repr_svg_(self) -> str:
        """Show the market as a picture in a notebook."""
        return svg_of(self)

    def to_dict(self) -> MarketDocument:
        """Return the JSON-ready form, by the names of spaces and entrances."""
        spaces, entrances = self.layout.space_names, self.layout.entrance_names
        return {
            "stands": _by_name(spaces, self.stands, _stand_document),
            "restaurants": _by_name(spaces, self.restaurants, RESTAURANTS.__getitem__),
            "gray": [spaces[space] for space, gray in enumerate(self.gray) if gray],
            "entrances": _by_name(entrances, self.entrances, str),
        }

    @classmethod
    def from_node(cls, node: Node, *, side: int, owners: Mapping[str | int, int]) -> Self:
        """Read a market; every field may be left out if it is empty.

        Parameters
        ----------
        node
            The document's value, as `to_dict` returns it.
        side
            The number of rows and columns.
        owners
            The values allowed as ``owner`` and the players they stand for.

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
            market = market.with_stand(child.read(board.space, name), Stand(type_, owner))
        for name, child in _mapping(fields.get("restaurants")).items():
            restaurant = RESTAURANTS.index(child.choice(RESTAURANTS))
            market = market.with_restaurant(_free_space(market, child, name), restaurant)
        for name, child in _mapping(fields.get("entrances")).items():
            tile = child.read(CustomerTile.parse)
            market = market.with_customers(child.read(board.entrance, name), tile)
        gray = fields["gray"].items() if "gray" in fields else []
        names = list(node.distinct((child, child.text()) for child in gray))
        marked = {_free_space(market, c, n) for c, n in zip(gray, names, strict=True)}
        return replace(market, gray=tuple(space in marked for space in range(board.num_spaces)))


def _checked(number: int, name: str, values: Sequence[object]) -> int:
    if not 0 <= number < len(values):
        raise InputError(f"no {name} {number}; expected 0 to {len(values) - 1}")
    return number


def _by_name(
    names: tuple[str, ...], things: tuple[T | None, ...], write: Callable[[T], D]
) -> dict[str, D]:
    pairs = zip(names, things, strict=True)
    return {name: write(thing) for name, thing in pairs if thing is not None}


def _stand_document(stand: Stand) -> StandDocument:
    return {"type": STANDS[stand.type], "owner": stand.owner}


def _mapping(node: Node | None) -> dict[str, Node]:
    return {} if node is None else node.mapping()


def _free_space(market: Market, node: Node, name: str) -> int:
    space = node.read(market.layout.space, name)
    if not market.is_free(space):
        raise node.error(f"the space {name} is taken already")
    return space
