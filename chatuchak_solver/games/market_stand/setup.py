"""The deal: the cards before the first action."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.stand import STAND_CARDS

PLAYERS: Final = range(2, 5)

MARKET_CARDS: Final = 3

HAND_CARDS: Final = 2
"""Cards dealt to each player; one starts the stand, the other remains in hand."""


def cards_needed(num_players: int) -> int:
    """Return the number of cards that a deck needs for a whole game.

    These are the market and, for each player, eight placed cards and one in the hand, less one:
    the last placed card is not replaced.
    """
    return MARKET_CARDS + (STAND_CARDS + 1) * num_players - 1


def check_deck(deck: Deck, num_players: int) -> None:
    """Raise InvalidInstanceError if a deck is too small for a game."""
    needed = cards_needed(num_players)
    if len(deck) < needed:
        raise InvalidInstanceError(
            f"deck: {num_players} players need at least {needed} cards, found {len(deck)}"
        )


def in_deck_order(deck: Deck, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in the order of the deck."""
    chosen = {card.id for card in cards}
    return tuple(card for card in deck if card.id in chosen)


def deal(
    deck: Deck, num_players: int, rng: np.random.Generator
) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """Shuffle and deal the market and the hands, each in the deck's order."""
    check_deck(deck, num_players)
    order = [deck.cards[int(index)] for index in rng.permutation(len(deck))]
    starts = range(MARKET_CARDS, MARKET_CARDS + HAND_CARDS * num_players, HAND_CARDS)
    hands = tuple(in_deck_order(deck, order[start : start + HAND_CARDS]) for start in starts)
    return in_deck_order(deck, order[:MARKET_CARDS]), hands
