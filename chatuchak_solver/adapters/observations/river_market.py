"""Observations of River Market's solo game, without the order of the decks."""

from collections import Counter
from math import inf
from typing import get_args

import numpy as np

from chatuchak_solver.adapters.observations.parts import Observer, Part, choice, counts, to_act
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.state import Phase, RiverMarketState
from chatuchak_solver.kernels.arrays import Float32s

PHASES: tuple[str, ...] = get_args(Phase)
ENDS = (None, "deck", "rival-houses", "your-houses")


def observer(start: RiverMarketState) -> Observer:
    """Return the observer for games with this initial state."""
    actions = tuple(start.all_actions())
    cards, booths, events = (
        [action.value for action in actions if action.verb == verb]
        for verb in ("card", "moved", "event")
    )
    spots = start.setup.river.end_spots

    def river(state: RiverMarketState, _: object) -> Float32s:
        found = np.zeros((len(booths), 3), np.float32)
        for number, place in enumerate(state.river.places, start=1):
            if not place.is_spot:
                owned = (place.owner == "you", place.owner == "rival")
                found[booths.index(place.name)] = (number, *owned)
        return found

    def end_spots(state: RiverMarketState, _: object) -> list[int]:
        names = state.river.names
        return [names.index(spot) + 1 if spot in names else 0 for spot in spots]

    def number(name: str, high: float = inf) -> Part:
        return Part(name, (1,), high)

    num_places = len(booths) + len(spots)
    return Observer(start, (
        # By name: clockwise place from 1; owned by you; owned by the rival.
        Part("booths", (len(booths), 3), num_places, read=river),
        Part("end_spots", (len(spots),), num_places, read=end_spots),
        choice("your_pawn", booths),
        choice("pawn", booths),
        *(counts(name, cards) for name in ("deck", "discards", "hand")),
        counts("collection", cards, of=Counter),
        choice("booth_card", cards),
        counts("events", events),
        choice("event", events),
        Part("resources", (len(act.RESOURCES),), inf),
        choice("left_over", act.RESOURCES),
        Part("reported", (len(act.ONCE),),
             read=lambda state, _: [report in state.reported for report in act.ONCE]),
        choice("phase", PHASES),
        choice("ended_by", ENDS),
        to_act(start),
        number("houses"),
        Part("row", (1,), inf, read=lambda state, _: len(state.row)),
        *map(number, ("helpers", "zoom_tokens", "bonuses", "turn", "to_draw", "turns_left")),
        number("score", act.MAX_POINTS),
    ))  # fmt: skip
