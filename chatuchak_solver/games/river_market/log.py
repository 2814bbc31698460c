"""Instructions of every step: the Rival's log and the player's tasks."""

from collections.abc import Iterable
from typing import Final

from chatuchak_solver.codec import Form
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import Card
from chatuchak_solver.games.river_market.state import COLLECTION_LIMIT, LAST_TURNS, RiverMarketState
from chatuchak_solver.games.river_market.text import ENDING_TEXTS
from chatuchak_solver.sentences import Sentence


class LogEntry(Form, frozen=True):
    """One step of the game.

    Attributes
    ----------
    turn
        The number of your turn in which, or after which, it happened.
    action
        The action's text.
    rival
        Whether it belongs to the Rival's turn.
    lines
        What happened and what to do with cards, houses and pawns.
    """

    turn: int
    action: str
    rival: bool
    lines: tuple[str, ...]


def rival_log(start: RiverMarketState, actions: Iterable[str]) -> tuple[LogEntry, ...]:
    """Return an entry for each action from ``start`` on."""
    entries = []
    state = start
    for action in actions:
        after = state.apply(action)
        lines = instructions(state, action, after)
        entries.append(LogEntry(state.turn, action, state.is_rivals_turn, lines))
        state = after
    return tuple(entries)


SHUFFLE: Final = "The deck is empty: shuffle the discarded cards into a new one."


def instructions(
    before: RiverMarketState, action: str, after: RiverMarketState
) -> tuple[Sentence, ...]:
    """Return what a step means at the table, a sentence a line.

    Parameters
    ----------
    before, after
        The states around the step.
    action
        A legal action of ``before``.
    """
    parsed = act.parse_action(action)
    lines = list(_happened(before, parsed, after))
    if after.ended_by is not None and before.ended_by is None:
        lines.append(
            Sentence(
                f"end-{after.ended_by}",
                f"The end is triggered, since {ENDING_TEXTS[after.ended_by]}: gain a Zoom token; "
                f"{LAST_TURNS} more turns are yours.",
                a=LAST_TURNS,
            )
        )
    drawn = before.phase in ("draw", "your-draw")
    if drawn and not before.deck and not before.setup.table:
        lines.insert(0, Sentence("shuffle", SHUFFLE))
    return tuple(lines)


def _happened(
    before: RiverMarketState, action: Action, after: RiverMarketState
) -> Iterable[Sentence]:
    match action:
        case act.CardUp(card) if before.phase == "your-draw":
            yield Sentence("you_draw", f"You draw {card}.", a=str(card))
        case act.CardUp(card) if card.is_booth:
            yield from _booth_card(before, card, after)
        case act.CardUp(card):
            count = len(before.collection) + 1
            yield Sentence(
                "keeps",
                f"The Rival draws {card} and keeps it face up: {count} of {COLLECTION_LIMIT}.",
                a=str(card), b=count, c=COLLECTION_LIMIT,
            )  # fmt: skip
            if after.phase == "zoom":
                text = f"Zoom: choose a booth for its pawn other than {before.pawn}."
                yield Sentence("zoom", text, a=before.pawn)
            elif card.is_zoom:
                text = "Zoom: there is no other booth, so its pawn stays."
                yield Sentence("zoom_stays", text)
                yield from _fifth_card(before, after, count)
            else:
                yield Sentence(
                    "moves",
                    f"Move its pawn {_counted(card.step, 'booth')} clockwise, from {before.pawn} "
                    f"to {after.pawn}.",
                    n=card.step, a=before.pawn, b=after.pawn,
                )  # fmt: skip
                yield from _arrival(before, after)
                yield from _fifth_card(before, after, count)
        case act.ZoomTo(booth):
            text = f"Move the Rival's pawn from {before.pawn} to {booth}."
            yield Sentence("zooms", text, a=before.pawn, b=booth)
            yield from _arrival(before, after)
            yield from _fifth_card(before, after, len(before.collection))
        case act.EventUp(name):
            text = f"The Rival draws the event {name}: choose an end spot for it."
            yield Sentence("event", text, a=name)
        case act.BuildAt(spot):
            what = before.event or str(before.booth_card)
            if before.event is not None and before.row[0] == "neutral":
                yield Sentence("neutral", "A neutral house is first in the row: discard it.")
            yield from _built(before, after, spot, what)
            if before.booth_card is not None:
                yield from _collection(before)
        case act.Gained(resource, _) | act.Spent(resource, _):
            amount = after.resources[act.RESOURCES.index(resource)]
            yield Sentence("have", f"You have {amount} {resource}.", a=amount, b=resource)
        case act.Hired():
            text = f"You have hired {_counted(after.helpers, 'helper')}."
            yield Sentence("hired", text, n=after.helpers)
        case act.Built(spot):
            name = before.river.new_name("you")
            yield Sentence(
                "you_build",
                f"You build on [{spot}], which is {name} now; "
                f"{_counted(after.houses, 'house')} left.",
                a=spot, b=name, n=after.houses,
            )  # fmt: skip


