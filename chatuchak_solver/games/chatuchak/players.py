"""Players of the multiplayer game and their evaluation."""

from dataclasses import dataclass

import numpy as np

from chatuchak_solver.games.chatuchak.actions import Action
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.contract import check_player
from chatuchak_solver.games.players import AdvisorPlayer, GreedyPlayer, pick
from chatuchak_solver.games.tree_search import look_ahead
from chatuchak_solver.search.additive_heuristic import additive_heuristic

GROUPING = 0.6
"""Value in points of one group or single booth less."""
TURN = 0.2
"""Value in points of the turns of one time track space, before passing."""


@dataclass(frozen=True, slots=True)
class RandomMover:
    """Chooses uniformly among the moves; never passes, which would end its game."""

    def choose(self, state: ChatuchakState, player: int, rng: np.random.Generator) -> Action:
        """Return a random move."""
        return pick(state.legal_actions()[:-1], player, rng)  # `pass` is the last as a text


def evaluate(state: ChatuchakState, player: int) -> float:
    """Return the player's worth less that of the best other player, in points.

    A worth is the score, minus a share of every group and single booth, plus the remaining turns.
    Minus points count the worst color only, but better grouping in any color approaches markers.
    """
    check_player(state, player)
    spaces_left = len(state.figures.time_track) - state.tent
    worths = [
        score - GROUPING * sum(profile.clusters) + (0 if passed else TURN * spaces_left)
        for score, profile, passed in zip(state.scores(), state.profiles, state.passed, strict=True)
    ]
    return worths.pop(player) - max(worths)


DISTANCE = 0.3
"""Value in points of one move less to a fully grouped grid."""


def solver_value(state: ChatuchakState, player: int) -> float:
    """Return the evaluation minus a share of the moves to a fully grouped grid.

    The moves are the pattern databases' lower bound.
    """
    distance = additive_heuristic(state.grids[player], state.rule)
    return evaluate(state, player) - DISTANCE * distance


def solver_player() -> AdvisorPlayer:
    """Return the player that searches with the solver's distance in its evaluation."""
    return look_ahead(GreedyPlayer(solver_value))
