"""The value of a position for a player, in coins.

A player's worth is

    coins - unplaced restaurants
    + future x (RESTAURANT x unplaced restaurants
                + ENTRANCE x sum over own stands and over the free entrances of their lines of
                  (1 + improving restaurants) x min(stands in the line, most customers))
    + OPENING x the best (income - cost) of opening a stand of a tile in hand, if positive

*future* falls from 1 at the start to 0 when the end is triggered. The evaluation is the
player's worth less that of the best other player.
"""

from chatuchak_solver.games.mercado.market import STANDS, Market, StandName
from chatuchak_solver.games.mercado.rules import PLACES_LEFT
from chatuchak_solver.games.mercado.state import MercadoState

ENTRANCE = 0.85
"""Value of an expected customer at a free entrance, per coin of payment."""
RESTAURANT = 1.0
"""Value in coins of an unplaced restaurant at the start of the game."""
OPENING = 0.5
"""Value of a coin of net income from opening a stand next turn."""


def evaluate(state: MercadoState, player: int) -> float:
    """Return the player's worth less that of the best other player, in coins."""
    worth = worths(state)
    return worth[player] - max(worth[:player] + worth[player + 1 :])


def worths(state: MercadoState) -> list[float]:
    """Return every player's worth in coins; after the end, the scores."""
    worth = list(map(float, state.scores()))
    if state.is_over:
        return worth
    market, most, share = state.market, state.setup.most_customers, future(state)
    expected = dict.fromkeys(market.layout.lines, 0)
    for entrance in market.free_entrances:
        expected[entrance[1]] += min(market.line_stands[entrance[1]], most)
    for space, stand in market.stands.items():
        weight = share * ENTRANCE * (1 + market.improvers(space, stand.type))
        worth[stand.owner] += weight * (expected[space[0]] + expected[space[1]])
    best = {type_: _best_opening(market, type_) for type_ in STANDS}
    for player, own in enumerate(state.players):
        worth[player] += share * RESTAURANT * sum(own.restaurants.values())
        if state.wooden_stands_left(player):
            worth[player] += OPENING * max([0, *(best[type_] for type_ in own.tiles)])
    return worth


def future(state: MercadoState) -> float:
    """Return the remaining share of the game, from 1 to 0."""
    if state.ended_by is not None:
        return 0.0
    market, side = state.market, state.setup.side
    places = ((market.free_spaces, side * side), (market.free_entrances, 4 * side))
    shares = [(len(free) - PLACES_LEFT) / max(1, most - PLACES_LEFT) for free, most in places]
    return max(0.0, min(shares))


def _best_opening(market: Market, type_: StandName) -> int:
    costs, incomes = market.opening_costs, market.opening_incomes(type_, market.free_spaces)
    return max([income - costs[space] for space, income in incomes.items()], default=0)
