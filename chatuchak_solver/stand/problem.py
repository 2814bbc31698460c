"""The best-stand problem, and its arrays for kernels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import index
from typing import Literal, Self

import msgspec
import numpy as np

from chatuchak_solver.arguments import check_all, check_type, is_int
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.errors import (
    IllegalMoveError,
    InputError,
    InvalidInstanceError,
    VerificationError,
)
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.card import ROTATIONS, SOURCES, Card, check_distinct
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.kernels.tables import ADJACENT, CENTER, KernelArrays
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.space import GOODS, KIND_MASK, KIND_NAMES, check_goods, good_code
from chatuchak_solver.stand.stand import MAX_CARDS, Stand, legal_order

Order = Literal["free", "fixed"]
"""Whether the cards of a stand have any order, or the given one."""

Layout = Int64s
"""Of shape (cards, 4): card, quarter turns, row and column, in the order of placement."""


def kernel_arrays(cards: tuple[Card, ...], announced: Announcement, own_goods: int) -> KernelArrays:
    """Return the arrays for ``cards``, if other players announce ``announced``."""
    spaces = np.array([card.spaces for card in cards], dtype=np.int8)
    turned = np.take(spaces, list(SOURCES.values()), axis=1)
    kinds = turned & KIND_MASK
    joined = ADJACENT[[0, 1, 0, 1]] & (kinds[..., None] == kinds[..., None, :])
    for _ in range(3):  # paths of up to eight steps
        joined = joined @ joined
    distinct = (turned != np.roll(turned, 2, axis=1)).any(axis=2)
    distinct[:, :2] = True
    opponents_mask = sum(1 << good_code(good) for good in set(announced))
    return KernelArrays(turned, joined.argmax(axis=3), distinct, opponents_mask, own_goods)


def layout_of(placements: Sequence[Placement], cards: Iterable[int]) -> Layout:
    """Return the layout of placements, with card indices ``cards``; the first at `CENTER`."""
    layout = [
        (card, at.rotation // 90, at.y, at.x) for card, at in zip(cards, placements, strict=True)
    ]
    rows = np.array(layout, dtype=np.int64).reshape(-1, 4)
    rows[:, 2:] += CENTER - rows[:1, 2:]
    return rows


def check_own_goods(own_goods: object) -> int:
    """Return the number of goods that a player announces; raise unless 1 or 2."""
    if not is_int(own_goods) or index(own_goods) not in (1, 2):
        found = describe(own_goods)
        raise InvalidInstanceError(f"invalid own_goods {found}: expected 1 or 2")
    return index(own_goods)


class StandProblemAnswer(Answer, frozen=True):
    """The JSON form of a `StandProblem`."""

    card_ids: tuple[str, ...] = msgspec.field(name="cards")
    order: Order
    own_goods: int
    announced: Announcement


@dataclass(frozen=True, slots=True)
class StandProblem:
    """The problem of the best stand of given cards.

    Attributes
    ----------
    cards
        One to twelve different cards; all are laid. A game's stand has eight.
    fixed_order
        Whether the cards are laid in this order, or in any.
    announced
        Goods that other players announce, which score anyway.
    own_goods
        The number of goods that the owner announces: 1, or 2 in the two-player variant. Of goods
        with equally large groups the owner announces those with the most points.

    Raises
    ------
    InvalidInstanceError
        If the number of cards or of own goods is out of range, or a card occurs twice.
    """

    cards: tuple[Card, ...]
    fixed_order: bool = False
    announced: Announcement = ()
    own_goods: int = 1

    def __post_init__(self) -> None:
        cards = check_all(self.cards, Card, name="cards", hint="deck[id]")
        object.__setattr__(self, "cards", cards)
        check_type(self.fixed_order, bool, name="fixed_order")
        if not 1 <= len(self.cards) <= MAX_CARDS:
            raise InvalidInstanceError(
                f"invalid number of cards {len(self.cards)}: expected 1 to {MAX_CARDS}"
            )
        check_distinct(self.cards)
        object.__setattr__(self, "own_goods", check_own_goods(self.own_goods))
        object.__setattr__(self, "announced", check_goods(self.announced))

    @property
    def order(self) -> Order:
        """Whether the order is free or fixed."""
        return "fixed" if self.fixed_order else "free"

    @property
    def card_ids(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(card.id for card in self.cards)

    @property
    def question(self) -> str:
        """The question in words: cards, order and announcements."""
        count = len(self.cards)
        cards = f"these {count} cards" if count > 1 else "this card"
        others = ", ".join(KIND_NAMES[good] for good in self.announced)
        return (
            f"stand of {cards} laid in {'the given' if self.fixed_order else 'any'} order "
            f"(announced: {self.own_goods} by its owner, {others or 'none'} by others)"
        )

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return StandProblemAnswer.of(self).to_dict()

    @classmethod
    def from_dict(cls, document: object, deck: Deck) -> Self:
        """Return the problem of a JSON form."""
        answer = StandProblemAnswer.from_dict(document)
        cards = tuple(deck[card] for card in answer.card_ids)
        return cls(cards, answer.order == "fixed", answer.announced, answer.own_goods)

    def arrays(self) -> KernelArrays:
        """Return the kernels' arrays."""
        return kernel_arrays(self.cards, self.announced, self.own_goods)

    def announcements(self) -> tuple[Announcement, ...]:
        """Return the possible announcements: every choice of the cards' goods.

        Cards with too few goods have one choice: all goods, possibly none.
        """
        shown = {space & KIND_MASK for card in self.cards for space in card.spaces}
        goods = [good for good in GOODS if good_code(good) in shown]
        return tuple(combinations(goods, min(self.own_goods, len(goods))))

    def placements(self, layout: Layout) -> tuple[Placement, ...]:
        """Return the placements of a layout; `CENTER` is x = y = 0."""
        return tuple(
            Placement(self.cards[card], column - CENTER, row - CENTER, ROTATIONS[quarter])
            for card, quarter, row, column in layout.tolist()
        )

    def lay(self, layout: Layout) -> Stand:
        """Return the stand of a layout, moved to a minimum x and y of 0."""
        try:
            return Stand.of(self.placements(layout)).anchored()
        except InputError as error:
            raise VerificationError(f"an optimizer laid an illegal stand: {error}") from error

    def legal_stand(self, placements: Sequence[Placement]) -> Stand | None:
        """Return a legal stand with the appearance of placements, or None.

        In free order, the cards may be laid in another order.
        """
        if not self.fixed_order:
            return legal_order(placements)
        try:
            return Stand.of(placements)
        except IllegalMoveError:
            return None

    def is_solved_by(self, stand: Stand) -> bool:
        """Return whether a stand has exactly these cards, in their order if it is fixed."""
        check_type(stand, Stand, name="stand")
        if self.fixed_order:
            return stand.cards == self.cards
        return sorted(card.id for card in stand.cards) == sorted(card.id for card in self.cards)

    def score(self, stand: Stand) -> tuple[Announcement, int]:
        """Return the owner's best announcement and total, by the plain rules."""
        check_type(stand, Stand, name="stand")
        return tally(stand.picture()).best_announcement(self.announced, self.own_goods)
