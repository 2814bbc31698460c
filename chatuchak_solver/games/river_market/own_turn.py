"""Your own turn, as the events that you report."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import Counts, put, take
from chatuchak_solver.games.river_market.position import Position
from chatuchak_solver.games.river_market.rival import (
    begin_rival_turn,
    built,
    card_drawn,
    trigger_end,
)
from chatuchak_solver.games.values import add_at

P = TypeVar("P", bound=Position)

DONE = act.Done()
HIRED = tuple(map(act.Hired, range(1, act.MOST_CARDS + 1)))
DREW = tuple(map(act.Drew, range(1, act.MOST_CARDS + 1)))
GAINED = {
    resource: tuple(
        sorted((act.Gained(resource, amount) for amount in range(1, act.MOST_AMOUNT + 1)), key=str)
    )
    for resource in act.RESOURCES
}
RESOURCES_BY_NAME = tuple(sorted(act.RESOURCES))

# What can be reported once a turn, by its name in `Position.reported`.
GAINED_ONCE = {resource: f"gained {resource}" for resource in RESOURCES_BY_NAME}
SPENT_ONCE = {resource: f"spent {resource}" for resource in RESOURCES_BY_NAME}


def events(position: Position) -> tuple[Action, ...]:
    """Return every event that can be reported now, sorted by its text."""
    reported, river, table = position.reported, position.river, position.setup.table
    found: list[Action] = []
    if position.houses:
        found += _each(act.Built, river.end_spots)
    if table and position.ended_by is None:
        found.append(act.DeckOut())
    if not table:
        found += _discarded(position.hand)
    found.append(DONE)
    if not table and "drew" not in reported:
        found += DREW[: position.num_to_draw]
    for resource, once in GAINED_ONCE.items():
        if once not in reported:
            found += GAINED[resource]
    if "hired" not in reported:
        found += HIRED
    if "moved" not in reported:
        found += _each(act.Moved, river.booth_names)
    if any(position.resources):
        for resource, once in SPENT_ONCE.items():
            held = position.resources[act.RESOURCES.index(resource)]
            if held and once not in reported:
                found += _spent_up_to(resource, held)
    return tuple(found)


@lru_cache(maxsize=4096)
def _each(kind: Callable[[Any], Action], of: tuple[object, ...]) -> tuple[Action, ...]:
    """Return an action of a kind for each thing, in the order of their texts."""
    return tuple(sorted(map(kind, of), key=str))


@lru_cache(maxsize=4096)
def _discarded(hand: Counts) -> tuple[Action, ...]:
    return _each(act.Discarded, tuple(card for card, _ in hand))


@lru_cache(maxsize=4096)
def _spent_up_to(resource: str, held: int) -> tuple[act.Spent, ...]:
    return tuple(sorted((act.Spent(resource, n) for n in range(1, held + 1)), key=str))


def event_refusal(position: Position, action: Action) -> str | None:
    """Return the rule that an event breaks here, or None where it can be reported."""
    once = _once(action)
    if once is not None and once in position.reported:
        return f"{once!r} is reported once a turn, in all; it was already"
    match action:
        case act.Gained(resource, _) | act.Spent(resource, _) if resource not in act.RESOURCES:
            return f"no resource {resource!r}; there are: {', '.join(act.RESOURCES)}"
        case act.Moved(booth) if booth not in position.river.booth_names:
            return f"the river has no booth {booth!r}"
        case act.Built(spot) if spot not in position.river.end_spots:
            spots = ", ".join(position.river.end_spots) or "none"
            return f"the river has no end spot {spot!r}; it has: {spots}"
        case act.Built() if not position.houses:
            return "you have no house left"
        case act.Hired(count) if not 1 <= count <= act.MOST_CARDS:
            return f"1 to {act.MOST_CARDS} helpers are hired in a turn"
        case act.Gained(_, amount) if not 1 <= amount <= act.MOST_AMOUNT:
            return f"1 to {act.MOST_AMOUNT} of a resource are gained in a turn"
        case act.Spent(resource, amount):
            held = position.resources[act.RESOURCES.index(resource)]
            if not 1 <= amount <= held:
                return f"you have {held} {resource}"
        case act.Drew() | act.Discarded() if position.setup.table:
            return "the deck lies on the table; your cards are not followed"
        case act.Drew(count) if not 1 <= count <= min(act.MOST_CARDS, position.num_to_draw):
            left = position.num_to_draw
            return f"1 to {act.MOST_CARDS} cards are drawn in a turn; there are {left} to draw"
        case act.Discarded(card) if card not in (held for held, _ in position.hand):
            return f"you have drawn no card '{card}' that you still have"
        case act.DeckOut() if not position.setup.table:
            return "the deck is followed here; report the cards you draw"
        case act.DeckOut() if position.ended_by is not None:
            return "the end is triggered already"
    return None


def report(position: P, action: Action) -> P:
    """Return the position after an event that can be reported."""
    once, reported = _once(action), position.reported
    if once is not None:
        reported = tuple(sorted((*reported, once)))
    match action:
        case act.Gained(resource, amount):
            resources = add_at(position.resources, act.RESOURCES.index(resource), amount)
            return position.but(reported=reported, resources=resources)
        case act.Spent(resource, amount):
            resources = add_at(position.resources, act.RESOURCES.index(resource), -amount)
            return position.but(reported=reported, resources=resources)
        case act.Hired(count):
            return position.but(reported=reported, helpers=position.helpers + count)
        case act.Moved(booth):
            return position.but(reported=reported, your_pawn=booth)
        case act.Drew(count):
            return position.but(reported=reported, phase="your-draw", to_draw=count)
        case act.Built(spot):
            return _build(position, spot)
        case act.Discarded(card):
            return position.but(
                hand=take(position.hand, card), discards=put(position.discards, (card,))
            )
        case act.DeckOut():
            return trigger_end(position, "deck")
        case _:
            return begin_rival_turn(position)


def your_card_up(position: P, outcome: act.CardUp) -> P:
    """Return the position after you drew a card."""
    position = card_drawn(position, outcome)
    left = position.to_draw - 1
    phase = position.phase if left else "turn"
    return position.but(hand=put(position.hand, (outcome.card,)), to_draw=left, phase=phase)


def _build(position: P, spot: str) -> P:
    position = built(position, spot, "you", "you").but(houses=position.houses - 1)
    return position if position.houses else trigger_end(position, "your-houses")


def _once(action: Action) -> str | None:
    """Return the name of what can be reported once a turn, or None."""
    match action:
        case act.Gained(resource, _) | act.Spent(resource, _):
            return f"{action.verb} {resource}"
        case act.Hired() | act.Moved() | act.Drew():
            return action.verb
    return None
