"""What one player knows of a position: everything but the others' hands and the stack's order."""

from dataclasses import dataclass
from typing import TypedDict

from chatuchak_solver.document import JsonObject
from chatuchak_solver.games.contract import check_player
from chatuchak_solver.games.market_stand.actions import Draw
from chatuchak_solver.games.market_stand.position import tally_of
from chatuchak_solver.games.market_stand.setup import HAND_CARDS
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.jsonable import Jsonable, plain
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import Stand


class RequestDocument(TypedDict):
    """What ``stand place`` is asked."""

    deck: Deck
    """The deck in play."""
    variant: Variant
    stand: Stand
    """What the player has laid."""
    hand: list[str]
    """The own cards."""
    market: list[str]
    """The face-up cards that may be laid."""
    announced: list[str]
    """Goods that others are expected to announce."""


@dataclass(frozen=True, slots=True)
class Observation(Jsonable):
    """One player's view.

    Attributes
    ----------
    player
        Whose view it is.
    stands
        All stands. First cards are chosen in secret, so until everybody has chosen the others'
        stands look empty.
    hand
        The own hidden cards.
    hand_sizes
        How many cards each player holds, as far as the player sees.
    market
        The face-up cards.
    unseen
        Cards that the player has not seen, in the deck's order: the stack and the others' hands.
    announced
        What players announced by choice so far.
    current_player
        As the state says.
    """

    written = (
        "player stands hand=hand_ids hand_sizes market=market_ids unseen=unseen_ids stack_size "
        "announced current_player"
    )

    player: int
    deck: Deck
    stands: tuple[Stand, ...]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    market: tuple[Card, ...]
    unseen: tuple[Card, ...]
    announced: tuple[Announcement | None, ...]
    current_player: int

    @property
    def hand_ids(self) -> tuple[str, ...]:
        """The names of the own cards."""
        return tuple(card.id for card in self.hand)

    @property
    def market_ids(self) -> tuple[str, ...]:
        """The names of the face-up cards."""
        return tuple(card.id for card in self.market)

    @property
    def unseen_ids(self) -> tuple[str, ...]:
        """The names of the cards that the player has not seen."""
        return tuple(card.id for card in self.unseen)

    @property
    def stack_size(self) -> int:
        """The number of face-down cards."""
        others = sum(self.hand_sizes) - self.hand_sizes[self.player]
        return len(self.unseen) - others

    @property
    def variant(self) -> Variant:
        """How the game is scored, which follows from the number of players."""
        return Variant.usual(len(self.stands), teams=True)

    def expected_goods(self) -> frozenset[str]:
        """Return the goods that the other players would announce if the game ended now.

        Where one has a choice, all its goods count: the choice is not known.
        """
        return frozenset(
            good
            for seat, stand in enumerate(self.stands)
            if seat != self.player and len(stand)
            for choice in tally_of(stand).announcements(self.variant.announced)
            for good in choice
        )

    def to_request(self) -> JsonObject:
        """Return the view as a request file for ``stand place`` holds it."""
        request: RequestDocument = {
            "deck": self.deck,
            "variant": self.variant,
            "stand": self.stands[self.player],
            "hand": [card.id for card in self.hand],
            # The first card of a stand comes from the hand.
            "market": [card.id for card in self.market] if len(self.stands[self.player]) else [],
            "announced": sorted(self.expected_goods(), key=GOODS.index),
        }
        written: JsonObject = plain(request)
        return written


def observe(state: MarketStandState, player: int) -> Observation:
    """Return what ``player`` knows of ``state``.

    Raises
    ------
    InputError
        If there is no such player.
    """
    check_player(state, player)
    stands, sizes = list(state.stands), [len(hand) for hand in state.hands]
    if not state.is_started:
        for seat in range(state.num_players):
            if seat != player:
                stands[seat], sizes[seat] = Stand(), HAND_CARDS
    seen = {card.id for card in (*state.hands[player], *state.market)}
    seen.update(card.id for stand in stands for card in stand.cards)
    return Observation(
        player=player,
        deck=state.deck,
        stands=tuple(stands),
        hand=state.hands[player],
        hand_sizes=tuple(sizes),
        market=state.market,
        unseen=tuple(card for card in state.deck if card.id not in seen),
        announced=state.announced,
        current_player=state.current_player,
    )


def imagine_draws(state: MarketStandState, player: int | None) -> tuple[Draw, ...]:
    """Return the draws of every card that a player, or None for anybody, has not seen.

    The stack alone would tell: what is neither there nor seen is in another hand.
    """
    if player is not None:
        return tuple(map(Draw, observe(state, player).unseen))
    seen = {card.id for card in state.market}
    seen.update(card.id for stand in state.stands for card in stand.cards)
    return tuple(Draw(card) for card in state.deck if card.id not in seen)
