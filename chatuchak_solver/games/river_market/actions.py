"""What you report and choose and what the decks bring, and how it is written down.

Events of your own turn, in any order:

========================= ====================================================================
``moved mill``            your pawn ended its moves on that booth
``built e1``              you built on that end spot, with one of your houses
``hired 1``               you hired so many helpers
``gained fish 2``         you gained so much of a resource
``spent fish 1``          you spent so much of a resource
``drew 2``                you drew so many cards of the deck
``discarded helper 4``    you discarded a card that you had drawn
``deck-out``              you took the last card of the deck (where it lies on the table)
``done``                  your turn is over; the Rival's begins
========================= ====================================================================

Choices the Rival's turn leaves to you, and the end:

========================= ====================================================================
``zoom mill``             the Rival zooms to that booth
``build e3``              the Rival builds on that end spot
``score 31``              your final score
``left-over fish``        the resource that counts where several are left over most
========================= ====================================================================

Chance: ``card helper 4`` and ``event Lantern Night`` come off a deck; ``last-card helper 4`` is
a card after which the deck on the table is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.river_market.cards import Card

__all__ = [
    "MOST_AMOUNT",
    "MOST_CARDS",
    "MOST_NUMBER",
    "MOST_POINTS",
    "RESOURCES",
    "Action",
    "BuildAt",
    "Built",
    "CardUp",
    "DeckOut",
    "Discarded",
    "Done",
    "Drew",
    "EventUp",
    "Gained",
    "Hired",
    "LeftOver",
    "Moved",
    "Scored",
    "Spent",
    "ZoomTo",
    "parse_action",
]

RESOURCES: Final = ("veggies", "fish", "cloth", "tools", "lilies", "coins")
"""The resources, in the order of the title table."""

MOST_POINTS: Final = 300
"""The highest final score that is taken down."""

MOST_AMOUNT: Final = 20
"""The most of one resource that is gained in a turn."""

MOST_CARDS: Final = 9
"""The most cards that are drawn, and helpers that are hired, in a turn."""

MOST_NUMBER: Final = 9999
"""The highest number that is written."""

NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Moved:
    """Your pawn ended on a booth."""

    booth: str

    def __str__(self) -> str:
        return f"moved {self.booth}"


@dataclass(frozen=True, slots=True)
class Built:
    """You built on an end spot."""

    spot: str

    def __str__(self) -> str:
        return f"built {self.spot}"


@dataclass(frozen=True, slots=True)
class Hired:
    """You hired helpers."""

    count: int

    def __str__(self) -> str:
        return f"hired {self.count}"


@dataclass(frozen=True, slots=True)
class Gained:
    """You gained some of a resource."""

    resource: str
    amount: int

    def __str__(self) -> str:
        return f"gained {self.resource} {self.amount}"


@dataclass(frozen=True, slots=True)
class Spent:
    """You spent some of a resource."""

    resource: str
    amount: int

    def __str__(self) -> str:
        return f"spent {self.resource} {self.amount}"


@dataclass(frozen=True, slots=True)
class Drew:
    """You drew cards of the deck."""

    count: int

    def __str__(self) -> str:
        return f"drew {self.count}"


@dataclass(frozen=True, slots=True)
class Discarded:
    """You discarded a card."""

    card: Card

    def __str__(self) -> str:
        return f"discarded {self.card}"


@dataclass(frozen=True, slots=True)
class DeckOut:
    """You took the last card of the deck on the table."""

    def __str__(self) -> str:
        return "deck-out"


@dataclass(frozen=True, slots=True)
class Done:
    """Your turn is over."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class ZoomTo:
    """The Rival zooms to a booth."""

    booth: str

    def __str__(self) -> str:
        return f"zoom {self.booth}"


@dataclass(frozen=True, slots=True)
class BuildAt:
    """The Rival builds on an end spot."""

    spot: str

    def __str__(self) -> str:
        return f"build {self.spot}"


@dataclass(frozen=True, slots=True)
class Scored:
    """Your final score."""

    points: int

    def __str__(self) -> str:
        return f"score {self.points}"


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The left-over resource that counts."""

    resource: str

    def __str__(self) -> str:
        return f"left-over {self.resource}"


@dataclass(frozen=True, slots=True)
class CardUp:
    """Chance: a card comes off the deck, perhaps its last one on the table."""

    card: Card
    last: bool = False

    def __str__(self) -> str:
        return f"{'last-card' if self.last else 'card'} {self.card}"


@dataclass(frozen=True, slots=True)
class EventUp:
    """Chance: an Event Booth comes off its deck."""

    name: str

    def __str__(self) -> str:
        return f"event {self.name}"


Action: TypeAlias = (
    Moved
    | Built
    | Hired
    | Gained
    | Spent
    | Drew
    | Discarded
    | DeckOut
    | Done
    | ZoomTo
    | BuildAt
    | Scored
    | LeftOver
    | CardUp
    | EventUp
)


def parse_action(text: str) -> Action:
    """Read an action.

    Raises
    ------
    NotationError
        If the text is no action; the message says which word is wrong.
    """
    verb, _, rest = text.partition(" ")
    match verb, rest.split(" "):
        case "moved", [booth]:
            return Moved(booth)
        case "built", [spot]:
            return Built(spot)
        case "hired", [count]:
            return Hired(_number(count))
        case "gained", [resource, amount]:
            return Gained(_resource(resource), _number(amount))
        case "spent", [resource, amount]:
            return Spent(_resource(resource), _number(amount))
        case "drew", [count]:
            return Drew(_number(count))
        case "discarded", _:
            return Discarded(Card.parse(rest))
        case "deck-out", [""] if text == "deck-out":
            return DeckOut()
        case "done", [""] if text == "done":
            return Done()
        case "zoom", [booth]:
            return ZoomTo(booth)
        case "build", [spot]:
            return BuildAt(spot)
        case "score", [points]:
            return Scored(_number(points))
        case "left-over", [resource]:
            return LeftOver(_resource(resource))
        case (("card" | "last-card"), _):
            return CardUp(Card.parse(rest), last=verb == "last-card")
        case "event", [_, *_] if rest:
            return EventUp(rest)
    raise NotationError(
        "not an action; expected one such as 'moved mill', 'built e1', 'hired 1', "
        "'gained fish 2', 'spent coins 1', 'drew 1', 'done', 'zoom mill' or 'build e3'"
    )


def _number(word: str) -> int:
    if NUMBER.fullmatch(word) is None:
        raise NotationError(f"no number {word!r}; expected one from 0 to {MOST_NUMBER}")
    return int(word)


def _resource(word: str) -> str:
    if word not in RESOURCES:
        raise NotationError(f"no resource {word!r}; there are: {', '.join(RESOURCES)}")
    return word
