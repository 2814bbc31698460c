"""The rules of your own turn: the events that you report.

Rules yield verdicts (see `games.verdicts`) in the order of the texts of events.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import Card, put, take
from chatuchak_solver.games.river_market.rival import (
    begin_rival_turn,
    built,
    card_drawn,
    trigger_end,
)
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.verdicts import Rule, Verdicts

RESOURCES_BY_NAME: Final = tuple(sorted(act.RESOURCES))
AMOUNTS: Final = sorted(range(1, act.MAX_AMOUNT + 1), key=str)
GAINED: Final = {name: [act.Gained(name, n) for n in AMOUNTS] for name in act.RESOURCES}
CARDS: Final = range(1, act.MAX_CARDS + 1)

_spent = lru_cache(1 << 12)(act.Spent)


def build(state: RiverMarketState, spots: Iterable[str] | None = None) -> Verdicts:
    """Build on an end spot with one of your houses."""
    free = state.river.end_spots
    for spot in sorted(free) if spots is None else spots:
        if spot not in free:
            yield f"the river has no end spot {spot!r}; it has: {', '.join(free) or 'none'}"
        elif not state.houses:
            yield "you have no house left"
        else:
            yield [act.Built(spot)]


def take_last_card(state: RiverMarketState) -> Verdicts:
    """Report the last card of the deck on the table."""
    if not state.setup.table:
        yield "the deck is followed here; report the cards you draw"
    elif state.ended_by is not None:
        yield "the end is triggered already"
    else:
        yield [act.DeckOut()]


def discard(state: RiverMarketState, cards: Iterable[Card] | None = None) -> Verdicts:
    """Discard a card that you have drawn."""
    held = [card for card, _ in state.hand]
    for card in sorted(held, key=str) if cards is None else cards:
        if state.setup.table:
            yield "the deck lies on the table; your cards are not followed"
        elif card not in held:
            yield f"you have drawn no card '{card}' that you still have"
        else:
            yield [act.Discarded(card)]


def end_turn(_: RiverMarketState) -> Verdicts:
    """End your turn. It is always legal."""
    yield [act.Done()]


def draw(state: RiverMarketState, counts: Iterable[int] = CARDS) -> Verdicts:
    """Draw cards, once a turn."""
    left = state.num_to_draw
    for count in counts:
        if "drew" in state.reported:
            yield _reported("drew")
        elif state.setup.table:
            yield "the deck lies on the table; your cards are not followed"
        elif not 1 <= count <= min(act.MAX_CARDS, left):
            yield f"1 to {act.MAX_CARDS} cards are drawn in a turn; there are {left} to draw"
        else:
            yield [act.Drew(count)]


def gain(
    state: RiverMarketState,
    resources: Iterable[str] = RESOURCES_BY_NAME,
    amounts: Iterable[int] | None = None,
) -> Verdicts:
    """Gain some of a resource, once a turn."""
    for resource in resources:
        if f"gained {resource}" in state.reported:
            yield _reported(f"gained {resource}")
        elif resource not in act.RESOURCES:
            yield _unknown(resource)
        elif amounts is None:
            yield GAINED[resource]
        else:
            for amount in amounts:
                if 1 <= amount <= act.MAX_AMOUNT:
                    yield [act.Gained(resource, amount)]
                else:
                    yield f"1 to {act.MAX_AMOUNT} of a resource are gained in a turn"


def hire(state: RiverMarketState, counts: Iterable[int] = CARDS) -> Verdicts:
    """Hire helpers, once a turn."""
    for count in counts:
        if "hired" in state.reported:
            yield _reported("hired")
        elif count not in CARDS:
            yield f"1 to {act.MAX_CARDS} helpers are hired in a turn"
        else:
            yield [act.Hired(count)]


def move(state: RiverMarketState, booths: Iterable[str] | None = None) -> Verdicts:
    """Move your pawn to a booth, once a turn."""
    names = state.river.booth_names
    for booth in sorted(names) if booths is None else booths:
        if "moved" in state.reported:
            yield _reported("moved")
        elif booth not in names:
            yield f"the river has no booth {booth!r}"
        else:
            yield [act.Moved(booth)]


def spend(
    state: RiverMarketState,
    resources: Iterable[str] = RESOURCES_BY_NAME,
    amounts: Iterable[int] | None = None,
) -> Verdicts:
    """Spend some of a resource that you have, once a turn."""
    for resource in resources:
        if f"spent {resource}" in state.reported:
            yield _reported(f"spent {resource}")
        elif resource not in act.RESOURCES:
            yield _unknown(resource)
        else:
            held = state.resources[act.RESOURCES.index(resource)]
            for amount in _up_to(held) if amounts is None else amounts:
                if 1 <= amount <= held:
                    yield [_spent(resource, amount)]
                else:
                    yield f"you have {held} {resource}"


@lru_cache(maxsize=256)
def _up_to(number: int) -> tuple[int, ...]:
    return tuple(sorted(range(1, number + 1), key=str))


def _reported(name: str) -> str:
    return f"{name!r} is reported once a turn, in all; it was already"


def _unknown(resource: str) -> str:
    return f"no resource {resource!r}; there are: {', '.join(act.RESOURCES)}"


RULES: Final[Mapping[type[Any], Rule]] = {
    act.Built: build,
    act.DeckOut: take_last_card,
    act.Discarded: discard,
    act.Done: end_turn,
    act.Drew: draw,
    act.Gained: gain,
    act.Hired: hire,
    act.Moved: move,
    act.Spent: spend,
}
"""The rule of each event, in the order of the verbs."""


def report(state: RiverMarketState, action: Action) -> RiverMarketState:
    """Return the state after an event that can be reported."""
    match action:
        case act.Gained(resource, amount):
            return _once(state, f"gained {resource}", resources=_held(state, action, amount))
        case act.Spent(resource, amount):
            return _once(state, f"spent {resource}", resources=_held(state, action, -amount))
        case act.Hired(count):
            return _once(state, "hired", helpers=state.helpers + count)
        case act.Moved(booth):
            return _once(state, "moved", your_pawn=booth)
        case act.Drew(count):
            return _once(state, "drew", phase="your-draw", to_draw=count)
        case act.Built(spot):
            state = built(state, spot, "you", "you")
            state = replace(state, houses=state.houses - 1)
            return state if state.houses else trigger_end(state, "your-houses")
        case act.Discarded(card):
            discards = put(state.discards, (card,))
            return replace(state, hand=take(state.hand, card), discards=discards)
        case act.DeckOut():
            return trigger_end(state, "deck")
        case _:
            return begin_rival_turn(state)


def your_card_up(state: RiverMarketState, outcome: act.CardUp) -> RiverMarketState:
    """Return the state after you drew a card."""
    state = card_drawn(state, outcome)
    left = state.to_draw - 1
    phase = state.phase if left else "turn"
    hand = put(state.hand, (outcome.card,))
    return replace(state, hand=hand, to_draw=left, phase=phase)


def _once(state: RiverMarketState, event: str, **changes: Any) -> RiverMarketState:
    reported = tuple(sorted((*state.reported, event)))
    return replace(state, reported=reported, **changes)


def _held(state: RiverMarketState, action: act.Gained | act.Spent, change: int) -> tuple[int, ...]:
    pairs = zip(act.RESOURCES, state.resources, strict=True)
    return tuple(held + change * (name == action.resource) for name, held in pairs)
