"""The players of Mercado de Lisboa: those of all games, with its evaluation and its turns."""

from functools import partial

from chatuchak_solver.games.look_ahead import LookAhead, LookAheadPlayer
from chatuchak_solver.games.mercado.evaluation import DEFAULT_WEIGHTS, Weights, evaluate
from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.games.tree_search import TreeSearch


def greedy_player(weights: Weights = DEFAULT_WEIGHTS) -> GreedyPlayer:
    """Return the player that takes the action after which the stated evaluation is best."""
    return GreedyPlayer(partial(evaluate, weights=weights))


def look_ahead(
    *, turns: int = 1, width: int = 6, samples: int = 2, weights: Weights = DEFAULT_WEIGHTS
) -> LookAhead:
    """Return a search that plays on until the player's turn has come round again.

    Parameters
    ----------
    turns, width, samples
        As for `LookAhead`.
    weights
        The evaluation's weights.
    """
    return LookAhead(
        greedy_player(weights), turns=turns, width=width, samples=samples, to_next_turn=True
    )


def look_ahead_player() -> LookAheadPlayer:
    """Return the player that plays every promising action on before it decides."""
    return LookAheadPlayer(look_ahead())


def adviser() -> TreeSearch:
    """Return the search for advice."""
    return TreeSearch(greedy_player(), turns=1, spread=1.5)
