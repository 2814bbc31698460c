"""Cards: 2 rows of 3 spaces, and their rotations."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, Self, cast, get_args

import numpy as np

from chatuchak_solver.arguments import check_all, check_int, check_type, is_int
from chatuchak_solver.codec import Answer, JsonObject, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.untrusted import describe, escape
from chatuchak_solver.kernels.arrays import Int8s
from chatuchak_solver.stand.space import KINDS, MOUSE, NO_CARD, parse_spaces, space_text

CARD_ROWS = 2
CARD_COLUMNS = 3
OTHER_SIZES = (
    "of cards of other sizes only finished stands are scored, by what is seen of them (visible)"
)

Rotation = Literal[0, 90, 180, 270]
"""Clockwise rotation in degrees."""

ROTATIONS: tuple[Rotation, ...] = get_args(Rotation)

SOURCES: Mapping[int, tuple[int, ...]] = {
    degrees: tuple(np.rot90(np.arange(6).reshape(2, 3), -degrees // 90).ravel().tolist())
    for degrees in ROTATIONS
}
"""For each rotation, the source space of each of the six places."""

ID_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,20}")


def check_rotation(rotation: object) -> Rotation:
    """Return a valid rotation as an int."""
    if type(rotation) is int and rotation in SOURCES:
        return cast("Rotation", rotation)
    if is_int(rotation) and index(rotation) in SOURCES:
        return cast("Rotation", index(rotation))
    raise InputError(f"invalid rotation {describe(rotation)}: expected 0, 90, 180 or 270")


def card_shape(rotation: int) -> tuple[int, int]:
    """Return the rows and columns of a card rotated by ``rotation`` degrees."""
    is_flat = check_rotation(rotation) % 180 == 0
    return (CARD_ROWS, CARD_COLUMNS) if is_flat else (CARD_COLUMNS, CARD_ROWS)


class CardAnswer(Answer, frozen=True):
    """The JSON form of a `Card`, in files and answers."""

    id: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a name and six spaces.

    Attributes
    ----------
    id
        1 to 20 letters, digits, ``_`` or ``-``; unique in its deck.
    spaces
        Six spaces (`chatuchak_solver.stand.space`), row by row from the upper left, unrotated.

    Raises
    ------
    InvalidInstanceError
        If the name or a space is invalid.

    Examples
    --------
    >>> Card.parse("c07", ["S B c*", "G p C"]).rotated_rows(90)
    ('G S', 'p B', 'C c*')
    """

    id: str
    spaces: tuple[int, ...]

    def __post_init__(self) -> None:
        check_type(self.id, str, name="card's id")
        if not ID_PATTERN.fullmatch(self.id):
            raise InvalidInstanceError(
                f"invalid id {self.id[:40]!a}: expected 1 to 20 letters, digits, _ or -"
            )
        spaces = check_all(self.spaces, object, name=f"card {self.id}: spaces")
        whole = (check_int(space, name=f"card {self.id}: space") for space in spaces)
        object.__setattr__(self, "spaces", tuple(whole))
        if len(self.spaces) != CARD_ROWS * CARD_COLUMNS:
            raise InvalidInstanceError(
                f"card {self.id} has {len(self.spaces)} spaces, expected {CARD_ROWS * CARD_COLUMNS}"
            )
        for space in self.spaces:
            if space & ~MOUSE not in KINDS:
                raise InvalidInstanceError(
                    f"card {self.id}: invalid space {space}: expected {KINDS[0]} to {KINDS[-1]}, "
                    f"with {MOUSE} added for a mouse"
                )

    def __hash__(self) -> int:
        return hash(self.id)  # consistent with equality, and fast

    @classmethod
    def parse(cls, card_id: str, rows: Iterable[str]) -> Self:
        """Read a card from its two rows, three spaces each, separated by blanks.

        Raises
        ------
        InvalidInstanceError
            If there are not 2 rows of 3 spaces, or a space is invalid.
        """
        check_type(card_id, str, name="card's id")
        with error_context(f"card {escape(card_id, 40)}"):
            rows = check_all(rows, str, name="rows")
            if len(rows) != CARD_ROWS:
                raise InputError(f"expected {CARD_ROWS} rows, found {len(rows)}; {OTHER_SIZES}")
            spaces = [space for y, row in enumerate(rows, 1) for space in _parse_row(y, row)]
        return cls(card_id, tuple(spaces))

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the card of its JSON form; raise `InvalidInstanceError` if invalid."""
        answer = CardAnswer.from_dict(document)
        return cls.parse(answer.id, answer.rows)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return {"id": self.id, "rows": list(self.rows)}

    def rotated_spaces(self, rotation: Rotation) -> tuple[int, ...]:
        """Return the six spaces, row by row, of the card rotated clockwise."""
        return tuple(self.spaces[source] for source in SOURCES[check_rotation(rotation)])

    def rotated(self, rotation: Rotation) -> Int8s:
        """Return the array of spaces of the card rotated clockwise by ``rotation`` degrees.

        Its shape is (2, 3) or (3, 2).
        """
        spaces = np.array(self.rotated_spaces(rotation), dtype=np.int8)
        return spaces.reshape(card_shape(rotation))

    def rotated_rows(self, rotation: Rotation) -> tuple[str, ...]:
        """Return the rotated card's rows as text; unrotated, the input of `parse`."""
        return tuple(
            " ".join(space_text(int(space)) for space in row) for row in self.rotated(rotation)
        )

    @property
    def rows(self) -> tuple[str, ...]:
        """The card's two rows as text."""
        return self.rotated_rows(0)

    def __str__(self) -> str:
        return f"{self.id}: {' / '.join(self.rows)}"


def check_distinct(cards: Sequence[Card]) -> None:
    """Raise `InvalidInstanceError` if a card occurs twice."""
    ids = [card.id for card in cards]
    twice = [card_id for card_id in ids if ids.count(card_id) > 1]
    if twice:
        raise InvalidInstanceError(f"duplicate card {twice[0]}")


def _parse_row(number: int, row: str) -> list[int]:
    texts = row.split()
    with error_context(f"row {number}"):
        if len(texts) != CARD_COLUMNS:
            raise InputError(
                f"expected {CARD_COLUMNS} spaces separated by blanks, found {len(texts)}; "
                f"{OTHER_SIZES}"
            )
        spaces = parse_spaces(texts)
        if NO_CARD in spaces:
            column = spaces.index(NO_CARD) + 1
            raise InputError(f"invalid space {column} .: expected a good or a container")
    return spaces
