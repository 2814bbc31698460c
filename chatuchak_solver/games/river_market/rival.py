"""The Rival's turn: what a card does, step by step.

A card that is no booth joins the collection and moves the pawn; five collected cards build an
event. A booth card takes the first house of the row: a neutral one is discarded, the Rival's
builds; either way the collection is discarded.
"""

from typing import Final, TypeVar

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market.actions import BuildAt, CardUp, EventUp, ZoomTo
from chatuchak_solver.games.river_market.cards import Card, put, take
from chatuchak_solver.games.river_market.position import Position
from chatuchak_solver.games.river_market.river import Booth, Owner

COLLECTION_LIMIT: Final = 5
"""Collected cards discarded for an event."""

LAST_TURNS: Final = 2
"""Your turns after the end was triggered."""


P = TypeVar("P", bound=Position)


def begin_rival_turn(position: P) -> P:
    """Return the position in which the Rival draws; without any card left its turn is over."""
    position = replace(position, phase="draw", reported=())
    if position.setup.table or position.deck or position.discards:
        return position
    return _end_rival_turn(position)


def card_drawn(position: P, outcome: CardUp) -> P:
    """Return the position after a card came off the deck, whoever drew it.

    An empty deck is reshuffled from the discards first. The last card triggers the end.
    """
    if position.setup.table:
        return trigger_end(position, "deck") if outcome.last else position
    deck, discards = (
        (position.deck, position.discards) if position.deck else (position.discards, ())
    )
    position = replace(position, deck=take(deck, outcome.card), discards=discards)
    return position if position.deck else trigger_end(position, "deck")


def trigger_end(position: P, reason: str) -> P:
    """Return the position with the end triggered, unless it was before: a Zoom token, two turns."""
    if position.ended_by is not None:
        return position
    return replace(
        position, ended_by=reason, turns_left=LAST_TURNS, zoom_tokens=position.zoom_tokens + 1
    )


def card_up(position: P, outcome: CardUp) -> P:
    """Return the position after the Rival drew a card."""
    position = card_drawn(position, outcome)
    card = outcome.card
    if not card.is_booth:
        position = replace(position, collection=(*position.collection, card))
        if not card.is_zoom:
            return _arrive(position, position.river.walk(position.pawn, card.step))
        if len(position.river.booths) > 1:
            return replace(position, phase="zoom")
        return _after_move(position)
    if position.row[:1] == ("neutral",):
        return _discard_all(replace(position, row=position.row[1:]), card)
    if not position.row or not position.river.end_spots:
        return _discard_all(position, card)
    if card.is_zoom:
        return replace(position, phase="build", booth_card=card)
    spot = position.river.count_end_spots(position.pawn, card.step)
    return _end_rival_turn(_build(_discard_collection(position), spot, "rival"))


def built(position: P, spot: str, stem: str, owner: Owner) -> P:
    """Put a booth on an end spot; its name begins with ``stem``."""
    booth = Booth(position.river.new_name(stem), owner)
    stays = position.setup.after_build == "spot-stays"
    return replace(position, river=position.river.build(spot, booth, spot_stays=stays))


def zoom_to(position: P, action: ZoomTo) -> P:
    """Return the position after the Rival zoomed to a booth of your choice."""
    return _arrive(position, action.booth)


def zoom_build(position: P, action: BuildAt) -> P:
    """Return the position after the Rival built a Zoom booth at your choice."""
    position = _build(replace(position, booth_card=None), action.spot, "rival")
    return _end_rival_turn(_discard_collection(position))


def event_up(position: P, outcome: EventUp) -> P:
    """Return the position after the top Event Booth was drawn; you choose its place."""
    events = tuple((n, c - (n == outcome.name)) for n, c in position.events)
    left = tuple((name, count) for name, count in events if count)
    return replace(position, events=left, event=outcome.name, phase="event-build")


def event_build(position: P, action: BuildAt) -> P:
    """Return the position after the event was built with the first of the Rival's houses.

    A neutral house ahead of it leaves the row too.
    """
    if position.row[0] == "neutral":
        position = replace(position, row=position.row[1:])
    return _end_rival_turn(_build(replace(position, event=None), action.spot, "event"))


def _arrive(position: P, booth: str) -> P:
    """Move the Rival's pawn; on a booth of yours you gain the owner bonus."""
    bonus = position.river.owner(booth) == "you"
    return _after_move(replace(position, pawn=booth, bonuses=position.bonuses + bonus))


def _after_move(position: P) -> P:
    if len(position.collection) < COLLECTION_LIMIT:
        return _end_rival_turn(position)
    position = _discard_collection(position)
    if position.events and "rival" in position.row and position.river.end_spots:
        return replace(position, phase="event")
    return _end_rival_turn(position)


def _build(position: P, spot: str, stem: str) -> P:
    """Build with the first house of the row, which is the Rival's."""
    position = replace(built(position, spot, stem, "rival"), row=position.row[1:])
    return position if "rival" in position.row else trigger_end(position, "rival-houses")


def _discard_collection(position: P) -> P:
    return replace(position, discards=_put(position, position.collection), collection=())


def _discard_all(position: P, card: Card) -> P:
    """Discard a booth card that is not built, and the collection; the Rival's turn is over."""
    position = replace(position, discards=_put(position, (card,)))
    return _end_rival_turn(_discard_collection(position))


def _put(position: Position, cards: tuple[Card, ...]) -> tuple[tuple[Card, int], ...]:
    """Return the discards with additional cards; cards of the table are not tracked."""
    return position.discards if position.setup.table else put(position.discards, cards)


def _end_rival_turn(position: P) -> P:
    if position.turns_left is None:
        return replace(position, phase="turn", turn=position.turn + 1)
    if position.turns_left == 0:
        return replace(position, phase="score")
    return replace(
        position, phase="turn", turn=position.turn + 1, turns_left=position.turns_left - 1
    )
