"""The rules of the solo game: the legal events and choices, and the Rival's turn.

Rules yield verdicts (see `games.verdicts`) in the order of the texts of choices. Effects report the
tasks at the table, by code and values.

A card of the Rival other than a booth joins the collection and moves the pawn; five collected cards
build an event. A booth card discards the collection and takes the first house of the row: a neutral
one is discarded, the Rival's builds.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

from chatuchak_solver.games.action_notation import verb_of
from chatuchak_solver.games.frozen import put_at, replace, take
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.setup import Booth, Card, Counts, Owner, put
from chatuchak_solver.games.river_market.state import (
    CHANCE_PHASES,
    COLLECTION_LIMIT,
    LAST_TURNS,
    RiverMarketState,
)
from chatuchak_solver.games.river_market.text import TEXTS
from chatuchak_solver.games.river_market.title import Ending
from chatuchak_solver.games.verdicts import Rule, Verdicts, allowed, choices, reason_against

NUMBERS: Final = tuple(sorted(range(act.MAX_POINTS + 1), key=str))
CARDS: Final = range(1, act.MAX_CARDS + 1)
RESOURCES_BY_NAME: Final = tuple(sorted(act.RESOURCES))

Report: TypeAlias = Callable[..., object]
"""Takes the code of a task in the shipped texts and its values."""

ON_TABLE: Final = "the deck lies on the table; your cards are not followed"


# The events of your own turn.


def build(state: RiverMarketState, spots: Iterable[str] | None = None) -> Verdicts:
    """Build on an end spot with one of your houses."""
    free = sorted(state.river.end_spots)

    def reason(spot: str) -> str:
        return "you have no house left" if spot in free else state.river.no_end_spot(spot)

    return choices(act.Built, spots, free if state.houses else (), reason)


def take_last_card(state: RiverMarketState) -> Verdicts:
    """Report the last card of the deck on the table."""
    if not state.setup.table:
        yield "the deck is followed here; report the cards you draw"
    elif state.ended_by is not None:
        yield "the end is triggered already"
    else:
        yield [act.DeckOut()]


def discard(state: RiverMarketState, cards: Iterable[Card] | None = None) -> Verdicts:
    """Discard a drawn card."""
    if state.setup.table:
        return choices(act.Discarded, cards, (), ON_TABLE)
    held = sorted((card for card, _ in state.hand), key=str)
    reason = "you have drawn no card '{}' that you still have".format
    return choices(act.Discarded, cards, held, reason)


def end_turn(_: RiverMarketState) -> Verdicts:
    """End your turn; always legal."""
    yield [act.Done()]


def draw(state: RiverMarketState, counts: Iterable[int] | None = None) -> Verdicts:
    """Draw cards, once a turn."""
    left = 0 if state.setup.table else state.num_to_draw
    limit = f"1 to {act.MAX_CARDS} cards are drawn in a turn; there are {left} to draw"
    reason = ON_TABLE if state.setup.table else limit
    return _choose_once(state, "drew", act.Drew, counts, CARDS[:left], reason)


def change(
    verb: str,
    state: RiverMarketState,
    resources: Iterable[str] = RESOURCES_BY_NAME,
    amounts: Iterable[int] | None = None,
) -> Verdicts:
    """Gain or spend an available resource, once a turn each."""
    for name in resources:
        if name not in act.RESOURCES:
            yield f"no resource {name!r}; there are: {', '.join(act.RESOURCES)}"
            continue
        limit = act.MAX_AMOUNT
        reason = f"1 to {limit} of a resource are gained in a turn"
        if verb == "spent":
            limit = state.resources[act.RESOURCES.index(name)]
            reason = f"you have {limit} {name}"
        made, event = _changes(verb, name, limit), f"{verb} {name}"
        yield from _choose_once(state, event, made.__getitem__, amounts, made, reason)


def hire(state: RiverMarketState, counts: Iterable[int] | None = None) -> Verdicts:
    """Hire helpers, once a turn."""
    reason = f"1 to {act.MAX_CARDS} helpers are hired in a turn"
    return _choose_once(state, "hired", act.Hired, counts, CARDS, reason)


def move(state: RiverMarketState, booths: Iterable[str] | None = None) -> Verdicts:
    """Move your pawn to a booth, once a turn."""
    names = sorted(state.river.booth_names)
    return _choose_once(state, "moved", act.Moved, booths, names, _no_booth)


@lru_cache
def _changes(verb: str, resource: str, limit: int) -> dict[int, Action]:
    kind = act.Gained if verb == "gained" else act.Spent
    return {amount: kind(resource, amount) for amount in sorted(range(1, limit + 1), key=str)}


def _choose_once(
    state: RiverMarketState, event: str, kind: Callable[[Any], Any],
    tried: Iterable[Any] | None, options: Collection[Any], reason: str | Callable[[Any], str],
) -> Verdicts:  # fmt: skip
    if event in state.reported:
        options, reason = (), f"{event!r} is reported once a turn, in all; it was already"
    return choices(kind, tried, options, reason)


def _no_booth(booth: str) -> str:
    return f"the river has no booth {booth!r}"


# Choices in the Rival's turn, and the end.


def zoom(state: RiverMarketState, booths: Iterable[str] | None = None) -> Verdicts:
    """Choose another booth that the Rival zooms to."""
    others = sorted(name for name in state.river.booth_names if name != state.pawn)

    def reason(booth: str) -> str:
        own = f"the Rival zooms to another booth than its own, {booth!r}"
        return own if booth == state.pawn else _no_booth(booth)

    return choices(act.ZoomTo, booths, others, reason)


def build_for_rival(state: RiverMarketState, spots: Iterable[str] | None = None) -> Verdicts:
    """Choose the end spot of a Zoom or Event Booth."""
    river = state.river
    return choices(act.BuildAt, spots, sorted(river.end_spots), river.no_end_spot)


def count_score(_: RiverMarketState, numbers: Iterable[int] | None = None) -> Verdicts:
    """Report your final score."""
    return choices(act.Scored, numbers, NUMBERS, f"the most points are {act.MAX_POINTS}")


def settle_left_over(
    state: RiverMarketState, resources: Iterable[act.Resource] | None = None
) -> Verdicts:
    """Choose among tied leftover resources."""
    tied = state.most_left_over
    reason = f"most is left over of: {', '.join(tied)}"
    return choices(act.LeftOver, resources, sorted(tied), reason)


RULES: Final[Mapping[str, Mapping[type[Any], Rule]]] = {
    "turn": {
        act.Built: build,
        act.DeckOut: take_last_card,
        act.Discarded: discard,
        act.Done: end_turn,
        act.Drew: draw,
        act.Gained: partial(change, "gained"),
        act.Hired: hire,
        act.Moved: move,
        act.Spent: partial(change, "spent"),
    },
    "zoom": {act.ZoomTo: zoom},
    "build": {act.BuildAt: build_for_rival},
    "event-build": {act.BuildAt: build_for_rival},
    "score": {act.Scored: count_score},
    "left-over": {act.LeftOver: settle_left_over},
}
"""The rules of your events and choices, by phase."""


def legal_actions(state: RiverMarketState) -> tuple[Action, ...]:
    """Return the legal events, choices or chance outcomes, sorted by text."""
    if state.phase in RULES:
        return allowed(RULES[state.phase].values(), state)
    return tuple([outcome for outcome, _ in chance_outcomes(state)])


def chance_outcomes(state: RiverMarketState) -> tuple[tuple[Action, int], ...]:
    """Return the possible cards, sorted by text, with their numbers (1 for an unknown deck)."""
    if state.phase == "event":
        return tuple((act.EventUp(name), count) for name, count in state.events)
    if state.phase not in CHANCE_PHASES:
        return ()
    if not state.setup.table:
        return _cards_up(state.deck or state.discards, (act.CardUp,))
    may_be_last = (act.LastCardUp,) if state.ended_by is None else ()
    return _cards_up(state.setup.possible_cards, (act.CardUp, *may_be_last))


@lru_cache
def _cards_up(cards: Counts, kinds: tuple[type[act.CardUp], ...]) -> tuple[tuple[Action, int], ...]:
    found = [(kind(card), count) for card, count in cards for kind in kinds]
    return tuple(sorted(found, key=lambda pair: str(pair[0])))


def illegal_reason(state: RiverMarketState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    phase = state.phase
    if phase == "over":
        return "the game is over"
    if phase in RULES:
        rule = RULES[phase].get(type(action))
        return TEXTS.due[phase] if rule is None else reason_against(rule, state, action)
    outcomes = [outcome for outcome, _ in chance_outcomes(state)]
    if action in outcomes:
        return None
    if phase == "event":
        return f"an Event Booth is drawn; those left: {', '.join(dict(state.events))}"
    return f"a card of the deck is drawn first, one that it holds; such as {str(outcomes[0])!r}"


def apply_unchecked(
    state: RiverMarketState, action: Action, report: Report = lambda *_, **__: None
) -> RiverMarketState:
    """Return the state after a legal event, choice or card."""
    match action:
        case act.Moved(booth):
            return _reported(state, "moved", your_pawn=booth)
        case act.Built(spot):
            houses = state.houses - 1
            report("you_build", a=spot, b=state.river.new_name("you"), n=houses)
            state = replace(add_booth(state, spot, "you", "you"), houses=houses)
            return state if houses else trigger_end(state, "your-houses")
        case act.Hired(count):
            report("hired", n=state.helpers + count)
            return _reported(state, "hired", helpers=state.helpers + count)
        case act.Gained(resource, amount) | act.Spent(resource, amount):
            index = act.RESOURCES.index(resource)
            verb = verb_of(type(action))
            held = state.resources[index] + (amount if verb == "gained" else -amount)
            report("have", a=held, b=resource)
            resources = put_at(state.resources, index, held)
            return _reported(state, f"{verb} {resource}", resources=resources)
        case act.Drew(count):
            return _reported(state, "drew", phase="your-draw", to_draw=count)
        case act.Discarded(card):
            discards = put(state.discards, (card,))
            return replace(state, hand=take(state.hand, card), discards=discards)
        case act.DeckOut():
            return trigger_end(state, "deck")
        case act.Done():
            state = replace(state, phase="draw", reported=())
            may_draw = state.setup.table or state.deck or state.discards
            return state if may_draw else _end_rival_turn(state)
        case act.CardUp(card):
            plays = take_card if state.phase == "your-draw" else play_rival_card
            return plays(remove_from_deck(state, action, report), card, report)
        case act.ZoomTo(booth):
            report("zooms", a=state.pawn, b=booth)
            return arrive(state, booth, report)
        case act.EventUp(name):
            report("event", a=name)
            left = take(state.events, name)
            return replace(state, events=left, event=name, phase="event-build")
        case act.BuildAt(spot):
            return _end_rival_turn(build_rival_booth(state, spot, report))
        case act.Scored(points):
            first, *others = state.most_left_over
            if others:
                return replace(state, score=points, phase="left-over")
            return replace(state, score=points, left_over=first, phase="over")
        case act.LeftOver(resource):
            return replace(state, left_over=resource, phase="over")


def _reported(state: RiverMarketState, event: str, **changes: Any) -> RiverMarketState:
    reported = tuple(sorted((*state.reported, event)))
    return replace(state, reported=reported, **changes)


# Cards and booths, yours or the Rival's, and the end.


def remove_from_deck(
    state: RiverMarketState, outcome: act.CardUp, report: Report
) -> RiverMarketState:
    """Remove a drawn card from the deck.

    An empty deck is first reshuffled from the discards. The last card triggers the end.
    """
    if state.setup.table:
        return trigger_end(state, "deck") if isinstance(outcome, act.LastCardUp) else state
    deck, discards = state.deck, state.discards
    if not deck:
        report("shuffle")
        deck, discards = discards, ()
    state = replace(state, deck=take(deck, outcome.card), discards=discards)
    return state if state.deck else trigger_end(state, "deck")


def take_card(state: RiverMarketState, card: Card, report: Report) -> RiverMarketState:
    """Take a drawn card."""
    report("you_draw", a=card)
    left = state.to_draw - 1
    hand = put(state.hand, (card,))
    return replace(state, hand=hand, to_draw=left, phase="your-draw" if left else "turn")


def add_booth(state: RiverMarketState, spot: str, stem: str, owner: Owner) -> RiverMarketState:
    """Put a booth with a name from ``stem`` on an end spot."""
    booth = Booth(state.river.new_name(stem), owner)
    stays = state.setup.after_build == "spot-stays"
    return replace(state, river=state.river.build(spot, booth, spot_stays=stays))


def trigger_end(state: RiverMarketState, reason: Ending) -> RiverMarketState:
    """Trigger the end, unless triggered before: a Zoom token, two turns."""
    if state.ended_by is not None:
        return state
    return replace(state, ended_by=reason, turns_left=LAST_TURNS, zoom_tokens=state.zoom_tokens + 1)


# The Rival's turn.


def play_rival_card(state: RiverMarketState, card: Card, report: Report) -> RiverMarketState:
    """Play a card for the Rival."""
    if card.is_booth:
        return play_rival_booth(state, card, report)
    state = replace(state, collection=(*state.collection, card))
    report("keeps", a=card, b=len(state.collection), c=COLLECTION_LIMIT)
    if not card.is_zoom:
        booth = state.river.walk(state.pawn, card.step)
        report("moves", n=card.step, a=state.pawn, b=booth)
        return arrive(state, booth, report)
    if len(state.river.booths) > 1:
        report("zoom", a=state.pawn)
        return replace(state, phase="zoom")
    report("zoom_stays")
    return _after_move(state, report)


def play_rival_booth(state: RiverMarketState, card: Card, report: Report) -> RiverMarketState:
    """Play a booth card for the Rival."""
    if not state.row:
        report("row_empty", a=card)
    elif state.row[0] == "neutral":
        report("row_neutral", a=card)
        state = replace(state, row=state.row[1:])
    elif not state.river.end_spots:
        report("no_spot", a=card)
    elif card.is_zoom:
        report("choose_spot", a=card)
        return replace(state, phase="build", booth_card=card)
    else:
        spot = state.river.count_end_spots(state.pawn, card.step)
        report("count", a=card, n=card.step, b=state.pawn, c=spot)
        return _end_rival_turn(_discard(_build(state, spot, "rival", card, report), report))
    return _end_rival_turn(_discard(state, report, card))


def arrive(state: RiverMarketState, booth: str, report: Report) -> RiverMarketState:
    """Move the Rival's pawn to a booth; yours brings the owner bonus."""
    bonus = state.river.owner(booth) == "you"
    if bonus:
        report("bonus", a=booth)
    return _after_move(replace(state, pawn=booth, bonuses=state.bonuses + bonus), report)


