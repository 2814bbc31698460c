"""Stands: a sequence of placed cards, and the legal placements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Annotated, TypeAlias

from msgspec import Meta

from chatuchak_solver.arguments import check_all, check_int, check_type
from chatuchak_solver.codec import JsonObject, convert, error_context
from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidInstanceError, Sentence, at
from chatuchak_solver.io.pictures import svg_of
from chatuchak_solver.stand.card import ROTATIONS, Card, Rotation, card_shape
from chatuchak_solver.stand.deck import Deck
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement, PlacementField, Position, neighbors

STAND_CARDS = 8

MAX_CARDS = 12


StandField: TypeAlias = str | Annotated[tuple[PlacementField, ...], Meta(max_length=STAND_CARDS)]
"""A stand in a document: a list of placements, or notation."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Cards on the table in the order of placement; later ones are on top.

    Stands are equal if their placements are equal; `anchored` normalizes translated stands.

    Attributes
    ----------
    placements
        The placements; each one after the first is legal in its turn. Only plans have a ninth to
        twelfth one.

    Raises
    ------
    IllegalMoveError
        If a placement is illegal; the message names it and the rule.

    Examples
    --------
    >>> card, other = Card.parse("a", ["S S B", "c c B"]), Card.parse("b", ["G* p S", "G C C"])
    >>> stand = Stand().place(Placement(card, 0, 0)).place(Placement(other, 2, 0, 90))
    >>> print(stand.picture())
    S  S  G  G*
    c  c  C  p
    .  .  C  S
    >>> str(stand)
    'a@0:0r0 b@2:0r90'
    """

    placements: tuple[Placement, ...] = ()
    _visible: dict[Position, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        placements = check_all(self.placements, Placement, name="placements")
        object.__setattr__(self, "placements", placements)
        visible: dict[Position, int] = {}
        object.__setattr__(self, "_visible", visible)
        for index, placement in enumerate(self.placements):
            reason = _reason(self.placements[:index], visible, placement)
            if reason:
                raise IllegalMoveError(f"{placement}: {reason}")
            visible.update(placement.spaces())

    def __len__(self) -> int:
        return len(self.placements)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of placement."""
        return tuple(placement.card for placement in self.placements)

    @property
    def is_complete(self) -> bool:
        """Whether all eight cards are laid."""
        return len(self.placements) >= STAND_CARDS

    def pile(self, x: int, y: int) -> tuple[Placement, ...]:
        """Return the placements over one table space, from the bottom; the last is visible."""
        position = check_int(x, name="x"), check_int(y, name="y")
        return tuple(lower for lower in self.placements if position in lower.positions())

    def layers(self) -> dict[Position, int]:
        """Return the number of cards over every covered (x, y)."""
        return dict(Counter(at for lower in self.placements for at in lower.positions()))

    def top_cards(self) -> dict[Position, int]:
        """Return the index of the visible placement for every covered (x, y)."""
        placed = enumerate(self.placements)
        return {at: index for index, placement in placed for at in placement.positions()}

    def visible(self) -> dict[Position, int]:
        """Return the visible space of every covered (x, y)."""
        return dict(self._visible)

    def picture(self) -> Picture:
        """Return the stand as seen from above.

        Raises
        ------
        InvalidInstanceError
            If the stand is empty.
        """
        return Picture.from_spaces(self._visible)

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The minimum x and y and the maximum x and y of covered spaces.

        Raises `InvalidInstanceError` if the stand is empty.
        """
        if not self._visible:
            raise InvalidInstanceError("an empty stand has no bounds")
        xs, ys = zip(*self._visible, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def why_illegal(self, placement: Placement) -> str | None:
        """Return the rule that forbids ``placement`` as the next one, or None if it is legal."""
        check_type(placement, Placement, name="placement")
        if self.is_complete:
            return f"the stand has its {STAND_CARDS} cards already"
        return _reason(self.placements, self._visible, placement)

    def place(self, placement: Placement) -> Stand:
        """Return the stand with one more card.

        Raises
        ------
        IllegalMoveError
            If the placement is illegal; the message names the rule.
        """
        reason = self.why_illegal(placement)
        if reason:
            raise IllegalMoveError(f"{placement}: {reason}")
        return self.grown(placement)

    def grown(self, placement: Placement) -> Stand:
        """Return the stand with one more card, without a legality check."""
        following = object.__new__(Stand)
        object.__setattr__(following, "placements", (*self.placements, placement))
        object.__setattr__(following, "_visible", self._visible | dict(placement.spaces()))
        return following

    def legal_places(self) -> tuple[tuple[int, int, Rotation], ...]:
        """Return every legal (x, y, rotation) of a further card, by y, x and rotation.

        On an empty stand these are the four rotations at (0, 0); a complete stand has none.
        """
        if not self.placements:
            return tuple((0, 0, rotation) for rotation in ROTATIONS)
        if self.is_complete:
            return ()
        # Every legal place has one of the card's spaces on or next to a covered space.
        near = self._visible.keys() | {
            beside for position in self._visible for beside in neighbors(position)
        }
        found: set[tuple[int, int, Rotation]] = set()
        for rotation in ROTATIONS:
            rows, columns = card_shape(rotation)
            offsets = [*product(range(columns), range(rows))]
            found.update((y - dy, x - dx, rotation) for x, y in near for dx, dy in offsets)
        return tuple((x, y, rotation) for y, x, rotation in sorted(found))

    def legal_placements(self, card: Card) -> tuple[Placement, ...]:
        """Return every legal placement of ``card`` in the order of `legal_places`."""
        check_type(card, Card, name="card", hint="deck[id]")
        if any(card.id == placement.card.id for placement in self.placements):
            return ()
        return tuple(Placement(card, x, y, rotation) for x, y, rotation in self.legal_places())

    def anchored(self) -> Stand:
        """Return the stand moved to a minimum x and y of 0."""
        if not self.placements:
            return self
        left, top, _, _ = self.bounds
        return Stand(tuple(placement.moved(-left, -top) for placement in self.placements))

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Stand:
        """Return the stand of ``placements`` in their order."""
        return cls(check_all(placements, Placement, name="placements"))

    @classmethod
    def parse(cls, text: str, deck: Deck) -> Stand:
        """Read ``str(stand)``: placements separated by blanks.

        Raises
        ------
        NotationError
            If a placement is invalid or the deck lacks its card.
        IllegalMoveError
            If a placement is illegal.
        """
        check_type(text, str, name="stand")
        check_type(deck, Deck, name="deck", hint="shipped_deck()")
        return cls(tuple(Placement.parse(word, deck) for word in text.split()))

    @classmethod
    def from_list(cls, document: object, deck: Deck, *, path: str = "") -> Stand:
        """Return the stand of a document: a `StandField`, or its JSON form.

        ``path`` is its path in the document, for messages.

        Raises
        ------
        InvalidInstanceError
            If a placement is invalid or illegal; the message names its path.
        """
        given: StandField = convert(document, StandField, source=path)  # type: ignore[arg-type]
        if isinstance(given, str):
            try:
                return cls.parse(given, deck)
            except InputError as error:
                raise InvalidInstanceError(at(path, error.args[0])) from None
        stand = cls()
        for index, part in enumerate(given):
            with error_context(f"{path}[{index}]"):
                placement = Placement.from_dict(part, deck)
                if reason := stand.why_illegal(placement):
                    raise InputError(reason)
                stand = stand.grown(placement)
        return stand

    def to_list(self) -> list[JsonObject]:
        """Return the JSON-ready form."""
        return [placement.to_dict() for placement in self.placements]

    def _repr_svg_(self) -> str:
        return svg_of(self)

    def __str__(self) -> str:
        return " ".join(str(placement) for placement in self.placements)


def _reason(
    placed: tuple[Placement, ...], covered: Mapping[Position, int], placement: Placement
) -> str | None:
    if len(placed) == MAX_CARDS:
        return f"a stand has at most {MAX_CARDS} cards"
    if any(placement.card.id == earlier.card.id for earlier in placed):
        text = f"card {placement.card.id} is already in this stand"
        return Sentence("card_twice", text, a=placement.card.id)
    positions = placement.positions()
    if not placed or not covered.keys().isdisjoint({*positions, *placement.border()}):
        return None
    rule = "it must share an edge with a placed card or cover a part of one"
    corners = {(x + dx, y + dy) for x, y in positions for dx in (-1, 1) for dy in (-1, 1)}
    if not covered.keys().isdisjoint(corners):
        return f"card {placement.card.id} meets the stand only at a corner; {rule}"
    text = f"card {placement.card.id} lies apart from the stand; {rule}"
    return Sentence("card_apart", text, a=placement.card.id)


def legal_order(placements: Sequence[Placement]) -> Stand | None:
    """Return a legal stand with the appearance of ``placements`` in their order, or None.

    Cards may be connected only through a later one. Any order in which every card follows those of
    which it covers a visible part looks the same. A legal card stays legal, so a greedy order from
    each first card is exhaustive.
    """
    placements = check_all(placements, Placement, name="placements")
    top = {at: index for index, lower in enumerate(placements) for at in lower.positions()}
    below = [
        {
            other
            for other, lower in enumerate(placements[:index])
            if any(top[position] == index for position in lower.positions())
        }
        for index in range(len(placements))
    ]
    for first in range(len(placements)):
        order: list[int] = []
        near: set[Position] = set()
        following = [] if below[first] else [first]
        while following:
            order.append(following[0])
            near.update(placements[following[0]].positions(), placements[following[0]].border())
            following = [
                index
                for index, placement in enumerate(placements)
                if index not in order
                and below[index] <= set(order)
                and not near.isdisjoint(placement.positions())
            ]
        if len(order) == len(placements):
            return Stand.of(placements[index] for index in order)
    return None
