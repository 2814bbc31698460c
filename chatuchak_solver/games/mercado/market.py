"""The market: its geometry, tiles and stands, and the incomes of stands.

A stand type or a restaurant is the index of its name in `STANDS` or `RESTAURANTS`. The first five
restaurants improve the stand type of the same index; the pub improves every type. Every pair of a
customer tile and a matching stand in its line pays once, when the later of the two is placed:
(1 + adjacent restaurants that improve the stand) x customers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args

from msgspec import Meta, field

from chatuchak_solver.arguments import check_int, parse_int
from chatuchak_solver.codec import Form, Notation, check_unique, error_context
from chatuchak_solver.errors import InputError, NotationError
from chatuchak_solver.games.action_notation import index_codec
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.games.stored import Stored, fixed_keys
from chatuchak_solver.io.pictures import svg_of

StandName: TypeAlias = Literal["fish", "flower", "tomato", "meat", "grape"]
STANDS: Final[tuple[StandName, ...]] = get_args(StandName)

RestaurantName: TypeAlias = Literal[
    "sushi-bar", "tea-house", "pizzeria", "burger-joint", "wine-bar", "pub"
]
RESTAURANTS: Final[tuple[RestaurantName, ...]] = get_args(RestaurantName)
"""The restaurants; all but the pub in the order of the stand types that they improve."""

IMPROVED: Final = (*((type_,) for type_ in range(len(STANDS))), tuple(range(len(STANDS))))
"""The types of adjacent stands that each restaurant improves."""

STANDS_BY_NAME: Final = tuple(sorted(range(len(STANDS)), key=STANDS.__getitem__))
RESTAURANTS_BY_NAME: Final = tuple(sorted(range(len(RESTAURANTS)), key=RESTAURANTS.__getitem__))

STAND_CODEC: Final = index_codec("stand type", STANDS)
RESTAURANT_CODEC: Final = index_codec("restaurant", RESTAURANTS)


class Stand(NamedTuple):
    """An open stand."""

    type: int
    owner: int


class CustomerTile(NamedTuple):
    """Customers for stands of some types.

    Attributes
    ----------
    customers
        At least 1; tiles of equal numbers share a display.
    types
        The depicted stand types, ascending.
    """

    customers: int
    types: tuple[int, ...]

    def __str__(self) -> str:
        return text_of_tile(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a text such as ``2 fish+meat``."""
        digits, _, names = text.partition(" ")
        number = parse_int(digits)
        if not number or not names:
            raise NotationError(
                f"no customer tile {text!r}; expected a number of customers and stand types, "
                "such as '2 fish+meat'"
            )
        types = [STAND_CODEC.read(name) for name in names.split("+")]
        if len(set(types)) < len(types):
            raise NotationError(f"the customer tile {text!r} names a stand type twice")
        return cls(number, tuple(sorted(types)))


@cache
def text_of_tile(tile: CustomerTile) -> str:
    """Return the text of a tile, for example ``2 fish+meat``."""
    return f"{tile.customers} {'+'.join(STANDS[type_] for type_ in tile.types)}"


Amount = Annotated[int, Meta(ge=0, le=1000)]
Counts: TypeAlias = tuple[int, ...]
"""The number of tiles by stand type or restaurant; in files by name, 0 by default."""


StandCounts: TypeAlias = Annotated[dict[StandName, Amount], fixed_keys(STANDS)]
RestaurantCounts: TypeAlias = Annotated[dict[RestaurantName, Amount], fixed_keys(RESTAURANTS)]


def _stored_counts(kind: Any, names: Sequence[str]) -> Stored:
    return Stored(
        kind,
        lambda counts: {name: n for name, n in zip(names, counts, strict=True) if n},
        lambda by_name, _: tuple(by_name.get(name, 0) for name in names),
    )


STORED_STANDS: Final = _stored_counts(StandCounts, STANDS)
STORED_RESTAURANTS: Final = _stored_counts(RestaurantCounts, RESTAURANTS)
STORED_TYPE: Final = Stored(
    StandName | None,
    lambda type_: None if type_ is None else STANDS[type_],
    lambda name, _: None if name is None else STANDS.index(name),
)
STORED_TILES: Final = Stored(
    tuple[Notation[CustomerTile], ...], tuple, lambda tiles, _: tuple(sorted(tiles))
)


