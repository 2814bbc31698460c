"""The market: its geometry, tiles and stands, and the incomes of stands.

Values are named as in files and actions: spaces such as ``c1``, entrances such as ``W3``, stand
types and restaurants by their names; objects on the market and counts of tiles are mappings, which
are never changed in place. Every pair of a customer tile and a matching stand in its line pays
once, when the later of the two is placed: (1 + adjacent restaurants that improve the stand) x
customers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeAlias, get_args

import msgspec
from msgspec import Meta

from chatuchak_solver.arguments import check_int, parse_int
from chatuchak_solver.codec import Answer, Form, Notation, check_unique, error_context
from chatuchak_solver.errors import InvalidInstanceError, NotationError
from chatuchak_solver.games.action_notation import name_parser
from chatuchak_solver.games.stored import Stored, fixed_keys, load_figures, stored_counts
from chatuchak_solver.io.pictures import svg_of

StandName: TypeAlias = Literal["fish", "flower", "tomato", "meat", "grape"]
STANDS: tuple[StandName, ...] = get_args(StandName)

RestaurantName: TypeAlias = Literal[
    "sushi-bar", "tea-house", "pizzeria", "burger-joint", "wine-bar", "pub"
]
RESTAURANTS: tuple[RestaurantName, ...] = get_args(RestaurantName)

IMPROVED_BY = dict(zip(STANDS, RESTAURANTS, strict=False))
"""The restaurant that improves adjacent stands of each type; the pub improves all."""

parse_stand = name_parser("stand type", STANDS)

Side = Annotated[int, Meta(ge=2, le=9)]
Amount = Annotated[int, Meta(ge=0, le=1000)]
StandCounts: TypeAlias = Annotated[dict[StandName, Amount], fixed_keys(STANDS)]
RestaurantCounts: TypeAlias = Annotated[dict[RestaurantName, Amount], fixed_keys(RESTAURANTS)]
"""The number of tiles by name, without zeros; in files zeros are allowed."""


PIECES = (*STANDS, *RESTAURANTS)


def in_order(values: Mapping[Any, Any], names: Iterable[str] = PIECES) -> dict[Any, Any]:
    """Return the values by name, in the order of ``names`` and without zeros."""
    return {name: value for name in names if name in values if (value := values[name])}


STORED_STANDS = Stored(StandCounts, in_order, lambda counts, _: in_order(counts))
STORED_RESTAURANTS = Stored(RestaurantCounts, in_order, lambda counts, _: in_order(counts))


class Stand(Form, frozen=True):
    """An open stand.

    Attributes
    ----------
    owner
        The owner, from 0.
    """

    type: StandName
    owner: Annotated[int, Meta(ge=0, le=3)]


class StandIncome(Answer, frozen=True):
    """The income of a stand.

    Attributes
    ----------
    owner
        The owner, from 0.
    entrance
        The entrance of the customers.
    restaurants
        The restaurants that improve it.
    """

    owner: int
    space: str
    entrance: str
    customers: int
    restaurants: int
    coins: int


class CustomerTile(NamedTuple):
    """Customers for stands of some types.

    Attributes
    ----------
    customers
        At least 1; tiles of equal numbers share a display.
    types
        The depicted stand types, ordered as in `STANDS`.
    """

    customers: int
    types: tuple[StandName, ...]

    def __str__(self) -> str:
        return _text_of_tile(self)

    def __lt__(self, other: Any) -> bool:
        return rank(self) < rank(other)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a text such as ``2 fish+meat``."""
        digits, _, names = text.partition(" ")
        number = parse_int(digits)
        if not number or not names:
            raise NotationError(
                f"invalid customer tile {text!r}: expected a number of customers and stand types, "
                "such as '2 fish+meat'"
            )
        types = [parse_stand(name) for name in names.split("+")]
        if len(set(types)) < len(types):
            raise NotationError(f"the customer tile {text!r} names a stand type twice")
        return cls(number, tuple(sorted(types, key=STANDS.index)))


@cache
def _text_of_tile(tile: CustomerTile) -> str:
    return f"{tile.customers} {'+'.join(tile.types)}"


@cache
def rank(tile: CustomerTile) -> tuple[int, ...]:
    """Return the sort key of a customer tile."""
    return (tile.customers, *map(STANDS.index, tile.types))


@lru_cache
def by_text(tiles: tuple[CustomerTile, ...]) -> tuple[CustomerTile, ...]:
    """Return the distinct tiles, sorted by text."""
    return tuple(sorted(set(tiles), key=str))


