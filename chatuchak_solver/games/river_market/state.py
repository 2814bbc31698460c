"""A position of River Market's solo game as the games' contract has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, TypeAlias

from chatuchak_solver.errors import InvalidInstanceError, NotationError
from chatuchak_solver.games.contract import (
    CHANCE,
    GameState,
    SetupOption,
    check_options,
    illegal_action,
)
from chatuchak_solver.games.river_market.actions import (
    RESOURCES,
    Action,
    BuildAt,
    Built,
    CardUp,
    DeckOut,
    Discarded,
    Done,
    Drew,
    EventUp,
    Gained,
    Hired,
    LeftOver,
    Moved,
    Scored,
    Spent,
    ZoomTo,
    parse_action,
)
from chatuchak_solver.games.river_market.cards import KINDS, Card, Counts
from chatuchak_solver.games.river_market.rival import (
    card_up,
    event_build,
    event_up,
    zoom_build,
    zoom_to,
)
from chatuchak_solver.games.river_market.river import SWAP_MEET, River
from chatuchak_solver.games.river_market.rules import (
    MOST_CARDS,
    event_refusal,
    events,
    report,
    your_card_up,
)
from chatuchak_solver.games.river_market.setup import EventCounts, RiverSetup, house_row
from chatuchak_solver.games.river_market.title import TitleTable, most_left_over

if TYPE_CHECKING:
    import numpy as np

    from chatuchak_solver.games.river_market.title import Title

__all__ = ["MOST_POINTS", "Phase", "RiverMarketState"]

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
"""What comes next.

