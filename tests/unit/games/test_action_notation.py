"""Action notation: texts of actions round-trip, and other texts are refused."""

from __future__ import annotations

import pytest

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import ActionNotation, TextAction, name_parser


class Sell(TextAction, tag="sell"):
    """Sell so much of a good."""

    good: str
    number: int


class Shout(TextAction, tag="shout"):
    """Shout anything."""

    words: str


class Rest(TextAction, tag="rest"):
    """Do nothing."""


GOODS = ("red apple", "green pear")


NOTATION = ActionNotation(
    (Sell, Shout, Rest), {"good": name_parser("good", GOODS), "number": int, "words": str}, "'rest'"
)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Sell("green pear", 3), "sell green pear 3"),
        (Shout("fresh and cheap"), "shout fresh and cheap"),
        (Rest(), "rest"),
    ],
)
def test_texts_are_read_as_they_are_written(action: TextAction, text: str) -> None:
    assert str(action) == text
    assert NOTATION.parse(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *dict.fromkeys(
            ["", "buy", "sell", "sell 3", "rest now", "rest ", "shout"],
            "not an action: expected one such as 'rest'",
        ).items(),
        ("sell blue plum 1", "invalid good 'blue plum'"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        NOTATION.parse(text)


def test_actions_compare_by_type_and_value() -> None:
    assert str(Sell("red apple", 2)) == "sell red apple 2"
    assert len({Sell("a", 2), Sell("a", 2), Sell("a", 3), Rest()}) == 3
    with pytest.raises(AttributeError):
        Sell("a", 2).number = 5  # type: ignore[misc]
