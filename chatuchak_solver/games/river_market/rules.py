"""The legal events and choices of each phase and their effects."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action, BuildAt, CardUp, EventUp
from chatuchak_solver.games.river_market.river import Booth, Owner
from chatuchak_solver.games.river_market.setup import KINDS, Card, Counts, put, take
from chatuchak_solver.games.river_market.state import (
    CHANCE_PHASES,
    COLLECTION_LIMIT,
    LAST_TURNS,
    RiverMarketState,
)
from chatuchak_solver.games.river_market.title import Ending
from chatuchak_solver.games.verdicts import Rule, Verdicts, allowed, reason_against


def begin_rival_turn(state: RiverMarketState) -> RiverMarketState:
    """Return the state in which the Rival draws; without any card left its turn is over."""
    state = replace(state, phase="draw", reported=())
    if state.setup.table or state.deck or state.discards:
        return state
    return _end_rival_turn(state)


def card_drawn(state: RiverMarketState, outcome: CardUp) -> RiverMarketState:
    """Return the state after a drawn card, yours or the Rival's.

    An empty deck is reshuffled from the discards first. The last card triggers the end.
    """
    if state.setup.table:
        return trigger_end(state, "deck") if outcome.last else state
    deck, discards = (state.deck, state.discards) if state.deck else (state.discards, ())
    state = replace(state, deck=take(deck, outcome.card), discards=discards)
    return state if state.deck else trigger_end(state, "deck")


def trigger_end(state: RiverMarketState, reason: Ending) -> RiverMarketState:
    """Return the state with the end triggered, unless it was before: a Zoom token, two turns."""
    if state.ended_by is not None:
        return state
    return replace(state, ended_by=reason, turns_left=LAST_TURNS, zoom_tokens=state.zoom_tokens + 1)


def card_up(state: RiverMarketState, outcome: CardUp) -> RiverMarketState:
    """Return the state after the Rival drew a card."""
    state = card_drawn(state, outcome)
    card = outcome.card
    if not card.is_booth:
        state = replace(state, collection=(*state.collection, card))
        if not card.is_zoom:
            return arrive(state, state.river.walk(state.pawn, card.step))
        if len(state.river.booths) > 1:
            return replace(state, phase="zoom")
        return _after_move(state)
    if state.row[:1] == ("neutral",):
        return _discard_all(replace(state, row=state.row[1:]), card)
    if not state.row or not state.river.end_spots:
        return _discard_all(state, card)
    if card.is_zoom:
        return replace(state, phase="build", booth_card=card)
    spot = state.river.count_end_spots(state.pawn, card.step)
    return _end_rival_turn(_build(_discard_collection(state), spot, "rival"))


def built(state: RiverMarketState, spot: str, stem: str, owner: Owner) -> RiverMarketState:
    """Put a booth on an end spot; its name begins with ``stem``."""
    booth = Booth(state.river.new_name(stem), owner)
    stays = state.setup.after_build == "spot-stays"
    return replace(state, river=state.river.build(spot, booth, spot_stays=stays))


def zoom_build(state: RiverMarketState, action: BuildAt) -> RiverMarketState:
    """Return the state after the Rival built a Zoom booth at your choice."""
    state = _build(replace(state, booth_card=None), action.spot, "rival")
    return _end_rival_turn(_discard_collection(state))


def event_up(state: RiverMarketState, outcome: EventUp) -> RiverMarketState:
    """Return the state after the top Event Booth was drawn; you choose its place."""
    events = tuple((n, c - (n == outcome.name)) for n, c in state.events)
    left = tuple((name, count) for name, count in events if count)
    return replace(state, events=left, event=outcome.name, phase="event-build")


def event_build(state: RiverMarketState, action: BuildAt) -> RiverMarketState:
    """Return the state after the event was built with the first of the Rival's houses.

    A neutral house ahead of it leaves the row too.
    """
    if state.row[0] == "neutral":
        state = replace(state, row=state.row[1:])
    return _end_rival_turn(_build(replace(state, event=None), action.spot, "event"))


def arrive(state: RiverMarketState, booth: str) -> RiverMarketState:
    """Return the state after the Rival's pawn came to a booth: yours brings the owner bonus."""
    bonus = state.river.owner(booth) == "you"
    return _after_move(replace(state, pawn=booth, bonuses=state.bonuses + bonus))


