"""Placements: a card, its place and its rotation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias, cast

from msgspec import Meta

from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.codec import Answer, JsonObject, convert, show_json
from chatuchak_solver.errors import InputError, NotationError
from chatuchak_solver.stand.card import Card, Rotation, card_shape, check_rotation
from chatuchak_solver.stand.deck import Deck

Position = tuple[int, int]
"""Integer x to the right and y downward."""

REACH = 10_000
"""More than eight cards can span."""

NUMBER = r"(0|-?[1-9][0-9]{0,4})"
NOTATION = re.compile(rf"([A-Za-z0-9_-]{{1,20}})@{NUMBER}:{NUMBER}r(0|90|180|270)")


Coordinate = Annotated[int, Meta(ge=-REACH, le=REACH)]


class PlacementAnswer(Answer, frozen=True):
    """The JSON form of a `Placement`, in files and answers.

    Attributes
    ----------
    card
        The id of the card.
    """

    card: str
    x: Coordinate
    y: Coordinate
    rotation: Rotation


PlacementField: TypeAlias = str | PlacementAnswer
"""A placement in a document: an object, or notation."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A card on the table.

    Attributes
    ----------
    x, y
        The table space of the card's upper left space after rotation; x grows to the right, y
        downward.
    rotation
        Clockwise rotation in degrees: 0, 90, 180 or 270.

    Examples
    --------
    >>> card = Card.parse("c07", ["S B c*", "G p C"])
    >>> str(Placement(card, 2, -1, 90))
    'c07@2:-1r90'
    """

    card: Card
    x: int
    y: int
    rotation: Rotation = 0

    def __post_init__(self) -> None:
        check_type(self.card, Card, name="card", hint="deck[id]")
        # Fast path: one stand has thousands of placements.
        if not type(self.x) is type(self.y) is type(self.rotation) is int:
            object.__setattr__(self, "x", check_int(self.x, name="x"))
            object.__setattr__(self, "y", check_int(self.y, name="y"))
        object.__setattr__(self, "rotation", check_rotation(self.rotation))
        if max(abs(self.x), abs(self.y)) > REACH:
            raise InputError(f"invalid place {self.x}, {self.y}: expected {-REACH} to {REACH} each")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the rotated card."""
        return card_shape(self.rotation)

    def positions(self) -> tuple[Position, ...]:
        """Return the six (x, y) under the card, row by row."""
        rows, columns = self.shape
        return tuple(
            (self.x + column, self.y + row) for row in range(rows) for column in range(columns)
        )

    def border(self) -> frozenset[Position]:
        """Return the ten (x, y) that share an edge with the card."""
        around = frozenset(near for own in self.positions() for near in neighbors(own))
        return around.difference(self.positions())

    def spaces(self) -> Iterator[tuple[Position, int]]:
        """Yield each (x, y) under the card with its space."""
        turned = self.card.rotated_spaces(self.rotation)
        yield from zip(self.positions(), turned, strict=True)

    def moved(self, dx: int, dy: int) -> Placement:
        """Return the placement moved ``dx`` to the right and ``dy`` down."""
        right, down = check_int(dx, name="dx"), check_int(dy, name="dy")
        return Placement(self.card, self.x + right, self.y + down, self.rotation)

    @classmethod
    def parse(cls, text: str, deck: Deck) -> Placement:
        """Read ``str(placement)``.

        Raises
        ------
        NotationError
            If the text is not a placement, or the deck lacks the card.
        """
        check_type(text, str, name="placement")
        check_type(deck, Deck, name="deck", hint="shipped_deck()")
        match = NOTATION.fullmatch(text)
        if not match:
            raise NotationError(
                f"invalid placement {show_json(text)}: expected text like c07@2:-1r90"
            )
        card_id, x, y, rotation = match.groups()
        try:
            return cls(deck[card_id], int(x), int(y), cast("Rotation", int(rotation)))
        except InputError as error:
            raise NotationError(f"{text}: {error}") from None

    @classmethod
    def from_dict(cls, document: object, deck: Deck) -> Placement:
        """Return the placement of a document: a `PlacementField`, or its JSON form.

        Raises
        ------
        InvalidInstanceError, NotationError
            If the document is invalid, or the deck lacks the card.
        """
        given: PlacementField = convert(document, PlacementField)  # type: ignore[arg-type]
        if isinstance(given, str):
            return cls.parse(given, deck)
        return cls(deck[given.card], given.x, given.y, given.rotation)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return {"card": self.card.id, "x": self.x, "y": self.y, "rotation": self.rotation}

    def __str__(self) -> str:
        return f"{self.card.id}@{self.x}:{self.y}r{self.rotation}"


def neighbors(position: Position) -> tuple[Position, Position, Position, Position]:
    """Return the four positions that share an edge with ``position``."""
    x, y = position
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def connected_parts(kinds: Mapping[Position, int]) -> list[tuple[int, list[Position]]]:
    """Return the parts of positions of one kind that are connected by edges, with their kinds."""
    left = dict(kinds)
    parts = []
    while left:
        start, kind = left.popitem()
        part = [start]
        for position in part:
            for near in neighbors(position):
                if left.get(near) == kind:
                    del left[near]
                    part.append(near)
        parts.append((kind, part))
    return parts
