"""All places of a card in a stand, numbered, and their contacts.

The first card of a stand is at (0, 0), unturned; seven more follow, each in contact with an earlier
one. So all cards are inside a box with a finite number of places. A place's number is its rank
among the texts ``@x:yrROTATION``, so places sorted by number are sorted by text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from chatuchak_solver.stand.card import ROTATIONS, Rotation, card_shape
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.stand import STAND_CARDS

CARD_LENGTH: Final = 3
"""Spaces of a card's longer side, the maximum growth of a stand by one card."""

MAX_OFFSET: Final = CARD_LENGTH * (STAND_CARDS - 1)
FIRST_ROWS, FIRST_COLUMNS = card_shape(0)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a card: a placement without the card."""

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
"""Every place by its number."""

_NUMBERS: Final[dict[tuple[int, int, int], int]] = {
    (place.x, place.y, place.rotation): n for n, place in enumerate(PLACES)
}


def place_number(x: int, y: int, rotation: int) -> int | None:
    """Return a place's number, or None outside the box."""
    return _NUMBERS.get((x, y, rotation))


@cache
def touching(number: int) -> tuple[int, ...]:
    """Return the places in the box that share a space or an edge with a card at a place."""
    place = PLACES[number]
    near = ((place.x + dx, place.y + dy, turned) for dx, dy, turned in _offsets(place.rotation))
    return tuple(sorted(n for key in near if (n := _NUMBERS.get(key)) is not None))


def places_near(placements: Iterable[Placement]) -> list[int]:
    """Return the places that touch a placement, ascending."""
    near: set[int] = set()
    for placement in placements:
        number = place_number(placement.x, placement.y, placement.rotation)
        assert number is not None, "eight cards that touch stay in the box"
        near.update(touching(number))
    return sorted(near)


@cache
def _offsets(rotation: Rotation) -> tuple[tuple[int, int, Rotation], ...]:
    rows, columns = card_shape(rotation)
    cross = {(x, y) for x in range(-1, columns + 1) for y in range(rows)}
    cross |= {(x, y) for x in range(columns) for y in range(-1, rows + 1)}
    found = set()
    for turned in ROTATIONS:
        height, width = card_shape(turned)
        for x, y in cross:
            found |= {(x - a, y - b, turned) for a in range(width) for b in range(height)}
    return tuple(sorted(found))
