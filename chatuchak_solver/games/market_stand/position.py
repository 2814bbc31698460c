"""What lies on the table in the market stand game.

Everything follows from what lies where: who starts, whose turn it is and which replacement is to
be drawn are read off the stands, hands and market, so that no two positions differ only in
book-keeping. The order of the stack is not part of the position: drawing from it is chance.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce

from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand.numbering import StandActions, actions_of_deck
from chatuchak_solver.games.market_stand.places import with_touching
from chatuchak_solver.games.market_stand.setup import MARKET_CARDS
from chatuchak_solver.games.values import Successive, follows_from
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement, StandTally, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import Entry, FinalScore, Variant, score
from chatuchak_solver.stand.stand import STAND_CARDS, Stand


@dataclass(frozen=True)
class Position(Successive):
    """An immutable position; `rules` says what may be done in it and what that changes.

    Attributes
    ----------
    deck
        Every card in play.
    laid
        Each player's placements in their order; the first card lies at (0, 0), unturned.
    hands
        Each player's hidden cards in the deck's order.
    market
        The face-up cards in the deck's order.
    announced
        What players announced by choice at the end; None where they had none to make, or have
        not made it yet.
    known
        The actions with the deck's cards; follows from the deck.
    """

    deck: Deck
    laid: tuple[tuple[Placement, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    market: tuple[Card, ...]
    announced: tuple[Announcement | None, ...]
    known: StandActions = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", actions_of_deck(self.deck))

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.laid)

    @property
    def variant(self) -> Variant:
        """How the game is scored, which follows from the number of players."""
        return Variant.usual(self.num_players, teams=True)

    @follows_from("laid")
    def stands(self) -> tuple[Stand, ...]:
        """Each player's stand."""
        return tuple(map(Stand, self.laid))

    @follows_from("laid")
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Per player, where a card would touch the stand: ascending numbers of `PLACES`."""
        return tuple([reduce(with_touching, laid, ()) for laid in self.laid])

    @follows_from("laid")
    def cards_laid(self) -> int:
        """The number of cards in all stands."""
        return sum(map(len, self.laid))

    @property
    def is_started(self) -> bool:
        """Whether everybody has begun a stand."""
        return self.cards_laid >= len(self.laid)

    @property
    def all_complete(self) -> bool:
        """Whether every stand has its eight cards."""
        return self.cards_laid == STAND_CARDS * len(self.laid)

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
        seen.update([placement.card.id for stand in self.laid for placement in stand])
        return tuple([card for card in self.deck.cards if card.id not in seen])

    @follows_from("laid")
    def tallies(self) -> tuple[StandTally, ...]:
        """What every player's stand shows."""
        return tuple(map(tally_of, self.stands))

    def choices(self, player: int) -> tuple[Announcement, ...]:
        """Return what a player could announce if the game ended now."""
        return self.tallies[player].announcements(self.variant.announced)

    @follows_from("laid", "announced")
    def undecided(self) -> tuple[int, ...]:
        """Who still has to choose among ties, once all stands are complete."""
        if not self.all_complete:
            return ()
        seats = range(self.num_players)
        return tuple(s for s in seats if self.announced[s] is None and len(self.choices(s)) > 1)

    @cached_property
    def current_player(self) -> int:
        """The player to act, or `CHANCE` where a card is drawn."""
        if self.draws_for:
            return CHANCE
        if not self.all_complete:
            return self.cards_laid % self.num_players
        undecided = self.undecided
        if undecided:
            return undecided[0]
        chosen = [seat for seat, goods in enumerate(self.announced) if goods is not None]
        return chosen[-1] if chosen else self.num_players - 1

    @property
    def is_over(self) -> bool:
        """Whether every stand is complete and every tie is decided."""
        return self.all_complete and not self.undecided

    def final_score(self) -> FinalScore:
        """Return the scores with their reasons as if the game ended now.

        Players are called by their numbers. Choices that nobody has made yet are made as
        `chatuchak_solver.stand.scoring.choose_announcements` does.
        """
        return self._final_score

    @follows_from("laid", "announced")
    def _final_score(self) -> FinalScore:
        entries = [
            Entry(seat_name(seat), one, self.announced[seat])
            for seat, one in enumerate(self.tallies)
        ]
        return score(entries, self.variant)


@lru_cache(maxsize=1024)
def tally_of(stand: Stand) -> StandTally:
    """Return what a stand shows."""
    return tally(stand.picture() if len(stand) else None)
