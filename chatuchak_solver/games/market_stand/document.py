"""The file format of reachable positions of the market stand game."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import JsonObject, check_unique, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError, Sentence
from chatuchak_solver.games.facts import Pieces, SetupPart, seat_name
from chatuchak_solver.games.market_stand.state import (
    HAND_CARDS,
    MARKET_CARDS,
    MarketStandState,
    check_deck,
    in_deck_order,
)
from chatuchak_solver.games.stored import StoredForm
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, DeckField
from chatuchak_solver.stand.scoring import why_not_announced
from chatuchak_solver.stand.space import Goods, read_goods
from chatuchak_solver.stand.stand import Stand, StandField


class MarketStandForm(StoredForm, frozen=True, kw_only=True):
    """The file format of a `MarketStandState`."""

    game: Literal["market-stand"]
    deck: DeckField
    stands: Annotated[tuple[StandField, ...], Meta(min_length=2, max_length=4)]
    hands: tuple[Annotated[tuple[str, ...], Meta(max_length=HAND_CARDS)], ...]
    market: Annotated[tuple[str, ...], Meta(max_length=MARKET_CARDS)]
    announced: tuple[Goods | None, ...]

    @classmethod
    def of(cls, value: Any, **fields: object) -> Self:
        """Return the form of a state, including hidden hands."""
        return super().of(
            value,
            deck=value.deck.to_dict(),
            stands=[stand.to_list() for stand in value.stands],
            hands=[[card.id for card in hand] for hand in value.hands],
            market=[card.id for card in value.market],
            **fields,
        )

    def to_value(self, **_: Any) -> MarketStandState:
        """Return the state."""
        deck, count = Deck.from_dict(self.deck, source="deck"), len(self.stands)
        check_deck(deck, count)
        for name, items in (("hands", self.hands), ("announced", self.announced)):
            if len(items) != count:
                raise InvalidInstanceError(f"{name}: expected {count} items, found {len(items)}")
        stands = [
            Stand.from_list(stand, deck, path=f"stands[{seat}]")
            for seat, stand in enumerate(self.stands)
        ]
        hands = [_cards(hand, deck, f"hands[{seat}]") for seat, hand in enumerate(self.hands)]
        market = _cards(self.market, deck, "market")
        groups = {f"stands[{seat}]": list(stand.cards) for seat, stand in enumerate(stands)}
        groups |= {f"hands[{seat}]": hand for seat, hand in enumerate(hands)} | {"market": market}
        check_unique(
            (f"{path}[{index}]", card.id)
            for path, cards in groups.items()
            for index, card in enumerate(cards)
        )
        announced = tuple(
            None if goods is None else read_goods(goods, f"announced[{seat}]")
            for seat, goods in enumerate(self.announced)
        )
        ordered = tuple(in_deck_order(deck, hand) for hand in hands)
        return MarketStandState(
            deck, tuple(stands), ordered, in_deck_order(deck, market), announced
        )


def _cards(names: Sequence[str], deck: Deck, path: str) -> list[Card]:
    cards = []
    for index, name in enumerate(names):
        with error_context(f"{path}[{index}]"):
            cards.append(deck[name])
    return cards


def faults(state: MarketStandState) -> Iterator[str]:
    """Yield contradictions in a state."""
    players, laid = state.num_players, state.cards_laid
    for seat, stand in enumerate(state.stands):
        first = stand.placements[0] if len(stand) else None
        if first is not None and (first.x, first.y, first.rotation) != (0, 0, 0):
            yield f"stands[{seat}][0]: the first card lies at x 0, y 0, rotation 0"
        expected = laid // players + (seat < laid % players)
        if len(stand) != expected:
            yield (
                f"stands[{seat}]: players lay cards by turns from player 1 on: with {laid} cards "
                f"laid, this stand has {expected}, found {len(stand)}"
            )
    yield from _missing_cards(state)
    yield from _announcement_faults(state)


def _missing_cards(state: MarketStandState) -> Iterator[str]:
    # After a turn, one card of the mover's hand or the market is missing until the draw.
    mover = state.last_to_lay if state.cards_laid > state.num_players else None
    gaps = 0
    for seat, (stand, hand) in enumerate(zip(state.stands, state.hands, strict=True)):
        size = HAND_CARDS if not len(stand) else 1
        if len(hand) == size - 1 and seat == mover:
            gaps += 1
        elif len(hand) != size:
            yield f"hands[{seat}]: expected {size} card{'s' * (size != 1)}, found {len(hand)}"
    if len(state.market) == MARKET_CARDS - 1 and mover is not None:
        gaps += 1
    elif len(state.market) != MARKET_CARDS:
        yield f"market: expected {MARKET_CARDS} cards, found {len(state.market)}"
    if gaps > 1:
        yield (
            f"market: a card is missing here and in the hand of {seat_name(mover or 0)}: "
            "one at most"
        )
    if state.all_complete and not gaps:
        yield "market: the last card laid is not replaced: here or in the hand is one too many"


def _announcement_faults(state: MarketStandState) -> Iterator[str]:
    count, waiting = state.variant.announced, not state.all_complete
    for seat, goods in enumerate(state.announced):
        has_choice = len(state.choices(seat)) > 1
        if goods is None:
            waiting = waiting or has_choice
        elif waiting:
            yield f"announced[{seat}]: not announced yet: expected null"
        else:
            reason = why_not_announced(state.tallies[seat], goods, count)
            if reason is None and not has_choice:
                reason = "nothing ties, so there is nothing to announce: expected null"
            if reason:
                yield f"announced[{seat}]: {reason}"


def setup_parts(start: MarketStandState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the market and the hands."""
    cards = {card.id: 1 for card in start.deck}
    market, hand = (" ".join(list(cards)[:count]) for count in (MARKET_CARDS, HAND_CARDS))
    hands = [
        SetupPart(f"hand {seat}", "cards", HAND_CARDS, cards, hand, seat)
        for seat in range(start.num_players)
    ]
    return (SetupPart("market", "cards", MARKET_CARDS, cards, market), *hands)


def lay_parts(start: MarketStandState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put cards into a start's document; redraw cards taken from other places."""
    taken: set[str] = set()
    for name, cards in given.items():
        twice = taken & set(cards)
        if twice:
            text = f"{name}: {min(twice)} lies elsewhere already"
            raise InputError(Sentence("elsewhere", text, a=min(twice)))
        taken |= set(cards)
    drawn = {"market": document["market"]}
    drawn |= {f"hand {seat}": hand for seat, hand in enumerate(document["hands"])}
    parts = {
        name: list(given.get(name) or (card for card in cards if card not in taken))
        for name, cards in drawn.items()
    }
    away = taken.union(*parts.values())
    stack = [card.id for card in start.deck if card.id not in away]
    order = [stack[index] for index in rng.permutation(len(stack))]
    for name, cards in drawn.items():
        while len(parts[name]) < len(cards):
            parts[name].append(order.pop())
    document["market"], *document["hands"] = parts.values()
