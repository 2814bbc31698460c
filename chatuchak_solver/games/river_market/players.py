"""Players of the solo game, and the policy for the Rival's free choices.

The rules' text does not define the human's scoring. These players take plausible turns, for studies
of the Rival's pace, and make the required choices.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from chatuchak_solver.games.river_market.actions import RESOURCES, Action
from chatuchak_solver.games.river_market.state import RiverMarketState

MAX_STEP_LENGTH = 4
"""Maximum distance of your pawn per turn, in booths."""

TURNS_A_HOUSE = 3
"""Minimum number of turns between houses."""

TURNS_A_HELPER = 5
"""Minimum number of turns between helpers."""

GAIN = 2
"""Resources gained per turn, and the cost of a house or a helper."""

BOOTH = 3
"""The value of your own booth in a score."""

BUILD_PROBABILITY = 0.25
HIRE_PROBABILITY = 0.15
"""The probabilities of building and of hiring in a turn of the steady player."""


def suggested_choice(state: RiverMarketState) -> Action | None:
    """Return a choice for the Rival that is good for you, or None if none is due.

    Zooms to your next booth clockwise, for the owner bonus, or else to the next booth. Builds on
    the end spot farthest clockwise from the pawn.
    """
    river = state.river
    if state.phase == "zoom":
        names = [river.walk(state.pawn, steps) for steps in range(1, len(river.booths))]
        yours = [name for name in names if river.owner(name) == "you"]
        return Action("zoom", (yours or names)[0])
    if state.phase in ("build", "event-build"):
        return Action("build", river.count_end_spots(state.pawn, len(river.end_spots)))
    return None


def evaluate(state: RiverMarketState, player: int) -> float:  # noqa: ARG001
    """Return your owner bonuses from the Rival's moves, plus your booths, minus its booths."""
    return float(state.bonuses + state.river.owned_by("you") - state.river.owned_by("rival"))


class SteadyPlayer:
    """Plays plausible random turns: moves, gains, and sometimes builds or hires."""

    def choose(self, state: RiverMarketState, player: int, rng: np.random.Generator) -> Action:  # noqa: ARG002
        """Return the next event or choice."""

        def pick(options: Sequence[Any]) -> Any:
            return options[int(rng.integers(len(options)))]

        if choice := suggested_choice(state):
            return choice
        if state.phase != "turn":
            action: Action = pick(state.legal_actions())
            return action
        if "moved" not in state.reported:
            return Action("moved", state.river.walk(state.your_pawn, pick(range(1, 5))))
        if not _reported(state, "gained"):
            return Action(f"gained {pick(RESOURCES)}", pick(range(1, 4)))
        if state.houses and state.river.end_spots and rng.random() < BUILD_PROBABILITY:
            return Action("built", pick(state.river.end_spots))
        if "hired" not in state.reported and rng.random() < HIRE_PROBABILITY:
            return Action("hired", 1)
        return Action("done")


def rate(state: RiverMarketState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate the choices of a plausible turn, by the evaluation after it.

    A turn moves the pawn a few booths, gains a resource, builds at most every `TURNS_A_HOUSE` turns
    and hires at most every `TURNS_A_HELPER`, for `GAIN` of a resource each. Rates destinations,
    resources and places of booths, yours or the Rival's; other events have no defined value.
    """
    actions = _plausible_actions(state)
    return actions, [evaluate(state.apply_unchecked(action), player) for action in actions]


def _plausible_actions(state: RiverMarketState) -> Sequence[Action]:
    river, done = state.river, [Action("done")]
    if state.phase == "score":
        points = sum(state.resources) + BOOTH * river.owned_by("you") + state.bonuses
        return (Action("score", points),)
    if state.phase == "left-over":
        return [Action("left-over", resource) for resource in state.most_left_over]
    if state.phase != "turn":
        return state.legal_actions()
    if "moved" not in state.reported:
        reach = range(1, min(MAX_STEP_LENGTH, len(river.booths) - 1) + 1)
        return [Action("moved", river.walk(state.your_pawn, steps)) for steps in reach] or done
    if not _reported(state, "gained"):
        return [Action(f"gained {resource}", GAIN) for resource in RESOURCES]
    built = state.setup.houses - state.houses
    can_build = state.houses > 0 and bool(river.end_spots)
    builds = can_build and state.turn >= TURNS_A_HOUSE * (built + 1)
    hires = "hired" not in state.reported and state.turn >= TURNS_A_HELPER * (state.helpers + 1)
    price = GAIN * (builds + hires)
    if price and not _reported(state, "spent"):
        held = [resource for resource, amount in state.amounts.items() if amount >= price]
        return [Action(f"spent {resource}", price) for resource in held] or done
    if builds:
        return [Action("built", spot) for spot in river.end_spots]
    return [Action("hired", 1)] if hires else done


def _reported(state: RiverMarketState, verb: str) -> bool:
    return any(event.startswith(verb) for event in state.reported)
