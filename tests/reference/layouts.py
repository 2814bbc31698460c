"""The market stand's layouts and annealing once more: slow, obvious, on dictionaries.

A layout is a list of cards with their place in the order: card, quarter turns, row, column.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tests.reference.market_stand import Spaces, best_total, lay_all

WORD = 2**64 - 1
Layout = list[list[int]]


class Rules(NamedTuple):
    """The rows of the cards, what scores, and whether the order is free."""

    cards: Sequence[Sequence[str]]
    announced: Sequence[str]
    own_goods: int
    free_order: bool


def seen(rules: Rules, layout: Layout) -> Spaces | None:
    """Return what a layout shows, None where it breaks the rule of laying."""
    return lay_all([(rules.cards[card], x, y, 90 * turn) for card, turn, y, x in layout])


def total(rules: Rules, layout: Layout) -> int | None:
    spaces = seen(rules, layout)
    return None if spaces is None else best_total(spaces, rules.announced, rules.own_goods)


class Dice:
    """The random numbers of annealing: xorshift64*."""

    def __init__(self, state: int) -> None:
        self.state = state

    def draw(self, below: int) -> int:
        value = self.state
        value ^= value >> 12
        value ^= value << 25 & WORD
        value ^= value >> 27
        self.state = value
        return ((value * 0x2545F4914F6CDD1D & WORD) >> 33) * below >> 31


def propose(layout: Layout, dice: Dice, *, free_order: bool, first: int = 0) -> Layout:
    """Return a layout with one random change to cards from ``first`` on."""
    after = [list(one) for one in layout]
    movable = len(layout) - first
    slot = first + dice.draw(movable)
    kind = dice.draw(100 if free_order else 88)
    if kind < 35:
        axis = 2 + dice.draw(2)
        after[slot][axis] += 1 if dice.draw(2) else -1
        if dice.draw(10) < 3:
            after[slot][1] = dice.draw(4)
    elif kind < 48:
        after[slot][1] = dice.draw(4)
    elif kind < 78:
        other = dice.draw(len(layout))
        if other != slot:
            turn, down, right = dice.draw(4), dice.draw(7) - 3, dice.draw(7) - 3
            after[slot][1:] = [turn, layout[other][2] + down, layout[other][3] + right]
    elif kind < 88:
        other = first + dice.draw(movable)
        after[slot][1:], after[other][1:] = layout[other][1:], layout[slot][1:]
    elif kind < 94:
        other = first + dice.draw(movable)
        after[slot][0], after[other][0] = layout[other][0], layout[slot][0]
    else:
        after.insert(first + dice.draw(movable), after.pop(slot))
    return after


def anneal(
    rules: Rules, layout: Layout, dice: Dice, temperatures: Sequence[float], steps: int
) -> tuple[Layout, int, Layout, int]:
    """Anneal a legal layout; return the last one and its total, the best and its total."""
    now = total(rules, layout)
    assert now is not None
    best, most = layout, now
    for temperature in temperatures:
        for _ in range(steps):
            after = propose(layout, dice, free_order=rules.free_order)
            value = total(rules, after)
            if value is None:
                continue
            chance = math.exp(min(0, value - now) / temperature)
            if value < now and dice.draw(1 << 30) >= chance * (1 << 30):
                continue
            layout, now = after, value
            if now > most:
                best, most = layout, now
    return layout, now, best, most
