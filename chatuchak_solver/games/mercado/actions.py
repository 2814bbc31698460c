"""The actions and their notation.

======================== =====================================================================
``stand fish c3``        open a fish stand on the space c3
``bring 2 fish+meat W3`` put that customer tile at the entrance W3
``restaurant pub c3``    open a restaurant on the space c3
``coin``                 take a coin
``redraw``               exchange three equal stand tiles for three drawn ones
``take fish``            take a stand tile from the display
``replace``              replace a display of three equal stand tiles before taking one
``draw fish``            chance: a stand tile is drawn from the bag
``reveal pub``           chance: a facedown restaurant is turned over
``arrive 2 fish+meat``   chance: a customer tile is turned up
======================== =====================================================================
"""

from functools import cache
from typing import TypeAlias, get_args

from chatuchak_solver.games.action_notation import ActionNotation, FieldCodec, TextAction
from chatuchak_solver.games.mercado.market import (
    RESTAURANT_CODEC,
    STAND_CODEC,
    CustomerTile,
    Layout,
)


class OpenStand(TextAction, verb="stand"):
    """Open a stand of a type on a space."""

    type: int
    space: int


class BringCustomers(TextAction, verb="bring"):
    """Put a customer tile at an entrance."""

    tile: CustomerTile
    entrance: int


class OpenRestaurant(TextAction, verb="restaurant"):
    """Open a restaurant on a space."""

    restaurant: int
    space: int


class TakeCoin(TextAction, verb="coin"):
    """Take a coin."""


class Redraw(TextAction, verb="redraw"):
    """Exchange three equal stand tiles."""


class TakeTile(TextAction, verb="take"):
    """Take a stand tile from the display."""

    type: int


class ReplaceDisplay(TextAction, verb="replace"):
    """Replace a display of three equal stand tiles."""


class Draw(TextAction, verb="draw"):
    """Chance: a stand tile of the bag."""

    type: int


class Reveal(TextAction, verb="reveal"):
    """Chance: a facedown restaurant."""

    restaurant: int


class Arrive(TextAction, verb="arrive"):
    """Chance: a customer tile."""

    tile: CustomerTile


Placing: TypeAlias = OpenStand | BringCustomers | OpenRestaurant
"""Puts something on the market."""

Outcome: TypeAlias = Draw | Reveal | Arrive

Action: TypeAlias = Placing | TakeCoin | Redraw | TakeTile | ReplaceDisplay | Outcome


@cache
def notation(board: Layout, tiles: tuple[CustomerTile, ...] = ()) -> ActionNotation:
    """Return the notation of actions on a board with these customer tiles."""
    return ActionNotation(
        get_args(Action),
        {
            "type": STAND_CODEC,
            "restaurant": RESTAURANT_CODEC,
            "tile": FieldCodec(CustomerTile.parse, values=tiles),
            "space": board.space_codec,
            "entrance": board.entrance_codec,
        },
        "'stand fish c3', 'bring 2 fish+meat W3', 'restaurant pub c3', 'coin', 'redraw', "
        "'take fish' or 'replace'",
    )
