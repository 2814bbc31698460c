"""Cards of the deck: a kind, a step value or Zoom, and a name if the deck has one.

A card is written ``helper 4``, ``booth zoom`` or, with a name, ``booth 3 Lily Lane``.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from chatuchak_solver.errors import NotationError

Kind: TypeAlias = Literal["booth", "helper", "other"]

KINDS: Final[tuple[Kind, ...]] = ("booth", "helper", "other")

CARD: Final = re.compile(r"(booth|helper|other) (zoom|[1-9][0-9]?)((?: [\w'.,!&-]{1,30}){0,6})")


class Card(NamedTuple):
    """A card.

    Attributes
    ----------
    kind
        Only whether it is a booth matters to the Rival.
    step
        The step value, 1 or more; 0 for Zoom.
    name
        The printed name, or an empty text.
    """

    kind: Kind
    step: int
    name: str = ""

    def __str__(self) -> str:
        step = "zoom" if self.is_zoom else str(self.step)
        return f"{self.kind} {step} {self.name}".rstrip()

    @property
    def is_zoom(self) -> bool:
        """Whether the card has Zoom instead of a step value."""
        return self.step == 0

    @property
    def is_booth(self) -> bool:
        """Whether the card is a booth."""
        return self.kind == "booth"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card."""
        found = CARD.fullmatch(text)
        if found is None:
            raise NotationError(
                f"no card {text!r}; expected booth, helper or other, then a step value from 1 to "
                "99 or zoom, such as 'helper 4' or 'booth zoom', and a name if it has one"
            )
        kind = next(kind for kind in KINDS if kind == found[1])
        return cls(kind, 0 if found[2] == "zoom" else int(found[2]), found[3].strip())


Counts: TypeAlias = tuple[tuple[Card, int], ...]
"""Cards without order, each different one with its count, ascending."""


def take(counts: Counts, card: Card) -> Counts:
    """Return the cards without a single card."""
    for index, (other, count) in enumerate(counts):
        if other == card:
            kept = ((card, count - 1),) if count > 1 else ()
            return (*counts[:index], *kept, *counts[index + 1 :])
    return counts


def put(counts: Counts, cards: Iterable[Card]) -> Counts:
    """Return the cards with additional cards."""
    merged = dict(counts)
    for card in cards:
        merged[card] = merged.get(card, 0) + 1
    return tuple(sorted(merged.items()))
