"""The setup of a solo game: shipped figures or the user's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Notation
from chatuchak_solver.errors import InvalidInstanceError, Sentence, at
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.river_market.cards import Card, Counts
from chatuchak_solver.games.river_market.river import SWAP_MEET, River
from chatuchak_solver.games.stored import PieceCounts, Stored, form_of, sorted_counts, write_counts
from chatuchak_solver.io.package_data import load_form
from chatuchak_solver.io.untrusted import quote

AfterBuild: TypeAlias = Literal["spot-used", "spot-stays"]

EventCounts: TypeAlias = tuple[tuple[str, int], ...]
"""Event Booths by name, each with its count, ascending."""

SHIPPED: Final = "river_market.json"


EVENT_NAME: Final = re.compile(r"[\w'.,!&-]{1,30}(?: [\w'.,!&-]{1,30}){0,6}")


House: TypeAlias = Literal["neutral", "rival"]


def house_row(length: int) -> tuple[House, ...]:
    """Return a fresh house row: neutral and Rival's houses by turns, a neutral one first."""
    return ("neutral", "rival") * (length // 2)


def check_river(river: River, path: str = "river") -> River:
    """Return a river; raise InvalidInstanceError if it lacks the Swap Meet."""
    if SWAP_MEET not in river.booth_names:
        text = f"the river has no booth {SWAP_MEET!r}, where the pawns start"
        raise InvalidInstanceError(at(path, Sentence("no_start", text, a=SWAP_MEET)))
    return river


def read_events(counts: Mapping[str, int], path: str) -> EventCounts:
    """Return Event Booths with their numbers, ascending; raise an error if a name is invalid."""
    for name in counts:
        if EVENT_NAME.fullmatch(name) is None:
            raise InvalidInstanceError(
                f"{path}: invalid name {quote(name)}: expected up to seven words"
            )
    return tuple(sorted(counts.items()))


RiverField = Annotated[River, Stored(Notation[River], lambda river: river, check_river)]
STORED_CARDS: Final = Stored(PieceCounts, write_counts, partial(sorted_counts, Card.parse))
STORED_DECK: Final = STORED_CARDS._replace(kind=Annotated[PieceCounts, Meta(min_length=1)])
STORED_EVENTS: Final = Stored(PieceCounts, write_counts, read_events)


@dataclass(frozen=True, slots=True)
class RiverSetup:
    """Every figure that a solo game starts from.

    Attributes
    ----------
    river
        The river; one of its booths is the Swap Meet.
    after_build
        Whether an end spot is used up by the booth on it or stays behind the booth.
    houses
        Your houses.
    house_row
        The length of the house row, an even number.
    largest_step
        The largest step value, for cards that the player turns up and types in.
    cards
        The deck without the Event Booths; at least one card.
    events
        The Event deck.
    table
        Whether the player turns up cards of the deck on the table; otherwise they are dealt.
    """

    river: RiverField
    after_build: AfterBuild
    houses: Annotated[int, Meta(ge=1, le=100)]
    house_row: Annotated[int, Meta(ge=0, le=100, multiple_of=2)]
    largest_step: Annotated[int, Meta(ge=1, le=99)]
    cards: Annotated[Counts, STORED_DECK]
    events: Annotated[EventCounts, STORED_EVENTS]
    table: bool = False

    @property
    def num_cards(self) -> int:
        """The number of cards in the deck."""
        return sum(count for _, count in self.cards)

    @staticmethod
    @cache
    def shipped(*, table: bool = False) -> "RiverSetup":
        """Return the shipped setup."""
        return RiverSetup._read({}, table=table)

    @classmethod
    def load(cls, data: Data = None, *, table: bool = False) -> "RiverSetup":
        """Return the shipped setup with the fields of ``data`` in place of its own."""
        return cls._read(data, table=table) if data else cls.shipped(table=table)

    @staticmethod
    def _read(data: Data, *, table: bool) -> "RiverSetup":
        form = load_form(SHIPPED, form_of(RiverSetup, "table"), data)
        setup: RiverSetup = form.to_value(table=table)
        return setup


SHIPPED_FIELDS: Final = form_of(RiverSetup, "table").__struct_fields__


def shipped_parts(state: Any, box: Box) -> list[Part]:
    """Return the part of the box with shipped values in a game."""
    if "river_market" in box.own:
        own = RiverSetup.load(box.data("river-market"))
        if all(getattr(state.setup, name) == getattr(own, name) for name in SHIPPED_FIELDS):
            return []
    shipped = RiverSetup.shipped()
    same = any(getattr(state.setup, name) == getattr(shipped, name) for name in SHIPPED_FIELDS)
    return ["river_market"] if same else []