class Layout:
    """The geometry of a square market; see `layout`.

    Columns are lettered from the left and rows numbered from the top: ``c1`` is the third space of
    the top row. Entrances are the ends of columns (north ``Nc``, south ``Sc``) and rows (west
    ``W1``, east ``E1``), in this order. Lines are numbered columns first, then rows; spaces row by
    row from the top left.

    Attributes
    ----------
    line_names
        The names of lines in sentences.
    lines_of, neighbors
        The column and row and the orthogonal neighbors of every space.
    lines, line_slices
        The spaces of every line, and their places among all spaces.
    line_of
        The line of every entrance.
    spaces_by_name, entrances_by_name
        The spaces and the entrances in the order of their names.
    space_codec, entrance_codec
        The names in actions.
    """

    def __init__(self, side: int) -> None:
        columns, rows, spaces = "abcdefghi"[:side], "123456789"[:side], range(side * side)
        ends = [end + line for end in "NSWE" for line in (columns if end in "NS" else rows)]
        self.side = side
        self.space_names = tuple(column + row for row in rows for column in columns)
        self.entrance_names = tuple(ends)
        self.line_names = (*(f"column {name}" for name in columns), *(f"row {n}" for n in rows))
        self.lines_of = tuple((space % side, side + space // side) for space in spaces)
        self.line_of = (*[*range(side)] * 2, *[*range(side, 2 * side)] * 2)
        rows_of_spaces = [slice(side * row, side * (row + 1)) for row in range(side)]
        self.line_slices = [*(slice(column, None, side) for column in range(side)), *rows_of_spaces]
        self.lines = [spaces[line] for line in self.line_slices]
        self.neighbors = [
            [s for s in spaces if abs(s % side - column) + abs(s // side + side - row) == 1]
            for column, row in self.lines_of
        ]
        self.spaces_by_name = sorted(spaces, key=self.space_names.__getitem__)
        self.entrances_by_name = sorted(range(4 * side), key=ends.__getitem__)
        listing = f"Na to N{columns[-1]}, Sa to S{columns[-1]}, W1 to W{side} and E1 to E{side}"
        last = self.space_names[-1]
        self.space_codec = index_codec("space", self.space_names, f"the spaces are a1 to {last}")
        self.entrance_codec = index_codec("entrance", ends, f"the entrances are {listing}")

    def __reduce__(self) -> tuple[Any, ...]:
        return layout, (self.side,)


@cache
def layout(side: int) -> Layout:
    """Return the market of ``side`` rows and columns."""
    return Layout(check_int(side, 2, 9, name="side"))


@dataclass(frozen=True)
class Market:
    """The market board.

    Attributes
    ----------
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
        """Return a market without tiles, except facedown restaurants on ``gray`` spaces."""
        spaces, marked = range(side * side), frozenset(gray)
        free = (None,) * len(spaces)
        return cls(side, free, free, tuple(s in marked for s in spaces), (None,) * (4 * side))

    @cached_property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    @cached_property
    def line_stands(self) -> list[list[Stand]]:
        """The stands in every line."""
        stands = self.stands
        return [list(filter(None, stands[line])) for line in self.layout.line_slices]

    @cached_property
    def free_spaces(self) -> list[int]:
        """The free spaces, including those with a facedown restaurant, in the order of names."""
        stands, opened = self.stands, self.restaurants
        by_name = self.layout.spaces_by_name
        return [space for space in by_name if stands[space] is None and opened[space] is None]

    @cached_property
    def free_entrances(self) -> list[int]:
        """The entrances without a customer tile, in the order of names."""
        entrances = self.entrances
        return [door for door in self.layout.entrances_by_name if entrances[door] is None]

    @cached_property
    def line_customers(self) -> list[list[int]]:
        """The customers in every line, by stand type."""
        by_type = [[0] * (2 * self.side) for _ in STANDS]
        for line, tile in zip(self.layout.line_of, self.entrances, strict=True):
            if tile is not None:
                for type_ in tile.types:
                    by_type[type_][line] += tile.customers
        return by_type

    def is_free(self, space: int) -> bool:
        """Return whether a space has neither a stand nor a faceup restaurant."""
        return self.stands[space] is None and self.restaurants[space] is None

    def free_space(self, name: str) -> int:
        """Return the free space of a name."""
        space: int = self.layout.space_codec.read(name)
        if not self.is_free(space):
            raise InputError(f"the space {name} is taken already")
        return space

    def stands_of(self, player: int) -> int:
        """Return the number of a player's stands."""
        return [stand.owner for stand in filter(None, self.stands)].count(player)

    def improvers(self, space: int, type_: int) -> int:
        """Return the number of adjacent faceup restaurants that improve a stand type."""
        opened, count = self.restaurants, 0
        for neighbor in self.layout.neighbors[space]:
            restaurant = opened[neighbor]
            if restaurant is not None and type_ in IMPROVED[restaurant]:
                count += 1
        return count

    @cached_property
    def opening_costs(self) -> list[int]:
        """The cost of a stand on each space: the stands in its longer line, itself included."""
        counts = list(map(len, self.line_stands))
        return [1 + max(counts[column], counts[row]) for column, row in self.layout.lines_of]

    def opening_income(self, space: int, type_: int) -> int:
        """Return the coins that a stand earns when it opens on a space."""
        by_line, (column, row) = self.line_customers[type_], self.layout.lines_of[space]
        customers = by_line[column] + by_line[row]
        return customers and customers * (1 + self.improvers(space, type_))

    def with_stand(self, space: int, stand: Stand) -> Self:
        """Return the market with a stand in place of any facedown restaurant."""
        stands, gray = put_at(self.stands, space, stand), put_at(self.gray, space, False)
        return replace(self, stands=stands, gray=gray)

    def with_restaurant(self, space: int, restaurant: int) -> Self:
        """Return the market with a faceup restaurant."""
        opened, gray = put_at(self.restaurants, space, restaurant), put_at(self.gray, space, False)
        return replace(self, restaurants=opened, gray=gray)

    def with_customers(self, entrance: int, tile: CustomerTile) -> Self:
        """Return the market with a customer tile."""
        return replace(self, entrances=put_at(self.entrances, entrance, tile))

    def _repr_svg_(self) -> str:
        return svg_of(self)


class StandForm(Form, frozen=True):
    """A stand in the market.

    Attributes
    ----------
    owner
        The owner, from 0.
    """

    type: StandName
    owner: Annotated[int, Meta(ge=0, le=3)]


class MarketForm(Form, frozen=True):
    """The market; empty fields are optional.

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

    stands: dict[str, StandForm] = field(default_factory=dict)
    restaurants: dict[str, RestaurantName] = field(default_factory=dict)
    gray: tuple[str, ...] = field(default_factory=tuple)
    entrances: dict[str, Notation[CustomerTile]] = field(default_factory=dict)

    @classmethod
    def of(cls, market: Market) -> Self:
        """Return the form of a market."""
        spaces = market.layout.space_names
        stands = zip(spaces, market.stands, strict=True)
        opened = zip(spaces, market.restaurants, strict=True)
        tiles = zip(market.layout.entrance_names, market.entrances, strict=True)
        return cls(
            {name: StandForm(STANDS[s.type], s.owner) for name, s in stands if s is not None},
            {name: RESTAURANTS[kind] for name, kind in opened if kind is not None},
            tuple(name for name, gray in zip(spaces, market.gray, strict=True) if gray),
            {name: tile for name, tile in tiles if tile is not None},
        )

    def to_market(self, side: int, num_players: int) -> Market:
        """Return the market from the field ``market`` of a document."""
        market, board = Market.empty(side), layout(side)
        for name, stand in self.stands.items():
            with error_context(f"market.stands.{name}"):
                check_int(stand.owner, 0, num_players - 1, name="owner")
                owned = Stand(STANDS.index(stand.type), stand.owner)
                market = market.with_stand(board.space_codec.read(name), owned)
        for name, kind in self.restaurants.items():
            with error_context(f"market.restaurants.{name}"):
                market = market.with_restaurant(market.free_space(name), RESTAURANTS.index(kind))
        for name, tile in self.entrances.items():
            with error_context(f"market.entrances.{name}"):
                market = market.with_customers(board.entrance_codec.read(name), tile)
        paths = [(f"market.gray[{index}]", name) for index, name in enumerate(self.gray)]
        check_unique(paths)
        gray = Market.empty(side).gray
        for path, name in paths:
            with error_context(path):
                gray = put_at(gray, market.free_space(name), True)
        return replace(market, gray=gray)
