"""The actions of the market stand game as text and back.

==========================  =================================================================
``start c07``               begins the own stand with this card of the hand
``hand c12@2:-1r90``        lays a card of the hand: card, x, y and clockwise rotation
``market c03@-2:0r0``       lays a card of the central market
``draw c21``                chance: the card that replaces the placed one
``announce S``              chooses among tied goods at the end; ``announce S G`` for two players
==========================  =================================================================
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

from chatuchak_solver.errors import NotationError
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS, ROTATIONS, Card, Rotation
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.space import GOODS, KINDS
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

MAX_OFFSET = CARD_COLUMNS * (STAND_CARDS - 1)
"""A card extends a stand by at most its longer side."""


class Place(NamedTuple):
    """A placement without the card."""

    x: int
    y: int
    rotation: Rotation

    def __str__(self) -> str:
        return f"@{self.x}:{self.y}r{self.rotation}"


def _places() -> tuple[Place, ...]:
    columns = range(-MAX_OFFSET, MAX_OFFSET + 1)
    rows = range(-MAX_OFFSET, CARD_ROWS + MAX_OFFSET - CARD_COLUMNS + 1)
    every = (Place(x, y, rotation) for x in columns for y in rows for rotation in ROTATIONS)
    return tuple(sorted(every, key=str))


PLACES = _places()

PLACE_NUMBERS: dict[tuple[int, int, int], int] = {at: n for n, at in enumerate(PLACES)}
_ANY_CARD = Card("any", (KINDS[0],) * CARD_ROWS * CARD_COLUMNS)


@cache
def touching(place: tuple[int, int, Rotation]) -> frozenset[int]:
    """Return the numbers of the places that overlap or adjoin a card at a place."""
    near = Stand((Placement(_ANY_CARD, *place),)).legal_places()
    return frozenset(PLACE_NUMBERS[other] for other in near if other in PLACE_NUMBERS)


def places_near(placements: Iterable[Placement]) -> list[Place]:
    """Return the places that overlap or adjoin a placement, ascending."""
    near = [touching((card.x, card.y, card.rotation)) for card in placements]
    return [PLACES[number] for number in sorted(set().union(*near))]


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
        """The placement of the card."""
        return Placement(self.card, *self.place)

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

ANNOUNCEMENTS = tuple(Announce(goods) for count in (1, 2) for goods in combinations(GOODS, count))


def parse_action(text: str, deck: Deck) -> Action:
    """Parse an action; ``str`` of the result is ``text``."""
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