def _after_move(state: RiverMarketState) -> RiverMarketState:
    if len(state.collection) < COLLECTION_LIMIT:
        return _end_rival_turn(state)
    state = _discard_collection(state)
    if state.events and "rival" in state.row and state.river.end_spots:
        return replace(state, phase="event")
    return _end_rival_turn(state)


def _build(state: RiverMarketState, spot: str, stem: str) -> RiverMarketState:
    state = replace(built(state, spot, stem, "rival"), row=state.row[1:])
    return state if "rival" in state.row else trigger_end(state, "rival-houses")


def _discard_collection(state: RiverMarketState) -> RiverMarketState:
    return replace(state, discards=_put(state, state.collection), collection=())


def _discard_all(state: RiverMarketState, card: Card) -> RiverMarketState:
    state = replace(state, discards=_put(state, (card,)))
    return _end_rival_turn(_discard_collection(state))


def _put(state: RiverMarketState, cards: tuple[Card, ...]) -> tuple[tuple[Card, int], ...]:
    return state.discards if state.setup.table else put(state.discards, cards)


def _end_rival_turn(state: RiverMarketState) -> RiverMarketState:
    if state.turns_left is None:
        return replace(state, phase="turn", turn=state.turn + 1)
    if state.turns_left == 0:
        return replace(state, phase="score")
    return replace(state, phase="turn", turn=state.turn + 1, turns_left=state.turns_left - 1)


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


