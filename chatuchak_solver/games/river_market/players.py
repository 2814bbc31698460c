"""Players of the solo game, and the policy for the Rival's free choices.

How the human scores is not in the rules' text, so these players do not try to score: they drive
the Rival, for studies of its pace.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chatuchak_solver.games.river_market.actions import (
    RESOURCES,
    Action,
    BuildAt,
    Built,
    Done,
    Gained,
    Hired,
    Moved,
    ZoomTo,
)
from chatuchak_solver.games.river_market.state import RiverMarketState

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SteadyPlayer", "evaluate", "suggested_choice"]


def suggested_choice(state: RiverMarketState) -> ZoomTo | BuildAt | None:
    """Return a choice for the Rival that is good for you, or None where there is none to make.

    It zooms to the next booth of yours clockwise, for the owner bonus; without one, to the next
    booth. It builds on the end spot farthest clockwise from its pawn.
    """
    if state.phase == "zoom":
        names = [state.river.walk(state.pawn, s) for s in range(1, len(state.river.booths))]
        yours = [name for name in names if state.river.owner(name) == "you"]
        return ZoomTo((yours or names)[0])
    if state.phase in ("build", "event-build"):
        count = len(state.river.end_spots)
        return BuildAt(state.river.count_end_spots(state.pawn, count))
    return None


def evaluate(state: RiverMarketState, player: int) -> float:  # noqa: ARG001
    """Return how well you stand against the Rival.

    Owner bonuses that its moves brought you, plus your booths, less its booths.
    """
    return float(state.bonuses + state.river.owned_by("you") - state.river.owned_by("rival"))


@dataclass(frozen=True, slots=True)
class SteadyPlayer:
    """Plays turns of a plausible shape, at random: it moves, gains, now and then builds or hires.

    Attributes
    ----------
    build
        The chance to build before a turn ends.
    hire
        The chance to hire a helper before a turn ends.
    """

    build: float = 0.25
    hire: float = 0.15

    def choose(self, state: RiverMarketState, player: int, rng: np.random.Generator) -> Action:
        """Return the next event or choice."""
        del player
        choice = suggested_choice(state)
        if choice is not None:
            return choice
        if state.phase != "turn":
            actions = state.legal_actions()
            return actions[int(rng.integers(len(actions)))]
        if "moved" not in state.reported:
            steps = int(rng.integers(1, 5))
            return Moved(state.river.walk(state.your_pawn, steps))
        if not any(what.startswith("gained") for what in state.reported):
            return Gained(RESOURCES[int(rng.integers(len(RESOURCES)))], int(rng.integers(1, 4)))
        if state.houses and state.river.end_spots and rng.random() < self.build:
            spots = state.river.end_spots
            return Built(spots[int(rng.integers(len(spots)))])
        if "hired" not in state.reported and rng.random() < self.hire:
            return Hired(1)
        return Done()
