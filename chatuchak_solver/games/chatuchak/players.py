"""Players of the multiplayer game and the evaluation that they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_solver.games.chatuchak.state import ChatuchakState

if TYPE_CHECKING:
    import numpy as np

__all__ = ["RandomMover", "evaluate", "lead", "outlook"]

GROUPING: Final = 0.3
"""Points that one group or single booth less is worth, in any color."""
TURN: Final = 0.2
"""Points that the turns of one space of the time track are worth to who has not passed."""


@dataclass(frozen=True, slots=True)
class RandomMover:
    """Chooses uniformly among the moves; never passes, which would end its game at once."""

    def choose(self, state: ChatuchakState, player: int, rng: np.random.Generator) -> str:
        """Return a random move."""
        del player
        moves = [action for action in state.legal_actions() if action != "pass"]
        return moves[int(rng.integers(len(moves)))]


def lead(state: ChatuchakState, player: int) -> float:
    """Return the player's points less those of the best other player."""
    scores = state.scores()
    return scores[player] - max(scores[:player] + scores[player + 1 :])


def outlook(state: ChatuchakState, player: int) -> float:
    """Return the worth, in points, of the turns that are still to come; less once passed."""
    if state.passed[player]:
        return 0.0
    return TURN * (len(state.time.numbers) - state.time.tent)


def evaluate(state: ChatuchakState, player: int) -> float:
    """Return the lead, less a share of every group and single booth, plus the turns to come.

    The minus points count the worst color only; a grid that is better grouped in any color is
    closer to larger groups, and so to markers.
    """
    grouping = GROUPING * sum(state.profiles[player].clusters)
    return lead(state, player) - grouping + outlook(state, player)
