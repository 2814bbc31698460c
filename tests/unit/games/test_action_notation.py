"""Action notation: texts are read as they are written, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import TextAction, parse_action


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


def good(text: str) -> int:
    if text not in GOODS:
        raise NotationError(f"no good {text!r}")
    return GOODS.index(text)


KINDS = (Sell, Shout, Rest)
READ: dict[str, Callable[[str], Any]] = {"good": good, "number": int, "words": str}
WRITE = {"good": GOODS.__getitem__}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Sell(1, 3), "sell green pear 3"),
        (Shout("fresh and cheap"), "shout fresh and cheap"),
        (Rest(), "rest"),
    ],
)
def test_texts_are_read_as_they_are_written(action: TextAction, text: str) -> None:
    assert action.text(WRITE) == text
    assert parse_action(text, KINDS, READ) == action


@pytest.mark.parametrize("text", ["", "buy", "sell", "sell 3", "rest now", "rest ", "shout"])
def test_unknown_verbs_and_wrong_numbers_of_values_are_no_actions(text: str) -> None:
    assert parse_action(text, KINDS, READ) is None


def test_a_wrong_value_is_refused_by_its_reader() -> None:
    with pytest.raises(NotationError, match="no good 'blue plum'"):
        parse_action("sell blue plum 1", KINDS, READ)


def test_actions_are_values_told_apart_by_their_kind() -> None:
    assert str(Sell(0, 2)) == "sell 0 2"
    assert len({Sell(0, 2), Sell(0, 2), Sell(0, 3), Rest()}) == 3
    with pytest.raises(FrozenInstanceError):
        Sell(0, 2).number = 5  # type: ignore[misc]