def _booth_card(
    before: RiverMarketState, card: Card, after: RiverMarketState
) -> Iterable[Sentence]:
    if not before.row:
        text = f"The Rival draws {card}, but its house row is empty: discard the card."
        yield Sentence("row_empty", text, a=str(card))
    elif before.row[0] == "neutral":
        text = f"The Rival draws {card}; a neutral house is first in the row: discard both."
        yield Sentence("row_neutral", text, a=str(card))
    elif not before.river.end_spots:
        text = f"The Rival draws {card}, but there is no end spot left: discard the card."
        yield Sentence("no_spot", text, a=str(card))
    elif after.phase == "build":
        text = f"The Rival draws {card} and builds it: choose an end spot."
        yield Sentence("choose_spot", text, a=str(card))
        return
    else:
        spot = before.river.count_end_spots(before.pawn, card.step)
        yield Sentence(
            "count",
            f"The Rival draws {card}: count {_counted(card.step, 'end spot')} clockwise from its "
            f"pawn at {before.pawn}, to [{spot}].",
            a=str(card), n=card.step, b=before.pawn, c=spot,
        )  # fmt: skip
        yield from _built(before, after, spot, str(card))
    yield from _collection(before)


def _built(
    before: RiverMarketState, after: RiverMarketState, spot: str, what: str
) -> Iterable[Sentence]:
    name = before.river.new_name("event" if before.event is not None else "rival")
    text = f"Build {what} on [{spot}] with the Rival's house; it is {name} now."
    yield Sentence("build", text, a=what, b=spot, c=name)
    count = after.row.count("rival")
    yield Sentence("houses_left", f"The Rival has {_counted(count, 'house')} left.", n=count)


def _collection(before: RiverMarketState) -> Iterable[Sentence]:
    if before.collection:
        count = len(before.collection)
        yield Sentence("discard", f"Discard its collection, {_counted(count, 'card')}.", n=count)


def _arrival(before: RiverMarketState, after: RiverMarketState) -> Iterable[Sentence]:
    if after.bonuses > before.bonuses:
        text = f"That booth is yours: take the owner bonus of {after.pawn}."
        yield Sentence("bonus", text, a=after.pawn)


def _fifth_card(
    before: RiverMarketState, after: RiverMarketState, count: int
) -> Iterable[Sentence]:
    if count < COLLECTION_LIMIT:
        return
    yield Sentence("fifth", "That is the fifth card: discard all five.")
    if after.phase == "event":
        yield Sentence("event_booth", "The Rival builds the top Event Booth.")
    elif "rival" not in before.row:
        yield Sentence("no_house", "The Rival has no house left, so no event is built.")
    elif not before.events:
        yield Sentence("no_event", "The Event deck is empty, so no event is built.")
    else:
        yield Sentence("no_event_spot", "There is no end spot left, so no event is built.")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
