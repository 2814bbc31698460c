"""What a solo game starts from: shipped figures, or a user's own."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, Self, TypeAlias

from chatuchak_solver.document import Node
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.river_market.cards import Card, Counts
from chatuchak_solver.games.river_market.river import SWAP_MEET, River
from chatuchak_solver.io.package_data import read_figures
from chatuchak_solver.jsonable import Jsonable, written_fields
from chatuchak_solver.sentences import Sentence

AfterBuild: TypeAlias = Literal["spot-used", "spot-stays"]

EventCounts: TypeAlias = tuple[tuple[str, int], ...]
"""Event Booths by name, each with its count, ascending."""

SHIPPED: Final = "river_market.json"


EVENT_NAME: Final = re.compile(r"[\w'.,!&-]{1,30}(?: [\w'.,!&-]{1,30}){0,6}")


@dataclass(frozen=True, slots=True)
class RiverSetup(Jsonable):
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

    written = (
        "river after_build houses house_row largest_step cards=counts_of_cards "
        "events=counts_of_events table"
    )

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

    @classmethod
    @cache
    def shipped(cls, *, table: bool = False) -> Self:
        """Return the shipped setup."""
        return cls.from_node(Node({**read_figures(SHIPPED, SHIPPED_FIELDS), "table": table}))

    @classmethod
    def load(cls, data: Data = None, *, table: bool = False) -> Self:
        """Return the shipped setup with the fields of ``data`` in place of its own.

        Raises
        ------
        InvalidInstanceError
            If a field is unknown or wrong; the message names it.
        """
        if not data:
            return cls.shipped(table=table)
        return cls.from_node(Node({**read_figures(SHIPPED, SHIPPED_FIELDS, data), "table": table}))

    @classmethod
    def from_node(cls, node: Node) -> Self:
        """Read a setup in which no field is missing."""
        fields = node.fields(FIELDS)
        row = fields["house_row"].integer(least=0, most=100)
        if row % 2:
            raise fields["house_row"].error(f"expected an even number, found {row}")
        return cls(
            river=read_river(fields["river"]),
            after_build=fields["after_build"].choice(("spot-used", "spot-stays")),
            houses=fields["houses"].integer(least=1, most=100),
            house_row=row,
            largest_step=fields["largest_step"].integer(least=1, most=99),
            cards=read_cards(fields["cards"], least=1),
            events=read_events(fields["events"]),
            table=fields["table"].boolean(),
        )

    def counts_of_cards(self) -> dict[Card, int]:
        """Return the deck without the Event Booths: how many of each card."""
        return dict(self.cards)

    def counts_of_events(self) -> dict[str, int]:
        """Return the Event deck: how many of each booth."""
        return dict(self.events)


FIELDS: Final = tuple(field.name for field in written_fields(RiverSetup))
SHIPPED_FIELDS: Final = FIELDS[:-1]
"""All but ``table``, which no file gives."""


def house_row(length: int) -> tuple[str, ...]:
    """Return a fresh house row: neutral and Rival's houses by turns, a neutral one first."""
    return ("neutral", "rival") * (length // 2)


def read_river(node: Node) -> River:
    """Read a river that has the Swap Meet."""
    river = node.read(River.parse)
    if SWAP_MEET not in (booth.name for booth in river.booths):
        text = f"the river has no booth {SWAP_MEET!r}, where the pawns start"
        raise node.error(Sentence("no_start", text, a=SWAP_MEET))
    return river


def read_cards(node: Node, *, least: int = 0) -> Counts:
    """Read cards with their counts; ``least`` of them in all."""
    cards: dict[Card, int] = {}
    for text, count in node.mapping().items():
        card = count.read(Card.parse, text)
        cards[card] = count.integer(least=1, most=1000)
    if len(cards) < least:
        raise node.error("expected at least one card")
    return tuple(sorted(cards.items()))


def read_events(node: Node) -> EventCounts:
    """Read Event Booths by name with their counts."""
    events = {}
    for name, count in node.mapping().items():
        if EVENT_NAME.fullmatch(name) is None:
            raise count.error(f"{name!r} is no name; expected up to seven words")
        events[name] = count.integer(least=1, most=1000)
    return tuple(sorted(events.items()))
