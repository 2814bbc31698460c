"""The components of a game, shipped or the user's."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from chatuchak_solver.arguments import check_int
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import check_unique, error_context
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.mercado.market import (
    STORED_RESTAURANTS,
    STORED_STANDS,
    Amount,
    Counts,
    CustomerTile,
    Layout,
    layout,
)
from chatuchak_solver.games.stored import load_figures, stored_counts

STARTING_TILES: Final = 3
"""The stand tiles of each player and of the display, and the customer tiles per display."""

SHIPPED: Final = "mercado.json"

Side = Annotated[int, Meta(ge=2, le=9)]

CustomerCounts: TypeAlias = tuple[tuple[CustomerTile, int], ...]
"""Every distinct tile, ascending, with its count."""

STORED_CUSTOMERS: Final = stored_counts(CustomerTile.parse)


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
    stand_tiles: Annotated[Counts, STORED_STANDS]
    restaurant_tiles: Annotated[Counts, STORED_RESTAURANTS]
    marked_spaces: tuple[str, ...]
    customer_tiles: Annotated[CustomerCounts, STORED_CUSTOMERS]

    def __post_init__(self) -> None:
        check_int(self.wooden_stands, 1, self.side**2, name="wooden_stands")
        names, tiles = self.marked_spaces, sum(self.restaurant_tiles)
        paths = [(f"marked_spaces[{index}]", name) for index, name in enumerate(names)]
        check_unique(paths)
        for path, name in paths:
            with error_context(path):
                self.layout.space_codec.read(name)
        if len(names) > tiles:
            text = f"{len(names)} spaces are marked but there are {tiles} restaurant tiles"
            raise InvalidInstanceError(f"marked_spaces: {text}")
        ascending = sorted(names, key=self.layout.space_names.index)
        object.__setattr__(self, "marked_spaces", tuple(ascending))

    @cached_property
    def different_customers(self) -> tuple[CustomerTile, ...]:
        """The distinct tiles, ascending."""
        return tuple(tile for tile, _ in self.customer_tiles)

    @cached_property
    def most_customers(self) -> int:
        """The maximum number of customers on a tile; 0 without tiles."""
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
    def load(data: Data = None) -> "MercadoSetup":
        """Return the shipped setup with the fields of ``data`` replaced."""
        return load_figures(MercadoSetup, SHIPPED, data)


def shipped_parts(state: Any, _: Box) -> list[Part]:
    """Return the parts of the box with shipped values in a game."""
    parts: tuple[Part, ...] = ("marked_spaces", "customer_tiles")
    shipped = MercadoSetup.load()
    return [part for part in parts if getattr(state.setup, part) == getattr(shipped, part)]