class Layout:
    """The geometry of a square market; see `layout`.

    Columns are lettered from the left and rows numbered from the top: ``c1`` is the third space of
    the top row. Entrances are the ends of columns (north ``Nc``, south ``Sc``) and rows (west
    ``W1``, east ``E1``), in this order. A line is a column or a row: the space ``c1`` is in the
    lines ``c`` and ``1``, the line of the entrance ``W3`` is ``3``.

    Attributes
    ----------
    lines, neighbors
        The spaces of every line and the orthogonal neighbors of every space.
    parsers
        Parse the values of actions by field, such as ``space``, or raise NotationError.
    """

    def __init__(self, side: int) -> None:
        check_int(side, 2, 9, name="side")
        self.columns, self.rows = "abcdefghi"[:side], "123456789"[:side]
        self.space_names = tuple(column + row for row in self.rows for column in self.columns)
        ends = [*product("NS", self.columns), *product("WE", self.rows)]
        self.entrance_names = tuple(end + line for end, line in ends)
        self.lines = {
            line: [space for space in self.space_names if line in space]
            for line in self.columns + self.rows
        }
        places = {name: (ord(name[0]), int(name[1])) for name in self.space_names}
        self.neighbors = {
            space: [name for name, (x, y) in places.items() if abs(x - left) + abs(y - top) == 1]
            for space, (left, top) in places.items()
        }
        self.spaces_by_name = sorted(self.space_names)
        self.entrances_by_name = sorted(self.entrance_names)
        column = self.columns[-1]
        listing = f"Na to N{column}, Sa to S{column}, W1 to W{side} or E1 to"
        self.parsers = {
            "type": parse_stand,
            "restaurant": name_parser("restaurant", RESTAURANTS),
            "tile": CustomerTile.parse,
            "space": name_parser("space", self.space_names, f"a1 to {column}{side}"),
            "entrance": name_parser("entrance", self.entrance_names, f"{listing} E{side}"),
        }

    def check(self, kind: str, places: Sequence[tuple[str, str]]) -> None:
        """Raise an error if places are unknown or named twice; takes pairs of path and name."""
        for path, name in places:
            with error_context(path):
                self.parsers[kind](name)
        check_unique(places)


layout = cache(Layout)
"""Return the market of ``side`` rows and columns."""


class MarketForm(Answer, frozen=True):
    """The pieces on a market, the file format of a `Market`; empty fields are optional.

    Attributes
    ----------
    stands
        Stands by space.
    restaurants
        Open restaurants by space.
    gray
        Spaces with facedown restaurants.
    entrances
        Customer tiles by entrance.
    """

    stands: dict[str, Stand] = msgspec.field(default_factory=dict)
    restaurants: dict[str, RestaurantName] = msgspec.field(default_factory=dict)
    gray: tuple[str, ...] = msgspec.field(default_factory=tuple)
    entrances: dict[str, Notation[CustomerTile]] = msgspec.field(default_factory=dict)

    def to_market(self, side: int, num_players: int) -> "Market":
        """Return the market from the field ``market`` of a document."""
        board, spaces = layout(side), [(f"market.stands.{name}", name) for name in self.stands]
        spaces += [(f"market.restaurants.{name}", name) for name in self.restaurants]
        spaces += [(f"market.gray[{index}]", name) for index, name in enumerate(self.gray)]
        board.check("space", spaces)
        board.check("entrance", [(f"market.entrances.{name}", name) for name in self.entrances])
        for name, stand in self.stands.items():
            with error_context(f"market.stands.{name}"):
                check_int(stand.owner, 0, num_players - 1, name="owner")
        stands, opened = (in_order(m, board.space_names) for m in (self.stands, self.restaurants))
        gray = tuple(sorted(self.gray, key=board.space_names.index))
        return Market(stands, opened, gray, in_order(self.entrances, board.entrance_names), side)


