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
from itertools import combinations, product
from typing import Final, Literal, NamedTuple

from chatuchak_solver.errors import NotationError
from chatuchak_solver.stand.card import ROTATIONS, Card, Rotation, card_shape
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import STAND_CARDS

CARD_LENGTH: Final = 3
"""Spaces of a card's longer side: the maximum growth of a stand by one card."""

MAX_OFFSET: Final = CARD_LENGTH * (STAND_CARDS - 1)
FIRST_ROWS, FIRST_COLUMNS = card_shape(0)


class Place(NamedTuple):
    """A placement without the card."""

    x: int
    y: int
    rotation: Rotation

    def __str__(self) -> str:
        return f"@{self.x}:{self.y}r{self.rotation}"


def _places() -> tuple[Place, ...]:
    columns = range(-MAX_OFFSET, FIRST_COLUMNS + MAX_OFFSET - CARD_LENGTH + 1)
    rows = range(-MAX_OFFSET, FIRST_ROWS + MAX_OFFSET - CARD_LENGTH + 1)
    every = (Place(x, y, rotation) for x in columns for y in rows for rotation in ROTATIONS)
    return tuple(sorted(every, key=str))


PLACES: Final = _places()

_NUMBERS: Final[dict[tuple[int, int, int], int]] = {place: n for n, place in enumerate(PLACES)}


def place_number(x: int, y: int, rotation: int) -> int | None:
    """Return the number of a place, or None outside the box."""
    return _NUMBERS.get((x, y, rotation))


@cache
def touching(number: int) -> tuple[int, ...]:
    """Return the places in the box that overlap or adjoin a card at a place."""
    place, found = PLACES[number], []
    rows, columns = card_shape(place.rotation)
    for turned in ROTATIONS:
        height, width = card_shape(turned)
        for dx, dy in product(range(-width, columns + 1), range(-height, rows + 1)):
            is_corner = dx in (-width, columns) and dy in (-height, rows)
            near = place_number(place.x + dx, place.y + dy, turned)
            if near is not None and not is_corner:
                found.append(near)
    return tuple(sorted(found))


def places_near(placements: Iterable[Placement]) -> list[Place]:
    """Return the places that overlap or adjoin a placement, ascending."""
    near: set[int] = set()
    for placement in placements:
        number = place_number(placement.x, placement.y, placement.rotation)
        assert number is not None, "eight cards that touch stay in the box"
        near.update(touching(number))
    return [PLACES[number] for number in sorted(near)]


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

ANNOUNCEMENTS: Final = tuple(
    Announce(goods) for count in (1, 2) for goods in combinations(GOODS, count)
)


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
