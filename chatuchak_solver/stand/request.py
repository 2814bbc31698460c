"""Request files: a stand in the making, as ``stand place``, ``plan`` and ``show`` read it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from chatuchak_solver.arguments import FileName, checked_all, checked_type
from chatuchak_solver.document import Node, read_json
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, deck_of_document
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.score_file import read_goods
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import checked_goods
from chatuchak_solver.stand.stand import MOST_CARDS, Stand

FIELDS: Final = ("deck", "variant", "stand", "hand", "market", "cards", "order", "announced")


@dataclass(frozen=True, slots=True)
class StandRequest:
    """What is known about one player's stand while the game is on, or once it is over.

    Attributes
    ----------
    deck
        The deck in play.
    variant
        Settles how many goods the player will announce (`own_goods`).
    stand
        What the player has laid so far; may be empty.
    hand, market
        Cards that could be laid next.
    cards
        The cards to plan a whole stand with, from an empty table; those of ``stand`` where the
        file does not list any.
    fixed_order
        Whether a plan lays ``cards`` in their order, or in any.
    announced
        Goods that other players announced or are expected to.

    Raises
    ------
    InputError
        If a value is of another type.
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
        checked_type(self.deck, Deck, what="the deck", hint="shipped_deck()")
        checked_type(self.variant, Variant, what="the variant", hint="Variant.STANDARD")
        checked_type(self.stand, Stand, what="the stand", hint="Stand()")
        for name in ("hand", "market", "cards"):
            cards = checked_all(getattr(self, name), Card, what=f"the {name}", hint="deck[id]")
            object.__setattr__(self, name, cards)
        checked_type(self.fixed_order, bool, what="fixed_order")
        object.__setattr__(self, "announced", checked_goods(self.announced))

    @property
    def own_goods(self) -> int:
        """How many goods the player announces: 2 in the two-player variant, else 1."""
        return self.variant.announced

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The cards that could be laid next: the hand, then the market."""
        return self.hand + self.market

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The deck's cards that are neither laid nor at hand."""
        named = {card.id for card in (*self.stand.cards, *self.candidates)}
        return tuple(card for card in self.deck if card.id not in named)

    @classmethod
    def from_node(cls, node: Node, *, directory: Path) -> Self:
        """Read a request file's document.

        Parameters
        ----------
        directory
            Where a deck file that the document names is looked for, before the current one.

        Raises
        ------
        InvalidInstanceError
            If anything in it is wrong; the message names the place.
        """
        fields = node.given((), FIELDS)
        deck = deck_of_document(fields.get("deck"), directory=directory)
        variants = [variant.value for variant in Variant]
        variant = Variant(fields["variant"].choice(variants)) if "variant" in fields else None
        stand = _read_stand(fields["stand"], deck) if "stand" in fields else Stand()
        hand, market, cards = (
            _read_cards(fields[name], deck, most=most) if name in fields else ()
            for name, most in (("hand", None), ("market", None), ("cards", MOST_CARDS))
        )
        used = {card.id: "the stand" for card in stand.cards}
        for name, group in (("hand", hand), ("market", market)):
            for index, card in enumerate(group):
                if card.id in used:
                    place = fields[name].child(index, card.id)
                    raise place.error(f"card {card.id} is already in {used[card.id]}")
                used[card.id] = f"the {name}"
        order = fields["order"].choice(("free", "fixed")) if "order" in fields else "free"
        return cls(
            deck=deck,
            variant=variant or Variant.STANDARD,
            stand=stand,
            hand=hand,
            market=market,
            cards=cards if "cards" in fields else stand.cards,
            fixed_order=order == "fixed",
            announced=read_goods(fields["announced"]) if "announced" in fields else (),
        )


def load_request(path: FileName) -> StandRequest:
    """Read a request file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If anything in it is wrong; the message names the file and the place.
    """
    return StandRequest.from_node(read_json(path), directory=Path(path).parent)


def _read_stand(node: Node, deck: Deck) -> Stand:
    """Read a stand as a list of placements or in its one-line notation."""
    if not isinstance(node.value, str):
        return Stand.from_node(node, deck)
    return node.read(lambda text: Stand.parse(text, deck))


def _read_cards(node: Node, deck: Deck, *, most: int | None) -> tuple[Card, ...]:
    """Read a list of card names, each at most once."""
    found = [(item, deck.card_at(item)) for item in node.items(most=most)]
    return tuple(deck[name] for name in node.distinct((item, card.id) for item, card in found))
