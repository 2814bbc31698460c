"""The contradictions of positions in files, and rivers of manual setups."""

from collections import Counter
from collections.abc import Iterator

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.river_market.actions import ONCE, RESOURCES
from chatuchak_solver.games.river_market.setup import River, house_row
from chatuchak_solver.games.river_market.state import COLLECTION_LIMIT, RiverMarketState
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.start_tiles import StartTiles


def faults(state: RiverMarketState) -> Iterator[str]:
    """Yield the contradictions of a state."""
    booths = ", ".join(state.river.booth_names)
    for name, booth in (("pawn", state.pawn), ("your_pawn", state.your_pawn)):
        if booth not in state.river.booth_names:
            yield f"invalid {name} {quote(booth)}: expected one of {booths}"
    for at, event in enumerate(state.reported):
        if event not in ONCE:
            yield f"invalid reported[{at}] {quote(event)}: expected one of {', '.join(ONCE)}"
    if state.houses > state.setup.houses:
        yield f"invalid houses {state.houses}: expected 0 to {state.setup.houses}"
    if state.event is not None and state.event not in dict(state.setup.events):
        yield f"invalid event {quote(state.event)}: expected one of the setup"
    yield from _card_faults(state)
    yield from _phase_faults(state)
    yield from _end_faults(state)


def _card_faults(state: RiverMarketState) -> Iterator[str]:
    setup, known = state.setup, dict(state.setup.cards)
    built = setup.house_row - len(state.row)
    if setup.table and any((state.deck, state.discards, state.hand)):
        yield "deck: the deck lies on the table; its cards are not listed"
    if not setup.table:
        found = Counter(state.collection)
        if state.booth_card is not None:
            found[state.booth_card] += 1
        for cards in (state.deck, state.discards, state.hand):
            found.update(dict(cards))
        for card, count in sorted(found.items()):
            if count > known.get(card, 0):
                yield f"deck: {count} cards '{card}' in all; the setup has {known.get(card, 0)}"
        missing = setup.num_cards - found.total()
        if missing > built:
            yield f"deck: {missing} cards are missing, more than can have been built"
    for name, count in state.events:
        if count > dict(setup.events).get(name, 0):
            yield f"events: {count} of {name!r}; fewer are in the setup"
    if state.row != house_row(setup.house_row)[built:] or built < 0:
        yield "row: expected neutral and Rival's houses by turns, a Rival's house last"


def _phase_faults(state: RiverMarketState) -> Iterator[str]:
    phase = state.phase
    card = state.booth_card
    if (card is not None) != (phase == "build") or (card and not (card.is_booth and card.is_zoom)):
        yield "booth_card: expected a Zoom booth exactly in the phase 'build'"
    if (state.event is not None) != (phase == "event-build"):
        yield "event: expected an event exactly in the phase 'event-build'"
    if phase == "event" and not state.events:
        yield "events: there is no Event Booth to draw"
    if phase in ("build", "event", "event-build") and not (
        "rival" in state.row and state.river.end_spots
    ):
        yield "phase: the Rival needs a house and an end spot to build"
    if phase == "build" and state.row[0] != "rival":
        yield "row: the Rival builds a booth only with the first house of the row"
    zooms = state.collection and state.collection[-1].is_zoom and len(state.river.booths) > 1
    if phase == "zoom" and not zooms:
        yield "phase: the Rival zooms with a Zoom card, to another booth"
    if (state.to_draw > 0) != (phase == "your-draw"):
        yield "to_draw: cards are to be drawn exactly in the phase 'your-draw'"
    if phase == "your-draw" and (state.setup.table or state.to_draw > state.num_to_draw):
        yield "to_draw: there are not so many cards to draw"
    if phase == "draw" and not (state.setup.table or state.num_to_draw):
        yield "phase: there is no card to draw"
    if state.reported and phase not in ("turn", "your-draw"):
        yield "reported: events are reported in your own turn"
    if len(state.collection) == COLLECTION_LIMIT and phase != "zoom":
        yield "collection: five cards stay only until the Rival has zoomed"


def _end_faults(state: RiverMarketState) -> Iterator[str]:
    triggered = state.ended_by is not None
    if triggered != (state.turns_left is not None) or triggered != (state.zoom_tokens == 1):
        yield (
            "ended_by: once the end is triggered, turns_left is counted and there is one Zoom token"
        )
    if not triggered and not state.houses:
        yield "houses: without houses the end is triggered"
    counted = state.phase in ("left-over", "over")
    if (state.score is not None) != counted:
        yield "score: the score is there exactly once it is counted"
    if (state.phase in ("score", "left-over", "over")) and state.turns_left != 0:
        yield "turns_left: the score is counted when no turn is left"
    if (state.left_over is not None) != (state.phase == "over"):
        yield "left_over: it is settled exactly when the game is over"
    if state.left_over is not None:
        most = max(state.resources)
        if state.resources[RESOURCES.index(state.left_over)] != most:
            yield f"left_over: {state.left_over!r} is not left over most"


def setup_parts(start: RiverMarketState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the river."""
    return (
        SetupPart(
            "river", "river", 1, example=str(start.river), check=lambda text: str(River.parse(text))
        ),
    )


def lay_parts(_: RiverMarketState, document: JsonObject, given: Pieces, __: Generator) -> None:
    """Put the river into a start's document."""
    document["setup"]["river"] = document["river"] = given["river"][0]
