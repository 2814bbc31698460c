"""Positions of the solo game as JSON documents, read back with every card accounted for."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypedDict, get_args

from chatuchak_solver.document import Node, fields_of, names_of
from chatuchak_solver.games.river_market.actions import MOST_POINTS, ONCE, RESOURCES
from chatuchak_solver.games.river_market.cards import Card
from chatuchak_solver.games.river_market.position import Phase
from chatuchak_solver.games.river_market.rival import COLLECTION_LIMIT, LAST_TURNS
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.setup import (
    RiverSetup,
    house_row,
    read_cards,
    read_events,
    read_river,
)
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.title import ENDINGS

MOST: Final = 1_000_000


class RiverMarketDocument(TypedDict):
    """A position of River Market."""

    game: str
    setup: RiverSetup
    """The figures of the game."""
    river: River
    """The river, clockwise: booths by name, end spots in brackets."""
    pawn: str
    """Where the Rival's pawn stands."""
    your_pawn: str
    """Where yours stands."""
    houses: int
    """Your houses."""
    row: tuple[str, ...]
    """The house row, the first house first."""
    collection: tuple[Card, ...]
    """The Rival's cards, face up."""
    deck: dict[Card, int]
    """The cards in the deck: how many of each."""
    discards: dict[Card, int]
    """The cards discarded."""
    hand: dict[Card, int]
    """The cards in your hand."""
    events: dict[str, int]
    """Event Booths left: how many of each."""
    helpers: int
    """Helpers that you hired."""
    zoom_tokens: int
    """Zoom tokens that you have."""
    bonuses: int
    """Owner bonuses that you got."""
    resources: dict[str, int]
    """What you have, by resource."""
    phase: Phase
    """What is awaited."""
    turn: int
    """The turn's number, from 1."""
    reported: tuple[str, ...]
    """What comes once a turn and came."""
    to_draw: int
    """Cards that you have yet to draw."""
    booth_card: Card | None
    """The Zoom booth that waits for its place, or null."""
    event: str | None
    """The Event Booth that waits for its place, or null."""
    ended_by: str | None
    """What ran out; null before."""
    turns_left: int | None
    """Turns that are left once the end has come; null before."""
    score: int | None
    """Your score once it is counted; null before."""
    left_over: str | None
    """The resource that counts as left over most; null before."""


def state_to_dict(state: RiverMarketState) -> RiverMarketDocument:
    """Return the JSON-ready form of a state."""
    piles = {name: dict(getattr(state, name)) for name in ("deck", "discards", "hand", "events")}
    resources = dict(zip(RESOURCES, state.resources, strict=True))
    return fields_of(RiverMarketDocument, state, resources=resources, **piles)


def state_from_dict(data: Mapping[str, object]) -> RiverMarketState:
    """Read a state and check that it can come about as far as its parts go.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong; if cards or houses are not those of the setup; or
        if the fields contradict each other.
    """
    fields = Node(dict(data)).fields(names_of(RiverMarketDocument))
    fields["game"].choice((RiverMarketState.game,))
    setup = RiverSetup.from_node(fields["setup"])
    river = read_river(fields["river"])
    booths = river.booth_names
    amounts = fields["resources"].fields(RESOURCES)
    reported = fields["reported"].items()
    list(fields["reported"].distinct((item, item.choice(ONCE)) for item in reported))
    state = RiverMarketState(
        setup=setup,
        river=river,
        pawn=fields["pawn"].choice(booths),
        your_pawn=fields["your_pawn"].choice(booths),
        houses=fields["houses"].integer(least=0, most=setup.houses),
        row=tuple(item.choice(("neutral", "rival")) for item in fields["row"].items()),
        collection=tuple(
            item.read(Card.parse) for item in fields["collection"].items(most=COLLECTION_LIMIT)
        ),
        deck=read_cards(fields["deck"]),
        discards=read_cards(fields["discards"]),
        hand=read_cards(fields["hand"]),
        events=read_events(fields["events"]),
        helpers=fields["helpers"].integer(least=0, most=MOST),
        zoom_tokens=fields["zoom_tokens"].integer(least=0, most=1),
        bonuses=fields["bonuses"].integer(least=0, most=MOST),
        resources=tuple(amounts[name].integer(least=0, most=MOST) for name in RESOURCES),
        phase=fields["phase"].choice(get_args(Phase)),
        turn=fields["turn"].integer(least=1, most=MOST),
        reported=tuple(sorted(item.text() for item in reported)),
        to_draw=fields["to_draw"].integer(least=0, most=100),
        booth_card=fields["booth_card"].optional(lambda node: node.read(Card.parse)),
        event=fields["event"].optional(lambda node: node.choice(dict(setup.events))),
        ended_by=fields["ended_by"].optional(lambda node: node.choice(ENDINGS)),
        turns_left=fields["turns_left"].optional(
            lambda node: node.integer(least=0, most=LAST_TURNS)
        ),
        score=fields["score"].optional(lambda node: node.integer(least=0, most=MOST_POINTS)),
        left_over=fields["left_over"].optional(lambda node: node.choice(RESOURCES)),
    )
    _check_cards(state, fields)
    _check_phase(state, fields)
    return state


