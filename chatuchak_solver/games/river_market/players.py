"""Players of the solo game, and the policy for the Rival's free choices.

The rules' text does not define the human's scoring. These players take plausible turns, for studies
of the Rival's pace, and make the required choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from chatuchak_solver.games.players import GreedyPlayer
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.state import RiverMarketState

MAX_STEP_LENGTH: Final = 4
"""Maximum distance of your pawn per turn, in booths."""

TURNS_A_HOUSE: Final = 3
"""Minimum number of turns between houses."""

TURNS_A_HELPER: Final = 5
"""Minimum number of turns between helpers."""

GAIN: Final = 2
"""Resources gained per turn, and the cost of a house or a helper."""

BOOTH: Final = 3
"""The value of your own booth in a score."""


def suggested_choice(state: RiverMarketState) -> act.ZoomTo | act.BuildAt | None:
    """Return a choice for the Rival that is good for you, or None if none is due.

    Zooms to your next booth clockwise, for the owner bonus, or else to the next booth. Builds on
    the end spot farthest clockwise from the pawn.
    """
    if state.phase == "zoom":
        names = [state.river.walk(state.pawn, s) for s in range(1, len(state.river.booths))]
        yours = [name for name in names if state.river.owner(name) == "you"]
        return act.ZoomTo((yours or names)[0])
    if state.phase in ("build", "event-build"):
        count = len(state.river.end_spots)
        return act.BuildAt(state.river.count_end_spots(state.pawn, count))
    return None


def evaluate(state: RiverMarketState, player: int) -> float:  # noqa: ARG001
    """Return your owner bonuses from the Rival's moves, plus your booths, minus its booths."""
    return float(state.bonuses + state.river.owned_by("you") - state.river.owned_by("rival"))


@dataclass(frozen=True, slots=True)
class SteadyPlayer:
    """Plays plausible random turns: moves, gains, builds or hires with the given probabilities."""

    build: float = 0.25
    hire: float = 0.15

    def choose(self, state: RiverMarketState, player: int, rng: np.random.Generator) -> Action:
        """Return the next event or choice."""
        del player

        def pick(options: Sequence[Any]) -> Any:
            return options[int(rng.integers(len(options)))]

        choice = suggested_choice(state)
        if choice is not None:
            return choice
        if state.phase != "turn":
            action: Action = pick(state.legal_actions())
            return action
        if "moved" not in state.reported:
            return act.Moved(state.river.walk(state.your_pawn, pick(range(1, 5))))
        if not any(event.startswith("gained") for event in state.reported):
            return act.Gained(pick(act.RESOURCES), pick(range(1, 4)))
        if state.houses and state.river.end_spots and rng.random() < self.build:
            return act.Built(pick(state.river.end_spots))
        if "hired" not in state.reported and rng.random() < self.hire:
            return act.Hired(1)
        return act.Done()


def rate(state: RiverMarketState, player: int) -> tuple[Sequence[Action], Sequence[float]]:
    """Rate the choices of a plausible turn, by the evaluation after it.

    A turn moves the pawn a few booths, gains a resource, builds at most every `TURNS_A_HOUSE` turns
    and hires at most every `TURNS_A_HELPER`, for `GAIN` of a resource each. Rates destinations,
    resources and places of booths, yours or the Rival's; other events have no defined value.
    """
    actions = _sensible(state)
    return actions, [evaluate(state.apply_unchecked(action), player) for action in actions]


def _sensible(state: RiverMarketState) -> Sequence[Action]:
    match state.phase:
        case "score":
            booths = state.river.owned_by("you")
            return (act.Scored(sum(state.resources) + BOOTH * booths + state.bonuses),)
        case "left-over":
            return tuple(map(act.LeftOver, state.most_left_over))
        case "turn":
            return _turn(state)
    return state.legal_actions()


def _turn(state: RiverMarketState) -> Sequence[Action]:
    river = state.river
    if "moved" not in state.reported:
        reach = range(1, min(MAX_STEP_LENGTH, len(river.booths) - 1) + 1)
        names = dict.fromkeys(river.walk(state.your_pawn, steps) for steps in reach)
        return tuple(map(act.Moved, names)) or (act.Done(),)
    if not any(event.startswith("gained") for event in state.reported):
        return tuple(act.Gained(resource, GAIN) for resource in act.RESOURCES)
    built = state.setup.houses - state.houses
    can_build = state.houses > 0 and bool(river.end_spots)
    builds = can_build and state.turn >= TURNS_A_HOUSE * (built + 1)
    hires = "hired" not in state.reported and state.turn >= TURNS_A_HELPER * (state.helpers + 1)
    if not any(event.startswith("spent") for event in state.reported):
        price = GAIN * (builds + hires)
        held = zip(act.RESOURCES, state.resources, strict=True)
        payable = [resource for resource, amount in held if amount >= price]
        return tuple(act.Spent(resource, price) for resource in payable if price) or (act.Done(),)
    if builds:
        return tuple(map(act.Built, river.end_spots))
    return (act.Hired(1),) if hires else (act.Done(),)


def greedy_player() -> GreedyPlayer:
    """Return the player that maximizes the evaluation among rated actions."""
    return GreedyPlayer(evaluate, rate)
