"""Action notation: texts of actions round-trip, and other texts are refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import (
    ActionNotation,
    FieldCodec,
    TextAction,
    index_codec,
)


class Sell(TextAction, verb="sell"):
    """Sell so much of a good."""

    good: int
    number: int


class Shout(TextAction, verb="shout"):
    """Shout anything."""

    words: str


class Rest(TextAction, verb="rest"):
    """Do nothing."""


GOODS = ("red apple", "green pear")


NOTATION = ActionNotation(
    (Sell, Shout, Rest),
    {
        "good": index_codec("good", GOODS),
        "number": FieldCodec(int, values=(1, 2)),
        "words": FieldCodec(str, values=("fresh",)),
    },
    "'rest'",
)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Sell(1, 3), "sell green pear 3"),
        (Shout("fresh and cheap"), "shout fresh and cheap"),
        (Rest(), "rest"),
    ],
)
def test_texts_are_read_as_they_are_written(action: TextAction, text: str) -> None:
    assert NOTATION.format(action) == text
    assert NOTATION.parse(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *dict.fromkeys(
            ["", "buy", "sell", "sell 3", "rest now", "rest ", "shout"],
            "not an action; expected one such as 'rest'",
        ).items(),
        ("sell blue plum 1", "no good 'blue plum'"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        NOTATION.parse(text)


def test_every_action_is_listed_once() -> None:
    listed = [NOTATION.format(action) for action in NOTATION.every_action()]
    sold = [f"sell {good} {number}" for good in GOODS for number in (1, 2)]
    assert listed == [*sold, "shout fresh", "rest"]


def test_actions_compare_by_type_and_value() -> None:
    assert str(Sell(0, 2)) == "sell 0 2"
    assert len({Sell(0, 2), Sell(0, 2), Sell(0, 3), Rest()}) == 3
    with pytest.raises(FrozenInstanceError):
        Sell(0, 2).number = 5  # type: ignore[misc]
