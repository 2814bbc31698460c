"""Who earns what: when customers come, and when a stand opens in front of them.

Every pair of a customer tile and a matching stand in its line pays once, as soon as both are
there: (1 + adjacent restaurants that improve the stand) x customers. A restaurant that opens
later changes nothing that was paid before.
"""

from collections.abc import Iterable
from typing import NamedTuple

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.tiles import CustomerTile


class Earning(NamedTuple):
    """What one stand earns from one customer tile.

    Attributes
    ----------
    owner
        The player who is paid.
    space
        The stand's space.
    entrance
        The customer tile's entrance.
    customers
        The number of customers on the tile.
    restaurants
        The number of adjacent restaurants that improve the stand.
    """

    owner: int
    space: int
    entrance: int
    customers: int
    restaurants: int

    @property
    def coins(self) -> int:
        """The coins paid."""
        return (1 + self.restaurants) * self.customers


def customer_earnings(market: Market, tile: CustomerTile, entrance: int) -> tuple[Earning, ...]:
    """Return what every matching stand earns when ``tile`` comes to ``entrance``."""
    earnings = []
    for space in market.layout.lines[market.layout.line_of[entrance]]:
        stand = market.stands[space]
        if stand is not None and stand.type in tile.types:
            restaurants = market.improvers(space, stand.type)
            earnings.append(Earning(stand.owner, space, entrance, tile.customers, restaurants))
    return tuple(earnings)


def opening_earnings(market: Market, space: int, type_: int, owner: int) -> tuple[Earning, ...]:
    """Return what a stand earns at once when it opens on ``space``."""
    earnings = []
    restaurants = market.improvers(space, type_)
    for entrance in market.layout.entrances_of[space]:
        tile = market.entrances[entrance]
        if tile is not None and type_ in tile.types:
            earnings.append(Earning(owner, space, entrance, tile.customers, restaurants))
    return tuple(earnings)


def totals(earnings: Iterable[Earning], num_players: int) -> tuple[int, ...]:
    """Return the coins that each player is paid."""
    coins = [0] * num_players
    for earning in earnings:
        coins[earning.owner] += earning.coins
    return tuple(coins)
