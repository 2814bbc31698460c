"""The rules of the solo game: the legal events and choices, and the Rival's turn.

Effects report the tasks at the table, by code and values. The texts of reasons are in
``reason.txt``.

A card of the Rival other than a booth joins the collection and moves the pawn; five collected cards
build an event. A booth card discards the collection and takes the first house of the row: a neutral
one is discarded, the Rival's builds.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from chatuchak_solver.errors import InputError
from chatuchak_solver.games.facts import fill
from chatuchak_solver.games.frozen import replace, take
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.setup import COLLECTION_LIMIT, LAST_TURNS, Card, Place, put
from chatuchak_solver.games.river_market.state import CHANCE_PHASES, RiverMarketState
from chatuchak_solver.games.river_market.title import Ending

Report: TypeAlias = Callable[..., object]
"""Takes the code of a task in the shipped texts and its values."""

Values: TypeAlias = dict[str, Sequence[Any]]
"""The legal values of each verb; None for a verb alone."""


def legal_values(state: RiverMarketState) -> Values:
    """Return the values of your events or of the due choice.

    The events of `actions.ONCE` are reported once a turn.
    """
    river = state.river
    if state.phase != "turn":
        verb = state.phase.removeprefix("event-")
        choices: Values = {
            "zoom": tuple([booth for booth in river.booths if booth != state.pawn]),
            "build": river.end_spots,
            "score": range(act.MAX_POINTS + 1),
            "left-over": state.most_left_over,
        }
        return {verb: choices[verb]} if verb in choices else {}
    events: Values = {
        "moved": tuple(river.booths),
        "built": river.end_spots if state.houses else (),
        "hired": range(1, act.MAX_CARDS + 1),
        **{f"gained {name}": range(1, act.MAX_AMOUNT + 1) for name in act.RESOURCES},
        **{f"spent {name}": range(1, amount + 1) for name, amount in state.amounts.items()},
        "drew": range(1, min(act.MAX_CARDS, state.num_to_draw) + 1),
        "discarded": tuple([card for card, _ in state.hand]),
        # A deck on the table has no cards here: only its last card is reported.
        "deck-out": (None,) if state.setup.table and state.ended_by is None else (),
        "done": (None,),
    }
    return events | dict.fromkeys(state.reported, ())


def legal_actions(state: RiverMarketState) -> tuple[Action, ...]:
    """Return the legal events or choices, sorted by text."""
    values = legal_values(state)
    return tuple([action for verb in sorted(values) for action in _actions(verb, values[verb])])


@lru_cache(maxsize=1024)
def _actions(verb: str, values: Sequence[Any]) -> list[Action]:
    return [Action(verb, value) for value in sorted(values, key=str)]


def chance_outcomes(state: RiverMarketState) -> tuple[tuple[Action, int], ...]:
    """Return the possible cards, sorted by text, with their numbers (1 for an unknown deck)."""
    if state.phase not in CHANCE_PHASES:
        return ()
    if state.phase == "event":
        return _drawn(state.events, "event")
    if not state.setup.table:
        return _drawn(state.deck or state.discards, "card")
    may_be_last = ("last-card",) if state.ended_by is None else ()
    return _drawn(state.setup.possible_cards, "card", *may_be_last)


@lru_cache
def _drawn(cards: tuple[tuple[Any, int], ...], *verbs: str) -> tuple[tuple[Action, int], ...]:
    counts = {Action(verb, card): count for card, count in cards for verb in verbs}
    return tuple((action, counts[action]) for action in sorted(counts, key=str))


def illegal_reason(state: RiverMarketState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if action.verb == "river":
        try:
            state.with_river(action.value)
        except InputError as error:
            return str(error)
        return None
    values = legal_values(state)
    if action in dict(chance_outcomes(state)) or action.value in values.get(action.verb, ()):
        return None
    return fill(__package__, "reason.txt", state=state, action=action, values=values, limits=act)


def apply_unchecked(
    state: RiverMarketState, action: Action, report: Report = lambda *_, **__: None
) -> RiverMarketState:
    """Return the state after a legal event, choice or card."""
    if action.verb in act.ONCE:
        state = replace(state, reported=tuple(sorted((*state.reported, action.verb))))
    match action:
        case Action("moved", booth):
            return replace(state, your_pawn=booth)
        case Action("built", spot):
            houses = state.houses - 1
            report("you_build", a=spot, b=state.river.new_name("you"), n=houses)
            state = replace(add_booth(state, spot, "you"), houses=houses)
            return state if houses else trigger_end(state, "your-houses")
        case Action("hired", count):
            report("hired", n=state.helpers + count)
            return replace(state, helpers=state.helpers + count)
        case Action("drew", count):
            return replace(state, phase="your-draw", to_draw=count)
        case Action("discarded", card):
            state = replace(state, hand=take(state.hand, card))
            return replace(state, discards=put(state.discards, (card,)))
        case Action("deck-out"):
            return trigger_end(state, "deck")
        case Action("river", river):
            return state.with_river(river)
        case Action("done"):
            state = replace(state, phase="draw", reported=())
            return state if state.setup.table or state.num_to_draw else end_rival_turn(state)
        case Action("card" | "last-card", card):
            plays = take_card if state.phase == "your-draw" else play_rival_card
            return plays(remove_from_deck(state, action, report), card, report)
        case Action("zoom", booth):
            report("zooms", a=state.pawn, b=booth)
            return arrive(state, booth, report)
        case Action("event", name):
            report("event", a=name)
            return replace(state, events=take(state.events, name), event=name, phase="event-build")
        case Action("build", spot):
            return build_for_rival(state, spot, report)
        case Action("score", points):
            state = replace(state, score=points, phase="left-over")
            first, *others = state.most_left_over
            return state if others else apply_unchecked(state, Action("left-over", first))
        case Action("left-over", resource):
            return replace(state, left_over=resource, phase="over")
        case Action(verb, amount):
            (kind, name), amounts = verb.split(), state.amounts
            amounts[name] += amount if kind == "gained" else -amount
            report("have", a=amounts[name], b=name)
            return replace(state, resources=tuple(amounts.values()))


# Cards and booths, yours or the Rival's, and the end.


def remove_from_deck(state: RiverMarketState, drawn: Action, report: Report) -> RiverMarketState:
    """Remove a drawn card from the deck.

    An empty deck is first reshuffled from the discards. The last card triggers the end.
    """
    if state.setup.table:
        return trigger_end(state, "deck") if drawn.verb == "last-card" else state
    if not state.deck:
        report("shuffle")
        state = replace(state, deck=state.discards, discards=())
    state = replace(state, deck=take(state.deck, drawn.value))
    return state if state.deck else trigger_end(state, "deck")


def take_card(state: RiverMarketState, card: Card, report: Report) -> RiverMarketState:
    """Take a drawn card."""
    report("you_draw", a=card)
    left, hand = state.to_draw - 1, put(state.hand, (card,))
    return replace(state, hand=hand, to_draw=left, phase="your-draw" if left else "turn")


def add_booth(state: RiverMarketState, spot: str, stem: str) -> RiverMarketState:
    """Put a booth with a name from ``stem`` on an end spot, yours for ``you``."""
    booth = Place(state.river.new_name(stem), "you" if stem == "you" else "rival")
    stays = state.setup.after_build == "spot-stays"
    return replace(state, river=state.river.build(spot, booth, spot_stays=stays))


def trigger_end(state: RiverMarketState, reason: Ending) -> RiverMarketState:
    """Trigger the end, unless triggered before: a Zoom token, two turns."""
    if state.ended_by is not None:
        return state
    return replace(state, ended_by=reason, turns_left=LAST_TURNS, zoom_tokens=1)


# The Rival's turn.


def play_rival_card(state: RiverMarketState, card: Card, report: Report) -> RiverMarketState:
    """Play a card for the Rival."""
    if card.kind == "booth":
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
    return check_collection(state, report)


def arrive(state: RiverMarketState, booth: str, report: Report) -> RiverMarketState:
    """Move the Rival's pawn to a booth; yours brings the owner bonus."""
    bonus = state.river.owner(booth) == "you"
    if bonus:
        report("bonus", a=booth)
    state = replace(state, pawn=booth, bonuses=state.bonuses + bonus)
    return check_collection(state, report)


