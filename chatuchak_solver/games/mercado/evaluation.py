"""How good a position is for a player, in coins: the stated evaluation that players maximise.

A player's worth is

    coins - unplaced restaurants
    + future x (restaurant x unplaced restaurants
                + entrance x sum over own stands and over the free entrances of their lines of
                  (1 + improving restaurants) x min(stands in the line, most customers))
    + opening x the best (income - cost) of opening a stand of a tile in hand, if positive

where *future* falls from 1 at the start to 0 when the end is triggered. The evaluation is the
player's worth less that of the best other player.
"""

from __future__ import annotations

from dataclasses import dataclass

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import STANDS
from chatuchak_solver.games.mercado.transitions import ENTRANCES_LEFT, SPACES_LEFT

__all__ = ["DEFAULT_WEIGHTS", "Weights", "evaluate", "future", "worths"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What prospects are worth in coins.

    Attributes
    ----------
    entrance
        One expected customer at a free entrance, per coin that the customer would pay.
    restaurant
        A restaurant tile yet to be opened, at the start of the game.
    opening
        A coin that opening a stand on the next turn would bring.
    """

    entrance: float = 0.85
    restaurant: float = 1.0
    opening: float = 0.5


DEFAULT_WEIGHTS = Weights()


def evaluate(state: MercadoState, player: int, weights: Weights = DEFAULT_WEIGHTS) -> float:
    """Return the player's worth less that of the best other player, in coins."""
    worth = worths(state, weights)
    return worth[player] - max(worth[:player] + worth[player + 1 :])


def worths(state: MercadoState, weights: Weights = DEFAULT_WEIGHTS) -> list[float]:
    """Return every player's worth in coins; at the end of the game the scores."""
    worth = [float(score) for score in state.scores()]
    if state.is_over:
        return worth
    market = state.market
    counts = market.line_counts()
    share = future(state)
    if share > 0:
        _add_prospects(worth, state, counts, share * weights.entrance)
        for player, tiles in enumerate(state.unplaced):
            worth[player] += share * weights.restaurant * sum(tiles)
    best = _best_openings(market, counts)
    for player, tiles in enumerate(state.tiles):
        if state.wooden_stands_left(player):
            options = (best[type_] for type_, count in enumerate(tiles) if count)
            worth[player] += weights.opening * max(0, max(options, default=0))
    return worth


def future(state: MercadoState) -> float:
    """Return how much of the game is to come: 1 at its start, 0 once the end is triggered."""
    if state.ended_by is not None:
        return 0.0
    market = state.market
    board = market.layout
    spaces = len(market.free_spaces()) - SPACES_LEFT
    entrances = market.entrances.count(None) - ENTRANCES_LEFT
    return min(
        spaces / max(1, board.num_spaces - SPACES_LEFT),
        entrances / max(1, board.num_entrances - ENTRANCES_LEFT),
    )


def _add_prospects(
    worth: list[float], state: MercadoState, counts: list[int], weight: float
) -> None:
    """Add what customers at free entrances are expected to pay for every stand."""
    market = state.market
    board = market.layout
    most = state.setup.most_customers
    expected = [0] * len(board.lines)
    for entrance, tile in enumerate(market.entrances):
        if tile is None:
            line = board.line_of[entrance]
            expected[line] += min(counts[line], most)
    for space, stand in enumerate(market.stands):
        if stand is not None:
            column, row = board.lines_of[space]
            customers = expected[column] + expected[row]
            if customers:
                paid = 1 + market.improvers(space, stand.type)
                worth[stand.owner] += weight * paid * customers


def _best_openings(market: Market, counts: list[int]) -> list[int]:
    """Return the best income less cost of opening a stand of each type, anywhere."""
    board = market.layout
    demand = [[0] * len(STANDS) for _ in board.lines]
    for entrance, tile in enumerate(market.entrances):
        if tile is not None:
            for type_ in tile.types:
                demand[board.line_of[entrance]][type_] += tile.customers
    best = [-market.side] * len(STANDS)
    for space in market.free_spaces():
        column, row = board.lines_of[space]
        cost = max(counts[column], counts[row]) + 1
        for type_ in range(len(STANDS)):
            customers = demand[column][type_] + demand[row][type_]
            if customers:
                income = customers * (1 + market.improvers(space, type_)) - cost
                best[type_] = max(best[type_], income)
    return best
