"""Immediate costs and incomes of actions, by stand."""

from chatuchak_solver.codec import Answer
from chatuchak_solver.games.contract import check_player, illegal_action
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.market import Stand, StandIncome
from chatuchak_solver.games.mercado.state import MercadoState


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
    player = check_player(state, state.player if player is None else player)
    placing, market = state.parse(action), state.market
    if not isinstance(placing, act.Placing):
        raise illegal_action(action, "only stands, customers and restaurants are placed")
    if action.split(" ")[-1] not in (*market.free_spaces, *market.free_entrances):
        raise illegal_action(action, "the place is taken already")
    return _income(state, placing, player)


def _income(state: MercadoState, action: act.Action, player: int) -> Income:
    market, owners = state.market, [0] * state.num_players
    earnings: tuple[StandIncome, ...] = ()
    cost = bonus = 0
    match action:
        case act.OpenStand(type_, space):
            cost = market.opening_costs[space]
            earnings = market.incomes({space: Stand(type_, player)}, market.entrances)
        case act.BringCustomers(tile, entrance):
            earnings = market.incomes(market.stands, {entrance: tile})
        case _:
            bonus = 1
    for earning in earnings:
        owners[earning.owner] += earning.coins
    net = owners[player] + bonus - cost
    return Income(
        action=str(action), player=player, cost=cost, bonus=bonus, owners=tuple(owners), net=net,
        lead=net - max(owners[:player] + owners[player + 1 :]), earnings=earnings,
        restaurant=getattr(action, "space", None) in market.gray,
    )  # fmt: skip
