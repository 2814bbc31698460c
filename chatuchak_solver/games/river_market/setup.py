"""The setup of a solo game: shipped figures or the user's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from msgspec import Meta

from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Form, JsonObject, Notation, error_context
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.river_market.cards import Card, Counts
from chatuchak_solver.games.river_market.river import SWAP_MEET, River
from chatuchak_solver.io.package_data import load_form
from chatuchak_solver.io.untrusted import quoted
from chatuchak_solver.sentences import Sentence, at

AfterBuild: TypeAlias = Literal["spot-used", "spot-stays"]

EventCounts: TypeAlias = tuple[tuple[str, int], ...]
"""Event Booths by name, each with its count, ascending."""

SHIPPED: Final = "river_market.json"


EVENT_NAME: Final = re.compile(r"[\w'.,!&-]{1,30}(?: [\w'.,!&-]{1,30}){0,6}")


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

    river: River
    after_build: AfterBuild
    houses: int
    house_row: int
    largest_step: int
    cards: Counts
    events: EventCounts
    table: bool = False

    @property
    def num_cards(self) -> int:
        """The number of cards in the deck."""
        return sum(count for _, count in self.cards)

    @staticmethod
    @cache
    def shipped(*, table: bool = False) -> "RiverSetup":
        """Return the shipped setup."""
        return load_form(SHIPPED, SetupForm).to_setup(table=table)

    @classmethod
    def load(cls, data: Data = None, *, table: bool = False) -> "RiverSetup":
        """Return the shipped setup with the fields of ``data`` in place of its own.

        Raises
        ------
        InvalidInstanceError
            If a field is unknown or wrong; the message names it.
        """
        if not data:
            return cls.shipped(table=table)
        return load_form(SHIPPED, SetupForm, data).to_setup(table=table)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return GameSetupForm.of(self).to_dict()


Number = Annotated[int, Meta(ge=1, le=1000)]


class SetupForm(Form, frozen=True, kw_only=True):
    """The figures of the game.

    Attributes
    ----------
    cards
        The deck without the Event Booths: the number of each card.
    events
        The Event deck: the number of each booth.
    river
        The river; one of its booths is the Swap Meet.
    after_build
        Whether an end spot is used up by a booth on it or stays behind it.
    houses
        Your houses.
    house_row
        The length of the house row.
    largest_step
        The largest step value.
    """

    river: Notation[River]
    after_build: AfterBuild
    houses: Annotated[int, Meta(ge=1, le=100)]
    house_row: Annotated[int, Meta(ge=0, le=100, multiple_of=2)]
    largest_step: Annotated[int, Meta(ge=1, le=99)]
    cards: Annotated[dict[str, Number], Meta(min_length=1)]
    events: dict[str, Number]

    def to_setup(self, *, table: bool) -> RiverSetup:
        """Return the setup.

        Raises
        ------
        InvalidInstanceError
            If the river, a card or an event cannot be read.
        """
        check_river(self.river)
        return RiverSetup(
            self.river,
            self.after_build,
            self.houses,
            self.house_row,
            self.largest_step,
            read_cards(self.cards, "cards"),
            read_events(self.events),
            table,
        )


class GameSetupForm(SetupForm, frozen=True, kw_only=True):
    """The figures of a game under way.

    Attributes
    ----------
    table
        Whether the cards are turned up on the table.
    """

    table: bool

    @classmethod
    def of(cls, setup: RiverSetup) -> Self:
        """Return the form of a setup."""
        return cls(
            river=setup.river,
            after_build=setup.after_build,
            houses=setup.houses,
            house_row=setup.house_row,
            largest_step=setup.largest_step,
            cards={str(card): count for card, count in setup.cards},
            events=dict(setup.events),
            table=setup.table,
        )


SHIPPED_FIELDS: Final = SetupForm.__struct_fields__


def house_row(length: int) -> tuple[str, ...]:
    """Return a fresh house row: neutral and Rival's houses by turns, a neutral one first."""
    return ("neutral", "rival") * (length // 2)


def check_river(river: River) -> None:
    """Raise InvalidInstanceError if a river lacks the Swap Meet."""
    if SWAP_MEET not in river.booth_names:
        text = f"the river has no booth {SWAP_MEET!r}, where the pawns start"
        raise InvalidInstanceError(at("river", Sentence("no_start", text, a=SWAP_MEET)))


def read_cards(counts: Mapping[str, int], path: str) -> Counts:
    """Return cards with their numbers, ascending.

    Raises
    ------
    InvalidInstanceError
        If a text is not a card; the message begins with the path.
    """
    cards: dict[Card, int] = {}
    for text, count in counts.items():
        with error_context(f"{path}.{text}"):
            cards[Card.parse(text)] = count
    return tuple(sorted(cards.items()))


def read_events(counts: Mapping[str, int]) -> EventCounts:
    """Return Event Booths with their numbers, ascending; raise an error if a name is invalid."""
    for name in counts:
        if EVENT_NAME.fullmatch(name) is None:
            raise InvalidInstanceError(
                f"events: invalid name {quoted(name)}: expected up to seven words"
            )
    return tuple(sorted(counts.items()))


def shipped_parts(state: Any, box: Box) -> list[Part]:
    """Return the part of the box with shipped values in a game."""
    if "river_market" in box.own:
        own = RiverSetup.load(box.data("river-market"))
        if all(getattr(state.setup, name) == getattr(own, name) for name in SHIPPED_FIELDS):
            return []
    shipped = RiverSetup.shipped()
    same = any(getattr(state.setup, name) == getattr(shipped, name) for name in SHIPPED_FIELDS)
    return ["river_market"] if same else []
