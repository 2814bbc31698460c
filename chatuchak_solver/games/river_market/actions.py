"""Events and choices of the player, drawn cards, and their notation.

Events of your own turn, in any order:

========================= ====================================================================
``moved mill``            your pawn ended its moves on that booth
``built e1``              you built on that end spot, with one of your houses
``hired 1``               you hired a number of helpers
``gained fish 2``         you gained so much of a resource
``spent fish 1``          you spent so much of a resource
``drew 2``                you drew a number of cards of the deck
``discarded helper 4``    you discarded a card that you had drawn
``deck-out``              you took the last card of the deck on the table
``done``                  your turn is over; the Rival's begins
========================= ====================================================================

Choices the Rival's turn leaves to you, and the end:

========================= ====================================================================
``zoom mill``             the Rival zooms to that booth
``build e3``              the Rival builds on that end spot
``score 31``              your final score
``left-over fish``        the resource that counts among those tied for most left over
========================= ====================================================================

Chance: ``card helper 4`` and ``event Lantern Night`` are drawn from a deck; after
``last-card helper 4`` the deck on the table is empty.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias, get_args

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import ActionNotation, TextAction, name_parser, verb_of
from chatuchak_solver.games.river_market.setup import Card, RiverSetup

Resource: TypeAlias = Literal["veggies", "fish", "cloth", "tools", "lilies", "coins"]
RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
"""The resources, in title table order."""

MAX_POINTS: Final = 300
"""The maximum final score."""

MAX_AMOUNT: Final = 20
"""The maximum gain of a resource per turn."""

MAX_CARDS: Final = 9
"""The maximum of drawn cards or hired helpers per turn."""

MAX_NUMBER: Final = 9999
"""The maximum number in actions."""

NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}")


class Moved(TextAction, tag="moved"):
    """Your pawn ended on a booth."""

    booth: str


class Built(TextAction, tag="built"):
    """You built on an end spot."""

    spot: str


class Hired(TextAction, tag="hired"):
    """You hired helpers."""

    count: int


class Gained(TextAction, tag="gained"):
    """You gained some of a resource."""

    resource: str
    amount: int


class Spent(TextAction, tag="spent"):
    """You spent some of a resource."""

    resource: str
    amount: int


class Drew(TextAction, tag="drew"):
    """You drew cards of the deck."""

    count: int


class Discarded(TextAction, tag="discarded"):
    """You discarded a card."""

    card: Card


class DeckOut(TextAction, tag="deck-out"):
    """You took the last card of the deck on the table."""


class Done(TextAction, tag="done"):
    """Your turn is over."""


class ZoomTo(TextAction, tag="zoom"):
    """The Rival zooms to a booth."""

    booth: str


class BuildAt(TextAction, tag="build"):
    """The Rival builds on an end spot."""

    spot: str


class Scored(TextAction, tag="score"):
    """Your final score."""

    points: int


class LeftOver(TextAction, tag="left-over"):
    """The left-over resource that counts."""

    resource: Resource


class CardUp(TextAction, tag="card"):
    """Chance: a card is drawn."""

    card: Card


class LastCardUp(CardUp, tag="last-card"):
    """Chance: the last card of the deck on the table is drawn."""


class EventUp(TextAction, tag="event"):
    """Chance: an Event Booth is drawn."""

    name: str


ONCE: Final = (
    verb_of(Moved),
    verb_of(Hired),
    verb_of(Drew),
    *(f"{verb} {resource}" for verb in (verb_of(Gained), verb_of(Spent)) for resource in RESOURCES),
)
"""Events possible once per turn."""

Event: TypeAlias = Moved | Built | Hired | Gained | Spent | Drew | Discarded | DeckOut | Done

Action: TypeAlias = Event | ZoomTo | BuildAt | Scored | LeftOver | CardUp | LastCardUp | EventUp


def _number(word: str) -> int:
    if NUMBER.fullmatch(word) is None:
        raise NotationError(f"no number {word!r}; expected one from 0 to {MAX_NUMBER}")
    return int(word)


NOTATION: Final = ActionNotation(
    get_args(Action),
    {
        **dict.fromkeys(("booth", "spot", "name"), str),
        **dict.fromkeys(("count", "amount", "points"), _number),
        "resource": name_parser("resource", RESOURCES),
        "card": Card.parse,
    },
    "'moved mill', 'built e1', 'hired 1', 'gained fish 2', 'spent coins 1', 'drew 1', 'done', "
    "'zoom mill' or 'build e3'",
)
"""The notation of actions."""


def all_actions(setup: RiverSetup) -> Iterator[Any]:
    """Yield all actions of a setup, verb by verb.

    Excludes new names of a redescribed river. Spent amounts are at most the possible gains of all
    turns.
    """
    booths, spots, numbers = _booth_names(setup), setup.river.end_spots, range(1, MAX_CARDS + 1)
    turns = MAX_NUMBER if setup.table else setup.num_cards + 4
    most_spent = min(MAX_NUMBER, MAX_AMOUNT * turns)
    yield from (Done(), DeckOut(), *map(Moved, booths), *map(Built, spots), *map(Hired, numbers))
    for resource in RESOURCES:
        yield from (Gained(resource, amount) for amount in range(1, MAX_AMOUNT + 1))
        yield from (Spent(resource, amount) for amount in range(1, most_spent + 1))
    yield from (*map(Drew, numbers), *map(ZoomTo, booths), *map(BuildAt, spots))
    yield from (*map(Scored, range(MAX_POINTS + 1)), *map(LeftOver, RESOURCES))
    yield from (EventUp(name) for name, _ in setup.events)
    kinds = (CardUp, LastCardUp) if setup.table else (CardUp, Discarded)
    yield from (kind(card) for card, _ in setup.possible_cards for kind in kinds)


def _booth_names(setup: RiverSetup) -> tuple[str, ...]:
    names = [place.name for place in setup.river.places]
    found = [booth.name for booth in setup.river.booths]
    rival = setup.house_row // 2
    for stem, built in (("you", setup.houses), ("rival", rival), ("event", rival)):
        taken = sum(name.startswith(f"{stem}-") for name in names)
        found += [f"{stem}-{number}" for number in range(1, built + taken + 1)]
    return tuple(dict.fromkeys(found))