class Market(MarketForm, frozen=True, dict=True):
    """The market board.

    Spaces are row by row, entrances in the order of `Layout.entrance_names`; gray spaces count as
    free.
    """

    side: int = 5

    @property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    @cached_property
    def line_stands(self) -> dict[str, int]:
        """The number of stands in every line."""
        counts = dict.fromkeys(self.layout.lines, 0)
        for line in "".join(self.stands):
            counts[line] += 1
        return counts

    def own_types(self, player: int) -> defaultdict[str, set[StandName]]:
        """Return the types of a player's stands in each line that has some."""
        types: defaultdict[str, set[StandName]] = defaultdict(set)
        for space, stand in self.stands.items():
            if stand.owner == player:
                for line in space:
                    types[line].add(stand.type)
        return types

    @cached_property
    def free_spaces(self) -> list[str]:
        """The free spaces, including those with a facedown restaurant, sorted by name."""
        taken = {**self.stands, **self.restaurants}
        return [space for space in self.layout.spaces_by_name if space not in taken]

    @cached_property
    def free_entrances(self) -> list[str]:
        """The entrances without a customer tile, sorted by name."""
        return [door for door in self.layout.entrances_by_name if door not in self.entrances]

    def line_customers(self, type_: StandName) -> dict[str, int]:
        """Return the customers for a stand type in each line that has some."""
        found: dict[str, int] = {}
        for entrance, (customers, types) in self.entrances.items():
            if type_ in types:
                found[entrance[1]] = found.get(entrance[1], 0) + customers
        return found

    def stands_of(self, player: int) -> int:
        """Return the number of a player's stands."""
        return [stand.owner for stand in self.stands.values()].count(player)

    def improved_spaces(self, type_: StandName) -> list[str]:
        """Return the neighbors of each faceup restaurant that improves a stand type."""
        kinds, neighbors = (IMPROVED_BY[type_], "pub"), self.layout.neighbors
        opened = self.restaurants.items()
        return [near for space, kind in opened if kind in kinds for near in neighbors[space]]

    def improvers(self, space: str, type_: StandName) -> int:
        """Return the number of adjacent faceup restaurants that improve a stand type."""
        return self.improved_spaces(type_).count(space)

    @cached_property
    def opening_costs(self) -> dict[str, int]:
        """The cost of a stand by free space: the stands in its longer line, itself included."""
        counts, costs = self.line_stands, {}
        for space in self.free_spaces:
            column, row = counts[space[0]], counts[space[1]]
            costs[space] = 1 + (column if column > row else row)
        return costs

    def opening_incomes(self, type_: StandName, spaces: Iterable[str]) -> dict[str, int]:
        """Return the coins that a stand earns when it opens, by space, without zeros."""
        customers, improved = self.line_customers(type_), self.improved_spaces(type_)
        return {
            space: number * (1 + improved.count(space))
            for space in spaces
            if (number := customers.get(space[0], 0) + customers.get(space[1], 0))
        }

    def incomes(
        self, stands: Mapping[str, Stand], customers: Mapping[str, CustomerTile]
    ) -> tuple[StandIncome, ...]:
        """Return the incomes of stands by space from customers by entrance."""
        found = []
        for (space, stand), (entrance, tile) in product(stands.items(), customers.items()):
            if entrance[1] in space and stand.type in tile.types:
                number, count = tile.customers, self.improvers(space, stand.type)
                paid = (number, count, (1 + count) * number)
                found.append(StandIncome(stand.owner, space, entrance, *paid))
        return tuple(found)

    def _repr_svg_(self) -> str:
        return svg_of(self)


CustomerCounts: TypeAlias = tuple[tuple[CustomerTile, int], ...]
"""Every distinct tile, ascending, with its count."""

STORED_CUSTOMERS = stored_counts(CustomerTile.parse)


@dataclass(frozen=True)
class MercadoSetup:
    """The figures of a game.

    Attributes
    ----------
    side
        The number of rows and columns.
    wooden_stands
        The maximum number of open stands of each player.
    marked_spaces
        The names of spaces with a facedown restaurant, row by row; no more than tiles.
    """

    side: Side
    starting_coins: Amount
    wooden_stands: Annotated[int, Meta(ge=1, le=81)]
    stand_tiles: Annotated[StandCounts, STORED_STANDS] = field(hash=False)
    restaurant_tiles: Annotated[RestaurantCounts, STORED_RESTAURANTS] = field(hash=False)
    marked_spaces: tuple[str, ...]
    customer_tiles: Annotated[CustomerCounts, STORED_CUSTOMERS]

    def __post_init__(self) -> None:
        check_int(self.wooden_stands, 1, self.side**2, name="wooden_stands")
        board, marked = layout(self.side), self.marked_spaces
        board.check("space", [(f"marked_spaces[{n}]", name) for n, name in enumerate(marked)])
        ordered = tuple(sorted(marked, key=board.space_names.index))
        object.__setattr__(self, "marked_spaces", ordered)
        if len(marked) > (tiles := sum(self.restaurant_tiles.values())):
            text = f"{len(marked)} spaces are marked but there are {tiles} restaurant tiles"
            raise InvalidInstanceError(f"marked_spaces: {text}")

    @property
    def most_customers(self) -> int:
        """The maximum number of customers on a tile; 0 without tiles."""
        return max([tile.customers for tile, _ in self.customer_tiles], default=0)

    @staticmethod
    def load(data: Mapping[str, object] | None = None) -> "MercadoSetup":
        """Return the shipped setup with the fields of ``data`` replaced."""
        return load_figures(MercadoSetup, "mercado.json", data)