EVENT_RULES: Final[Mapping[type[Any], Rule]] = {
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


POINTS_RANGE: Final = range(act.MAX_POINTS + 1)
POINTS: Final = tuple(sorted(POINTS_RANGE, key=str))

DUE: Final = {
    "turn": "it is your turn: report its events, then 'done'",
    "zoom": "choose first where the Rival zooms, such as 'zoom swap-meet'",
    "build": "choose first where the Rival builds, such as 'build e1'",
    "event-build": "choose first where the Rival builds the event, such as 'build e1'",
    "score": "count your score first, such as 'score 31'",
    "left-over": "choose first which of the resources tied counts",
}
"""The message for an action of another phase."""


def zoom(state: RiverMarketState, booths: Iterable[str] | None = None) -> Verdicts:
    """Choose the booth that the Rival zooms to: any other than its own."""
    names = state.river.booth_names
    others = sorted(name for name in names if name != state.pawn)
    for booth in others if booths is None else booths:
        if booth == state.pawn:
            yield f"the Rival zooms to another booth than its own, {booth!r}"
        elif booth not in names:
            yield f"the river has no booth {booth!r}"
        else:
            yield [act.ZoomTo(booth)]


def build_for_rival(state: RiverMarketState, spots: Iterable[str] | None = None) -> Verdicts:
    """Choose the end spot of a Zoom booth or of an Event Booth."""
    free = state.river.end_spots
    for spot in sorted(free) if spots is None else spots:
        if spot in free:
            yield [act.BuildAt(spot)]
        else:
            yield f"the river has no end spot {spot!r}; it has: {', '.join(free)}"


def count_score(_: RiverMarketState, numbers: Iterable[int] = POINTS) -> Verdicts:
    """Report your final score."""
    for points in numbers:
        if points in POINTS_RANGE:
            yield [act.Scored(points)]
        else:
            yield f"the most points are {act.MAX_POINTS}"


def settle_left_over(
    state: RiverMarketState, resources: Iterable[act.Resource] | None = None
) -> Verdicts:
    """Choose among the resources of which most is left over."""
    tied = state.most_left_over
    for resource in sorted(tied) if resources is None else resources:
        if resource in tied:
            yield [act.LeftOver(resource)]
        else:
            yield f"most is left over of: {', '.join(tied)}"


CHOICES: Final[Mapping[str, tuple[type[Any], Rule]]] = {
    "zoom": (act.ZoomTo, zoom),
    "build": (act.BuildAt, build_for_rival),
    "event-build": (act.BuildAt, build_for_rival),
    "score": (act.Scored, count_score),
    "left-over": (act.LeftOver, settle_left_over),
}
"""By phase, the kind of the choice that is due, and its rule."""


def legal_actions(state: RiverMarketState) -> tuple[Action, ...]:
    """Return the legal events and choices, sorted, or the outcomes of chance."""
    if state.phase == "turn":
        return allowed(EVENT_RULES.values(), state)
    if state.phase in CHOICES:
        return allowed(CHOICES[state.phase][1:], state)
    return tuple([outcome for outcome, _ in chance_outcomes(state)])


def chance_outcomes(state: RiverMarketState) -> tuple[tuple[Action, int], ...]:
    """Return the possible cards, sorted by their texts, with their numbers.

    The deck on the table is unknown: every card is listed with the weight 1.
    """
    if state.phase == "event":
        return tuple((act.EventUp(name), count) for name, count in state.events)
    if state.phase not in ("draw", "your-draw"):
        return ()
    if not state.setup.table:
        return _cards_up(state.deck or state.discards)
    return _table_cards(state.setup.largest_step, state.ended_by is None)


@lru_cache(maxsize=4096)
def _cards_up(cards: Counts) -> tuple[tuple[Action, int], ...]:
    # Texts of cards are unique, so the comparison uses only these.
    found = sorted([(*_card_up(card), count) for card, count in cards])
    return tuple([(action, count) for _, action, count in found])


@cache
def _card_up(card: Card) -> tuple[str, act.CardUp]:
    action = act.CardUp(card)
    return str(action), action


@lru_cache(maxsize=256)
def _table_cards(largest_step: int, may_be_last: bool) -> tuple[tuple[Action, int], ...]:
    ends = (False, True) if may_be_last else (False,)
    cards = [Card(kind, step) for kind in KINDS for step in range(largest_step + 1)]
    found = sorted((act.CardUp(card, end) for card in cards for end in ends), key=str)
    return tuple((action, 1) for action in found)


def illegal_reason(state: RiverMarketState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None if it is legal."""
    phase = state.phase
    if phase == "over":
        return "the game is over"
    if phase in CHANCE_PHASES:
        return _no_card(state, action)
    rules = EVENT_RULES if phase == "turn" else dict([CHOICES[phase]])
    rule = rules.get(type(action))
    return DUE[phase] if rule is None else reason_against(rule, state, action)


def _no_card(state: RiverMarketState, action: Action) -> str | None:
    outcomes = [outcome for outcome, _ in chance_outcomes(state)]
    if action in outcomes:
        return None
    if state.phase == "event":
        return f"an Event Booth is drawn; those left: {', '.join(dict(state.events))}"
    return f"a card of the deck is drawn first, one that it holds; such as {str(outcomes[0])!r}"


def apply_unchecked(state: RiverMarketState, action: Action) -> RiverMarketState:
    """Return the state after a legal event, choice or card."""
    match action:
        case act.CardUp():
            if state.phase == "your-draw":
                return your_card_up(state, action)
            return card_up(state, action)
        case act.EventUp():
            return event_up(state, action)
        case act.ZoomTo(booth):
            return arrive(state, booth)
        case act.BuildAt() if state.phase == "build":
            return zoom_build(state, action)
        case act.BuildAt():
            return event_build(state, action)
        case act.Scored(points):
            tied = state.most_left_over
            if len(tied) > 1:
                return replace(state, score=points, phase="left-over")
            return replace(state, score=points, left_over=tied[0], phase="over")
        case act.LeftOver(resource):
            return replace(state, left_over=resource, phase="over")
        case _:
            return report(state, action)
