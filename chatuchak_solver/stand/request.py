"""Request files: a stand in progress, the input of ``stand place``, ``plan`` and ``show``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self, TypeAlias

from msgspec import Meta

from chatuchak_solver.arguments import check_all, check_type
from chatuchak_solver.codec import Form, Source, check_unique, convert, error_context, read_json
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, DeckField, resolve_deck
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.problem import Order
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import Goods, check_goods, read_goods
from chatuchak_solver.stand.stand import MAX_CARDS, Stand, StandField

CardNames: TypeAlias = tuple[str, ...]
PlannedCards = Annotated[CardNames, Meta(max_length=MAX_CARDS)]


class RequestFile(Form, frozen=True, kw_only=True):
    """A request file; null is the same as an absent field.

    Attributes
    ----------
    deck
        The name of a deck file, or a deck.
    variant
        Determines the number of goods that the player will announce.
    stand
        The player's stand so far.
    hand, market
        The playable cards.
    cards
        The cards of a plan; by default those of ``stand``.
    order
        Whether the order of a plan's ``cards`` is free or fixed.
    announced
        Goods that other players announced or are expected to announce.
    """

    deck: str | DeckField | None = None
    variant: Variant | None = None
    stand: StandField | None = None
    hand: CardNames | None = None
    market: CardNames | None = None
    cards: PlannedCards | None = None
    order: Order | None = None
    announced: Goods | None = None


@dataclass(frozen=True, slots=True)
class StandRequest:
    """One player's stand, during or after a game; see `RequestFile`.

    Attributes
    ----------
    stand
        May be empty.
    cards
        The cards for a plan of a whole stand; by default those of ``stand``.
    fixed_order
        Whether a plan retains the order of ``cards``.
    """

    deck: Deck
    variant: Variant
    stand: Stand
    hand: tuple[Card, ...]
    market: tuple[Card, ...]
    cards: tuple[Card, ...]
    fixed_order: bool
    announced: Announcement

    def __post_init__(self) -> None:
        check_type(self.deck, Deck, name="deck", hint="shipped_deck()")
        check_type(self.variant, Variant, name="variant", hint="Variant.STANDARD")
        check_type(self.stand, Stand, name="stand", hint="Stand()")
        for name in ("hand", "market", "cards"):
            cards = check_all(getattr(self, name), Card, name=name, hint="deck[id]")
            object.__setattr__(self, name, cards)
        check_type(self.fixed_order, bool, name="fixed_order")
        object.__setattr__(self, "announced", check_goods(self.announced))

    @property
    def own_goods(self) -> int:
        """The number of announced goods: 2 in the two-player variant, otherwise 1."""
        return self.variant.announced

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The playable cards: the hand, then the market."""
        return self.hand + self.market

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The deck's cards that are neither laid nor at hand."""
        named = {card.id for card in (*self.stand.cards, *self.candidates)}
        return tuple(card for card in self.deck if card.id not in named)

    @classmethod
    def from_dict(
        cls,
        document: object,
        *,
        directory: Path | None = None,
        deck: Deck | None = None,
        source: str = "",
    ) -> Self:
        """Return the request of a request file's content.

        Parameters
        ----------
        directory
            The folder with deck files; the current folder is the fallback.
        deck
            By default the shipped deck.
        source
            The document's name in messages.

        Raises
        ------
        InvalidInstanceError
            If a field is unknown or invalid; the message names its path.
        """
        file = convert(document, RequestFile, source=source)
        with error_context(source):
            deck = resolve_deck(file.deck, directory=directory or Path(), default=deck)
            stand = Stand.from_list(file.stand or (), deck, path="stand")
            hand, market, cards = (
                _read_cards(file, deck, name) for name in ("hand", "market", "cards")
            )
            check_unique(
                (f"{name}[{index}]", card.id)
                for name, group in (("stand", stand.cards), ("hand", hand), ("market", market))
                for index, card in enumerate(group)
            )
            return cls(
                deck=deck,
                variant=file.variant or Variant.STANDARD,
                stand=stand,
                hand=hand,
                market=market,
                cards=stand.cards if file.cards is None else cards,
                fixed_order=file.order == "fixed",
                announced=read_goods(file.announced or (), "announced"),
            )


def load_request(path: Source) -> StandRequest:
    """Read a request from a file, bytes or a mapping.

    Raises
    ------
    InvalidInstanceError
        If it is invalid; the message names the file and the path.
    """
    document, name = read_json(path)
    return StandRequest.from_dict(document, directory=Path(name).parent, source=name)


def _read_cards(file: RequestFile, deck: Deck, path: str) -> tuple[Card, ...]:
    cards = []
    for index, name in enumerate(getattr(file, path) or ()):
        with error_context(f"{path}[{index}]"):
            cards.append(deck[name])
    check_unique((f"{path}[{index}]", card.id) for index, card in enumerate(cards))
    return tuple(cards)
