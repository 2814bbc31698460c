"""The market: stands, restaurants, customers, and incomes of stands.

Every pair of a customer tile and a matching stand in its line pays once, when the later of the
two is placed: (1 + adjacent restaurants that improve the stand) x customers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Self

from msgspec import Meta, field

from chatuchak_solver.codec import Form, Notation, check_unique, error_context
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.frozen import cached_property, put_at, replace
from chatuchak_solver.games.mercado.layout import Layout, layout
from chatuchak_solver.games.mercado.tiles import (
    IMPROVED,
    RESTAURANTS,
    STANDS,
    CustomerTile,
    RestaurantName,
    Stand,
    StandName,
)
from chatuchak_solver.io.pictures import svg_of


class Earning(NamedTuple):
    """The income of one stand from one customer tile.

    Attributes
    ----------
    owner
        The paid player.
    space, entrance
        The places of the stand and the customer tile.
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
        Whether each space has a facedown restaurant, which counts as free.
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
        """Return a market with facedown restaurants on the spaces ``gray`` only."""
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
        """Return whether a space has neither a stand nor a faceup restaurant."""
        _checked(space, "space", self.stands)
        return self.stands[space] is None and self.restaurants[space] is None

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

    def customers_near(self, type_: int) -> list[int]:
        """Return the customers for a stand type in the lines of every space."""
        demand = self.line_demand[type_]
        return [demand[column] + demand[row] for column, row in self.layout.lines_of]

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
        """Return the incomes of the matching stands of a line from customers.

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
        return svg_of(self)


class StandForm(Form, frozen=True):
    """A stand in the market.

    Attributes
    ----------
    type
        The type of the stand.
    owner
        The owner, from 0.
    """

    type: StandName
    owner: Annotated[int, Meta(ge=0, le=3)]


class MarketForm(Form, frozen=True):
    """The market; empty fields may be left out.

    Attributes
    ----------
    stands
        Stands, by their space.
    restaurants
        Open restaurants, by their space.
    gray
        Spaces with facedown restaurants.
    entrances
        Customer tiles, by their entrance.
    """

    stands: dict[str, StandForm] = field(default_factory=dict)
    restaurants: dict[str, RestaurantName] = field(default_factory=dict)
    gray: tuple[str, ...] = field(default_factory=tuple)
    entrances: dict[str, Notation[CustomerTile]] = field(default_factory=dict)

    @classmethod
    def of(cls, market: Market) -> Self:
        """Return the form of a market."""
        spaces, entrances = market.layout.space_names, market.layout.entrance_names
        pairs = zip(spaces, market.stands, strict=True)
        stands = {name: StandForm(STANDS[s.type], s.owner) for name, s in pairs if s is not None}
        opened = zip(spaces, market.restaurants, strict=True)
        tiles = zip(entrances, market.entrances, strict=True)
        return cls(
            stands,
            {name: RESTAURANTS[kind] for name, kind in opened if kind is not None},
            tuple(spaces[space] for space, gray in enumerate(market.gray) if gray),
            {name: tile for name, tile in tiles if tile is not None},
        )

    def to_market(self, side: int, num_players: int) -> Market:
        """Return the market; it is the field ``market`` of a document."""
        market, board = Market.empty(side), layout(side)
        for name, stand in self.stands.items():
            with error_context(f"market.stands.{name}"):
                space = board.space_codec.read(name)
                if stand.owner >= num_players:
                    raise InputError(
                        f"invalid owner {stand.owner}: expected 0 to {num_players - 1}"
                    )
            market = market.with_stand(space, Stand(STANDS.index(stand.type), stand.owner))
        for name, kind in self.restaurants.items():
            space = _free_space(market, f"market.restaurants.{name}", name)
            market = market.with_restaurant(space, RESTAURANTS.index(kind))
        for name, tile in self.entrances.items():
            with error_context(f"market.entrances.{name}"):
                market = market.with_customers(board.entrance_codec.read(name), tile)
        paths = [(f"market.gray[{index}]", name) for index, name in enumerate(self.gray)]
        check_unique(paths)
        marked = {_free_space(market, path, name) for path, name in paths}
        return replace(market, gray=tuple(space in marked for space in range(board.num_spaces)))


def _free_space(market: Market, path: str, name: str) -> int:
    with error_context(path):
        space: int = market.layout.space_codec.read(name)
        if not market.is_free(space):
            raise InputError(f"the space {name} is taken already")
        return space


def _checked(number: int, name: str, values: Sequence[object]) -> int:
    if not 0 <= number < len(values):
        raise InputError(f"no {name} {number}; expected 0 to {len(values) - 1}")
    return number
