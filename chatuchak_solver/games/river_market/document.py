"""The contradictions of positions in files, and rivers of manual setups."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.river_market.actions import ONCE
from chatuchak_solver.games.river_market.setup import River, house_row, total
from chatuchak_solver.games.river_market.state import COLLECTION_LIMIT, RiverMarketState
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.start_tiles import StartTiles

FIELD_PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "booth_card": ("build",),
    "event": ("event-build",),
    "to_draw": ("your-draw",),
    "score": ("left-over", "over"),
    "left_over": ("over",),
}
"""The phases in which a field differs from its default."""


def faults(state: RiverMarketState) -> Iterator[str]:
    """Yield the contradictions of a state."""
    booths, events = state.river.booths, dict(state.setup.events)
    for name, booth in (("pawn", state.pawn), ("your_pawn", state.your_pawn)):
        if booth not in booths:
            yield f"invalid {name} {quote(booth)}: expected one of {', '.join(booths)}"
    if state.event not in (None, *events):
        yield f"invalid event {quote(str(state.event))}: expected one of {', '.join(events)}"
    for index, name in enumerate(state.reported):
        if name not in ONCE or name in state.reported[:index]:
            yield f"invalid reported {quote(name)}: expected different ones of {', '.join(ONCE)}"
    for field, phases in FIELD_PHASES.items():
        is_set = getattr(state, field) != getattr(RiverMarketState, field)
        if is_set != (state.phase in phases):
            yield f"{field}: expected exactly in the phase {' or '.join(map(repr, phases))}"
    yield from _piece_faults(state)
    phase, card, ended = state.phase, state.booth_card, state.ended_by is not None
    left, table, collection = state.num_to_draw, state.setup.table, state.collection
    can_build = "rival" in state.row and state.river.end_spots
    is_zoom = collection and collection[-1].is_zoom and len(state.river.booths) > 1
    is_zoom_booth = card and card.kind == "booth" and card.is_zoom and state.row[:1] == ("rival",)
    needs: dict[str, tuple[object, str]] = {
        "your-draw": (not table and state.to_draw <= left, "so many cards to draw"),
        "draw": (table or left, "a card to draw"),
        "zoom": (is_zoom, "a Zoom card and another booth"),
        "build": (can_build and is_zoom_booth, "a Zoom booth, a Rival's first house, an end spot"),
        "event": (can_build and state.events, "an Event Booth, a Rival's house and an end spot"),
        "event-build": (can_build, "a Rival's house and an end spot"),
        **dict.fromkeys(("score", "left-over", "over"), (state.turns_left == 0, "no turn left")),
    }
    is_possible, need = needs.get(phase, (True, ""))
    if not is_possible:
        yield f"phase: '{phase}' needs {need}"
    if state.reported and phase not in ("turn", "your-draw"):
        yield "reported: events are reported in your own turn"
    if len(collection) == COLLECTION_LIMIT and phase != "zoom":
        yield "collection: five cards stay only until the Rival has zoomed"
    if ended != (state.turns_left is not None) or ended != state.zoom_tokens:
        yield "ended_by: expected turns_left and one Zoom token exactly once the end is triggered"
    if not ended and not state.houses:
        yield "houses: without houses the end is triggered"
    if state.left_over not in (None, *replace(state, left_over=None).most_left_over):
        yield f"left_over: {state.left_over!r} is not left over most"


def _piece_faults(state: RiverMarketState) -> Iterator[str]:
    setup, used = state.setup, state.setup.house_row - len(state.row)
    held, known, events = (state.deck, state.discards, state.hand), dict(setup.cards), setup.events
    if setup.table and any(held):
        yield "deck: the deck lies on the table; its cards are not listed"
    if not setup.table:
        found = Counter((*state.collection, *filter(None, [state.booth_card])))
        for cards in held:
            found.update(dict(cards))
        for card in sorted(found - Counter(known)):
            yield f"deck: {found[card]} cards '{card}' in all; the setup has {known.get(card, 0)}"
        missing = total(setup.cards) - found.total()
        if missing > used:
            yield f"deck: {missing} cards are missing, more than can have been built"
    for name in Counter(dict(state.events)) - Counter(dict(events)):
        yield f"events: {dict(state.events)[name]} of {name!r}; fewer are in the setup"
    if used < 0 or state.row != house_row(setup.house_row)[used:]:
        yield "row: expected neutral and Rival's houses by turns, a Rival's house last"
    if state.houses > setup.houses:
        yield f"invalid houses {state.houses}: expected 0 to {setup.houses}"


def setup_parts(start: RiverMarketState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the river."""

    def check(text: str) -> str:
        return str(River.parse(text))

    return (SetupPart("river", "river", 1, example=str(start.river), check=check),)


def lay_parts(_: RiverMarketState, document: JsonObject, given: Pieces, __: Generator) -> None:
    """Put the river into a start's document."""
    document["setup"]["river"] = document["river"] = given["river"][0]
