"""The position of River Market's solo game, and the contradictions of positions in files."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from msgspec import Meta, defstruct
from msgspec.structs import astuple

from chatuchak_solver.codec import Form, Notation
from chatuchak_solver.errors import InvalidInstanceError, counted
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import setup as figures
from chatuchak_solver.games.river_market import title as titles
from chatuchak_solver.games.stored import Stored, stored_dataclass
from chatuchak_solver.io.untrusted import quote

RivalPhase: TypeAlias = Literal["draw", "zoom", "build", "event", "event-build"]
Phase: TypeAlias = Literal["turn", "your-draw", RivalPhase, "score", "left-over", "over"]
"""The next step.

``turn``: an event of your turn; ``your-draw``: a card for you; ``draw``: a card for the Rival;
``zoom``: your choice of the Rival's Zoom; ``build``: your choice of the place of a Zoom booth;
``event``: a draw of an Event Booth; ``event-build``: your choice of its place; ``score``: your
final score; ``left-over``: your choice among tied resources; ``over``: the end.
"""

CARDS_HELP = "dealt: cards are drawn here; table: you turn them up and type them."
CHANCE_PHASES = ("your-draw", "draw", "event")

ACTIONS_A_TURN = 1 + 1 + 2 * len(act.RESOURCES) + 1 + 2 * act.MAX_CARDS + 1 + 4
"""The maximum number of actions per turn, without building: moving, hiring, gaining and spending
each resource, drawing, the drawn cards and later discards, ending the turn; then the Rival's card,
its choice, an event and its place."""


ResourceAmounts: Any = defstruct(
    "ResourceAmounts", [(name, titles.Amount) for name in act.RESOURCES], bases=(Form,), frozen=True
)
STORED_RESOURCES = Stored(
    ResourceAmounts, lambda amounts: ResourceAmounts(*amounts), lambda form, _: astuple(form)
)

STORED_EVENTS = Stored(tuple[str, ...], tuple, lambda events, _: tuple(sorted(events)))
"""Events, in files in any order."""


@dataclass(frozen=True)
class RiverMarketState(contract.GameState[act.Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    setup
        The figures of the game.
    pawn, your_pawn
        The booths of the Rival's pawn and of yours.
    houses
        Your remaining houses.
    row
        The house row of ``neutral`` and ``rival`` houses.
    collection
        The Rival's collected cards, in order.
    deck, discards, hand
        The cards in the deck, discarded, and drawn by you; empty if the deck is the table's.
    events
        The Event deck.
    helpers, zoom_tokens, bonuses
        The numbers of your helpers, of Zoom tokens from the end of the game, and of owner bonuses
        from the Rival's moves.
    resources
        Your amount of each of `RESOURCES`.
    turn
        The number of your turn, from 1.
    reported
        The reported once-only events of this turn, sorted.
    to_draw
        The cards that you still draw.
    booth_card, event
        The Zoom or Event Booth to place, or None.
    ended_by
        The trigger of the end: ``deck``, ``rival-houses``, ``your-houses``; None before.
    turns_left
        Your remaining turns after the trigger, or None.
    score
        Your final score, if known.
    left_over
        Your most frequent leftover resource, if known.
    """

    game: ClassVar[str] = "river-market"
    player_counts: ClassVar[range] = range(1, 2)
    num_players = 1
    score_bounds = (0, act.MAX_POINTS)
    setup_options = (contract.SetupOption("cards", ("dealt", "table"), "dealt", CARDS_HELP),)

    setup: Annotated[figures.RiverSetup, stored_dataclass(figures.RiverSetup)]
    river: figures.RiverField
    pawn: str = figures.SWAP_MEET
    your_pawn: str = figures.SWAP_MEET
    houses: titles.Amount = 0
    row: tuple[figures.House, ...] = ()
    collection: figures.CollectedCards = ()
    deck: figures.Cards = ()
    discards: figures.Cards = ()
    hand: figures.Cards = ()
    events: figures.Events = ()
    helpers: titles.Amount = 0
    zoom_tokens: Annotated[int, Meta(ge=0, le=1)] = 0
    bonuses: titles.Amount = 0
    resources: Annotated[tuple[int, ...], STORED_RESOURCES] = (0,) * len(act.RESOURCES)
    phase: Phase = "turn"
    turn: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    reported: Annotated[tuple[str, ...], STORED_EVENTS] = ()
    to_draw: Annotated[int, Meta(ge=0, le=100)] = 0
    booth_card: Notation[figures.Card] | None = None
    event: str | None = None
    ended_by: titles.Ending | None = None
    turns_left: Annotated[int, Meta(ge=0, le=figures.LAST_TURNS)] | None = None
    score: Annotated[int, Meta(ge=0, le=act.MAX_POINTS)] | None = None
    left_over: act.Resource | None = None

    @classmethod
    def set_up(cls, _seats: int, _rng: object, data: Data, options: dict[str, str]) -> Self:
        """Set up a solo game. The deck is not shuffled: chance draws every card."""
        setup = figures.RiverSetup.load(data, table=options["cards"] == "table")
        return cls(
            setup, setup.river, houses=setup.houses, row=figures.house_row(setup.house_row),
            deck=() if setup.table else setup.cards, events=setup.events,
        )  # fmt: skip

    @property
    def current_player(self) -> int:
        """You, or `CHANCE` if a card is due."""
        return contract.CHANCE if self.phase in CHANCE_PHASES else 0

    @property
    def is_over(self) -> bool:
        """Whether the title is decided."""
        return self.phase == "over"

    @property
    def num_to_draw(self) -> int:
        """The number of cards in deck and discards."""
        return figures.total(self.deck) + figures.total(self.discards)

    @property
    def amounts(self) -> dict[str, int]:
        """Your amounts by resource."""
        return dict(zip(act.RESOURCES, self.resources, strict=True))

    @property
    def most_left_over(self) -> tuple[act.Resource, ...]:
        """Your most frequent leftover resources, or the chosen one."""
        return titles.most_left_over(self.amounts, self.left_over)

    @property
    def max_actions(self) -> int | None:
        """The maximum number of remaining actions; None for the table's own deck."""
        if self.is_over or self.setup.table:
            return 0 if self.is_over else None
        turns = figures.total(self.deck) + 4 if self.turns_left is None else self.turns_left + 2
        return turns * ACTIONS_A_TURN + self.houses + figures.total(self.hand) + 2

    def with_river(self, river: figures.River) -> Self:
        """Return the state with a new description of the river, checked as in a file."""
        state = replace(self, river=figures.check_river(river))
        for fault in faults(state):
            raise InvalidInstanceError(fault)
        return state

    def all_actions(self) -> Iterator[act.Action]:
        """Return all actions of the setup's booths, cards and events."""
        return act.all_actions(self.setup)

    def parse(self, text: str) -> act.Action:
        """Parse an action; see `GameState.parse`."""
        return contract.read_action(act.parse, text)

    def scores(self) -> tuple[int, ...]:
        """Return your final score, 0 until known."""
        return (self.score or 0,)

    def winners(self) -> tuple[int, ...]:
        """Return you: the goal of the solo game is a title."""
        return (0,)

    def title(self) -> titles.Title | None:
        """Return your title, once the game is over."""
        return titles.title_of(self, self.left_over)


FIELD_PHASES: Mapping[str, tuple[str, ...]] = {
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
        if name not in act.ONCE or name in state.reported[:index]:
            once = ", ".join(act.ONCE)
            yield f"invalid reported {quote(name)}: expected different ones of {once}"
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
    if len(collection) == figures.COLLECTION_LIMIT and phase != "zoom":
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
            yield f"deck: {found[card]} of '{card}' in all; the setup has {known.get(card, 0)}"
        missing = figures.total(setup.cards) - found.total()
        if missing > used:
            yield f"deck: {counted(missing, 'card')} missing, more than can have been built"
    for name in Counter(dict(state.events)) - Counter(dict(events)):
        yield f"events: {dict(state.events)[name]} of {name!r}; fewer are in the setup"
    if used < 0 or state.row != figures.house_row(setup.house_row)[used:]:
        yield "row: expected neutral and Rival's houses by turns, a Rival's house last"
    if state.houses > setup.houses:
        yield f"invalid houses {state.houses}: expected 0 to {setup.houses}"
