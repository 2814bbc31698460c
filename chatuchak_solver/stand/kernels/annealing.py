"""Simulated annealing over layouts."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s, Matrix, UInt64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.stand.kernels.evaluation import evaluate
from chatuchak_solver.stand.kernels.interface import ILLEGAL
from chatuchak_solver.stand.kernels.tables import CARD, COLUMN, QUARTER, ROW, SIDE, Ints


@kernel
def draw(state: UInt64s, below: int) -> int:
    """Return a random integer in 0..below-1 from a xorshift64* generator."""
    value = state[0]
    value ^= value >> np.uint64(12)
    value ^= value << np.uint64(25)
    value ^= value >> np.uint64(27)
    state[0] = value
    high = (value * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)
    return int(np.int64((high * np.uint64(below)) >> np.uint64(31)))


@kernel
def exchange(layout: Ints, one: int, two: int, first: int, last: int) -> None:
    """Swap the fields first..last of two rows of a layout."""
    for entry in range(first, last + 1):
        kept = layout[one, entry]
        layout[one, entry] = layout[two, entry]
        layout[two, entry] = kept


@kernel
def propose(layout: Ints, first: int, free_order: bool, state: UInt64s) -> None:
    """Change a layout at random, from card ``first`` on.

    The moves: shift a card by one space, turn it, place it next to another card, swap the places of
    two cards, or, in free order, swap two cards or move one to another point of the order.
    """
    cards = len(layout)
    slot = first + draw(state, cards - first)
    kind = draw(state, 100 if free_order else 88)
    if kind < 35:
        axis = ROW + draw(state, 2)
        layout[slot, axis] += 2 * draw(state, 2) - 1
        if draw(state, 10) < 3:
            layout[slot, QUARTER] = draw(state, 4)
    elif kind < 48:
        layout[slot, QUARTER] = draw(state, 4)
    elif kind < 78:
        other = draw(state, cards)
        if other != slot:
            layout[slot, QUARTER] = draw(state, 4)
            layout[slot, ROW] = layout[other, ROW] + draw(state, 7) - 3
            layout[slot, COLUMN] = layout[other, COLUMN] + draw(state, 7) - 3
    elif kind < 88:
        exchange(layout, slot, first + draw(state, cards - first), QUARTER, COLUMN)
    elif kind < 94:
        exchange(layout, slot, first + draw(state, cards - first), CARD, CARD)
    else:
        goal = first + draw(state, cards - first)
        step = 1 if goal > slot else -1
        while slot != goal:
            exchange(layout, slot, slot + step, CARD, COLUMN)
            slot += step


@precompiled("annealing", makes_arrays=True, unrolls=True)
def anneal(
    turned: Cube[np.int8],
    cover: Matrix[np.int64],
    contact: Matrix[np.int64],
    opponents_mask: int,
    announced: int,
    free_order: bool,
    first: int,
    layout: Matrix[np.int64],
    best: Matrix[np.int64],
    scores: Ints,
    state: UInt64s,
    temperatures: Float64s,
    steps: int,
    target: int,
) -> int:
    """Anneal through a slice of the schedule, with ``steps`` proposals per temperature; resumable.

    Parameters
    ----------
    first
        The first movable card.
    layout, best
        The current, legal layout and the best one, changed in place.
    scores
        The current and the best total, changed in place; `ILLEGAL` at first.
    state
        State of the random generator: one nonzero number.
    temperatures
        This slice's temperatures, in points; an infinite one randomizes the layout.
    target
        Stop when the best total reaches it.

    Returns
    -------
    The number of evaluated layouts.
    """
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    scratch = np.zeros(160, dtype=np.int64)
    kept = layout.copy()
    evaluated = 1
    if scores[0] == ILLEGAL:
        scores[:] = evaluate(
            turned, cover, contact, layout, opponents_mask, announced, table, scratch
        )
        best[:] = layout
    for temperature in temperatures:
        for _ in range(steps):
            if scores[1] >= target:
                return evaluated
            kept[:] = layout
            propose(layout, first, free_order, state)
            evaluated += 1
            total = evaluate(
                turned, cover, contact, layout, opponents_mask, announced, table, scratch
            )
            loss = scores[0] - total
            if total == ILLEGAL or (
                loss > 0 and draw(state, 1 << 30) >= np.exp(-loss / temperature) * (1 << 30)
            ):
                layout[:] = kept
                continue
            scores[0] = total
            if total > scores[1]:
                scores[1] = total
                best[:] = layout
    return evaluated
