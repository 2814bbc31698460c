"""The players of Mercado de Lisboa: those of all games, with its evaluation and its turns."""

from typing import Final

from chatuchak_solver.games.look_ahead import LookAhead, LookAheadPlayer
from chatuchak_solver.games.mercado.evaluation import evaluate
from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.games.tree_search import TreeSearch

GREEDY: Final = GreedyPlayer(evaluate)
"""Takes the action after which the stated evaluation is best."""


def look_ahead_player() -> LookAheadPlayer:
    """Return the player that looks ahead until its next turn."""
    return LookAheadPlayer(LookAhead(GREEDY, width=6, samples=2, to_next_turn=True))


def adviser() -> TreeSearch:
    """Return the search for advice."""
    return TreeSearch(GREEDY, turns=1, spread=1.5)
