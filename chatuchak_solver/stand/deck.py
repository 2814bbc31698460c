"""Decks: the cards of a game, from a file or the shipped one."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from chatuchak_solver.arguments import FileName, checked_all, checked_type
from chatuchak_solver.document import Node, read_json, shown
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.shipped import ASSUMED_FIELDS, read_document
from chatuchak_solver.stand.card import Card

GAME_CARDS: Final = 40
"""How many cards the game has; a deck may have any number from 1."""

SHIPPED_DECK: Final = "market_stand_deck.json"


@dataclass(frozen=True, slots=True)
class Deck(Jsonable):
    """Cards in a fixed order, found by name.

    Attributes
    ----------
    cards
        At least one card; no two share a name.
    name
        What the deck is called.
    provenance
        Where its contents come from, in one line.
    assumed
        Whether the contents are a plausible guess rather than the published game's.
    why_assumed
        Why they had to be assumed, in one line.

    Raises
    ------
    InvalidInstanceError
        If there is no card, or two share a name.
    InputError
        If a value is of another type.
    """

    written = "name provenance assumed why_assumed cards"

    cards: tuple[Card, ...]
    name: str = "deck"
    provenance: str = ""
    assumed: bool = False
    why_assumed: str = ""
    _by_id: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = checked_all(self.cards, Card, what="the cards", hint="Card.parse(id, rows)")
        object.__setattr__(self, "cards", cards)
        for name in ("name", "provenance", "why_assumed"):
            checked_type(getattr(self, name), str, what=f"a deck's {name}")
        checked_type(self.assumed, bool, what="a deck's assumed")
        by_id = {card.id: card for card in self.cards}
        if not by_id:
            raise InvalidInstanceError("a deck has at least one card")
        if len(by_id) < len(self.cards):
            ids = [card.id for card in self.cards]
            twice = next(card_id for card_id in ids if ids.count(card_id) > 1)
            raise InvalidInstanceError(f"two cards of the deck are called {twice}")
        object.__setattr__(self, "_by_id", by_id)

    def __hash__(self) -> int:
        return hash((self.name, self.cards[0], len(self.cards)))  # fast; decks are mostly one

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card_id: object) -> bool:
        return isinstance(card_id, str) and card_id in self._by_id

    def __getitem__(self, card_id: str) -> Card:
        """Return the card of that name.

        Raises
        ------
        InputError
            If the deck has none.
        """
        try:
            return self._by_id[card_id]
        except (KeyError, TypeError):
            first, last = self.cards[0].id, self.cards[-1].id
            raise InputError(
                f"unknown card {shown(card_id)}; the deck {shown(self.name)} has {len(self)} "
                f"cards, {first} to {last}"
            ) from None

    def card_at(self, node: Node) -> Card:
        """Return the card that a document names at ``node``."""
        return node.read(self.__getitem__)

    @classmethod
    def of(cls, cards: Iterable[Card], *, name: str = "deck") -> Self:
        """Return a deck of ``cards``."""
        return cls(checked_all(cards, Card, what="the cards"), name=name)

    @classmethod
    def from_node(cls, node: Node) -> Self:
        """Read a deck document.

        An object with ``cards`` and, if wanted, ``name``, ``provenance``, ``assumed`` and
        ``why_assumed``, or just the list of cards.
        """
        if isinstance(node.value, list):
            return cls(_read_cards(node))
        fields = node.fields(("cards",), ("name", *ASSUMED_FIELDS))
        return cls(
            _read_cards(fields["cards"]),
            name=fields["name"].label() if "name" in fields else "deck",
            provenance=fields["provenance"].text() if "provenance" in fields else "",
            assumed=fields["assumed"].boolean() if "assumed" in fields else False,
            why_assumed=fields["why_assumed"].text() if "why_assumed" in fields else "",
        )

    def to_json(self) -> str:
        """Return the deck as the text of a deck file, one card a line."""
        document = self.to_dict()
        cards = ",\n    ".join(json.dumps(card) for card in document.pop("cards"))
        head = ",\n  ".join(f"{json.dumps(key)}: {json.dumps(document[key])}" for key in document)
        return f'{{\n  {head},\n  "cards": [\n    {cards}\n  ]\n}}\n'


def _read_cards(node: Node) -> tuple[Card, ...]:
    items = node.items(least=1)
    cards = tuple(Card.from_node(item) for item in items)
    ids = ((item.child("id", card.id), card.id) for item, card in zip(items, cards, strict=True))
    for _ in node.distinct(ids):
        pass
    return cards


def load_deck(path: FileName) -> Deck:
    """Read a deck file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If it is not a deck; the message names the file and the place.
    """
    return Deck.from_node(read_json(path))


def deck_of_document(node: Node | None, *, directory: Path) -> Deck:
    """Return the deck that a document's field ``deck`` gives; the shipped one without a field.

    Parameters
    ----------
    node
        A deck file's name, or a deck itself (an object or a list of cards).
    directory
        Where a file is looked for first; then in the current directory.
    """
    if node is None:
        return shipped_deck()
    if not isinstance(node.value, str):
        return Deck.from_node(node)
    name = node.text()
    paths = (directory / name, Path(name))
    try:
        path = next(path for path in paths if path.is_file())
    except (StopIteration, OSError, ValueError):
        raise node.error(f"no deck file {shown(name)} in {directory} or here") from None
    return load_deck(path)


def shipped_deck() -> Deck:
    """Return the shipped deck of 40 cards, which is assumed, not the published game's."""
    return Deck.from_node(read_document(SHIPPED_DECK))