``turn``: an event of your turn; ``your-draw``: a card for you; ``draw``: a card for the Rival;
``zoom``: you choose where the Rival zooms; ``build``: where it builds a Zoom booth; ``event``: an
Event Booth is drawn; ``event-build``: you choose its place; ``score``: your final score;
``left-over``: which of the resources tied counts; ``over``: nothing.
"""

MOST_POINTS: Final = 300
"""The highest final score that is taken down."""

ACTIONS_A_TURN: Final = 1 + 1 + 2 * len(RESOURCES) + 1 + 2 * MOST_CARDS + 1 + 4
"""No turn takes more actions beside building: moving, hiring, gaining and spending each resource,
drawing, the cards drawn and as many discarded later, ending it; then the Rival's card, its
choice, an event and its place."""


@dataclass(frozen=True, slots=True)
class RiverMarketState(GameState):
    """An immutable position.

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
        The cards in the deck, discarded, and drawn by you; empty where the deck is the table's.
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

    game: ClassVar[str] = "river-market"
    player_counts: ClassVar[range] = range(1, 2)
    setup_options: ClassVar[tuple[SetupOption, ...]] = (
        SetupOption(
            "cards",
            ("dealt", "table"),
            "dealt",
            "dealt: cards are drawn here; table: you turn them up and say what they are.",
        ),
    )

    @classmethod
    def new(
        cls,
        num_players: int = 1,
        *,
        rng: np.random.Generator | None = None,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a solo game: nothing is shuffled yet, since every card is drawn by chance."""
        del rng
        chosen = check_options(cls, options)
        if num_players not in cls.player_counts:
            raise InvalidInstanceError(f"river-market is solo: 1 of 1 players, not {num_players}")
        setup = RiverSetup.load(data, table=chosen["cards"] == "table")
        return cls(
            setup=setup,
            river=setup.river,
            deck=() if setup.table else setup.cards,
            events=setup.events,
            houses=setup.houses,
            row=house_row(setup.house_row),
        )

    @property
    def num_players(self) -> int:
        """One."""
        return 1

    @property
    def current_player(self) -> int:
        """You, or `CHANCE` where a card is drawn."""
        return CHANCE if self.phase in ("your-draw", "draw", "event") else 0

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
        return sum(count for _, count in (*self.deck, *self.discards))

    @property
    def max_actions(self) -> int | None:
        """No game from here takes more actions; None where the deck is the table's."""
        if self.is_over:
            return 0
        if self.setup.table:
            return None
        turns = sum(count for _, count in self.deck) + 4
        if self.turns_left is not None:
            turns = self.turns_left + 2
        held = sum(count for _, count in self.hand)
        return turns * ACTIONS_A_TURN + self.houses + held + 2

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From 0 to `MOST_POINTS`."""
        return 0, MOST_POINTS

    def with_river(self, river: River) -> Self:
        """Return the state with the river as its owner sees it now.

        Raises
        ------
        InvalidInstanceError
            If a booth that a pawn stands on is missing.
        """
        names = [booth.name for booth in river.booths]
        for pawn, booth in (("the Rival's pawn", self.pawn), ("your pawn", self.your_pawn)):
            if booth not in names:
                raise InvalidInstanceError(f"the river has no booth {booth!r}, where {pawn} stands")
        if self.phase in ("build", "event-build") and not river.end_spots:
            raise InvalidInstanceError("the river has no end spot, where the Rival is to build")
        return replace(self, river=river)

    def legal_actions(self) -> tuple[str, ...]:
        """Return every event or choice that can come now, sorted; at chance its outcomes."""
        if self.current_player == CHANCE:
            return tuple(outcome for outcome, _ in self.chance_outcomes())
        return tuple(sorted(map(str, self._actions())))

    def _actions(self) -> Iterator[Action]:
        match self.phase:
            case "turn":
                yield from events(self)
            case "zoom":
                yield from (ZoomTo(b.name) for b in self.river.booths if b.name != self.pawn)
            case "build" | "event-build":
                yield from (BuildAt(spot) for spot in self.river.end_spots)
            case "score":
                yield from (Scored(points) for points in range(MOST_POINTS + 1))
            case "left-over":
                yield from (LeftOver(resource) for resource in self.most_left_over)

    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return the cards that may come, with their numbers.

        Of the deck on the table nothing is known: every card is listed with the weight 1.
        """
        if self.phase == "event":
            return tuple((str(EventUp(name)), count) for name, count in self.events)
        if self.phase not in ("draw", "your-draw"):
            return ()
        if not self.setup.table:
            outcomes = [(str(CardUp(card)), count) for card, count in self.deck or self.discards]
            return tuple(sorted(outcomes))
        steps = range(self.setup.largest_step + 1)
        last = (False, True) if self.ended_by is None else (False,)
        cards = [Card(kind, step) for kind in KINDS for step in steps]
        return tuple(sorted((str(CardUp(card, end)), 1) for card in cards for end in last))

    @property
    def most_left_over(self) -> tuple[str, ...]:
        """The resources of which you have most, the one you chose once you did."""
        amounts = dict(zip(RESOURCES, self.resources, strict=True))
        return most_left_over(amounts, self.left_over)

    def apply(self, action: str) -> Self:
        """Return the state after ``action``.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or breaks a rule.
        """
        try:
            parsed = parse_action(action)
        except NotationError as error:
            raise illegal_action(action, str(error)) from None
        rule = self._refusal(parsed)
        if rule is not None:
            raise illegal_action(action, rule)
        following = self._after(parsed)
        assert isinstance(following, type(self))
        return following

    def _refusal(self, action: Action) -> str | None:
        """Return the rule that an action breaks, or None where it is legal."""
        if self.is_over:
            return "the game is over"
        if self.current_player == CHANCE:
            if str(action) in self.legal_actions():
                return None
            if self.phase == "event":
                return f"an Event Booth is drawn; those left: {', '.join(dict(self.events))}"
            return f"a card of the deck is drawn first, one that it holds; {self._example()}"
        match action:
            case Moved() | Built() | Hired() | Gained() | Spent() | Drew() | Discarded():
                return event_refusal(self, action) if self.phase == "turn" else self._due()
            case DeckOut() | Done():
                return event_refusal(self, action) if self.phase == "turn" else self._due()
            case ZoomTo(booth) if self.phase == "zoom":
                if booth == self.pawn:
                    return f"the Rival zooms to another booth than its own, {booth!r}"
                if booth not in (place.name for place in self.river.booths):
                    return f"the river has no booth {booth!r}"
                return None
            case BuildAt(spot) if self.phase in ("build", "event-build"):
                spots = self.river.end_spots
                if spot not in spots:
                    return f"the river has no end spot {spot!r}; it has: {', '.join(spots)}"
                return None
            case Scored(points) if self.phase == "score":
                return None if points <= MOST_POINTS else f"the most points are {MOST_POINTS}"
            case LeftOver(resource) if self.phase == "left-over":
                tied = self.most_left_over
                return None if resource in tied else f"most is left over of: {', '.join(tied)}"
        return self._due()

    def _due(self) -> str:
        """Return what is due instead."""
        return {
            "turn": "it is your turn: report its events, then 'done'",
            "zoom": "choose first where the Rival zooms, such as 'zoom swap-meet'",
            "build": "choose first where the Rival builds, such as 'build e1'",
            "event-build": "choose first where the Rival builds the event, such as 'build e1'",
            "score": "count your score first, such as 'score 31'",
            "left-over": "choose first which of the resources tied counts",
        }[self.phase]

    def _example(self) -> str:
        return f"such as {self.chance_outcomes()[0][0]!r}"

    def _after(self, action: Action) -> RiverMarketState:
        match action:
            case CardUp():
                return (
                    your_card_up(self, action)
                    if self.phase == "your-draw"
                    else card_up(self, action)
                )
            case EventUp():
                return event_up(self, action)
            case ZoomTo():
                return zoom_to(self, action)
            case BuildAt() if self.phase == "build":
                return zoom_build(self, action)
            case BuildAt():
                return event_build(self, action)
            case Scored(points):
                tied = self.most_left_over
                if len(tied) > 1:
                    return replace(self, score=points, phase="left-over")
                return replace(self, score=points, left_over=tied[0], phase="over")
            case LeftOver(resource):
                return replace(self, left_over=resource, phase="over")
            case _:
                return report(self, action)

    def scores(self) -> tuple[int, ...]:
        """Return your final score, 0 until it is counted."""
        return (self.score or 0,)

    def winners(self) -> tuple[int, ...]:
        """Return you: the solo game is played for a title."""
        return (0,)

    def title(self, table: TitleTable | None = None) -> Title | None:
        """Return your title, once the game is over."""
        if self.score is None or self.left_over is None or self.ended_by is None:
            return None
        return (table or TitleTable.load()).title(
            helpers=self.helpers,
            score=self.score,
            left_over=self.left_over,
            ended_by=self.ended_by,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        from chatuchak_solver.games.river_market.document import state_to_dict

        return state_to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a state; see `document.state_from_dict` for what is checked."""
        from chatuchak_solver.games.river_market.document import state_from_dict

        state = state_from_dict(data)
        assert isinstance(state, cls)
        return state

    def __str__(self) -> str:
        from chatuchak_solver.games.river_market.text import describe

        return describe(self)
