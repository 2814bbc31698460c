"""Actions as a verb and its values: read as written, and nothing else."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.spoken import Spoken, Word, spoken, understood


class Sell(Spoken, verb="sell"):
    """Sell so much of a good."""

    good: int
    number: int


class Shout(Spoken, verb="shout"):
    """Shout anything."""

    words: str


class Rest(Spoken, verb="rest"):
    """Do nothing."""


GOODS = ("red apple", "green pear")


def good(text: str) -> int:
    if text not in GOODS:
        raise NotationError(f"no good {text!r}")
    return GOODS.index(text)


KINDS = {kind.verb: kind for kind in (Sell, Shout, Rest)}
WORDS = {
    "good": Word(good, GOODS.__getitem__, parts=2),
    "number": Word(int),
    "words": Word(str, parts=0),
}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Sell(1, 3), "sell green pear 3"),
        (Shout("fresh and cheap"), "shout fresh and cheap"),
        (Rest(), "rest"),
    ],
)
def test_texts_are_read_as_they_are_written(action: Spoken, text: str) -> None:
    assert spoken(action, WORDS) == text
    assert understood(text, KINDS, WORDS) == action


@pytest.mark.parametrize(
    "text",
    ["", "buy", "sell", "sell green pear", "sell green pear 3 4", "rest now", "rest ", "shout"],
)
def test_unknown_verbs_and_wrong_numbers_of_values_are_no_actions(text: str) -> None:
    assert understood(text, KINDS, WORDS) is None


def test_a_wrong_value_is_told_by_its_reader() -> None:
    with pytest.raises(NotationError, match="no good 'blue plum'"):
        understood("sell blue plum 1", KINDS, WORDS)


def test_actions_are_values_told_apart_by_their_kind() -> None:
    assert str(Sell(0, 2)) == "sell 0 2"
    assert len({Sell(0, 2), Sell(0, 2), Sell(0, 3), Rest()}) == 3
    with pytest.raises(FrozenInstanceError):
        Sell(0, 2).number = 5  # type: ignore[misc]
