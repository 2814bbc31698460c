"""Every placement of the cards on offer with the total it would bring, fast."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.packing import Words, pack_args
from chatuchak_solver.stand.card import ROTATIONS, Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.next_card import score_placements
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import Layout, kernel_arrays, layout_of
from chatuchak_solver.stand.stand import Stand

MAX_CACHED: Final = 512
"""Size of the cache of ratings, in cards of some kilobytes; it is cleared when full."""


class _CardRatings(NamedTuple):
    """A card's rows of `score_placements`, the greatest total, and its layout rows."""

    rows: Int64s
    greatest: int
    best: Layout


@dataclass(frozen=True, slots=True)
class Rated:
    """Legal placements and the owner's total after each.

    Attributes
    ----------
    totals
        Of shape (placements,).
    rows
        Of shape (placements, 4), each a row of a layout.
    """

    totals: Int64s
    rows: Layout


class PlacementRater:
    """Rates placements of a deck's cards for one owner.

    Parameters
    ----------
    deck
        The cards in play.
    scoring
        Goods that score anyway.
    own_goods
        The number of goods that the owner announces; counted at their best.

    Attributes
    ----------
    arrays
        The deck and the rules as arguments of kernels.
    """

    def __init__(self, deck: Deck, scoring: Collection[str], own_goods: int) -> None:
        self._cards = deck.cards
        self._place_in_deck = {card.id: index for index, card in enumerate(deck)}
        self.arrays: Words[Any] = pack_args(kernel_arrays(deck.cards, tuple(scoring), own_goods))
        self._cache: dict[tuple[bytes, int], _CardRatings] = {}

    def indices(self, cards: Sequence[Card]) -> list[int]:
        """Return the cards' places in the deck."""
        return [self._place_in_deck[card.id] for card in cards]

    def layout(self, stand: Stand) -> Layout:
        """Return a stand as a layout."""
        return layout_of(stand.placements, self.indices(stand.cards))

    def placement(self, row: Int64s) -> Placement:
        """Return a row of a layout as a placement."""
        card, quarter, y, x = row.tolist()
        return Placement(self._cards[card], x - CENTER, y - CENTER, ROTATIONS[quarter])

    def rate(self, layout: Layout, cards: Sequence[int]) -> Rated:
        """Rate every legal placement of unplaced cards; equal-looking ones once.

        Parameters
        ----------
        cards
            At least one place in the deck, each once.
        """
        rows = np.concatenate([cached.rows for cached in self._ratings(layout, cards)])
        return Rated(rows[:, 4], rows[:, :4])

    def best(self, layout: Layout, cards: Sequence[int]) -> Layout:
        """Return the placements of the greatest total, in the order of `rate`.

        Parameters
        ----------
        cards
            As for `rate`.
        """
        ratings = self._ratings(layout, cards)
        greatest = max([cached.greatest for cached in ratings])
        return np.concatenate([cached.best for cached in ratings if cached.greatest == greatest])

    def _ratings(self, layout: Layout, cards: Sequence[int]) -> list[_CardRatings]:
        key, cached = layout.tobytes(), self._cache
        # Rollouts from one position meet the same cards and stands repeatedly.
        new = [card for card in cards if (key, card) not in cached]
        if new:
            if len(cached) + len(new) > MAX_CACHED:
                cached.clear()
                new = list(cards)
            table = score_placements(self.arrays, layout, new)
            for card in new:
                rows = table[table[:, 0] == card]
                greatest = rows[:, 4].max()
                best = rows[rows[:, 4] == greatest, :4]
                cached[key, card] = _CardRatings(rows, int(greatest), best)
        return [cached[key, card] for card in cards]
