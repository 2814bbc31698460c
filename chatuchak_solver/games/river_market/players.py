"""Players of the solo game, the policy for the Rival's free choices, and what is counted.

How the human scores is not in the rules' text, so these players do not try to score: they drive
the Rival, for studies of its pace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.state import RiverMarketState

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SteadyPlayer", "evaluate", "observe", "suggested_choice"]

COLUMN: Final = "times a game"


def suggested_choice(state: RiverMarketState) -> str | None:
    """Return a choice for the Rival that is good for you, or None where there is none to make.

    It zooms to the next booth of yours clockwise, for the owner bonus; without one, to the next
    booth. It builds on the end spot farthest clockwise from its pawn.
    """
    if state.phase == "zoom":
        names = [state.river.walk(state.pawn, s) for s in range(1, len(state.river.booths))]
        yours = [name for name in names if state.river.owner(name) == "you"]
        return f"zoom {(yours or names)[0]}"
    if state.phase in ("build", "event-build"):
        count = len(state.river.end_spots)
        return f"build {state.river.count_end_spots(state.pawn, count)}"
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

    def choose(self, state: GameState, player: int, rng: np.random.Generator) -> str:  # noqa: ARG002
        """Return the next event or choice."""
        assert isinstance(state, RiverMarketState)
        choice = suggested_choice(state)
        if choice is not None:
            return choice
        if state.phase != "turn":
            actions = state.legal_actions()
            return actions[int(rng.integers(len(actions)))]
        if "moved" not in state.reported:
            steps = int(rng.integers(1, 5))
            return f"moved {state.river.walk(state.your_pawn, steps)}"
        if not any(what.startswith("gained") for what in state.reported):
            return f"gained {RESOURCES[int(rng.integers(len(RESOURCES)))]} {rng.integers(1, 4)}"
        if state.houses and state.river.end_spots and rng.random() < self.build:
            return f"built {state.river.end_spots[int(rng.integers(len(state.river.end_spots)))]}"
        if "hired" not in state.reported and rng.random() < self.hire:
            return "hired 1"
        return "done"


def observe(
    before: RiverMarketState, action: str, after: RiverMarketState
) -> Iterator[tuple[str, str]]:
    """Yield what a designer counts: what the Rival did, owner bonuses, what ended the game."""
    verb = action.split(" ", 1)[0]
    if before.phase in ("draw", "zoom", "build", "event-build"):
        built = after.river.owned_by("rival") - before.river.owned_by("rival")
        if before.phase == "draw":
            yield "Rival draws a card", COLUMN
            if before.row[:1] == ("neutral",) and len(after.row) < len(before.row):
                yield "Rival discards a neutral house", COLUMN
        if built:
            yield "Rival builds " + ("an event" if before.event else "a booth"), COLUMN
        if after.bonuses > before.bonuses:
            yield "owner bonus by the Rival's move", COLUMN
        if verb == "zoom":
            yield "Rival zooms", COLUMN
    elif verb in ("built", "hired", "done"):
        yield {"built": "you build", "hired": "you hire", "done": "your turns"}[verb], COLUMN
    if after.ended_by is not None and before.ended_by is None:
        yield f"end by {after.ended_by}", COLUMN
