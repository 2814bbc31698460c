"""The Rival's turn, and the end of the game.

A card other than a booth joins the collection and moves the pawn; five collected cards build an
event. A booth card discards the collection and takes the first house of the row: a neutral one is
discarded, the Rival's builds.
"""

from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.river_market.actions import BuildAt, CardUp, EventUp
from chatuchak_solver.games.river_market.setup import Booth, Card, Counts, Owner, put, take
from chatuchak_solver.games.river_market.state import COLLECTION_LIMIT, LAST_TURNS, RiverMarketState
from chatuchak_solver.games.river_market.title import Ending


def begin_rival_turn(state: RiverMarketState) -> RiverMarketState:
    """Let the Rival draw; without cards its turn is over."""
    state = replace(state, phase="draw", reported=())
    if state.setup.table or state.deck or state.discards:
        return state
    return _end_rival_turn(state)


def card_drawn(state: RiverMarketState, outcome: CardUp) -> RiverMarketState:
    """Remove a drawn card, yours or the Rival's, from the deck.

    An empty deck is first reshuffled from the discards. The last card triggers the end.
    """
    if state.setup.table:
        return trigger_end(state, "deck") if outcome.last else state
    deck, discards = (state.deck, state.discards) if state.deck else (state.discards, ())
    state = replace(state, deck=take(deck, outcome.card), discards=discards)
    return state if state.deck else trigger_end(state, "deck")


def trigger_end(state: RiverMarketState, reason: Ending) -> RiverMarketState:
    """Trigger the end, unless triggered before: a Zoom token, two turns."""
    if state.ended_by is not None:
        return state
    return replace(state, ended_by=reason, turns_left=LAST_TURNS, zoom_tokens=state.zoom_tokens + 1)


def card_up(state: RiverMarketState, outcome: CardUp) -> RiverMarketState:
    """Draw a card for the Rival."""
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
    """Put a booth with a name from ``stem`` on an end spot."""
    booth = Booth(state.river.new_name(stem), owner)
    stays = state.setup.after_build == "spot-stays"
    return replace(state, river=state.river.build(spot, booth, spot_stays=stays))


def zoom_build(state: RiverMarketState, action: BuildAt) -> RiverMarketState:
    """Build the Rival's Zoom booth at your choice."""
    state = _build(replace(state, booth_card=None), action.spot, "rival")
    return _end_rival_turn(_discard_collection(state))


def event_up(state: RiverMarketState, outcome: EventUp) -> RiverMarketState:
    """Draw the top Event Booth; you choose its place."""
    left = take(state.events, outcome.name)
    return replace(state, events=left, event=outcome.name, phase="event-build")


def event_build(state: RiverMarketState, action: BuildAt) -> RiverMarketState:
    """Build the event with the Rival's first house; discard a neutral house ahead of it."""
    if state.row[0] == "neutral":
        state = replace(state, row=state.row[1:])
    return _end_rival_turn(_build(replace(state, event=None), action.spot, "event"))


def arrive(state: RiverMarketState, booth: str) -> RiverMarketState:
    """Move the Rival's pawn to a booth; yours brings the owner bonus."""
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


def _put(state: RiverMarketState, cards: tuple[Card, ...]) -> Counts:
    return state.discards if state.setup.table else put(state.discards, cards)


def _end_rival_turn(state: RiverMarketState) -> RiverMarketState:
    if state.turns_left is None:
        return replace(state, phase="turn", turn=state.turn + 1)
    if state.turns_left == 0:
        return replace(state, phase="score")
    return replace(state, phase="turn", turn=state.turn + 1, turns_left=state.turns_left - 1)
