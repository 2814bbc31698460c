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
``zoom``: you choose where the Rival zooms; ``build``: where it builds a Zoom booth; ``event``: an
Event Booth is drawn; ``event-build``: you choose its place; ``score``: your final score;
``left-over``: which of the resources tied counts; ``over``: nothing.
"""


CHANCE_PHASES: Final = ("your-draw", "draw", "event")


@dataclass(frozen=True)
class Position:
    """An immutable position; `rules` and `rival` say what may be done in it and what that changes.

    Attributes
    ----------
    setup
        The figures that the game started from.
    river
        The river as it is now.
    pawn, your_pawn
        The booths where the Rival's pawn and yours stand.
    houses
        Your houses left.
    row
        The house row: ``neutral`` and ``rival`` houses, the first one first.
    collection
        The Rival's collected cards, in the order they came.
    deck, discards, hand
        The cards in the deck, discarded, and drawn by you; empty if the deck is the table's.
    events
        The Event deck.
    helpers, zoom_tokens, bonuses
        How many helpers you hired, Zoom tokens the end gave you, and owner bonuses the Rival's
        moves brought you.
    resources
        What you have of each of `RESOURCES`.
    phase
        What comes next.
    turn
        The number of your turn, from 1.
    reported
        What was reported of this turn and comes once, in order of the names.
    to_draw
        The cards that you still draw.
    booth_card, event
        The Zoom booth or the Event Booth that waits for its place.
    ended_by
        What triggered the end: ``deck``, ``rival-houses``, ``your-houses``, or None so far.
    turns_left
        Your turns still to begin once the end is triggered, or None.
    score
        Your final score, once it is counted.
    left_over
        The resource that you have most of left over, once it is settled.
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
