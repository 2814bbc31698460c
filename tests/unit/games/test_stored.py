"""File formats of dataclasses, and the verdicts of rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
from msgspec import Meta

from chatuchak_solver.codec import error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.action_notation import TextAction
from chatuchak_solver.games.stored import Stored, form_of
from chatuchak_solver.games.verdicts import Verdicts, allowed, reason_against


def read_goods(counts: dict[str, int], path: str) -> tuple[tuple[str, int], ...]:
    with error_context(path):
        if "eel" in counts:
            raise InputError("no eels")
    return tuple(sorted(counts.items()))


@dataclass(frozen=True)
class Stall:
    goods: Annotated[tuple[tuple[str, int], ...], Stored(dict[str, int], dict, read_goods)]
    coins: Annotated[int, Meta(ge=0, le=9)] = 3
    is_open: Annotated[bool, Stored(int, int, lambda value, _: bool(value))] = True


def test_a_value_is_read_as_it_is_written() -> None:
    stall = Stall((("fish", 2),), coins=4)
    document = form_of(Stall).of(stall).to_dict()
    assert document == {"goods": {"fish": 2}, "coins": 4, "is_open": 1}
    assert form_of(Stall).from_dict(document).to_value() == stall


def test_fields_are_omitted_and_given_by_the_caller() -> None:
    form = form_of(Stall, "is_open").from_dict({"goods": {}, "coins": 0})
    assert form.to_value(is_open=False) == Stall((), 0, is_open=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"coins": 10}, "invalid coins 10: expected 0 to 9"),
        ({"goods": {"eel": 1}}, "goods: no eels"),
        ({"color": "red"}, 'unknown field "color": expected goods, coins, is_open'),
    ],
)
def test_wrong_fields_are_named(change: dict[str, object], message: str) -> None:
    document = {"goods": {}, "coins": 1, "is_open": 1, **change}
    with pytest.raises(InvalidInstanceError, match=message):
        form_of(Stall).from_dict(document).to_value()


class Buy(TextAction, tag="buy"):
    """Buy goods."""

    number: int


def buy(coins: int, numbers: tuple[int, ...] = (1, 2, 3)) -> Verdicts:
    """Buy as many goods as there are coins."""
    for number in numbers:
        yield [Buy(number)] if number <= coins else ("{} coins buy no {} goods", coins, number)


def rest(coins: int) -> Verdicts:
    """Rest without coins."""
    yield "there are coins left" if coins else [Buy(0)]


def test_rules_list_actions_and_give_the_reason_against_one() -> None:
    assert allowed([buy, rest], 2) == (Buy(1), Buy(2))
    assert allowed([buy, rest], 0) == (Buy(0),)
    assert reason_against(buy, 2, Buy(2)) is None
    assert reason_against(buy, 2, Buy(3)) == "2 coins buy no 3 goods"
