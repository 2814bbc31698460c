"""A player's view of the market stand game."""

from dataclasses import dataclass

from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.games.contract import check_player
from chatuchak_solver.games.market_stand.actions import Draw
from chatuchak_solver.games.market_stand.state import (
    HAND_CARDS,
    MarketStandState,
    cards_outside,
    tally_of,
)
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.files import RequestFile
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.placement import PlacementAnswer
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import GOODS, Goods
from chatuchak_solver.stand.stand import Stand


class ObservationAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of an `Observation`."""

    player: int
    stands: tuple[tuple[PlacementAnswer, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    market: tuple[str, ...]
    unseen: tuple[str, ...]
    stack_size: int
    announced: tuple[Goods | None, ...]
    current_player: int


@dataclass(frozen=True, slots=True)
class Observation:
    """One player's view.

    Attributes
    ----------
    stands
        All stands; those of opponents are empty until all players have chosen a first card.
    hand
        The player's hidden cards.
    hand_sizes
        The visible number of cards of each player.
    unseen
        The cards of the stack and other players' hands, in deck order.
    stack_size
        The number of face-down cards.
    announced
        The announcements by choice.
    """

    player: int
    deck: Deck
    stands: tuple[Stand, ...]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    market: tuple[Card, ...]
    unseen: tuple[Card, ...]
    stack_size: int
    announced: tuple[Announcement | None, ...]
    current_player: int

    @property
    def variant(self) -> Variant:
        """The scoring variant."""
        return Variant.usual(len(self.stands), teams=True)

    def expected_goods(self) -> frozenset[str]:
        """Return the other players' announcements if the game ended now, with all open choices."""
        return frozenset(
            good
            for seat, stand in enumerate(self.stands)
            if seat != self.player and len(stand)
            for choice in tally_of(stand).announcements(self.variant.announced)
            for good in choice
        )

    def to_request(self) -> JsonObject:
        """Return the view as a request file for ``stand place``."""
        own = self.stands[self.player]
        request = {
            "deck": self.deck.to_dict(),
            "variant": self.variant,
            "stand": own.to_list(),
            "hand": [card.id for card in self.hand],
            # A stand starts with a card of the hand.
            "market": [card.id for card in self.market] if len(own) else [],
            "announced": sorted(self.expected_goods(), key=GOODS.index),
        }
        return RequestFile.from_dict(request).to_dict()

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        groups = {"hand": self.hand, "market": self.market, "unseen": self.unseen}
        ids = {name: [card.id for card in cards] for name, cards in groups.items()}
        stands = [stand.to_list() for stand in self.stands]
        return ObservationAnswer.of(self, stands=stands, **ids).to_dict()


def observe(state: MarketStandState, player: int) -> Observation:
    """Return a player's view."""
    player = check_player(state, player)
    stands, sizes = list(state.stands), [len(hand) for hand in state.hands]
    if not state.is_started:
        for seat in range(state.num_players):
            if seat != player:
                stands[seat], sizes[seat] = Stand(), HAND_CARDS
    return Observation(
        player=player, deck=state.deck, stands=tuple(stands), hand=state.hands[player],
        hand_sizes=tuple(sizes), market=state.market,
        unseen=cards_outside(state.deck, stands, state.hands[player], state.market),
        stack_size=len(state.stack), announced=state.announced, current_player=state.current_player,
    )  # fmt: skip


def imagine_draws(state: MarketStandState, player: int | None) -> tuple[Draw, ...]:
    """Return the draws of every card unseen by a player, or by the public for None.

    The stack alone would reveal the hands.
    """
    if player is not None:
        return tuple(map(Draw, observe(state, player).unseen))
    return tuple(map(Draw, cards_outside(state.deck, state.stands, state.market)))
