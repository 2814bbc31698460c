"""The position of the market stand game, and the deal.

The cards on the table determine the start player, the turn and the due draw. Drawing from the
unordered stack is chance.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import ClassVar, Self, get_args

from numpy.random import Generator

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import CHANCE, Data, GameState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand import actions as act
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, shipped_deck
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, StandTally, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import Entry, FinalScore, Variant, score
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

MARKET_CARDS = 3

HAND_CARDS = 2
"""Cards dealt to each player; one starts the stand."""


def cards_needed(num_players: int) -> int:
    """Return the number of cards in a complete game.

    The last placed card is not replaced.
    """
    return MARKET_CARDS + (STAND_CARDS + 1) * num_players - 1


def check_deck(deck: Deck, num_players: int) -> None:
    """Raise InvalidInstanceError if a deck is too small."""
    needed = cards_needed(num_players)
    if len(deck) < needed:
        raise InvalidInstanceError(
            f"deck: {num_players} players need at least {needed} cards, found {len(deck)}"
        )


def in_deck_order(deck: Deck, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in deck order."""
    chosen = {card.id for card in cards}
    return tuple(card for card in deck if card.id in chosen)


def cards_outside(deck: Deck, stands: Iterable[Stand], *groups: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a deck in none of the stands and groups, in deck order."""
    named = {card.id for stand in stands for card in stand.cards}
    named.update([card.id for group in groups for card in group])
    return tuple([card for card in deck.cards if card.id not in named])


MAX_SPACES = 6 * STAND_CARDS
HIGHEST = (MAX_SPACES + 1) ** 2 // 4
"""Upper bound on a stand's points: b + g - 1 spaces are needed for b x g points of a good."""
LOWEST = MOUSE_POINTS * MAX_SPACES


_shipped_deck = cache(shipped_deck)


@dataclass(frozen=True)
class MarketStandState(GameState[act.Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    deck
        Every card in play.
    stands
        Each player's stand, in the order of laying; the first card is at (0, 0), not rotated.
    hands
        Each player's hidden cards, in deck order.
    market
        The face-up cards, in deck order.
    announced
        Each player's announcement among tied goods; None before it, and without a tie.
    """

    game: ClassVar[str] = "market-stand"
    player_counts: ClassVar[range] = range(2, 5)

    deck: Deck
    stands: tuple[Stand, ...]
    hands: tuple[tuple[Card, ...], ...]
    market: tuple[Card, ...]
    announced: tuple[Announcement | None, ...]

    @classmethod
    def set_up(cls, num_players: int, rng: Generator, data: Data, _: object) -> Self:
        """Shuffle and deal: three cards to the market, two to each player."""
        deck = _shipped_deck()
        if data:
            deck = Deck.from_dict({**deck.to_dict(), **data}, source="deck")
        check_deck(deck, num_players)
        order = [deck.cards[int(index)] for index in rng.permutation(len(deck))]
        starts = range(MARKET_CARDS, MARKET_CARDS + HAND_CARDS * num_players, HAND_CARDS)
        hands = tuple(in_deck_order(deck, order[start : start + HAND_CARDS]) for start in starts)
        market = in_deck_order(deck, order[:MARKET_CARDS])
        return cls(deck, (Stand(),) * num_players, hands, market, (None,) * num_players)

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.stands)

    @property
    def variant(self) -> Variant:
        """The scoring variant."""
        return Variant.usual(self.num_players, teams=True)

    @cached_property
    def cards_laid(self) -> int:
        """The number of placed cards."""
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
        """The destination of the next drawn card, or None at the end."""
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
        """The face-down cards in deck order, not their actual order."""
        return cards_outside(self.deck, self.stands, *self.hands, self.market)

    @property
    def tallies(self) -> tuple[StandTally, ...]:
        """The groups and mice of every player's stand."""
        return tuple(map(tally_of, self.stands))

    def choices(self, player: int) -> tuple[Announcement, ...]:
        """Return a player's possible announcements if the game ended now."""
        return tally_of(self.stands[player]).announcements(self.variant.announced)

    @cached_property
    def undecided(self) -> tuple[int, ...]:
        """The players with an open choice among ties once all stands are complete."""
        if not self.all_complete:
            return ()
        seats = range(self.num_players)
        return tuple(s for s in seats if self.announced[s] is None and len(self.choices(s)) > 1)

    @property
    def current_player(self) -> int:
        """The player to act or `CHANCE`."""
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
        """Return the scores with their reasons if the game ended now.

        Players' names are numbers. For open choices, see
        `chatuchak_solver.stand.scoring.choose_announcements`.
        """
        return self._final_score

    @cached_property
    def _final_score(self) -> FinalScore:
        # Advice compares it with the score after each action.
        entries = [
            Entry(seat_name(seat), stand_tally, self.announced[seat])
            for seat, stand_tally in enumerate(self.tallies)
        ]
        return score(entries, self.variant)

    @property
    def max_actions(self) -> int:
        """The remaining cards to lay and draw, and the choices among ties."""
        to_lay = STAND_CARDS * self.num_players - self.cards_laid
        to_draw = max(0, min(to_lay, (STAND_CARDS - 1) * self.num_players) - 1)
        open_choices = sum(goods is None for goods in self.announced)
        return to_lay + to_draw + (self.draws_for is not None) + open_choices

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The bounds of the points of a stand, or of two in a team game."""
        sides = 2 if self.variant is Variant.TEAMS else 1
        return sides * LOWEST, sides * HIGHEST

    def all_actions(self) -> Iterator[act.Action]:
        """Yield some hundred thousand actions with the deck's cards."""
        deck, sources = self.deck, get_args(act.Source)
        yield from map(act.Start, deck)
        yield from map(act.Draw, deck)
        yield from act.ANNOUNCEMENTS
        yield from (act.Lay(*values) for values in product(sources, deck, act.PLACES))

    def parse(self, text: str) -> act.Action:
        """Parse an action; see `GameState.parse`."""
        return contract.read_action(act.parse_action, text, self.deck)

    def sample_hidden(self, player: int, rng: Generator) -> Self:
        """Return a state that fits a player's view, with random unseen cards for other players."""
        contract.check_player(self, player)
        others = [seat for seat in range(self.num_players) if seat != player]
        hidden = [card for seat in others for card in self.hands[seat]]
        if not self.is_started:
            hidden += [card for seat in others for card in self.stands[seat].cards]
        pool = in_deck_order(self.deck, (*self.stack, *hidden))
        order = [pool[int(index)] for index in rng.permutation(len(pool))]
        hands, stands = list(self.hands), list(self.stands)
        for seat in others:
            hands[seat] = in_deck_order(self.deck, order[: len(hands[seat])])
            del order[: len(hands[seat])]
            if len(stands[seat]) and not self.is_started:
                stands[seat] = Stand((Placement(order.pop(), 0, 0),))
        return replace(self, hands=tuple(hands), stands=tuple(stands))

    def scores(self) -> tuple[int, ...]:
        """Return each player's points; in a team game, the team's sum."""
        final = self.final_score()
        totals = {seat: team.total for team in final.teams for seat in team.players}
        return tuple(totals.get(seat, player.total) for seat, player in enumerate(final.players))

    def winners(self) -> tuple[int, ...]:
        """Return the players with the most points, then the fewest mice; several for a tie."""
        return self.final_score().winners


@lru_cache(maxsize=1024)
def tally_of(stand: Stand) -> StandTally:
    """Return the groups and mice of a stand."""
    return tally(stand.picture() if len(stand) else None)
