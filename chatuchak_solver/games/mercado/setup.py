"""The components of a game: shipped figures, or a user's own."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, Self

from chatuchak_solver.document import Node
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.mercado.layout import SIDES, Layout, layout
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile, read_counts
from chatuchak_solver.io.package_data import read_figures
from chatuchak_solver.jsonable import Jsonable, written_fields

STARTING_TILES: Final = 3
"""The stand tiles in front of every player, on the display, and the customer tiles a kind."""

SHIPPED: Final = "mercado.json"


@dataclass(frozen=True, slots=True)
class MercadoSetup(Jsonable):
    """Every figure that a game starts from.

    Attributes
    ----------
    side
        The number of the market's rows and columns.
    starting_coins
        The coins of every player at the start.
    wooden_stands
        The wooden stands of every player: the most that they may open.
    stand_tiles
        How many tiles there are of every stand type.
    restaurant_tiles
        How many tiles there are of every restaurant.
    marked_spaces
        The spaces that get a facedown restaurant, ascending; no more than there are tiles.
    customer_tiles
        Every different tile, ascending, and how often it is there.
    most_customers
        The most customers on one tile, 0 without tiles; follows from the tiles.
    different_customers
        Every different tile, ascending; follows from the tiles.
    piles
        The tiles of every number of customers, ascending; follows from the tiles.
    """

    written = (
        "side starting_coins wooden_stands stand_tiles=counts_of_stands "
        "restaurant_tiles=counts_of_restaurants marked_spaces=names_of_marked "
        "customer_tiles=counts_of_customers"
    )

    side: int
    starting_coins: int
    wooden_stands: int
    stand_tiles: tuple[int, ...]
    restaurant_tiles: tuple[int, ...]
    marked_spaces: tuple[int, ...]
    customer_tiles: tuple[tuple[CustomerTile, int], ...]
    most_customers: int = field(init=False, compare=False)
    different_customers: tuple[CustomerTile, ...] = field(init=False, compare=False)
    piles: tuple[tuple[CustomerTile, ...], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        tiles = tuple(tile for tile, _ in self.customer_tiles)
        most = max((tile.customers for tile in tiles), default=0)
        object.__setattr__(self, "most_customers", most)
        object.__setattr__(self, "different_customers", tiles)
        piles = tuple(
            tuple(t for t, n in self.customer_tiles if t.customers == customers for _ in range(n))
            for customers in sorted({tile.customers for tile in tiles})
        )
        object.__setattr__(self, "piles", piles)

    @property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    @classmethod
    @cache
    def shipped(cls) -> Self:
        """Return the shipped setup."""
        return cls.from_node(Node(read_figures(SHIPPED, FIELDS)))

    @classmethod
    def load(cls, data: Data = None) -> Self:
        """Return the shipped setup with the fields of ``data`` in place of its own.

        Raises
        ------
        InvalidInstanceError
            If a field is unknown or wrong; the message names it.
        """
        return cls.from_node(Node(read_figures(SHIPPED, FIELDS, data))) if data else cls.shipped()

    @classmethod
    def from_node(cls, node: Node) -> Self:
        """Read a setup in which no field is missing."""
        fields = node.fields(FIELDS)
        side = fields["side"].integer(least=SIDES.start, most=SIDES.stop - 1)
        restaurants = read_counts(fields["restaurant_tiles"], RESTAURANTS)
        return cls(
            side=side,
            starting_coins=fields["starting_coins"].integer(least=0, most=1000),
            wooden_stands=fields["wooden_stands"].integer(least=1, most=side * side),
            stand_tiles=read_counts(fields["stand_tiles"], STANDS),
            restaurant_tiles=restaurants,
            marked_spaces=_marked_spaces(fields["marked_spaces"], side, sum(restaurants)),
            customer_tiles=_customer_tiles(fields["customer_tiles"]),
        )

    def counts_of_stands(self) -> dict[str, int]:
        """Return how many stand tiles there are of each type."""
        return dict(zip(STANDS, self.stand_tiles, strict=True))

    def counts_of_restaurants(self) -> dict[str, int]:
        """Return how many restaurant tiles there are of each kind."""
        return dict(zip(RESTAURANTS, self.restaurant_tiles, strict=True))

    def names_of_marked(self) -> list[str]:
        """Return where facedown restaurants lie at the start."""
        return [self.layout.space_names[space] for space in self.marked_spaces]

    def counts_of_customers(self) -> dict[CustomerTile, int]:
        """Return how many there are of each customer tile."""
        return dict(self.customer_tiles)


FIELDS: Final = tuple(field.name for field in written_fields(MercadoSetup))


def _marked_spaces(node: Node, side: int, num_restaurants: int) -> tuple[int, ...]:
    items = node.items()
    names = node.distinct((item, item.text()) for item in items)
    spaces = [item.read(layout(side).space, name) for item, name in zip(items, names, strict=True)]
    if len(spaces) > num_restaurants:
        raise node.error(
            f"{len(spaces)} spaces are marked but there are {num_restaurants} restaurant tiles"
        )
    return tuple(sorted(spaces))


def _customer_tiles(node: Node) -> tuple[tuple[CustomerTile, int], ...]:
    tiles: dict[CustomerTile, int] = {}
    for text, count in node.mapping().items():
        tile = count.read(CustomerTile.parse, text)
        tiles[tile] = tiles.get(tile, 0) + count.integer(least=1, most=1000)
    return tuple(sorted(tiles.items()))
