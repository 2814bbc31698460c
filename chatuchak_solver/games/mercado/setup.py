"""The components of a game: shipped figures, or a user's own."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, Final, Self

from msgspec import Meta

from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Form, check_unique, error_context
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.frozen import cached_property
from chatuchak_solver.games.mercado.market import (
    RESTAURANTS,
    STANDS,
    Amount,
    CustomerTile,
    Layout,
    RestaurantCounts,
    StandCounts,
    by_name,
    counts_of,
    layout,
)
from chatuchak_solver.games.stored import PieceCounts, sorted_counts, write_counts
from chatuchak_solver.io.package_data import load_form

STARTING_TILES: Final = 3
"""The stand tiles in front of every player, on the display, and the customer tiles a kind."""

SHIPPED: Final = "mercado.json"


@dataclass(frozen=True)
class MercadoSetup:
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
        The number of tiles of every stand type.
    restaurant_tiles
        The number of tiles of every restaurant.
    marked_spaces
        The spaces that get a facedown restaurant, ascending; no more than there are tiles.
    customer_tiles
        Every different tile, ascending, with its count.
    """

    side: int
    starting_coins: int
    wooden_stands: int
    stand_tiles: tuple[int, ...]
    restaurant_tiles: tuple[int, ...]
    marked_spaces: tuple[int, ...]
    customer_tiles: tuple[tuple[CustomerTile, int], ...]

    @cached_property
    def different_customers(self) -> tuple[CustomerTile, ...]:
        """Every different tile, ascending."""
        return tuple(tile for tile, _ in self.customer_tiles)

    @cached_property
    def most_customers(self) -> int:
        """The largest number of customers on a tile; 0 without tiles."""
        return max((tile.customers for tile in self.different_customers), default=0)

    @property
    def piles(self) -> list[list[CustomerTile]]:
        """The tiles of each number of customers, ascending."""
        tiles = [tile for tile, count in self.customer_tiles for _ in range(count)]
        return [list(pile) for _, pile in groupby(tiles, key=attrgetter("customers"))]

    @property
    def layout(self) -> Layout:
        """The market's geometry."""
        return layout(self.side)

    @staticmethod
    @cache
    def shipped() -> "MercadoSetup":
        """Return the shipped setup."""
        return load_form(SHIPPED, SetupForm).to_setup()

    @classmethod
    def load(cls, data: Data = None) -> "MercadoSetup":
        """Return the shipped setup with the fields of ``data`` in place of its own."""
        return load_form(SHIPPED, SetupForm, data).to_setup() if data else cls.shipped()


Side = Annotated[int, Meta(ge=2, le=9)]


class SetupForm(Form, frozen=True):
    """The figures of the game.

    Attributes
    ----------
    stand_tiles
        The number of stand tiles of each type.
    restaurant_tiles
        The number of restaurant tiles of each kind.
    marked_spaces
        The spaces with a facedown restaurant at the start.
    customer_tiles
        The number of each customer tile.
    side
        Rows and columns of the market.
    starting_coins
        The coins of every player at the start.
    wooden_stands
        The wooden stands of every player.
    """

    side: Side
    starting_coins: Amount
    wooden_stands: Annotated[int, Meta(ge=1, le=81)]
    stand_tiles: StandCounts
    restaurant_tiles: RestaurantCounts
    marked_spaces: tuple[str, ...]
    customer_tiles: PieceCounts

    @classmethod
    def of(cls, setup: MercadoSetup) -> Self:
        """Return the form of a setup."""
        return cls(
            setup.side,
            setup.starting_coins,
            setup.wooden_stands,
            by_name(setup.stand_tiles, STANDS),
            by_name(setup.restaurant_tiles, RESTAURANTS),
            tuple(setup.layout.space_names[space] for space in setup.marked_spaces),
            write_counts(setup.customer_tiles),
        )

    def to_setup(self) -> MercadoSetup:
        """Return the setup."""
        if self.wooden_stands > self.side**2:
            raise InvalidInstanceError(
                f"invalid wooden_stands {self.wooden_stands}: expected 1 to {self.side**2}"
            )
        paths = [(f"marked_spaces[{i}]", name) for i, name in enumerate(self.marked_spaces)]
        check_unique(paths)
        spaces = []
        for path, name in paths:
            with error_context(path):
                spaces.append(layout(self.side).space_codec.read(name))
        restaurants = counts_of(self.restaurant_tiles, RESTAURANTS)
        if len(spaces) > sum(restaurants):
            raise InvalidInstanceError(
                f"marked_spaces: {len(spaces)} spaces are marked but there are "
                f"{sum(restaurants)} restaurant tiles"
            )
        return MercadoSetup(
            self.side,
            self.starting_coins,
            self.wooden_stands,
            counts_of(self.stand_tiles, STANDS),
            restaurants,
            tuple(sorted(spaces)),
            sorted_counts(CustomerTile.parse, self.customer_tiles, "customer_tiles"),
        )


def shipped_parts(state: Any, _: Box) -> list[Part]:
    """Return the parts of the box with shipped values in a game."""
    parts: tuple[Part, ...] = ("marked_spaces", "customer_tiles")
    shipped = MercadoSetup.shipped()
    return [part for part in parts if getattr(state.setup, part) == getattr(shipped, part)]
