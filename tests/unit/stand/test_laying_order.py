"""Orders of laying: placements that look right but are illegal one after the other."""

from __future__ import annotations

from chatuchak_solver.stand import Card, Placement
from chatuchak_solver.stand.stand import legal_order
from tests.reference.market_stand import under

ROWS = {"a": ["S S S", "S S S"], "b": ["B B B", "B B B"], "c": ["G G G", "G G G"]}


def placements(**columns: int) -> list[Placement]:
    """Return cards side by side, each at its column."""
    return [Placement(Card.parse(name, ROWS[name]), x, 0, 0) for name, x in columns.items()]


def test_a_card_that_is_covered_comes_before_the_one_that_covers_it() -> None:
    # a and b lie apart; c adjoins a and covers a part of b.
    wanted = {}
    for name, x in (("a", 0), ("b", 5), ("c", 3)):
        wanted.update(under(ROWS[name], x, 0, 0))
    found = legal_order(placements(a=0, b=5, c=3))
    assert found is not None
    assert [card.id for card in found.cards] == ["b", "c", "a"]
    shown = {}
    for one in found.placements:
        shown.update(under(one.card.rows, one.x, one.y, one.rotation))
    assert shown == wanted


def test_cards_that_meet_only_below_a_third_have_no_order() -> None:
    assert legal_order(placements(a=0, b=4, c=2)) is None
