"""The position of River Market's solo game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias

from msgspec import Meta, defstruct
from msgspec.structs import astuple

from chatuchak_solver.codec import Form, Notation
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data, Options
from chatuchak_solver.games.river_market import actions as act
from chatuchak_solver.games.river_market import setup as figures
from chatuchak_solver.games.river_market import title as titles
from chatuchak_solver.games.stored import Stored, stored_dataclass

RivalPhase: TypeAlias = Literal["draw", "zoom", "build", "event", "event-build"]
Phase: TypeAlias = Literal["turn", "your-draw", RivalPhase, "score", "left-over", "over"]
"""The next step.

``turn``: an event of your turn; ``your-draw``: a card for you; ``draw``: a card for the Rival;
``zoom``: your choice of the Rival's Zoom; ``build``: your choice of the place of a Zoom booth;
``event``: a draw of an Event Booth; ``event-build``: your choice of its place; ``score``: your
final score; ``left-over``: your choice among tied resources; ``over``: the end.
"""

CARDS_HELP: Final = "dealt: cards are drawn here; table: you turn them up and type them."
CHANCE_PHASES: Final = ("your-draw", "draw", "event")

COLLECTION_LIMIT: Final = 5
"""Collected cards discarded for an event."""

LAST_TURNS: Final = 2
"""Your turns after the trigger of the end."""

ACTIONS_A_TURN: Final = 1 + 1 + 2 * len(act.RESOURCES) + 1 + 2 * act.MAX_CARDS + 1 + 4
"""The maximum number of actions per turn, without building: moving, hiring, gaining and spending
each resource, drawing, the drawn cards and later discards, ending the turn; then the Rival's card,
its choice, an event and its place."""


ResourceAmounts: Any = defstruct(
    "ResourceAmounts", [(name, titles.Amount) for name in act.RESOURCES], bases=(Form,), frozen=True
)
STORED_RESOURCES: Final = Stored(
    ResourceAmounts, lambda amounts: ResourceAmounts(*amounts), lambda form, _: astuple(form)
)

Collection = Annotated[tuple[Notation[figures.Card], ...], Meta(max_length=COLLECTION_LIMIT)]
STORED_EVENTS: Final = Stored(tuple[str, ...], tuple, lambda events, _: tuple(sorted(events)))
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
    collection: Collection = ()
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
    turns_left: Annotated[int, Meta(ge=0, le=LAST_TURNS)] | None = None
    score: Annotated[int, Meta(ge=0, le=act.MAX_POINTS)] | None = None
    left_over: act.Resource | None = None

    @classmethod
    def new(
        cls, num_players: int = 1, *, rng: object = None, data: Data = None, options: Options = None
    ) -> Self:
        """Set up a solo game. The deck is not shuffled: chance draws every card."""
        del rng
        chosen = contract.check_setup(cls, num_players, options)
        setup = figures.RiverSetup.load(data, table=chosen["cards"] == "table")
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
    def most_left_over(self) -> tuple[act.Resource, ...]:
        """Your most frequent leftover resources, or the chosen one."""
        amounts = dict(zip(act.RESOURCES, self.resources, strict=True))
        return titles.most_left_over(amounts, self.left_over)

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
        for fault in self.codec.faults(state):
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
