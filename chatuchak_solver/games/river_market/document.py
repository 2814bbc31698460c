"""The file format of positions of the solo game, with every card accounted for."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from msgspec import Meta
from msgspec.structs import astuple

from chatuchak_solver.codec import Notation, check_unique
from chatuchak_solver.games.contract import StateForm
from chatuchak_solver.games.river_market.actions import MAX_POINTS, ONCE, RESOURCES, Resource
from chatuchak_solver.games.river_market.cards import Card
from chatuchak_solver.games.river_market.position import Phase
from chatuchak_solver.games.river_market.rival import COLLECTION_LIMIT, LAST_TURNS
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.setup import (
    GameSetupForm,
    check_river,
    house_row,
    read_cards,
    read_events,
)
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import Amount, Ending, Resources
from chatuchak_solver.io.untrusted import quoted

CardCounts = dict[str, Annotated[int, Meta(ge=1, le=1000)]]


class RiverMarketForm(StateForm, frozen=True, kw_only=True):
    """A position of River Market.

    Attributes
    ----------
    setup
        The figures of the game.
    river
        The river, clockwise: booths by name, end spots in brackets.
    pawn
        The booth of the Rival's pawn.
    your_pawn
        The booth of your pawn.
    houses
        Your houses.
    row
        The house row, the first house first.
    collection
        The Rival's cards, face up.
    deck
        The cards in the deck, with their numbers.
    discards
        The cards discarded.
    hand
        The cards in your hand.
    events
        The remaining Event Booths, with their numbers.
    helpers
        Helpers that you hired.
    zoom_tokens
        Zoom tokens that you have.
    bonuses
        Owner bonuses that you got.
    resources
        Your amounts, by resource.
    phase
        The next step.
    turn
        The turn's number, from 1.
    reported
        The reported events of this turn that are possible once.
    to_draw
        Cards that you have yet to draw.
    booth_card
        The Zoom booth without a place yet, or None.
    event
        The Event Booth without a place yet, or None.
    ended_by
        The trigger of the end; None before.
    turns_left
        The remaining turns after the trigger; None before.
    score
        Your score; None before the end.
    left_over
        The resource that counts as left over most; None before.
    """

    game: Literal["river-market"]
    setup: GameSetupForm
    river: Notation[River]
    pawn: str
    your_pawn: str
    houses: Amount
    row: tuple[Literal["neutral", "rival"], ...]
    collection: Annotated[tuple[Notation[Card], ...], Meta(max_length=COLLECTION_LIMIT)]
    deck: CardCounts
    discards: CardCounts
    hand: CardCounts
    events: CardCounts
    helpers: Amount
    zoom_tokens: Annotated[int, Meta(ge=0, le=1)]
    bonuses: Amount
    resources: Resources
    phase: Phase
    turn: Annotated[int, Meta(ge=1, le=1_000_000)]
    reported: tuple[str, ...]
    to_draw: Annotated[int, Meta(ge=0, le=100)]
    booth_card: Notation[Card] | None
    event: str | None
    ended_by: Ending | None
    turns_left: Annotated[int, Meta(ge=0, le=LAST_TURNS)] | None
    score: Annotated[int, Meta(ge=0, le=MAX_POINTS)] | None
    left_over: Resource | None

    @classmethod
    def of(cls, value: Any, **fields: object) -> Self:
        """Return the form of a state."""
        piles = {
            name: {str(card): count for card, count in getattr(value, name)}
            for name in ("deck", "discards", "hand", "events")
        }
        setup = GameSetupForm.of(value.setup)
        return super().of(
            value, setup=setup, resources=Resources(*value.resources), **piles, **fields
        )

    def to_state(self) -> RiverMarketState:
        """Return the state."""
        check_unique((f"reported[{at}]", name) for at, name in enumerate(self.reported))
        check_river(self.river)
        return RiverMarketState(
            setup=self.setup.to_setup(table=self.setup.table),
            river=self.river,
            pawn=self.pawn,
            your_pawn=self.your_pawn,
            houses=self.houses,
            row=self.row,
            collection=self.collection,
            deck=read_cards(self.deck, "deck"),
            discards=read_cards(self.discards, "discards"),
            hand=read_cards(self.hand, "hand"),
            events=read_events(self.events),
            helpers=self.helpers,
            zoom_tokens=self.zoom_tokens,
            bonuses=self.bonuses,
            resources=astuple(self.resources),
            phase=self.phase,
            turn=self.turn,
            reported=tuple(sorted(self.reported)),
            to_draw=self.to_draw,
            booth_card=self.booth_card,
            event=self.event,
            ended_by=self.ended_by,
            turns_left=self.turns_left,
            score=self.score,
            left_over=self.left_over,
        )


def faults(state: RiverMarketState) -> Iterator[str]:
    """Yield the contradictions of a state."""
    booths = ", ".join(state.river.booth_names)
    for name, booth in (("pawn", state.pawn), ("your_pawn", state.your_pawn)):
        if booth not in state.river.booth_names:
            yield f"invalid {name} {quoted(booth)}: expected one of {booths}"
    for at, event in enumerate(state.reported):
        if event not in ONCE:
            yield f"invalid reported[{at}] {quoted(event)}: expected one of {', '.join(ONCE)}"
    if state.houses > state.setup.houses:
        yield f"invalid houses {state.houses}: expected 0 to {state.setup.houses}"
    if state.event is not None and state.event not in dict(state.setup.events):
        yield f"invalid event {quoted(state.event)}: expected one of the setup"
    yield from _card_faults(state)
    yield from _phase_faults(state)
    yield from _end_faults(state)


def _card_faults(state: RiverMarketState) -> Iterator[str]:
    """Yield cards, events and houses that the setup does not have."""
    setup = state.setup
    found = Counter(dict(state.deck)) + Counter(dict(state.discards)) + Counter(dict(state.hand))
    found += Counter(state.collection)
    if state.booth_card is not None:
        found[state.booth_card] += 1
    if setup.table and any((state.deck, state.discards, state.hand)):
        yield "deck: the deck lies on the table; its cards are not listed"
    for card, count in sorted(found.items()):
        if not setup.table and count > dict(setup.cards).get(card, 0):
            yield (
                f"deck: {count} cards '{card}' in all; "
                f"the setup has {dict(setup.cards).get(card, 0)}"
            )
    missing = setup.num_cards - found.total()
    built = len(house_row(setup.house_row)) - len(state.row)
    if not setup.table and missing > built:
        yield f"deck: {missing} cards are missing, more than can have been built"
    for name, count in state.events:
        if count > dict(setup.events).get(name, 0):
            yield f"events: {count} of {name!r}; fewer are in the setup"
    if state.row != house_row(setup.house_row)[built:] or built < 0:
        yield "row: the row is none that neutral and Rival's houses by turns leave"


def _phase_faults(state: RiverMarketState) -> Iterator[str]:
    """Yield fields that contradict the phase."""
    phase = state.phase
    card = state.booth_card
    if (card is not None) != (phase == "build") or (card and not (card.is_booth and card.is_zoom)):
        yield "booth_card: a Zoom booth waits exactly in the phase 'build'"
    if (state.event is not None) != (phase == "event-build"):
        yield "event: an event waits exactly in the phase 'event-build'"
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
    """Yield fields that contradict the end of the game."""
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
