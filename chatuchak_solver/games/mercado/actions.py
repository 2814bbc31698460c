"""The actions and their notation.

======================== =====================================================================
``stand fish c3``        open a fish stand on the space c3
``bring 2 fish+meat W3`` put that customer tile at the entrance W3
``restaurant pub c3``    open a restaurant on the space c3
``coin``                 take a coin
``redraw``               put back three equal stand tiles and draw three others
``take fish``            take a stand tile from the display
``replace``              replace a display of three equal stand tiles before taking one
``draw fish``            chance: a stand tile is drawn from the bag
``reveal pub``           chance: a facedown restaurant is turned over
``arrive 2 fish+meat``   chance: a customer tile is turned up
======================== =====================================================================
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias, get_args

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games import action_notation
from chatuchak_solver.games.action_notation import TextAction
from chatuchak_solver.games.mercado.layout import Layout, layout
from chatuchak_solver.games.mercado.tiles import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    parse_restaurant,
    parse_stand,
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
    """Chance: a stand tile is drawn from the bag."""

    type: int


class Reveal(TextAction, verb="reveal"):
    """Chance: a facedown restaurant is turned over."""

    restaurant: int


class Arrive(TextAction, verb="arrive"):
    """Chance: a customer tile is turned up."""

    tile: CustomerTile


Placing: TypeAlias = OpenStand | BringCustomers | OpenRestaurant
"""Puts something on the market."""

Outcome: TypeAlias = Draw | Reveal | Arrive
"""An outcome of chance."""

Action: TypeAlias = Placing | TakeCoin | Redraw | TakeTile | ReplaceDisplay | Outcome


def parse_action(text: str, board: Layout) -> Action:
    """Read an action.

    Raises
    ------
    NotationError
        If the text is not an action; the message names the wrong word.
    """
    read = {
        "type": parse_stand,
        "restaurant": parse_restaurant,
        "tile": CustomerTile.parse,
        "space": board.space,
        "entrance": board.entrance,
    }
    action: Action | None = action_notation.parse_action(text, get_args(Action), read)
    if action is None:
        raise NotationError(
            "not an action; expected one such as 'stand fish c3', 'bring 2 fish+meat W3', "
            "'restaurant pub c3', 'coin', 'redraw', 'take fish' or 'replace'"
        )
    return action


@cache
def _writers(side: int) -> dict[str, Any]:
    board = layout(side)
    return {
        "type": STANDS.__getitem__,
        "restaurant": RESTAURANTS.__getitem__,
        "space": board.space_names.__getitem__,
        "entrance": board.entrance_names.__getitem__,
    }


def format_action(action: Action, board: Layout) -> str:
    """Return the text that `parse_action` reads; the ``repr`` of an action that it cannot read."""
    try:
        return action.text(_writers(board.side))
    except IndexError:
        return repr(action)


def all_actions(board: Layout, tiles: tuple[CustomerTile, ...]) -> Iterator[Action]:
    """Yield every action and outcome on a board with these customer tiles."""
    yield from (TakeCoin(), Redraw(), ReplaceDisplay())
    for type_ in range(len(STANDS)):
        yield from (TakeTile(type_), Draw(type_))
        yield from (OpenStand(type_, space) for space in range(board.num_spaces))
    for restaurant in range(len(RESTAURANTS)):
        yield Reveal(restaurant)
        yield from (OpenRestaurant(restaurant, space) for space in range(board.num_spaces))
    for tile in tiles:
        yield Arrive(tile)
        yield from (BringCustomers(tile, entrance) for entrance in range(board.num_entrances))
