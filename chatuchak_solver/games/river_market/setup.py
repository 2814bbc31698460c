"""The setup of a solo game: its river, cards and figures, shipped or the user's.

A river is a circle of booths and end spots. One line names the places clockwise: a booth by its
name, followed by ``=you`` or ``=rival`` if owned, and an end spot in brackets: ``swap-meet [e1]
mill=you [e2] forge=rival``. A card is written ``helper 4``, ``booth zoom`` or, with a name, ``booth
3 Lily Lane``.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeAlias, get_args

from msgspec import Meta

from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import JsonObject, Notation
from chatuchak_solver.errors import InputError, InvalidInstanceError, NotationError, Sentence, at
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.facts import Pieces, SetupPart
from chatuchak_solver.games.stored import PieceCounts, Stored, form_of, load_figures, stored_counts
from chatuchak_solver.io.untrusted import quote

SWAP_MEET = "swap-meet"
"""The start of both pawns."""

COLLECTION_LIMIT = 5
"""Collected cards discarded for an event."""

LAST_TURNS = 2
"""Your turns after the trigger of the end."""

Owner: TypeAlias = Literal["you", "rival"]

NAME = r"([a-z0-9][a-z0-9-]{0,30})"


class Place(NamedTuple):
    """A booth with its owner, if any, or an end spot: a free spot for a booth."""

    name: str
    owner: Owner | None = None
    is_spot: bool = False

    def __str__(self) -> str:
        if self.is_spot:
            return f"[{self.name}]"
        return self.name if self.owner is None else f"{self.name}={self.owner}"


@dataclass(frozen=True)
class River:
    """Places in clockwise order.

    Attributes
    ----------
    places
        Booths and end spots with different names; at least one booth.

    Examples
    --------
    >>> river = River.parse("swap-meet [e1] mill=you [e2]")
    >>> river.walk("mill", 1)
    'swap-meet'
    >>> str(river.build("e1", Place("forge", "rival")))
    'swap-meet forge=rival mill=you [e2]'
    """

    places: tuple[Place, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.places))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a river, separated by blanks and line ends."""
        river = cls(tuple(_parse_place(word, n) for n, word in enumerate(text.split(), start=1)))
        for name, number in Counter(river.names).items():
            if number > 1:
                text = f"two places of the river are called {name!r}"
                raise NotationError(Sentence("place_twice", text, a=name))
        if not river.booths:
            text = "the river has no booth; expected one such as 'swap-meet'"
            raise NotationError(Sentence("no_booth_river", text))
        return river

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the places, clockwise."""
        return tuple(place.name for place in self.places)

    @cached_property
    def booths(self) -> Mapping[str, Owner | None]:
        """The owners of the booths by name, clockwise."""
        return {place.name: place.owner for place in self.places if not place.is_spot}

    @cached_property
    def end_spots(self) -> tuple[str, ...]:
        """The names of the end spots, clockwise."""
        return tuple(place.name for place in self.places if place.is_spot)

    def owner(self, booth: str) -> Owner | None:
        """Return the owner of a booth."""
        return self.booths[_check("booth", booth, self.booths)]

    def owned_by(self, owner: Owner) -> int:
        """Return the owner's number of booths."""
        return [*self.booths.values()].count(owner)

    def walk(self, booth: str, steps: int) -> str:
        """Return the booth ``steps`` booths clockwise, possibly the same."""
        booths = [*self.booths]
        return booths[(booths.index(_check("booth", booth, self.booths)) + steps) % len(booths)]

    def count_end_spots(self, booth: str, steps: int) -> str:
        """Return the ``steps``-th end spot clockwise from a booth, wrapping around."""
        start = self.names.index(_check("booth", booth, self.booths))
        clockwise = (*self.places[start:], *self.places[:start])
        spots = [place.name for place in clockwise if place.is_spot]
        if not spots:
            raise InputError("the river has no end spot")
        if steps < 1:
            raise InputError(f"invalid number of steps {steps}: expected 1 or more")
        return spots[(steps - 1) % len(spots)]

    def build(self, spot: str, booth: Place, *, spot_stays: bool = False) -> Self:
        """Return the river with a booth on an end spot.

        With ``spot_stays`` the end spot moves clockwise behind the booth; otherwise it is used up.
        """
        index = self.names.index(_check("end spot", spot, self.end_spots))
        following = self.places[index:] if spot_stays else self.places[index + 1 :]
        return type(self)((*self.places[:index], booth, *following))

    def new_name(self, stem: str) -> str:
        """Return the first unused name of ``stem-1``, ``stem-2``, ..."""
        return next(name for n in count(1) if (name := f"{stem}-{n}") not in self.names)


def _check(kind: str, name: str, names: Collection[str]) -> str:
    if name not in names:
        listed = ", ".join(names) or "none"
        raise InputError(f"the river has no {kind} {name!r}; it has: {listed}")
    return name


def _parse_place(word: str, number: int) -> Place:
    found = re.fullmatch(rf"\[{NAME}\]|{NAME}(?:=(you|rival))?", word)
    if found is None:
        text = (
            f"invalid place {number} of the river {word!r}: expected a booth such as 'mill', "
            "'mill=you' or 'mill=rival', or an end spot such as '[e1]'"
        )
        raise NotationError(Sentence("no_river_place", text, n=number, a=repr(word)))
    owner: Any = found[3]
    return Place(found[1] or found[2], owner, is_spot=found[1] is not None)


Kind: TypeAlias = Literal["booth", "helper", "other"]

