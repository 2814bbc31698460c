"""Decks: the cards of a game, from a file or the shipped one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Self, TypeAlias

from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_all, check_type
from chatuchak_solver.errors import InputError, InvalidInstanceError, counted
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.stand.card import Card, CardAnswer, check_distinct

GAME_CARDS = 40
"""A deck may have any number of cards from 1."""

SHIPPED_DECK = "market_stand_deck.json"


CardList = Annotated[tuple[CardAnswer, ...], Meta(min_length=1)]


class DeckAnswer(codec.Form, frozen=True):
    """The JSON form of a `Deck`, in files and answers."""

    cards: CardList
    name: codec.Label = "deck"
    provenance: str = ""
    assumed: bool = False
    why_assumed: str | tuple[str, ...] = ""
    assumed_parts: tuple[str, ...] = ()


DeckField: TypeAlias = CardList | DeckAnswer
"""A deck in a document: an object, or a list of cards."""


@dataclass(frozen=True, slots=True)
class Deck:
    """An ordered set of cards, indexed by name.

    Attributes
    ----------
    cards
        At least one card, with distinct names.
    provenance
        The source of its contents, in one line.
    assumed
        Whether the contents are placeholder data instead of the published game's.
    why_assumed
        The reason for placeholder data, in one line.

    Raises
    ------
    InvalidInstanceError
        If there is no card, or two share a name.
    """

    cards: tuple[Card, ...]
    name: str = "deck"
    provenance: str = ""
    assumed: bool = False
    why_assumed: str = ""
    _by_id: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = check_all(self.cards, Card, name="cards", hint="Card.parse(id, rows)")
        object.__setattr__(self, "cards", cards)
        for name in ("name", "provenance", "why_assumed"):
            check_type(getattr(self, name), str, name=f"deck's {name}")
        check_type(self.assumed, bool, name="deck's assumed")
        by_id = {card.id: card for card in self.cards}
        if not by_id:
            raise InvalidInstanceError("a deck has at least one card")
        check_distinct(self.cards)
        object.__setattr__(self, "_by_id", by_id)

    def __hash__(self) -> int:
        return hash((self.name, self.cards[0], len(self.cards)))  # fast; most programs use one deck

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card_id: object) -> bool:
        return isinstance(card_id, str) and card_id in self._by_id

    def __getitem__(self, card_id: str) -> Card:
        """Return a card by its name."""
        if card_id in self:
            return self._by_id[card_id]
        raise InputError(
            f"unknown card {codec.show_json(card_id)}; the deck {codec.show_json(self.name)} has "
            f"{counted(len(self), 'card')}, {self.cards[0].id} to {self.cards[-1].id}"
        )

    @classmethod
    def of(cls, cards: Iterable[Card], *, name: str = "deck") -> Self:
        """Return a deck of ``cards``."""
        return cls(check_all(cards, Card, name="cards"), name=name)

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Return the deck of a document: a `DeckField`, or its JSON form.

        Raises
        ------
        InvalidInstanceError
            If it is invalid; the message names the path.
        """
        given: DeckField = codec.convert(document, DeckField, source=source)  # type: ignore[arg-type]
        path = "cards" if isinstance(given, DeckAnswer) else ""
        deck = given if isinstance(given, DeckAnswer) else DeckAnswer(given)
        with codec.error_context(source):
            cards = []
            for index, card in enumerate(deck.cards):
                with codec.error_context(f"{path}[{index}]"):
                    cards.append(Card.parse(card.id, card.rows))
            codec.check_unique((f"{path}[{index}].id", card.id) for index, card in enumerate(cards))
        why = deck.why_assumed if isinstance(deck.why_assumed, str) else " ".join(deck.why_assumed)
        return cls(tuple(cards), deck.name, deck.provenance, deck.assumed, why)

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON-ready form."""
        assumed = ("assumed", "why_assumed") if self.assumed else ()
        names = ("name", "provenance", *assumed, "cards")
        return {name: codec.to_builtins(getattr(self, name)) for name in names}

    def to_json(self) -> str:
        """Return the text of a deck file."""
        return f"{codec.encode_lines(self.to_dict())}\n"


def load_deck(path: codec.Source) -> Deck:
    """Read a deck from a file, bytes or a mapping.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If it is not a deck; the message names the place.
    """
    document, name = codec.read_json(path)
    return Deck.from_dict(document, source=name)


def resolve_deck(
    given: str | DeckField | None, *, directory: Path, default: Deck | None = None
) -> Deck:
    """Return the deck of a document's field ``deck``.

    Parameters
    ----------
    given
        The name of a deck file, a deck, or None for the default.
    directory
        The folder with deck files; the current folder is the fallback.
    default
        By default the shipped deck.

    Raises
    ------
    InvalidInstanceError
        If there is no such file, or the deck is invalid.
    """
    if given is None:
        return default or shipped_deck()
    if not isinstance(given, str):
        with codec.error_context("deck"):
            return Deck.from_dict(given)
    paths = (directory / given, Path(given))
    try:
        path = next(path for path in paths if path.is_file())
    except (StopIteration, OSError, ValueError):
        raise InvalidInstanceError(
            f"invalid deck {codec.show_json(given)}: expected a file in {directory} or here"
        ) from None
    return load_deck(path)


def shipped_deck() -> Deck:
    """Return the shipped deck of 40 cards: placeholder data, not the published game's."""
    data, source = read_bytes(SHIPPED_DECK)
    return Deck.from_dict(codec.parse_json(data, source=source), source=source)
