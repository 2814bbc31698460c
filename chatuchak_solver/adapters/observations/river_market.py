"""Observations of River Market's solo game, without the order of the decks."""

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Final, get_args

from chatuchak_solver.adapters.observations.parts import Observer, Part, copy, mark, to_act
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.setup import Booth, Card
from chatuchak_solver.games.river_market.state import Phase, RiverMarketState
from chatuchak_solver.kernels.arrays import Float32s

PHASES: Final[tuple[str, ...]] = get_args(Phase)
ENDS: Final = (None, "deck", "rival-houses", "your-houses")
COUNTS: Final = (
    "houses", "row", "helpers", "zoom_tokens", "bonuses", "turn", "to_draw", "turns_left", "score",
)  # fmt: skip
"""Parts with a single entry."""


def observer(start: RiverMarketState) -> Observer:
    """Return the observer for games with this initial state."""
    actions = list(start.all_actions())
    cards = tuple(dict.fromkeys(a.card for a in actions if isinstance(a, act.CardUp)))
    booths = tuple(action.booth for action in actions if isinstance(action, act.Moved))
    spots = start.setup.river.end_spots
    events = tuple(action.name for action in actions if isinstance(action, act.EventUp))
    parts = (
        # By name: clockwise place from 1; owned by you; owned by the rival.
        Part("booths", (len(booths), 3), len(booths) + len(spots)),
        Part("end_spots", (len(spots),), len(booths) + len(spots)),
        Part("your_pawn", (len(booths),)),
        Part("pawn", (len(booths),)),
        *(Part(name, (len(cards),), inf) for name in ("deck", "discards", "hand", "collection")),
        Part("booth_card", (len(cards),)),
        Part("events", (len(events),), inf),
        Part("event", (len(events),)),
        Part("resources", (len(act.RESOURCES),), inf),
        Part("left_over", (len(act.RESOURCES),)),
        Part("reported", (len(act.ONCE),)),
        Part("phase", (len(PHASES),)),
        Part("ended_by", (len(ENDS),)),
        Part("to_act", (2,)),
        *(Part(name, (1,), act.MAX_POINTS if name == "score" else inf) for name in COUNTS),
    )
    return Observer(parts, partial(_write, cards, booths, spots, events))


def _write(
    cards: tuple[Card, ...],
    booths: tuple[str, ...],
    spots: tuple[str, ...],
    events: tuple[str, ...],
    state: RiverMarketState,
    player: int,
    parts: Mapping[str, Float32s],
) -> None:
    for number, place in enumerate(state.river.places, start=1):
        if isinstance(place, Booth):
            owned = (place.owner == "you", place.owner == "rival")
            parts["booths"][booths.index(place.name)] = (number, *owned)
        else:
            parts["end_spots"][spots.index(place.name)] = number
    mark(parts["pawn"], booths.index(state.pawn))
    mark(parts["your_pawn"], booths.index(state.your_pawn))
    for name in ("deck", "discards", "hand"):
        for card, count in getattr(state, name):
            parts[name][cards.index(card)] = count
    for card in state.collection:
        parts["collection"][cards.index(card)] += 1
    if state.booth_card is not None:
        mark(parts["booth_card"], cards.index(state.booth_card))
    for event, count in state.events:
        parts["events"][events.index(event)] = count
    if state.event is not None:
        mark(parts["event"], events.index(state.event))
    if state.left_over is not None:
        mark(parts["left_over"], act.RESOURCES.index(state.left_over))
    for report in state.reported:
        mark(parts["reported"], act.ONCE.index(report))
    mark(parts["phase"], PHASES.index(state.phase))
    mark(parts["ended_by"], ENDS.index(state.ended_by))
    copy(state, parts, "resources", *(name for name in COUNTS if name != "row"))
    parts["row"][0] = len(state.row)
    to_act(state, player, parts["to_act"])
