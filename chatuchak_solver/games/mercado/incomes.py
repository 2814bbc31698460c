"""Immediate costs and incomes of actions, by stand."""

from collections.abc import Iterable, Iterator

from chatuchak_solver.codec import Answer
from chatuchak_solver.games.contract import check_player, illegal_action
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.mercado.market import Market, Stand
from chatuchak_solver.games.mercado.state import MercadoState


class StandIncome(Answer, frozen=True):
    """The income of a stand."""

    owner: int
    """The owner, from 0."""
    space: str
    """Its space."""
    entrance: str
    """The entrance of the customers."""
    customers: int
    restaurants: int
    """The restaurants that improve it."""
    coins: int
    """Its income in coins."""


class Income(Answer, frozen=True, kw_only=True):
    """The immediate cost and income of an action.

    Attributes
    ----------
    player
        The acting player, from 0.
    cost
        The coins paid by the player.
    bonus
        The coins for the action itself: 1 for a restaurant or a coin.
    owners
        The coins paid to each player by customers.
    net
        The change of the player's coins.
    lead
        The change relative to the best-earning other player.
    restaurant
        Whether the player takes a facedown restaurant.
    earnings
        The income of each stand from each customer tile.
    """

    action: str
    player: int
    cost: int
    bonus: int
    owners: tuple[int, ...]
    net: int
    lead: int
    restaurant: bool
    earnings: tuple[StandIncome, ...]


def incomes(state: MercadoState) -> tuple[Income, ...]:
    """Return the immediate incomes of the legal actions, by coins, lead and text.

    Excludes actions without a payment, such as ``redraw``; empty unless a turn begins.
    """
    found = [
        _income(state, action, state.player)
        for action in state.legal_actions()
        if isinstance(action, act.Placing | act.TakeCoin)
    ]
    return tuple(sorted(found, key=lambda income: (-income.net, -income.lead, income.action)))


def placement_income(state: MercadoState, action: str, *, player: int | None = None) -> Income:
    """Return the income of a placement, ignoring its tile and cost.

    ``action`` is ``stand``, ``bring`` or ``restaurant`` with a free place, otherwise possibly
    illegal. By default the current player acts.
    """
    player = state.player if player is None else player
    check_player(state, player)
    parsed = state.parse(action)
    match parsed:
        case act.OpenStand(_, space) | act.OpenRestaurant(_, space):
            free = state.market.is_free(space)
        case act.BringCustomers(_, entrance):
            free = state.market.entrances[entrance] is None
        case _:
            raise illegal_action(action, "only stands, customers and restaurants are placed")
    if not free:
        raise illegal_action(action, "the place is taken already")
    return _income(state, parsed, player)


def _income(state: MercadoState, action: Action, player: int) -> Income:
    market, board = state.market, state.market.layout
    pairs: list[tuple[int, int]] = []
    cost = bonus = 0
    restaurant = False
    match action:
        case act.OpenStand(type_, space):
            cost, restaurant = market.opening_costs[space], market.gray[space]
            market = market.with_stand(space, Stand(type_, player))
            lines = board.lines_of[space]
            pairs = [(space, door) for door, line in enumerate(board.line_of) if line in lines]
        case act.BringCustomers(tile, entrance):
            market = market.with_customers(entrance, tile)
            pairs = [(space, entrance) for space in board.lines[board.line_of[entrance]]]
        case act.OpenRestaurant(_, space):
            bonus, restaurant = 1, market.gray[space]
        case _:
            bonus = 1
    earnings = tuple(_earnings(market, pairs))
    owners = [0] * state.num_players
    for earning in earnings:
        owners[earning.owner] += earning.coins
    net = owners[player] + bonus - cost
    return Income(
        action=state.format(action),
        player=player,
        cost=cost,
        bonus=bonus,
        owners=tuple(owners),
        net=net,
        lead=net - max(owners[:player] + owners[player + 1 :]),
        restaurant=restaurant,
        earnings=earnings,
    )


def _earnings(market: Market, pairs: Iterable[tuple[int, int]]) -> Iterator[StandIncome]:
    board = market.layout
    for space, entrance in pairs:
        stand, tile = market.stands[space], market.entrances[entrance]
        if stand is not None and tile is not None and stand.type in tile.types:
            count = market.improvers(space, stand.type)
            names = board.space_names[space], board.entrance_names[entrance]
            coins = (1 + count) * tile.customers
            yield StandIncome(stand.owner, *names, tile.customers, count, coins)
