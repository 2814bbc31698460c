"""Reference for layouts of the market stand: slow and simple.

A layout is a list of cards in their order: card, quarter turns, row, column.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tests.reference.market_stand import Spaces, best_total, lay_all

Layout = list[list[int]]


class Rules(NamedTuple):
    """The cards, the scoring, and whether the order is free."""

    cards: Sequence[Sequence[str]]
    announced: Sequence[str]
    own_goods: int
    free_order: bool


def seen(rules: Rules, layout: Layout) -> Spaces | None:
    """Return the visible spaces of a layout, or None if illegal."""
    return lay_all([(rules.cards[card], x, y, 90 * turn) for card, turn, y, x in layout])


def total(rules: Rules, layout: Layout) -> int | None:
    spaces = seen(rules, layout)
    return None if spaces is None else best_total(spaces, rules.announced, rules.own_goods)
