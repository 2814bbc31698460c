"""What every step means at the table: the Rival's log and the player's instructions."""

from collections.abc import Iterable

from chatuchak_solver.codec import Form
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.cards import Card
from chatuchak_solver.games.river_market.rival import COLLECTION_LIMIT, LAST_TURNS
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import ENDING_TEXTS


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


def instructions(before: RiverMarketState, action: str, after: RiverMarketState) -> tuple[str, ...]:
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
            f"The end is triggered, since {ENDING_TEXTS[after.ended_by]}: gain a Zoom token; "
            f"{LAST_TURNS} more turns are yours."
        )
    drawn = before.phase in ("draw", "your-draw")
    if drawn and not before.deck and not before.setup.table:
        lines.insert(0, "The deck is empty: shuffle the discarded cards into a new one.")
    return tuple(lines)


def _happened(before: RiverMarketState, action: Action, after: RiverMarketState) -> Iterable[str]:
    match action:
        case act.CardUp(card) if before.phase == "your-draw":
            yield f"You draw {card}."
        case act.CardUp(card) if card.is_booth:
            yield from _booth_card(before, card, after)
        case act.CardUp(card):
            count = len(before.collection) + 1
            yield f"The Rival draws {card} and keeps it face up: {count} of {COLLECTION_LIMIT}."
            if after.phase == "zoom":
                yield f"Zoom: choose a booth for its pawn other than {before.pawn}."
            elif card.is_zoom:
                yield "Zoom: there is no other booth, so its pawn stays."
                yield from _fifth_card(before, after, count)
            else:
                yield (
                    f"Move its pawn {_counted(card.step, 'booth')} clockwise, from {before.pawn} "
                    f"to {after.pawn}."
                )
                yield from _arrival(before, after)
                yield from _fifth_card(before, after, count)
        case act.ZoomTo(booth):
            yield f"Move the Rival's pawn from {before.pawn} to {booth}."
            yield from _arrival(before, after)
            yield from _fifth_card(before, after, len(before.collection))
        case act.EventUp(name):
            yield f"The Rival draws the event {name}: choose an end spot for it."
        case act.BuildAt(spot):
            what = before.event or str(before.booth_card)
            if before.event is not None and before.row[0] == "neutral":
                yield "A neutral house is first in the row: discard it."
            yield from _built(before, after, spot, what)
            if before.booth_card is not None:
                yield from _collection(before)
        case act.Gained(resource, _) | act.Spent(resource, _):
            yield f"You have {after.resources[act.RESOURCES.index(resource)]} {resource}."
        case act.Hired():
            yield f"You have hired {_counted(after.helpers, 'helper')}."
        case act.Built(spot):
            name = before.river.new_name("you")
            yield (
                f"You build on [{spot}], which is {name} now; "
                f"{_counted(after.houses, 'house')} left."
            )


def _booth_card(before: RiverMarketState, card: Card, after: RiverMarketState) -> Iterable[str]:
    if not before.row:
        yield f"The Rival draws {card}, but its house row is empty: discard the card."
    elif before.row[0] == "neutral":
        yield f"The Rival draws {card}; a neutral house is first in the row: discard both."
    elif not before.river.end_spots:
        yield f"The Rival draws {card}, but there is no end spot left: discard the card."
    elif after.phase == "build":
        yield f"The Rival draws {card} and builds it: choose an end spot."
        return
    else:
        spot = before.river.count_end_spots(before.pawn, card.step)
        yield (
            f"The Rival draws {card}: count {_counted(card.step, 'end spot')} clockwise from its "
            f"pawn at {before.pawn}, to [{spot}]."
        )
        yield from _built(before, after, spot, str(card))
    yield from _collection(before)


def _built(
    before: RiverMarketState, after: RiverMarketState, spot: str, what: str
) -> Iterable[str]:
    name = before.river.new_name("event" if before.event is not None else "rival")
    yield f"Build {what} on [{spot}] with the Rival's house; it is {name} now."
    yield f"The Rival has {_counted(after.row.count('rival'), 'house')} left."


def _collection(before: RiverMarketState) -> Iterable[str]:
    if before.collection:
        yield f"Discard its collection, {_counted(len(before.collection), 'card')}."


def _arrival(before: RiverMarketState, after: RiverMarketState) -> Iterable[str]:
    if after.bonuses > before.bonuses:
        yield f"That booth is yours: take the owner bonus of {after.pawn}."


def _fifth_card(before: RiverMarketState, after: RiverMarketState, count: int) -> Iterable[str]:
    if count < COLLECTION_LIMIT:
        return
    yield "That is the fifth card: discard all five."
    if after.phase == "event":
        yield "The Rival builds the top Event Booth."
    elif "rival" not in before.row:
        yield "The Rival has no house left, so no event is built."
    elif not before.events:
        yield "The Event deck is empty, so no event is built."
    else:
        yield "There is no end spot left, so no event is built."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
