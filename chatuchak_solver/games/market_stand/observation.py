"""The view of a player: all except other players' hands and the order of the stack."""

from dataclasses import dataclass

from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.games.contract import check_player
from chatuchak_solver.games.market_stand.actions import Draw
from chatuchak_solver.games.market_stand.state import HAND_CARDS, MarketStandState, tally_of
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, DeckAnswer
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.placement import PlacementAnswer
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import GOODS, Goods
from chatuchak_solver.stand.stand import Stand


class RequestAnswer(Answer, frozen=True, kw_only=True):
    """A request file for ``stand place``.

    Attributes
    ----------
    deck
        The deck in play.
    stand
        The player's stand.
    hand
        The player's cards.
    market
        The face-up cards.
    announced
        Goods that opponents are expected to announce.
    """

    deck: DeckAnswer
    variant: Variant
    stand: tuple[PlacementAnswer, ...]
    hand: tuple[str, ...]
    market: tuple[str, ...]
    announced: tuple[str, ...]


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
    player
        The player.
    stands
        All stands. First cards are secret, so the stands of opponents look empty until all players
        have chosen.
    hand
        The own hidden cards.
    hand_sizes
        The visible number of cards of each player.
    market
        The face-up cards.
    unseen
        Cards that the player has not seen, in the deck's order: the stack and other players' hands.
    announced
        The announcements by choice so far.
    current_player
        As in the state.
    """

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
    def stack_size(self) -> int:
        """The number of face-down cards."""
        others = sum(self.hand_sizes) - self.hand_sizes[self.player]
        return len(self.unseen) - others

    @property
    def variant(self) -> Variant:
        """The scoring variant, determined by the number of players."""
        return Variant.usual(len(self.stands), teams=True)

    def expected_goods(self) -> frozenset[str]:
        """Return the goods that the other players would announce if the game ended now.

        All goods of an open choice count, because the choice is unknown.
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
        own = self.stands[self.player]
        return RequestAnswer.of(
            self,
            deck=self.deck.to_dict(),
            stand=own.to_list(),
            hand=_ids(self.hand),
            market=_ids(self.market) if len(own) else (),  # the first card is of the hand
            announced=sorted(self.expected_goods(), key=GOODS.index),
        ).to_dict()

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return ObservationAnswer.of(
            self,
            stands=[stand.to_list() for stand in self.stands],
            hand=_ids(self.hand),
            market=_ids(self.market),
            unseen=_ids(self.unseen),
        ).to_dict()


def _ids(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


def observe(state: MarketStandState, player: int) -> Observation:
    """Return the view of ``player`` on ``state``."""
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

    The stack alone would reveal the hands: all other unseen cards.
    """
    if player is not None:
        return tuple(map(Draw, observe(state, player).unseen))
    seen = {card.id for card in state.market}
    seen.update(card.id for stand in state.stands for card in stand.cards)
    return tuple(Draw(card) for card in state.deck if card.id not in seen)
