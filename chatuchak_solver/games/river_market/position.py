"""The position of River Market's solo game."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.river_market.actions import RESOURCES
from chatuchak_solver.games.river_market.cards import Card, Counts
from chatuchak_solver.games.river_market.river import SWAP_MEET, River
from chatuchak_solver.games.river_market.setup import EventCounts, RiverSetup
from chatuchak_solver.games.river_market.title import most_left_over

Phase: TypeAlias = Literal[
    "turn",
    "your-draw",
    "draw",
    "zoom",
    "build",
    "event",
    "event-build",
    "score",
    "left-over",
    "over",
]
"""The next step.

``turn``: an event of your turn; ``your-draw``: a card for you; ``draw``: a card for the Rival;
``zoom``: your choice of the Rival's Zoom; ``build``: your choice of the place of a Zoom booth;
``event``: a draw of an Event Booth; ``event-build``: your choice of its place; ``score``: your
final score; ``left-over``: your choice among tied resources; ``over``: the end.
"""


CHANCE_PHASES: Final = ("your-draw", "draw", "event")


@dataclass(frozen=True)
class Position:
    """An immutable position; `rules` and `rival` define its legal actions and their effects.

    Attributes
    ----------
    setup
        The figures of the setup.
    river
        The present river.
    pawn, your_pawn
        The booths of the Rival's pawn and of yours.
    houses
        Your houses left.
    row
        The house row: ``neutral`` and ``rival`` houses, the first one first.
    collection
        The Rival's collected cards, in order.
    deck, discards, hand
        The cards in the deck, discarded, and drawn by you; empty if the deck is the table's.
    events
        The Event deck.
    helpers, zoom_tokens, bonuses
        The numbers of your hired helpers, of Zoom tokens from the end of the game, and of owner
        bonuses from the Rival's moves.
    resources
        Your amount of each of `RESOURCES`.
    phase
        The next step.
    turn
        The number of your turn, from 1.
    reported
        The reported events of this turn that are possible once, sorted.
    to_draw
        The cards that you still draw.
    booth_card, event
        The Zoom booth or the Event Booth without a place yet.
    ended_by
        The trigger of the end: ``deck``, ``rival-houses``, ``your-houses``, or None so far.
    turns_left
        Your remaining turns after the trigger of the end, or None.
    score
        Your final score, if known.
    left_over
        Your most frequent leftover resource, if known.
    """

    setup: RiverSetup
    river: River
    deck: Counts
    events: EventCounts
    houses: int
    row: tuple[str, ...]
    pawn: str = SWAP_MEET
    your_pawn: str = SWAP_MEET
    collection: tuple[Card, ...] = ()
    discards: Counts = ()
    hand: Counts = ()
    helpers: int = 0
    zoom_tokens: int = 0
    bonuses: int = 0
    resources: tuple[int, ...] = (0,) * len(RESOURCES)
    phase: Phase = "turn"
    turn: int = 1
    reported: tuple[str, ...] = ()
    to_draw: int = 0
    booth_card: Card | None = None
    event: str | None = None
    ended_by: str | None = None
    turns_left: int | None = None
    score: int | None = None
    left_over: str | None = None

    @property
    def num_players(self) -> int:
        """One."""
        return 1

    @property
    def current_player(self) -> int:
        """You, or `CHANCE` if a card is drawn."""
        return CHANCE if self.phase in CHANCE_PHASES else 0

    @property
    def is_over(self) -> bool:
        """Whether the title is settled."""
        return self.phase == "over"

    @property
    def is_rivals_turn(self) -> bool:
        """Whether the Rival's turn is under way, its free choices included."""
        return self.phase in ("draw", "zoom", "build", "event", "event-build")

    @property
    def num_to_draw(self) -> int:
        """The cards that could be drawn before the discards are gone too."""
        return sum([count for _, count in self.deck]) + sum([count for _, count in self.discards])

    @property
    def most_left_over(self) -> tuple[str, ...]:
        """The resources of which you have most, the one you chose once you did."""
        amounts = dict(zip(RESOURCES, self.resources, strict=True))
        return most_left_over(amounts, self.left_over)
