"""The position of the market stand game.

Everything follows from the cards on the table: the start player, the turn and the card to be
drawn are read off the stands, hands and market. The order of the stack is not part of the
position: drawing from it is chance.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand.setup import MARKET_CARDS
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement, StandTally, tally
from chatuchak_solver.stand.scoring import Entry, FinalScore, Variant, score
from chatuchak_solver.stand.stand import STAND_CARDS, Stand


@dataclass(frozen=True)
class Position:
    """An immutable position; `rules` holds what may be done in it.

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
        Each player's announcement among tied goods; None before it, and if nothing ties.
    """

    deck: Deck
    stands: tuple[Stand, ...]
    hands: tuple[tuple[Card, ...], ...]
    market: tuple[Card, ...]
    announced: tuple[Announcement | None, ...]

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.stands)

    @property
    def variant(self) -> Variant:
        """The scoring variant, which follows from the number of players."""
        return Variant.usual(self.num_players, teams=True)

    @cached_property
    def cards_laid(self) -> int:
        """The number of cards in all stands."""
        return sum(map(len, self.stands))

    @property
    def is_started(self) -> bool:
        """Whether every player has begun a stand."""
        return self.cards_laid >= len(self.stands)

    @property
    def all_complete(self) -> bool:
        """Whether every stand has its eight cards."""
        return self.cards_laid == STAND_CARDS * len(self.stands)

    @property
    def draws_for(self) -> str | None:
        """Where a card is to be drawn now: ``"hand"``, ``"market"`` or None.

        The very last card laid is not replaced: the game is over.
        """
        if not self.is_started or self.all_complete:
            return None
        if len(self.market) < MARKET_CARDS:
            return "market"
        return None if all(self.hands) else "hand"

    @property
    def last_to_lay(self) -> int:
        """The player of the latest card; the last player before the start."""
        return (self.cards_laid - 1) % self.num_players

    @property
    def stack(self) -> tuple[Card, ...]:
        """The face-down cards in the deck's order; their order on the stack is unknown."""
        seen = {card.id for group in (*self.hands, self.market) for card in group}
        seen.update([card.id for stand in self.stands for card in stand.cards])
        return tuple([card for card in self.deck.cards if card.id not in seen])

    @property
    def tallies(self) -> tuple[StandTally, ...]:
        """The groups and mice of every player's stand."""
        return tuple(map(tally_of, self.stands))

    def choices(self, player: int) -> tuple[Announcement, ...]:
        """Return the possible announcements of a player if the game ended now."""
        return tally_of(self.stands[player]).announcements(self.variant.announced)

    @cached_property
    def undecided(self) -> tuple[int, ...]:
        """The players with an open choice among ties, after all stands are complete."""
        if not self.all_complete:
            return ()
        seats = range(self.num_players)
        return tuple(s for s in seats if self.announced[s] is None and len(self.choices(s)) > 1)

    @property
    def current_player(self) -> int:
        """The player to act, or `CHANCE` if a card is drawn."""
        if self.draws_for:
            return CHANCE
        if not self.all_complete:
            return self.cards_laid % self.num_players
        if self.undecided:
            return self.undecided[0]
        chosen = [seat for seat, goods in enumerate(self.announced) if goods is not None]
        return chosen[-1] if chosen else self.num_players - 1

    @property
    def is_over(self) -> bool:
        """Whether every stand is complete and every tie is decided."""
        return self.all_complete and not self.undecided

    def final_score(self) -> FinalScore:
        """Return the scores with their reasons as if the game ended now.

        Players are called by their numbers. Choices that are still open are made as
        `chatuchak_solver.stand.scoring.choose_announcements` does.
        """
        entries = [
            Entry(seat_name(seat), stand_tally, self.announced[seat])
            for seat, stand_tally in enumerate(self.tallies)
        ]
        return score(entries, self.variant)


@lru_cache(maxsize=1024)
def tally_of(stand: Stand) -> StandTally:
    """Return the groups and mice of a stand."""
    return tally(stand.picture() if len(stand) else None)
