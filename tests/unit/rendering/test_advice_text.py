"""The table of advice names its sort key."""

import pytest

from chatuchak_solver.games.players import Advice, AdvisedAction
from chatuchak_solver.rendering.templates import report
from tests.unit.rendering.helpers import printed

BY_ROLLOUTS = "By rollouts: good actions get the most; with few, an outlook is a guess."
ALL_EQUAL = "As far as searched, all are equal."

Looked = tuple[float | None, int]


def report_text(*actions: Looked, most: int = 5) -> str:
    advised = tuple(
        AdvisedAction(f"action {place}", value, 0.5, visits, 0.0, (0, 0), ())
        for place, (value, visits) in enumerate(actions)
    )
    advice = Advice(0, 9, None, advised)
    return " ".join(printed(report("advice.txt", advice=advice, most=most)).split())


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (((-2.0, 40), (-1.6, 3)), BY_ROLLOUTS),
        (((0.0, 15), (0.01, 15)), ALL_EQUAL),
        (((2.0, 40), (1.0, 3), (None, 0)), None),
        (((2.0, 40), (None, 0)), None),
        (((2.0, 40),), None),
        (((1.0, 9), (1.0, 9), (None, 0)), None),
    ],
)
def test_order_is_explained_if_outlooks_do_not(
    actions: tuple[Looked, ...], why: str | None
) -> None:
    text = report_text(*actions)
    assert [line for line in (BY_ROLLOUTS, ALL_EQUAL) if line in text] == (
        [] if why is None else [why]
    )
    assert text.index("rollouts") < text.index("outlook")


def test_omitted_actions_do_not_affect_the_note() -> None:
    assert BY_ROLLOUTS not in report_text((2.0, 40), (1.0, 20), (3.0, 1), most=2)


def test_opponents_have_their_names() -> None:
    advised = (AdvisedAction("action a", 1.0, 0.5, 3, 0.0, (2, -1, 0), ()),)
    names = ("Ana", "Rui", "Zé")
    advice = Advice(0, 9, None, advised)
    table = report("advice.txt", advice=advice, most=1, name_of=names.__getitem__)
    assert "own points +2; Rui -1" in printed(table)
