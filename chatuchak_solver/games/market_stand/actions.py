"""The actions of the market stand game as text and back.

==========================  =================================================================
``start c07``               begins the own stand with this card of the hand
``hand c12@2:-1r90``        lays a card of the hand: card, x, y and clockwise rotation
``market c03@-2:0r0``       lays a card of the central market
``draw c21``                chance: the card that replaces the placed one
``announce S``              chooses among tied goods at the end; ``announce S G`` for two players
==========================  =================================================================
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, NamedTuple

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.market_stand.places import PLACES, Place
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.space import GOODS

Source = Literal["hand", "market"]


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the own stand with a card of the hand."""

    card: Card

    def __str__(self) -> str:
        return f"start {self.card.id}"


class Lay(NamedTuple):
    """Add a card to the player's stand."""

    source: Source
    card: Card
    place: Place

    @property
    def placement(self) -> Placement:
        """The card at its place."""
        return Placement(self.card, self.place.x, self.place.y, self.place.rotation)

    def __str__(self) -> str:
        return f"{self.source} {self.card.id}{self.place}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the top card of the stack."""

    card: Card

    def __str__(self) -> str:
        return f"draw {self.card.id}"


@dataclass(frozen=True, slots=True)
class Announce:
    """Choose among goods with tied biggest groups."""

    goods: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("announce", *self.goods))


Action = Start | Lay | Draw | Announce

ANNOUNCEMENTS: Final = tuple(
    Announce(goods) for count in (1, 2) for goods in combinations(GOODS, count)
)


def all_actions(deck: Deck) -> Iterator[Action]:
    """Yield all actions with a deck's cards, some hundred thousand."""
    yield from map(Start, deck)
    yield from map(Draw, deck)
    yield from ANNOUNCEMENTS
    sources: tuple[Source, ...] = ("hand", "market")
    yield from (Lay(source, card, place) for source in sources for card in deck for place in PLACES)


def parse_action(text: str, deck: Deck) -> Action:
    """Read an action; ``str`` of the result is ``text``."""
    verb, *words = text.split(" ")
    if verb in ("start", "draw") and len(words) == 1:
        return Start(deck[words[0]]) if verb == "start" else Draw(deck[words[0]])
    if verb in ("hand", "market") and len(words) == 1:
        placement = Placement.parse(words[0], deck)
        place = Place(placement.x, placement.y, placement.rotation)
        return Lay("hand" if verb == "hand" else "market", placement.card, place)
    if verb == "announce" and words and all(word and word in GOODS for word in words):
        return Announce(tuple(words))
    raise NotationError(
        "the actions are start CARD, hand CARD@X:YrROTATION, market CARD@X:YrROTATION, draw CARD "
        "and announce GOOD"
    )
