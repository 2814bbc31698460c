"""The value of a position for a player, in coins, and the players that maximize it.

A player's worth is

    coins - unplaced restaurants
    + future x (RESTAURANT x unplaced restaurants
                + ENTRANCE x sum over own stands and over the free entrances of their lines of
                  (1 + improving restaurants) x min(stands in the line, most customers))
    + OPENING x the best (income - cost) of opening a stand of a tile in hand, if positive

*future* falls from 1 at the start to 0 when the end is triggered. The evaluation is the
player's worth less that of the best other player.
"""

from typing import Final

from chatuchak_solver.games.mercado.market import STANDS, Market
from chatuchak_solver.games.mercado.rules import ENTRANCES_LEFT, SPACES_LEFT
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.games.tree_search import TreeSearch

ENTRANCE: Final = 0.85
"""Value of an expected customer at a free entrance, per coin of payment."""
RESTAURANT: Final = 1.0
"""Value in coins of an unplaced restaurant at the start of the game."""
OPENING: Final = 0.5
"""Value of a coin of net income from opening a stand next turn."""


def evaluate(state: MercadoState, player: int) -> float:
    """Return the player's worth less that of the best other player, in coins."""
    worth = worths(state)
    return worth[player] - max(worth[:player] + worth[player + 1 :])


def worths(state: MercadoState) -> list[float]:
    """Return every player's worth in coins; after the end, the scores."""
    unplaced = [sum(tiles) for tiles in state.unplaced]
    worth = [float(coins - count) for coins, count in zip(state.coins, unplaced, strict=True)]
    if state.is_over:
        return worth
    market = state.market
    share = future(state)
    if share > 0:
        _add_prospects(worth, state, share * ENTRANCE)
        for player, count in enumerate(unplaced):
            worth[player] += share * RESTAURANT * count
    best = [_best_opening(market, type_) for type_ in range(len(STANDS))]
    for player, tiles in enumerate(state.tiles):
        if state.wooden_stands_left(player):
            options = [best[type_] for type_, count in enumerate(tiles) if count]
            worth[player] += OPENING * max([0, *options])
    return worth


def future(state: MercadoState) -> float:
    """Return the remaining share of the game, from 1 to 0."""
    if state.ended_by is not None:
        return 0.0
    market, board = state.market, state.market.layout
    shares = [
        (len(free) - left) / max(1, len(places) - left)
        for free, places, left in (
            (market.free_spaces, board.space_names, SPACES_LEFT),
            (market.free_entrances, board.entrance_names, ENTRANCES_LEFT),
        )
    ]
    return max(0.0, min(shares))


def _add_prospects(worth: list[float], state: MercadoState, weight: float) -> None:
    market, most = state.market, state.setup.most_customers
    board = market.layout
    expected = [0] * len(board.lines)
    for entrance in market.free_entrances:
        line = board.line_of[entrance]
        count = len(market.line_stands[line])
        expected[line] += count if count < most else most
    for space, (stand, (column, row)) in enumerate(zip(market.stands, board.lines_of, strict=True)):
        if stand is not None and (customers := expected[column] + expected[row]):
            worth[stand.owner] += weight * (1 + market.improvers(space, stand.type)) * customers


def _best_opening(market: Market, type_: int) -> int:
    if not any(market.line_customers[type_]):
        return 0
    costs = market.opening_costs
    profits = [market.opening_income(space, type_) - costs[space] for space in market.free_spaces]
    return max(profits, default=0)


GREEDY: Final = GreedyPlayer(evaluate)
"""Maximizes the evaluation after its action."""


def adviser() -> TreeSearch:
    """Return the search for advice."""
    return TreeSearch(GREEDY, turns=1, spread=1.5)