KINDS: tuple[Kind, ...] = get_args(Kind)

WORD = r"[\w'.,!&-]{1,30}"
"""A word of a printed name."""


class Card(NamedTuple):
    """A card.

    Attributes
    ----------
    kind
        The Rival only distinguishes booths.
    step
        The step value, at least 1; 0 for Zoom.
    name
        The printed name or an empty text.
    """

    kind: Kind
    step: int
    name: str = ""

    def __str__(self) -> str:
        step = "zoom" if self.is_zoom else str(self.step)
        return f"{self.kind} {step} {self.name}".rstrip()

    @property
    def is_zoom(self) -> bool:
        """Whether the card has Zoom in place of a step value."""
        return self.step == 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a card."""
        found = re.fullmatch(rf"({'|'.join(KINDS)}) (zoom|[1-9][0-9]?)((?: {WORD}){{0,6}})", text)
        if found is None:
            raise NotationError(
                f"invalid card {text!r}: expected booth, helper or other, then a step value from 1 "
                "to 99 or zoom, such as 'helper 4' or 'booth zoom', and a name if it has one"
            )
        kind: Any = found[1]
        return cls(kind, 0 if found[2] == "zoom" else int(found[2]), found[3].strip())


CollectedCards = Annotated[tuple[Notation[Card], ...], Meta(max_length=COLLECTION_LIMIT)]
STORED_CARDS = stored_counts(Card.parse)
Cards = Annotated[tuple[tuple[Card, int], ...], STORED_CARDS]
"""Unordered cards: distinct ones with counts, ascending."""


def total(counts: tuple[tuple[Any, int], ...]) -> int:
    """Return the number of pieces."""
    return sum([count for _, count in counts])


def put(counts: Cards, cards: Iterable[Card]) -> Cards:
    """Return the cards plus additional ones."""
    return tuple(sorted((Counter(dict(counts)) + Counter(cards)).items()))


House: TypeAlias = Literal["neutral", "rival"]


def house_row(length: int) -> tuple[House, ...]:
    """Return alternating neutral and Rival's houses, a neutral one first."""
    return ("neutral", "rival") * (length // 2)


def check_river(river: River, path: str = "river") -> River:
    """Return a river; raise InvalidInstanceError if it lacks the Swap Meet."""
    if SWAP_MEET not in river.booths:
        text = f"the river has no booth {SWAP_MEET!r}, where the pawns start"
        raise InvalidInstanceError(at(path, Sentence("no_start", text, a=SWAP_MEET)))
    return river


def parse_event(text: str) -> str:
    """Return the name of an Event Booth; raise an error if it is invalid."""
    if re.fullmatch(rf"{WORD}(?: {WORD}){{0,6}}", text) is None:
        raise InvalidInstanceError(f"invalid name {quote(text)}: expected up to seven words")
    return text


RiverField = Annotated[River, Stored(Notation[River], lambda river: river, check_river)]
STORED_DECK = STORED_CARDS._replace(kind=Annotated[PieceCounts, Meta(min_length=1)])
Events = Annotated[tuple[tuple[str, int], ...], stored_counts(parse_event)]
"""Event Booths by name with counts, ascending."""


@dataclass(frozen=True, slots=True)
class RiverSetup:
    """The figures of a solo game.

    Attributes
    ----------
    river
        Includes the Swap Meet.
    after_build
        Whether a booth uses up its end spot or the spot stays behind it.
    houses
        Your houses.
    house_row
        The length of the house row, an even number.
    largest_step
        The largest step value of typed cards.
    cards
        The deck without the Event Booths; at least one card.
    events
        The Event deck.
    table
        Whether the player turns up cards at the table.
    """

    river: RiverField
    after_build: Literal["spot-used", "spot-stays"]
    houses: Annotated[int, Meta(ge=1, le=100)]
    house_row: Annotated[int, Meta(ge=0, le=100, multiple_of=2)]
    largest_step: Annotated[int, Meta(ge=1, le=99)]
    cards: Annotated[Cards, STORED_DECK]
    events: Events
    table: bool = False

    @property
    def possible_cards(self) -> Cards:
        """The deck; one of each card without a name if it is on the table."""
        if not self.table:
            return self.cards
        steps = range(self.largest_step + 1)
        return tuple((Card(kind, step), 1) for kind in KINDS for step in steps)

    @staticmethod
    def load(data: Data = None, *, table: bool = False) -> "RiverSetup":
        """Return the shipped setup with the fields of ``data`` replaced."""
        return load_figures(RiverSetup, "river_market.json", data, table=table)


def shipped_parts(state: Any, box: Box) -> list[Part]:
    """Return the part of the box with shipped values in a game."""
    own, shipped = replace(state.setup, table=False), RiverSetup.load()
    if "river_market" in box.own and own == RiverSetup.load(box.data("river-market")):
        return []
    names = form_of(RiverSetup, "table").__struct_fields__
    is_shipped = any(getattr(own, name) == getattr(shipped, name) for name in names)
    return ["river_market"] if is_shipped else []


def setup_parts(start: Any, _: object) -> tuple[SetupPart, ...]:
    """Return the river."""

    def check(text: str) -> str:
        return str(River.parse(text))

    return (SetupPart("river", "river", 1, example=str(start.river), check=check),)


def lay_parts(_: object, document: JsonObject, given: Pieces, __: object) -> None:
    """Put the river into a start's document."""
    document["setup"]["river"] = document["river"] = given["river"][0]
