"""What actions bring now: the cost and everyone's income, stand by stand."""

from __future__ import annotations

from dataclasses import dataclass

from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.contract import illegal_action
from chatuchak_solver.games.mercado.actions import (
    Action,
    BringCustomers,
    OpenRestaurant,
    OpenStand,
    TakeCoin,
    format_action,
    parse_action,
)
from chatuchak_solver.games.mercado.earning import (
    Earning,
    customer_earnings,
    opening_earnings,
    totals,
)
from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["Income", "incomes", "placement_income"]


@dataclass(frozen=True, slots=True)
class Income:
    """What one action costs and earns at once.

    Attributes
    ----------
    action
        The action's text.
    player
        Who acts.
    cost
        The coins that the player pays.
    bonus
        The coins that the player takes for the action itself: 1 for a restaurant or a coin.
    earnings
        What every stand earns from every customer tile.
    owners
        The coins that every player is paid by customers.
    restaurant
        Whether the player takes a facedown restaurant.
    """

    action: str
    player: int
    cost: int
    bonus: int
    earnings: tuple[Earning, ...]
    owners: tuple[int, ...]
    restaurant: bool

    @property
    def net(self) -> int:
        """The change of the player's own coins."""
        return self.owners[self.player] + self.bonus - self.cost

    @property
    def lead(self) -> int:
        """The change of the player's coins against the best-earning other player."""
        others = self.owners[: self.player] + self.owners[self.player + 1 :]
        return self.net - max(others, default=0)

    def to_dict(self, state: MercadoState) -> JsonObject:
        """Return the JSON-ready form, with the names of spaces and entrances."""
        board = state.market.layout
        return {
            "action": self.action,
            "player": self.player,
            "cost": self.cost,
            "bonus": self.bonus,
            "owners": list(self.owners),
            "net": self.net,
            "lead": self.lead,
            "restaurant": self.restaurant,
            "earnings": [
                {
                    "owner": earning.owner,
                    "space": board.space_names[earning.space],
                    "entrance": board.entrance_names[earning.entrance],
                    "customers": earning.customers,
                    "restaurants": earning.restaurants,
                    "coins": earning.coins,
                }
                for earning in self.earnings
            ],
        }


def incomes(state: MercadoState) -> tuple[Income, ...]:
    """Return what every legal action brings now, the best for the player first.

    By own coins, then by the lead over the others, then by the action's text. Actions that pay
    nobody, such as ``redraw``, are left out; so is everything where no turn begins.
    """
    found = [
        _income(state, action, state.player)
        for action in state.legal_actions()
        if isinstance(action, OpenStand | BringCustomers | OpenRestaurant | TakeCoin)
    ]
    return tuple(sorted(found, key=lambda income: (-income.net, -income.lead, income.action)))


def placement_income(state: MercadoState, action: str, *, player: int | None = None) -> Income:
    """Return what a placement would bring, whoever holds the tile and whatever it costs.

    Parameters
    ----------
    state
        The position; only its market counts.
    action
        ``stand``, ``bring`` or ``restaurant`` with a free place; it need not be legal otherwise.
    player
        Who would place it; None for the player to act.

    Raises
    ------
    IllegalMoveError
        If the action cannot be read, is no placement, or its place is taken.
    """
    try:
        parsed = parse_action(action, state.market.layout)
    except NotationError as error:
        raise illegal_action(action, str(error)) from None
    match parsed:
        case OpenStand(_, space) | OpenRestaurant(_, space):
            free = state.market.is_free(space)
        case BringCustomers(_, entrance):
            free = state.market.entrances[entrance] is None
        case _:
            raise illegal_action(action, "only stands, customers and restaurants are placed")
    if not free:
        raise illegal_action(action, "the place is taken already")
    return _income(state, parsed, state.player if player is None else player)


def _income(state: MercadoState, action: Action, player: int) -> Income:
    market = state.market
    earnings: tuple[Earning, ...] = ()
    cost = bonus = 0
    restaurant = False
    match action:
        case OpenStand(type_, space):
            earnings = opening_earnings(market, space, type_, player)
            cost, restaurant = market.opening_cost(space), market.gray[space]
        case BringCustomers(tile, entrance):
            earnings = customer_earnings(market, tile, entrance)
        case OpenRestaurant(_, space):
            bonus, restaurant = 1, market.gray[space]
        case _:
            bonus = 1
    return Income(
        action=format_action(action, market.layout),
        player=player,
        cost=cost,
        bonus=bonus,
        earnings=earnings,
        owners=totals(earnings, state.num_players),
        restaurant=restaurant,
    )
