"""Your own turn, as the events that you report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from chatuchak_solver.games.river_market.actions import (
    RESOURCES,
    Action,
    Built,
    CardUp,
    DeckOut,
    Discarded,
    Done,
    Drew,
    Gained,
    Hired,
    Moved,
    Spent,
)
from chatuchak_solver.games.river_market.cards import put, take
from chatuchak_solver.games.river_market.rival import begin_rival_turn, card_drawn, trigger_end
from chatuchak_solver.games.river_market.river import Booth

if TYPE_CHECKING:
    from chatuchak_solver.games.river_market.state import RiverMarketState

__all__ = ["MOST_AMOUNT", "MOST_CARDS", "event_refusal", "events", "report", "your_card_up"]

MOST_AMOUNT: Final = 20
"""The most of one resource that is gained in a turn."""

MOST_CARDS: Final = 9
"""The most cards that are drawn, and helpers that are hired, in a turn."""


def events(state: RiverMarketState) -> Iterator[Action]:
    """Yield every event that can be reported now."""
    yield Done()
    if "moved" not in state.reported:
        yield from (Moved(booth.name) for booth in state.river.booths)
    if state.houses:
        yield from (Built(spot) for spot in state.river.end_spots)
    if "hired" not in state.reported:
        yield from (Hired(count) for count in range(1, MOST_CARDS + 1))
    for resource, held in zip(RESOURCES, state.resources, strict=True):
        if f"gained {resource}" not in state.reported:
            yield from (Gained(resource, amount) for amount in range(1, MOST_AMOUNT + 1))
        if f"spent {resource}" not in state.reported:
            yield from (Spent(resource, amount) for amount in range(1, held + 1))
    if state.setup.table:
        if state.ended_by is None:
            yield DeckOut()
        return
    if "drew" not in state.reported:
        yield from (Drew(count) for count in range(1, min(MOST_CARDS, state.num_to_draw) + 1))
    yield from (Discarded(card) for card, _ in state.hand)


def event_refusal(state: RiverMarketState, action: Action) -> str | None:
    """Return the rule that an event breaks here, or None where it can be reported."""
    once = _once(action)
    if once is not None and once in state.reported:
        return f"{once!r} is reported once a turn, in all; it was already"
    match action:
        case Moved(booth) if booth not in (place.name for place in state.river.booths):
            return f"the river has no booth {booth!r}"
        case Built(spot) if spot not in state.river.end_spots:
            spots = ", ".join(state.river.end_spots) or "none"
            return f"the river has no end spot {spot!r}; it has: {spots}"
        case Built() if not state.houses:
            return "you have no house left"
        case Hired(count) if not 1 <= count <= MOST_CARDS:
            return f"1 to {MOST_CARDS} helpers are hired in a turn"
        case Gained(_, amount) if not 1 <= amount <= MOST_AMOUNT:
            return f"1 to {MOST_AMOUNT} of a resource are gained in a turn"
        case Spent(resource, amount):
            held = state.resources[RESOURCES.index(resource)]
            if not 1 <= amount <= held:
                return f"you have {held} {resource}"
        case Drew() | Discarded() if state.setup.table:
            return "the deck lies on the table; your cards are not followed"
        case Drew(count) if not 1 <= count <= min(MOST_CARDS, state.num_to_draw):
            left = state.num_to_draw
            return f"1 to {MOST_CARDS} cards are drawn in a turn; there are {left} to draw"
        case Discarded(card) if card not in (held for held, _ in state.hand):
            return f"you have drawn no card '{card}' that you still have"
        case DeckOut() if not state.setup.table:
            return "the deck is followed here; report the cards you draw"
        case DeckOut() if state.ended_by is not None:
            return "the end is triggered already"
    return None


def report(state: RiverMarketState, action: Action) -> RiverMarketState:
    """Return the state after an event that can be reported."""
    once = _once(action)
    if once is not None:
        state = replace(state, reported=tuple(sorted((*state.reported, once))))
    match action:
        case Moved(booth):
            return replace(state, your_pawn=booth)
        case Built(spot):
            return _build(state, spot)
        case Hired(count):
            return replace(state, helpers=state.helpers + count)
        case Gained(resource, amount):
            return _change(state, resource, amount)
        case Spent(resource, amount):
            return _change(state, resource, -amount)
        case Drew(count):
            return replace(state, phase="your-draw", to_draw=count)
        case Discarded(card):
            return replace(
                state, hand=take(state.hand, card), discards=put(state.discards, (card,))
            )
        case DeckOut():
            return trigger_end(state, "deck")
        case _:
            return begin_rival_turn(state)


def your_card_up(state: RiverMarketState, outcome: CardUp) -> RiverMarketState:
    """Return the state after you drew a card."""
    state = card_drawn(state, outcome)
    left = state.to_draw - 1
    phase = state.phase if left else "turn"
    return replace(state, hand=put(state.hand, (outcome.card,)), to_draw=left, phase=phase)


def _build(state: RiverMarketState, spot: str) -> RiverMarketState:
    booth = Booth(state.river.new_name("you"), "you")
    stays = state.setup.after_build == "spot-stays"
    river = state.river.build(spot, booth, spot_stays=stays)
    state = replace(state, river=river, houses=state.houses - 1)
    return state if state.houses else trigger_end(state, "your-houses")


def _change(state: RiverMarketState, resource: str, by: int) -> RiverMarketState:
    held = list(state.resources)
    held[RESOURCES.index(resource)] += by
    return replace(state, resources=tuple(held))


def _once(action: Action) -> str | None:
    """Return the name of what can be reported once a turn, or None."""
    match action:
        case Moved():
            return "moved"
        case Hired():
            return "hired"
        case Drew():
            return "drew"
        case Gained(resource, _):
            return f"gained {resource}"
        case Spent(resource, _):
            return f"spent {resource}"
        case _:
            return None