def _check_cards(state: RiverMarketState, fields: Mapping[str, Node]) -> None:
    """Check that no card, event or house is there that the setup does not have."""
    setup = state.setup
    found = Counter(dict(state.deck)) + Counter(dict(state.discards)) + Counter(dict(state.hand))
    found += Counter(state.collection)
    if state.booth_card is not None:
        found[state.booth_card] += 1
    if setup.table and any((state.deck, state.discards, state.hand)):
        raise fields["deck"].error("the deck lies on the table; its cards are not listed")
    for card, count in sorted(found.items()):
        if not setup.table and count > dict(setup.cards).get(card, 0):
            raise fields["deck"].error(
                f"{count} cards '{card}' in all; the setup has {dict(setup.cards).get(card, 0)}"
            )
    missing = setup.num_cards - found.total()
    built = len(house_row(setup.house_row)) - len(state.row)
    if not setup.table and missing > built:
        raise fields["deck"].error(f"{missing} cards are missing, more than can have been built")
    for name, count in state.events:
        if count > dict(setup.events).get(name, 0):
            raise fields["events"].error(f"{count} of {name!r}; fewer are in the setup")
    if state.row != house_row(setup.house_row)[built:] or built < 0:
        raise fields["row"].error("the row is none that neutral and Rival's houses by turns leave")


def _check_phase(state: RiverMarketState, fields: Mapping[str, Node]) -> None:
    """Check that the phase and what it waits for go together."""
    phase = state.phase
    card = state.booth_card
    if (card is not None) != (phase == "build") or (card and not (card.is_booth and card.is_zoom)):
        raise fields["booth_card"].error("a Zoom booth waits exactly in the phase 'build'")
    if (state.event is not None) != (phase == "event-build"):
        raise fields["event"].error("an event waits exactly in the phase 'event-build'")
    if phase == "event" and not state.events:
        raise fields["events"].error("there is no Event Booth to draw")
    if phase in ("build", "event", "event-build") and not (
        "rival" in state.row and state.river.end_spots
    ):
        raise fields["phase"].error("the Rival needs a house and an end spot to build")
    if phase == "build" and state.row[0] != "rival":
        raise fields["row"].error("the Rival builds a booth only with the first house of the row")
    zooms = state.collection and state.collection[-1].is_zoom and len(state.river.booths) > 1
    if phase == "zoom" and not zooms:
        raise fields["phase"].error("the Rival zooms with a Zoom card, to another booth")
    if (state.to_draw > 0) != (phase == "your-draw"):
        raise fields["to_draw"].error("cards are to be drawn exactly in the phase 'your-draw'")
    if phase == "your-draw" and (state.setup.table or state.to_draw > state.num_to_draw):
        raise fields["to_draw"].error("there are not so many cards to draw")
    if phase == "draw" and not (state.setup.table or state.num_to_draw):
        raise fields["phase"].error("there is no card to draw")
    if state.reported and phase not in ("turn", "your-draw"):
        raise fields["reported"].error("events are reported in your own turn")
    if len(state.collection) == COLLECTION_LIMIT and phase != "zoom":
        raise fields["collection"].error("five cards stay only until the Rival has zoomed")
    _check_end(state, fields)


def _check_end(state: RiverMarketState, fields: Mapping[str, Node]) -> None:
    triggered = state.ended_by is not None
    if triggered != (state.turns_left is not None) or triggered != (state.zoom_tokens == 1):
        raise fields["ended_by"].error(
            "once the end is triggered, turns_left is counted and there is one Zoom token"
        )
    if not triggered and not state.houses:
        raise fields["houses"].error("without houses the end is triggered")
    counted = state.phase in ("left-over", "over")
    if (state.score is not None) != counted:
        raise fields["score"].error("the score is there exactly once it is counted")
    if (state.phase in ("score", "left-over", "over")) and state.turns_left != 0:
        raise fields["turns_left"].error("the score is counted when no turn is left")
    if (state.left_over is not None) != (state.phase == "over"):
        raise fields["left_over"].error("it is settled exactly when the game is over")
    if state.left_over is not None:
        most = max(state.resources)
        if state.resources[RESOURCES.index(state.left_over)] != most:
            raise fields["left_over"].error(f"{state.left_over!r} is not left over most")
