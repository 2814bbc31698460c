"""The tiles of Mercado de Lisboa: stands, restaurants and customers.

A stand type or a restaurant is the index of its name in `STANDS` or `RESTAURANTS`. The first
five restaurants improve the stand type of the same index; the pub improves every type.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args

from msgspec import Meta

from chatuchak_solver.arguments import parse_int
from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import index_codec
from chatuchak_solver.games.stored import fixed_keys

StandName: TypeAlias = Literal["fish", "flower", "tomato", "meat", "grape"]
STANDS: Final[tuple[StandName, ...]] = get_args(StandName)
"""The types of stand tiles."""

RestaurantName: TypeAlias = Literal[
    "sushi-bar", "tea-house", "pizzeria", "burger-joint", "wine-bar", "pub"
]
RESTAURANTS: Final[tuple[RestaurantName, ...]] = get_args(RestaurantName)
"""The restaurants, each but the last in the order of the stand type that it improves."""

IMPROVED: Final = (*((type_,) for type_ in range(len(STANDS))), tuple(range(len(STANDS))))
"""The types of adjacent stands that each restaurant improves."""

STANDS_BY_NAME: Final = tuple(sorted(range(len(STANDS)), key=STANDS.__getitem__))
RESTAURANTS_BY_NAME: Final = tuple(sorted(range(len(RESTAURANTS)), key=RESTAURANTS.__getitem__))

STAND_CODEC: Final = index_codec("stand type", STANDS)
RESTAURANT_CODEC: Final = index_codec("restaurant", RESTAURANTS)

Counts = tuple[int, ...]
"""The number of tiles of each stand type, or of each restaurant."""


class Stand(NamedTuple):
    """An open stand: its type and its owner."""

    type: int
    owner: int


class CustomerTile(NamedTuple):
    """Customers for stands of some types.

    Attributes
    ----------
    customers
        The number of customers, at least 1; tiles of equal numbers share a display.
    types
        The stand types depicted, ascending.
    """

    customers: int
    types: tuple[int, ...]

    def __str__(self) -> str:
        return text_of_tile(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a tile, for example ``2 fish+meat``."""
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
    """Return a tile's text, for example ``2 fish+meat``."""
    return f"{tile.customers} {'+'.join(STANDS[type_] for type_ in tile.types)}"


Amount = Annotated[int, Meta(ge=0, le=1000)]
StandCounts = Annotated[dict[StandName, Amount], fixed_keys(STANDS)]
"""Stand tiles by type, in files; 0 by default."""
RestaurantCounts = Annotated[dict[RestaurantName, Amount], fixed_keys(RESTAURANTS)]
"""Restaurant tiles by name, in files; 0 by default."""


def counts_of(by_name: Mapping[Any, int], names: Sequence[str]) -> Counts:
    """Return the numbers in a file."""
    return tuple(by_name.get(name, 0) for name in names)


def by_name(counts: Counts, names: Sequence[str]) -> dict[Any, int]:
    """Return numbers by name, for files."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}
