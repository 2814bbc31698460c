"""A person's progress in practice: a rating, and positions that come back until they are known.

The rating is Elo's: an exercise is an opponent that is rated by how often the simulated players
miss it. Missed positions come back by Leitner's boxes: one that is right moves a box on and waits
twice as long, one that is wrong goes back to the first.

References
----------
A. E. Elo, The Rating of Chessplayers, Past and Present (1978).
S. Leitner, So lernt man lernen (1972).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Annotated, Final, Literal, Self

import msgspec
from msgspec import Meta

from chatuchak_solver.codec import Count, Form, JsonObject, Notation, convert
from chatuchak_solver.puzzle.grid import Grid

FIRST_RATING: Final = 1200.0
BOX_DAYS: Final = (1, 2, 4, 8, 16)
"""Days that a position waits in each box; beyond the last it is known."""
QUICK_GAMES: Final = 30
"""Tries in which a rating changes twice as fast."""
STEP: Final = 20.0
MOST_CARDS: Final = 10_000
MOST_RATING: Final = 4000


def expected_score(rating: float, opponent: float) -> float:
    """Return the chance that Elo's formula gives a player against an opponent."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def rated(rating: float, opponent: float, *, is_right: bool, tries: int) -> float:
    """Return the rating after an exercise.

    Parameters
    ----------
    rating, opponent
        The ratings of the player before, and of the exercise.
    is_right
        Whether the first answer was right.
    tries
        The exercises that the rating rests on so far; the first 30 count double.
    """
    step = STEP * (2 if tries < QUICK_GAMES else 1)
    return rating + step * (is_right - expected_score(rating, opponent))


class Card(Form, frozen=True):
    """A position that comes back.

    Attributes
    ----------
    grid
        The position.
    box
        Its box, from 0; as many as `BOX_DAYS` once it is known.
    due
        The day on which it comes back.
    """

    grid: Notation[Grid]
    box: Annotated[int, Meta(ge=0, le=len(BOX_DAYS))]
    due: date

    def answered(self, *, is_right: bool, today: date) -> Self:
        """Return the card after an answer."""
        box = self.box + 1 if is_right else 0
        days = BOX_DAYS[min(box, len(BOX_DAYS) - 1)]
        return msgspec.structs.replace(self, box=box, due=today + timedelta(days=days))

    @property
    def is_known(self) -> bool:
        """Whether it has gone through all boxes."""
        return self.box >= len(BOX_DAYS)


class _ProgressForm(Form, frozen=True):
    format: Literal["chatuchak-practice"]
    rating: Annotated[float, Meta(ge=0, le=MOST_RATING)] = FIRST_RATING
    tries: Count = 0
    cards: Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """What a person has practiced.

    Attributes
    ----------
    rating
        The person's rating.
    tries
        The rated exercises so far.
    cards
        The positions of own games in which a move was lost.
    dropped
        The number of solved positions that `from_dict` left out.
    """

    rating: float = FIRST_RATING
    tries: int = 0
    cards: tuple[Card, ...] = ()
    dropped: int = field(default=0, compare=False)

    def rated(self, opponent: float, *, is_right: bool) -> Self:
        """Return the progress after an exercise of a rating."""
        rating = rated(self.rating, opponent, is_right=is_right, tries=self.tries)
        return replace(self, rating=rating, tries=self.tries + 1)

    def with_positions(self, grids: Iterable[Grid], today: date) -> Self:
        """Return the progress with positions taken in that are not there yet, due at once."""
        there = {card.grid for card in self.cards}
        fresh = [grid for grid in dict.fromkeys(grids) if grid not in there]
        return replace(self, cards=(*self.cards, *(Card(grid, 0, today) for grid in fresh)))

    def due(self, today: date) -> tuple[Card, ...]:
        """Return the cards to show, those that wait longest first."""
        waiting = (card for card in self.cards if card.due <= today and not card.is_known)
        return tuple(sorted(waiting, key=lambda card: card.due))

    def answered(self, grid: Grid, *, is_right: bool, today: date) -> Self:
        """Return the progress after an answer to a card's position."""
        cards = tuple(
            card.answered(is_right=is_right, today=today) if card.grid == grid else card
            for card in self.cards
        )
        return replace(self, cards=cards)

    def without(self, grid: Grid) -> Self:
        """Return the progress without a position."""
        return replace(self, cards=tuple(card for card in self.cards if card.grid != grid))

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Read what `to_dict` wrote; also what the page exports.

        Raises
        ------
        InvalidInstanceError
            If the document is something else; names the place.
        """
        if isinstance(document, dict):  # the page exports other fields, too
            names = _ProgressForm.__struct_fields__
            document = {name: part for name, part in document.items() if name in names}
        form = convert(document, _ProgressForm, source=source)
        unsolved = tuple(card for card in form.cards if not card.grid.is_solved)
        dropped = len(form.cards) - len(unsolved)
        return cls(round(form.rating, 1), form.tries, unsolved, dropped)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        cards = [card.to_dict() for card in self.cards]
        numbers = {"rating": round(self.rating, 1), "tries": self.tries}
        return {"format": "chatuchak-practice", **numbers, "cards": cards}
