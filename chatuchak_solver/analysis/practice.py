"""Progress in practice: a rating, and spaced repetition of missed positions.

The rating is Elo's; an exercise's rating depends on how often simulated players miss it. Missed
positions use Leitner's boxes: a right answer moves a card one box on and doubles its interval, a
wrong one moves it to the first box.

References
----------
A. E. Elo, The Rating of Chessplayers, Past and Present (1978).
S. Leitner, So lernt man lernen (1972).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Annotated, Literal, Self

import msgspec

from chatuchak_solver.codec import Count, Form, JsonObject, Notation, convert
from chatuchak_solver.puzzle.grid import Grid

FIRST_RATING = 1200.0
BOX_DAYS = (1, 2, 4, 8, 16)
"""Interval of each box; cards beyond the last are known."""
QUICK_GAMES = 30
"""Initial exercises with doubled rating changes."""
STEP = 20.0
MAX_CARDS = 10_000
MAX_RATING = 4000


def expected_score(rating: float, opponent: float) -> float:
    """Return the expected score by Elo's formula."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


class Card(Form, frozen=True):
    """A position for repetition.

    Attributes
    ----------
    box
        Box, from 0; the length of `BOX_DAYS` if known.
    due
        Day of the next repetition.
    """

    grid: Notation[Grid]
    box: Annotated[int, msgspec.Meta(ge=0, le=len(BOX_DAYS))]
    due: date

    def answered(self, *, is_right: bool, today: date) -> Self:
        """Return the card after an answer."""
        box = self.box + 1 if is_right else 0
        days = BOX_DAYS[min(box, len(BOX_DAYS) - 1)]
        return msgspec.structs.replace(self, box=box, due=today + timedelta(days=days))

    @property
    def is_known(self) -> bool:
        """Whether the card has passed all boxes."""
        return self.box >= len(BOX_DAYS)


class _ProgressForm(Form, frozen=True, omit_defaults=False, forbid_unknown_fields=False):
    format: Literal["chatuchak-practice"]
    rating: Annotated[float, msgspec.Meta(ge=0, le=MAX_RATING)] = FIRST_RATING
    tries: Count = 0
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=MAX_CARDS)] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's progress in practice.

    Attributes
    ----------
    tries
        Number of rated exercises.
    cards
        Positions of own games with a lost move.
    dropped
        Solved positions dropped by `from_dict`.
    """

    rating: float = FIRST_RATING
    tries: int = 0
    cards: tuple[Card, ...] = ()
    dropped: int = field(default=0, compare=False)

    def rated(self, opponent: float, *, is_right: bool) -> Self:
        """Return the progress after an exercise of a rating.

        ``is_right`` is about the first answer.
        """
        step = STEP * (2 if self.tries < QUICK_GAMES else 1)
        rating = self.rating + step * (is_right - expected_score(self.rating, opponent))
        return replace(self, rating=rating, tries=self.tries + 1)

    def with_positions(self, grids: Iterable[Grid], today: date) -> Self:
        """Return the progress with new positions, due immediately."""
        there = {card.grid for card in self.cards}
        fresh = [grid for grid in dict.fromkeys(grids) if grid not in there]
        return replace(self, cards=(*self.cards, *(Card(grid, 0, today) for grid in fresh)))

    def due(self, today: date) -> tuple[Card, ...]:
        """Return the due cards, longest overdue first."""
        waiting = (card for card in self.cards if card.due <= today and not card.is_known)
        return tuple(sorted(waiting, key=lambda card: card.due))

    def answered(self, grid: Grid, *, is_right: bool, today: date) -> Self:
        """Return the progress after an answer."""
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
        """Read the output of `to_dict` or an export of the page."""
        form = convert(document, _ProgressForm, source=source)  # ignores other fields of the page
        unsolved = tuple(card for card in form.cards if not card.grid.is_solved)
        return cls(round(form.rating, 1), form.tries, unsolved, len(form.cards) - len(unsolved))

    def to_dict(self) -> JsonObject:
        """Return the JSON form."""
        rating = round(self.rating, 1)
        return _ProgressForm("chatuchak-practice", rating, self.tries, self.cards).to_dict()
