"""What players do and what chance brings, and how it is written down.

======================== =====================================================================
``stand fish c3``        open a fish stand on the space c3
``bring 2 fish+meat W3`` put that customer tile at the entrance W3
``restaurant pub c3``    open a restaurant on the space c3
``coin``                 take a coin
``redraw``               put back three equal stand tiles and draw three others
``take fish``            take a stand tile from the display
``replace``              replace a display of three equal stand tiles before taking one
``draw fish``            chance: a stand tile comes out of the bag
``reveal pub``           chance: a facedown restaurant is turned over
``arrive 2 fish+meat``   chance: a customer tile is turned up
======================== =====================================================================
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias, get_args

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.mercado.layout import Layout, layout
from chatuchak_solver.games.mercado.tiles import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    parse_restaurant,
    parse_stand,
    text_of_tile,
)
from chatuchak_solver.games.numbering import ActionList
from chatuchak_solver.games.spoken import Spoken, Word, spoken, understood


class _Spoken(Spoken):
    """An action whose text names places of a market; see `format_action`."""

    def __str__(self) -> str:
        return object.__str__(self)


class OpenStand(_Spoken, verb="stand"):
    """Open a stand of a type on a space."""

    type: int
    space: int


class BringCustomers(_Spoken, verb="bring"):
    """Put a customer tile at an entrance."""

    tile: CustomerTile
    entrance: int


class OpenRestaurant(_Spoken, verb="restaurant"):
    """Open a restaurant on a space."""

    restaurant: int
    space: int


class TakeCoin(_Spoken, verb="coin"):
    """Take a coin."""


class Redraw(_Spoken, verb="redraw"):
    """Put back three equal stand tiles and draw three others."""


class TakeTile(_Spoken, verb="take"):
    """Take a stand tile from the display."""

    type: int


class ReplaceDisplay(_Spoken, verb="replace"):
    """Replace a display of three equal stand tiles."""


class Draw(_Spoken, verb="draw"):
    """Chance: a stand tile comes out of the bag."""

    type: int


class Reveal(_Spoken, verb="reveal"):
    """Chance: a facedown restaurant is turned over."""

    restaurant: int


class Arrive(_Spoken, verb="arrive"):
    """Chance: a customer tile is turned up."""

    tile: CustomerTile


Placing: TypeAlias = OpenStand | BringCustomers | OpenRestaurant
"""What puts something on the market."""

Outcome: TypeAlias = Draw | Reveal | Arrive
"""What chance brings."""

Action: TypeAlias = Placing | TakeCoin | Redraw | TakeTile | ReplaceDisplay | Outcome


COIN: Final = TakeCoin()
REDRAW: Final = Redraw()
REPLACE: Final = ReplaceDisplay()

# By the number of the stand type or of the restaurant.
TAKES: Final = tuple(map(TakeTile, range(len(STANDS))))
DRAWS: Final = tuple(map(Draw, range(len(STANDS))))
REVEALS: Final = tuple(map(Reveal, range(len(RESTAURANTS))))

STANDS_BY_NAME: Final = tuple(sorted(range(len(STANDS)), key=STANDS.__getitem__))
"""The stand types in the order of their names, in which legal actions are listed."""

RESTAURANTS_BY_NAME: Final = tuple(sorted(range(len(RESTAURANTS)), key=RESTAURANTS.__getitem__))
"""The restaurants in the order of their names."""


@cache
def stand_actions(side: int) -> tuple[tuple[OpenStand, ...], ...]:
    """Return, per stand type, the opening of such a stand on every space, by the spaces' names."""
    spaces = layout(side).spaces_by_name
    return tuple(tuple(OpenStand(type_, space) for space in spaces) for type_ in range(len(STANDS)))


@cache
def restaurant_actions(side: int) -> tuple[tuple[OpenRestaurant, ...], ...]:
    """Return, per restaurant, its opening on every space, by the spaces' names."""
    spaces, kinds = layout(side).spaces_by_name, range(len(RESTAURANTS))
    return tuple(tuple(OpenRestaurant(kind, space) for space in spaces) for kind in kinds)


@cache
def customer_actions(side: int, tile: CustomerTile) -> tuple[BringCustomers, ...]:
    """Return the coming of a customer tile to every entrance, by the entrances' names."""
    return tuple(BringCustomers(tile, entrance) for entrance in layout(side).entrances_by_name)


Offer: TypeAlias = tuple[str, int, tuple[int, ...], tuple[BringCustomers, ...]]
"""A customer tile's text, customers and types, and its coming to every entrance, by their names."""


@cache
def offer(side: int, tile: CustomerTile) -> Offer:
    """Return what a customer tile on display offers."""
    return str(tile), tile.customers, tile.types, customer_actions(side, tile)


def offers_of(side: int, tiles: Iterable[CustomerTile]) -> tuple[Offer, ...]:
    """Return what the different ones of customer tiles offer, in the order of their texts."""
    return tuple(sorted([offer(side, tile) for tile in set(tiles)]))


@cache
def arrival(tile: CustomerTile) -> Arrive:
    """Return the turning up of a customer tile."""
    return Arrive(tile)


@cache
def all_actions(side: int, customers: tuple[CustomerTile, ...]) -> ActionList[Action]:
    """Return all actions in a market with these customer tiles, in the order of their texts."""
    actions: list[Action] = [COIN, REDRAW, REPLACE, *TAKES, *DRAWS, *REVEALS]
    for tile in customers:
        actions += (arrival(tile), *customer_actions(side, tile))
    for stands in stand_actions(side):
        actions += stands
    for restaurants in restaurant_actions(side):
        actions += restaurants
    texts = ((action, format_action(action, layout(side))) for action in actions)
    return ActionList(sorted(texts, key=lambda pair: pair[1]))


SPOKEN: Final[Mapping[str, Any]] = {kind.verb: kind for kind in get_args(Action)}


@cache
def words_in(side: int) -> Mapping[str, Word]:
    """Return how the values of actions in a market are written, by their names."""
    board = layout(side)
    return {
        "type": Word(parse_stand, STANDS.__getitem__),
        "restaurant": Word(parse_restaurant, RESTAURANTS.__getitem__),
        "tile": Word(CustomerTile.parse, text_of_tile, parts=2),
        "space": Word(board.space, board.space_names.__getitem__),
        "entrance": Word(board.entrance, board.entrance_names.__getitem__),
    }


def parse_action(text: str, board: Layout) -> Action:
    """Read an action.

    Raises
    ------
    NotationError
        If the text is no action; the message says which word is wrong.
    """
    action: Action | None = understood(text, SPOKEN, words_in(board.side))
    if action is None:
        raise NotationError(
            "not an action; expected one such as 'stand fish c3', 'bring 2 fish+meat W3', "
            "'restaurant pub c3', 'coin', 'redraw', 'take fish' or 'replace'"
        )
    return action


def format_action(action: Action, board: Layout) -> str:
    """Return the text that `parse_action` reads as ``action``.

    Of an action that the market does not have, this is its value as Python writes it.
    """
    try:
        return spoken(action, words_in(board.side))
    except IndexError:
        return repr(action)
