"""Pictures: a stand as seen from above, and its text form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import index

import numpy as np

from chatuchak_solver.arguments import check_all
from chatuchak_solver.codec import error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError, Sentence
from chatuchak_solver.io.pictures import svg_of
from chatuchak_solver.io.untrusted import describe, escape
from chatuchak_solver.kernels.arrays import Int8s
from chatuchak_solver.stand.card import ROTATIONS, card_shape
from chatuchak_solver.stand.placement import Position, connected_parts
from chatuchak_solver.stand.space import (
    MOUSE,
    NO_CARD,
    are_spaces,
    check_space,
    parse_spaces,
    space_text,
)

MAX_SPACES = 48


@dataclass(frozen=True, slots=True)
class Picture:
    """The visible spaces of a stand: rows of equal length.

    Attributes
    ----------
    rows
        Spaces (`chatuchak_solver.stand.space`), from the top and from the left; `NO_CARD` for an
        uncovered space.

    Raises
    ------
    InvalidInstanceError
        If the rows differ in length or are empty.

    Examples
    --------
    >>> picture = Picture.parse(["S S c*", "B . c"])
    >>> print(picture)
    S  S  c*
    B  .  c
    >>> Picture.parse(str(picture).splitlines()) == picture
    True
    """

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if type(self.rows) is not tuple or not all(map(are_spaces, self.rows)):
            rows = [
                tuple(map(check_space, check_all(row, object, name="row")))
                for row in check_all(self.rows, object, name="rows")
            ]
            object.__setattr__(self, "rows", tuple(rows))
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.rows[0]):
                raise InvalidInstanceError(
                    f"row {number} has {len(row)} spaces, the first has {len(self.rows[0])}; "
                    "every space needs a letter, or . where no card lies"
                )
        if not any(space != NO_CARD for row in self.rows for space in row):
            raise InvalidInstanceError(
                Sentence("nothing_seen", "no visible card: expected at least one")
            )

    @classmethod
    def parse(cls, rows: Iterable[str]) -> Picture:
        """Read a picture from its rows, spaces separated by blanks, ``.`` for no card.

        Raises
        ------
        InvalidInstanceError
            If a space is invalid, or the rows differ in length or are empty.
        """
        found = []
        for number, row in enumerate(check_all(rows, str, name="rows"), start=1):
            with error_context(f"row {number}"):
                found.append(tuple(parse_spaces(row.split())))
        return cls(tuple(found))

    @classmethod
    def from_spaces(cls, spaces: Mapping[Position, int]) -> Picture:
        """Return the smallest picture with ``spaces``, each by its (x, y).

        Raises
        ------
        InvalidInstanceError
            If there are no spaces.
        """
        if not isinstance(spaces, Mapping):
            raise InputError(f"invalid spaces {describe(spaces)}: expected a dict by (x, y)")
        try:
            places = [(index(x), index(y)) for x, y in spaces]
        except (TypeError, ValueError):
            given = escape(repr(list(spaces)))
            raise InputError(f"invalid places {given}: expected integers (x, y) each") from None
        if not places:
            return cls(())  # raises the error
        xs, ys = zip(*places, strict=True)
        columns = range(min(xs), max(xs) + 1)
        return cls(
            tuple(
                tuple(spaces.get((x, y), NO_CARD) for x in columns)
                for y in range(min(ys), max(ys) + 1)
            )
        )

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def spaces(self) -> Iterator[tuple[Position, int]]:
        """Yield each visible (column, row), from 0, with its space."""
        for y, row in enumerate(self.rows):
            for x, space in enumerate(row):
                if space != NO_CARD:
                    yield (x, y), space

    def trimmed(self) -> Picture:
        """Return the smallest picture with the same spaces."""
        return Picture.from_spaces(dict(self.spaces()))

    def array(self) -> Int8s:
        """Return the spaces as an array of shape (height, width)."""
        return np.array(self.rows, dtype=np.int8)

    @property
    def mice(self) -> int:
        """The number of visible mice."""
        return sum(bool(space & MOUSE) for _, space in self.spaces())

    def doubts(self) -> tuple[str, ...]:
        """Return the reasons why eight cards cannot produce this picture; usually empty.

        Necessary conditions only: at most 48 spaces, all connected, each inside a full 2x3 or 3x2
        block.
        """
        seen = dict(self.spaces())
        reasons = []
        if len(seen) > MAX_SPACES:
            reasons.append(f"{len(seen)} spaces are more than 8 cards show")
        if len(connected_parts(dict.fromkeys(seen, 0))) > 1:
            reasons.append("its spaces do not all hang together")
        covered: set[Position] = set()
        for x, y in seen:
            for rows, columns in {card_shape(rotation) for rotation in ROTATIONS}:
                block = {(x + dx, y + dy) for dx in range(columns) for dy in range(rows)}
                if block <= seen.keys():
                    covered |= block
        lonely = sorted((y, x) for x, y in seen.keys() - covered)
        if lonely:
            row, column = lonely[0]
            reasons.append(f"no card fits over the space in row {row + 1}, column {column + 1}")
        return tuple(reasons)

    def text_rows(self) -> list[str]:
        """Return the rows as text, spaces separated by one blank."""
        return [" ".join(space_text(space) for space in row) for row in self.rows]

    def _repr_svg_(self) -> str:
        return svg_of(self)

    def __str__(self) -> str:
        wide = 2 if self.mice else 1
        return "\n".join(
            " ".join(space_text(space).ljust(wide) for space in row).rstrip() for row in self.rows
        )