def check_collection(state: RiverMarketState, report: Report) -> RiverMarketState:
    """Discard five collected cards for an event."""
    if len(state.collection) < COLLECTION_LIMIT:
        return end_rival_turn(state)
    report("fifth")
    state = discard(state)
    if "rival" not in state.row:
        report("no_house")
    elif not state.events:
        report("no_event")
    elif not state.river.end_spots:
        report("no_event_spot")
    else:
        report("event_booth")
        return replace(state, phase="event")
    return end_rival_turn(state)


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
        return build_for_rival(replace(state, booth_card=card), spot, report)
    return end_booth(state, report, card)


def build_for_rival(state: RiverMarketState, spot: str, report: Report) -> RiverMarketState:
    """Build the Rival's booth or event; a neutral house ahead of an event is discarded."""
    stem = "rival" if state.event is None else "event"
    if state.row[0] == "neutral":
        report("neutral")
        state = replace(state, row=state.row[1:])
    report("build", a=state.booth_card or state.event, b=spot, c=state.river.new_name(stem))
    state = add_booth(state, spot, stem)
    state = replace(state, row=state.row[1:], booth_card=None, event=None)
    report("houses_left", n=state.row.count("rival"))
    if "rival" not in state.row:
        state = trigger_end(state, "rival-houses")
    return end_booth(state, report)


def end_booth(state: RiverMarketState, report: Report, *cards: Card) -> RiverMarketState:
    """Discard other cards and the collection after a booth, and end the turn."""
    if state.collection:
        report("discard", n=len(state.collection))
    return end_rival_turn(discard(state, *cards))


def discard(state: RiverMarketState, *cards: Card) -> RiverMarketState:
    """Discard the Rival's collection and other cards."""
    discards = () if state.setup.table else put(state.discards, (*cards, *state.collection))
    return replace(state, discards=discards, collection=())


def end_rival_turn(state: RiverMarketState) -> RiverMarketState:
    """Begin your next turn, if one is left."""
    if state.turns_left == 0:
        return replace(state, phase="score")
    left = None if state.turns_left is None else state.turns_left - 1
    return replace(state, phase="turn", turn=state.turn + 1, turns_left=left)
