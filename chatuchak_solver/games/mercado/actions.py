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

from chatuchak_solver.games.action_notation import ActionNotation, TextAction
from chatuchak_solver.games.mercado.market import CustomerTile, Layout, RestaurantName, StandName


class OpenStand(TextAction, tag="stand"):
    """Open a stand of a type on a space."""

    type: StandName
    space: str


class BringCustomers(TextAction, tag="bring"):
    """Put a customer tile at an entrance."""

    tile: CustomerTile
    entrance: str


class OpenRestaurant(TextAction, tag="restaurant"):
    """Open a restaurant on a space."""

    restaurant: RestaurantName
    space: str


class TakeCoin(TextAction, tag="coin"):
    """Take a coin."""


class Redraw(TextAction, tag="redraw"):
    """Exchange three equal stand tiles."""


class TakeTile(TextAction, tag="take"):
    """Take a stand tile from the display."""

    type: StandName


class ReplaceDisplay(TextAction, tag="replace"):
    """Replace a display of three equal stand tiles."""


class Draw(TextAction, tag="draw"):
    """Chance: a stand tile of the bag."""

    type: StandName


class Reveal(TextAction, tag="reveal"):
    """Chance: a facedown restaurant."""

    restaurant: RestaurantName


class Arrive(TextAction, tag="arrive"):
    """Chance: a customer tile."""

    tile: CustomerTile


Placing: TypeAlias = OpenStand | BringCustomers | OpenRestaurant
"""Puts something on the market."""

Outcome: TypeAlias = Draw | Reveal | Arrive

Action: TypeAlias = Placing | TakeCoin | Redraw | TakeTile | ReplaceDisplay | Outcome


@cache
def notation(board: Layout) -> ActionNotation:
    """Return the notation of actions on a board."""
    return ActionNotation(
        get_args(Action),
        board.parsers,
        "'stand fish c3', 'bring 2 fish+meat W3', 'restaurant pub c3', 'coin', 'redraw', "
        "'take fish' or 'replace'",
    )