def _after_move(state: RiverMarketState, report: Report) -> RiverMarketState:
    if len(state.collection) < COLLECTION_LIMIT:
        return _end_rival_turn(state)
    report("fifth")
    state = _discard(state)
    if "rival" not in state.row:
        report("no_house")
    elif not state.events:
        report("no_event")
    elif not state.river.end_spots:
        report("no_event_spot")
    else:
        report("event_booth")
        return replace(state, phase="event")
    return _end_rival_turn(state)


def build_rival_booth(state: RiverMarketState, spot: str, report: Report) -> RiverMarketState:
    """Build the Rival's Zoom booth or event; a neutral house ahead of an event is discarded."""
    if state.booth_card is not None:
        state = _build(state, spot, "rival", state.booth_card, report)
        return _discard(replace(state, booth_card=None), report)
    if state.row[0] == "neutral":
        report("neutral")
        state = replace(state, row=state.row[1:])
    return replace(_build(state, spot, "event", state.event, report), event=None)


def _build(
    state: RiverMarketState, spot: str, stem: str, card: Card | str | None, report: Report
) -> RiverMarketState:
    report("build", a=card, b=spot, c=state.river.new_name(stem))
    state = replace(add_booth(state, spot, stem, "rival"), row=state.row[1:])
    report("houses_left", n=state.row.count("rival"))
    return state if "rival" in state.row else trigger_end(state, "rival-houses")


def _discard(
    state: RiverMarketState, report: Report | None = None, *cards: Card
) -> RiverMarketState:
    """Discard the Rival's collection and other cards."""
    if report is not None and state.collection:
        report("discard", n=len(state.collection))
    discards = () if state.setup.table else put(state.discards, (*cards, *state.collection))
    return replace(state, discards=discards, collection=())


def _end_rival_turn(state: RiverMarketState) -> RiverMarketState:
    left = state.turns_left
    if left == 0:
        return replace(state, phase="score")
    left = None if left is None else left - 1
    return replace(state, phase="turn", turn=state.turn + 1, turns_left=left)
