"""The market stand game as a state machine.

Everything follows from what lies where: who starts, whose turn it is and which replacement is to
be drawn are read off the stands, hands and market, so that no two states differ only in
book-keeping. The order of the stack is not part of the state: drawing from it is chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from chatuchak_solver.document import Node
from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.contract import CHANCE, GameState, check_options, illegal_action
from chatuchak_solver.games.market_stand.actions import Announce, Draw, Lay, Start, parse_action
from chatuchak_solver.games.market_stand.document import read_position
from chatuchak_solver.games.market_stand.setup import MARKET_CARDS, PLAYERS, deal, in_deck_order
from chatuchak_solver.games.market_stand.text import state_text
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, shipped_deck
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, StandTally, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import Entry, FinalScore, Variant, score, why_not_announced
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MarketStandState"]

MOST_SPACES: Final = 6 * STAND_CARDS
HIGHEST: Final = (MOST_SPACES + 1) ** 2 // 4
"""No stand is worth more: b + g - 1 spaces are needed for b x g points of a good."""
LOWEST: Final = MOUSE_POINTS * MOST_SPACES

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MarketStandState(GameState):
    """A position of the market stand game.

    Attributes
    ----------
    deck
        Every card in play.
    stands
        Each player's stand; the first card lies at (0, 0), unturned.
    hands
        Each player's hidden cards in the deck's order.
    market
        The face-up cards in the deck's order.
    announced
        What players announced by choice at the end; None where they had none to make, or have
        not made it yet.
    """

    game: ClassVar[str] = "market-stand"
    player_counts: ClassVar[range] = PLAYERS

    deck: Deck
    stands: tuple[Stand, ...]
    hands: tuple[tuple[Card, ...], ...]
    market: tuple[Card, ...]
    announced: tuple[Announcement | None, ...]

    @classmethod
    def new(
        cls,
        num_players: int,
        *,
        rng: np.random.Generator,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Shuffle and deal: three cards to the market, two to each player."""
        check_options(cls, options)
        deck = shipped_deck()
        if data:
            deck = Deck.from_node(Node({**deck.to_dict(), **data}, source="deck"))
        market, hands = deal(deck, num_players, rng)
        return cls(deck, (Stand(),) * num_players, hands, market, (None,) * num_players)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.stands)

    @property
    def variant(self) -> Variant:
        """How the game is scored, which follows from the number of players."""
        return Variant.usual(self.num_players, teams=True)

    @property
    def cards_laid(self) -> int:
        """The number of cards in all stands."""
        return sum(len(stand) for stand in self.stands)

    @property
    def is_started(self) -> bool:
        """Whether everybody has begun a stand."""
        return self.cards_laid >= self.num_players

    @property
    def all_complete(self) -> bool:
        """Whether every stand has its eight cards."""
        return self.cards_laid == STAND_CARDS * self.num_players

    @property
    def draws_for(self) -> str | None:
        """What a card is to be drawn for now: ``"hand"``, ``"market"`` or None.

        The very last card laid is not replaced: the game is over.
        """
        if not self.is_started or self.all_complete:
            return None
        if len(self.market) < MARKET_CARDS:
            return "market"
        return None if all(self.hands) else "hand"

    @property
    def last_to_lay(self) -> int:
        """The player who laid the latest card; the last one before the game starts."""
        return (self.cards_laid - 1) % self.num_players

    @property
    def stack(self) -> tuple[Card, ...]:
        """The face-down cards in the deck's order; their order on the stack is unknown."""
        seen = {card.id for group in (*self.hands, self.market) for card in group}
        seen.update(card.id for stand in self.stands for card in stand.cards)
        return tuple(card for card in self.deck if card.id not in seen)

    def choices(self, player: int) -> tuple[Announcement, ...]:
        """Return what a player could announce if the game ended now."""
        return self.tallies()[player].announcements(self.variant.announced)

    def _undecided(self) -> list[int]:
        """Return, once all stands are complete, who still has to choose among ties."""
        if not self.all_complete:
            return []
        count = self.variant.announced
        return [
            seat
            for seat, one in enumerate(self.tallies())
            if self.announced[seat] is None and len(one.announcements(count)) > 1
        ]

    @property
    def current_player(self) -> int:
        """The player to act, or `CHANCE` where a card is drawn."""
        if self.draws_for:
            return CHANCE
        if not self.all_complete:
            return self.cards_laid % self.num_players
        undecided = self._undecided()
        if undecided:
            return undecided[0]
        chosen = [seat for seat, goods in enumerate(self.announced) if goods is not None]
        return chosen[-1] if chosen else self.num_players - 1

    @property
    def is_over(self) -> bool:
        """Whether every stand is complete and every tie is decided."""
        return self.all_complete and not self._undecided()

    @property
    def max_actions(self) -> int:
        """Cards to lay and to draw, and every choice among ties."""
        to_lay = STAND_CARDS * self.num_players - self.cards_laid
        to_draw = max(0, min(to_lay, (STAND_CARDS - 1) * self.num_players) - 1)
        open_choices = sum(goods is None for goods in self.announced)
        return to_lay + to_draw + (self.draws_for is not None) + open_choices

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The bounds of a stand's points, or of two stands' in a team game."""
        sides = 2 if self.variant is Variant.TEAMS else 1
        return sides * LOWEST, sides * HIGHEST

    def legal_actions(self) -> tuple[str, ...]:
        """Return every legal action, sorted as texts."""
        if self.draws_for:
            return tuple(sorted(str(Draw(card)) for card in self.stack))
        if self.all_complete:
            undecided = self._undecided()
            found = self.choices(undecided[0]) if undecided else ()
            return tuple(sorted(str(Announce(goods)) for goods in found))
        player = self.current_player
        if not self.is_started:
            return tuple(sorted(str(Start(card)) for card in self.hands[player]))
        places = [f"@{x}:{y}r{rotation}" for x, y, rotation in self.stands[player].legal_places()]
        prefixes = [f"hand {card.id}" for card in self.hands[player]]
        prefixes += [f"market {card.id}" for card in self.market]
        return tuple(sorted(prefix + place for prefix in prefixes for place in places))

    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return a draw of each card of the stack, all equally likely."""
        return tuple((action, 1) for action in self.legal_actions()) if self.draws_for else ()

    def apply(self, action: str) -> Self:
        """Return the state after ``action``."""
        try:
            parsed = parse_action(action, self.deck)
        except NotationError as error:
            raise illegal_action(action, str(error)) from None
        rule = self._refusal(parsed)
        if rule:
            raise illegal_action(action, rule)
        if isinstance(parsed, Start):
            return self._laid(Placement(parsed.card, 0, 0), self.market)
        if isinstance(parsed, Lay):
            return self._laid(parsed.placement, _without(self.market, parsed.placement.card))
        if isinstance(parsed, Draw):
            return self._drawn(parsed.card)
        player = self.current_player
        return replace(self, announced=_replaced(self.announced, player, parsed.goods))

    def _refusal(self, action: Start | Lay | Draw | Announce) -> str | None:
        """Return the rule that forbids an action now, or None."""
        if self.is_over:
            return "the game is over"
        player = self.current_player
        if isinstance(action, Draw) or player == CHANCE:
            if not isinstance(action, Draw):
                return f"first a card is drawn from the stack for the {self.draws_for}"
            if player != CHANCE:
                return "a card is drawn only to replace one that was laid"
            return None if action.card in self.stack else "that card is not in the stack"
        if isinstance(action, Announce) or self.all_complete:
            if not isinstance(action, Announce):
                return "every stand has its 8 cards: only ties are left to announce"
            if not self.all_complete:
                return "goods are announced once every stand has its 8 cards"
            return self._announce_refusal(action, player)
        if isinstance(action, Start) or not self.is_started:
            if not isinstance(action, Start):
                return "everybody first starts a stand with a card of the hand: start CARD"
            if self.is_started:
                return "every stand is started already"
            return self._not_in_hand(action.card, player)
        if action.source == "hand":
            missing = self._not_in_hand(action.placement.card, player)
        else:
            held = ", ".join(card.id for card in self.market)
            missing = (
                None
                if action.placement.card in self.market
                else f"card {action.placement.card.id} is not in the market, which has {held}"
            )
        return missing or self.stands[player].why_illegal(action.placement)

    def _announce_refusal(self, action: Announce, player: int) -> str | None:
        if action.goods in self.choices(player):
            return None
        reason = why_not_announced(self.tallies()[player], action.goods, self.variant.announced)
        return reason or f"goods are named in the order {' '.join(GOODS)}"

    def _not_in_hand(self, card: Card, player: int) -> str | None:
        if card in self.hands[player]:
            return None
        held = ", ".join(held.id for held in self.hands[player])
        return f"card {card.id} is not in player {player}'s hand, which has {held}"

    def _laid(self, placement: Placement, market: tuple[Card, ...]) -> Self:
        player = self.current_player
        return replace(
            self,
            stands=_replaced(self.stands, player, self.stands[player].place(placement)),
            hands=_replaced(self.hands, player, _without(self.hands[player], placement.card)),
            market=market,
        )

    def _drawn(self, card: Card) -> Self:
        if self.draws_for == "market":
            return replace(self, market=in_deck_order(self.deck, (*self.market, card)))
        return replace(self, hands=_replaced(self.hands, self.last_to_lay, (card,)))

    def tallies(self) -> tuple[StandTally, ...]:
        """Return what every player's stand shows."""
        return tuple(tally(stand.picture() if len(stand) else None) for stand in self.stands)

    def final_score(self) -> FinalScore:
        """Return the scores with their reasons as if the game ended now.

        Players are called by their numbers. Choices that nobody has made yet are made as
        `chatuchak_solver.stand.scoring.choose_announcements` does.
        """
        entries = [
            Entry(f"player {seat}", one, self.announced[seat])
            for seat, one in enumerate(self.tallies())
        ]
        return score(entries, self.variant)

    def scores(self) -> tuple[int, ...]:
        """Return each player's points; in a team game each has the team's sum."""
        final = self.final_score()
        totals = {seat: team.total for team in final.teams for seat in team.players}
        return tuple(totals.get(seat, one.total) for seat, one in enumerate(final.players))

    def winners(self) -> tuple[int, ...]:
        """Return the winning players: most points, then fewest mice, then shared."""
        return self.final_score().winners

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description; it shows the hidden hands."""
        return {
            "game": self.game,
            "deck": self.deck.to_dict(),
            "stands": [stand.to_list() for stand in self.stands],
            "hands": [[card.id for card in hand] for hand in self.hands],
            "market": [card.id for card in self.market],
            "announced": [goods and list(goods) for goods in self.announced],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a state; every position that play can reach is accepted, and no other."""
        return cls(*read_position(Node(dict(data))))

    def __str__(self) -> str:
        return state_text(self)


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in cards if other.id != card.id)
