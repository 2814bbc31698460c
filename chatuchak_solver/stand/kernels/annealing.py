"""Simulated annealing over layouts."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Matrix, UInt64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.stand.kernels.stand_state import (
    Groups,
    best_total,
    no_groups,
    number_groups,
    place_card,
)
from chatuchak_solver.stand.kernels.tables import (
    CARD,
    COLUMN,
    ILLEGAL,
    NEAR,
    QUARTER,
    ROW,
    SIDE,
    Ints,
    KernelArrays,
    Spaces,
)

MARGIN = 4
"""Free rows and columns at the table's border."""


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
def _swap(layout: Ints, row: int, other: int, first: int, last: int) -> None:
    for entry in range(first, last + 1):
        layout[row, entry], layout[other, entry] = layout[other, entry], layout[row, entry]


@kernel
def propose(layout: Ints, first: int, free_order: bool, state: UInt64s) -> None:
    """Change a layout at random, from card ``first`` on.

    Shift a card, turn it, place it next to another one, swap the places of two cards, or, in free
    order, swap two cards or move one in the order.
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
        _swap(layout, slot, first + draw(state, cards - first), QUARTER, COLUMN)
    elif kind < 94:
        _swap(layout, slot, first + draw(state, cards - first), CARD, CARD)
    else:
        goal = first + draw(state, cards - first)
        step = 1 if goal > slot else -1
        while slot != goal:
            _swap(layout, slot, slot + step, CARD, COLUMN)
            slot += step


@kernel
def _touches(table: Spaces, at: int, shape: int) -> bool:
    # Numba cannot compile a generator expression here.
    for offset in NEAR[shape]:  # noqa: SIM110
        if table[at + offset] != 0:
            return True
    return False


@kernel
def evaluate(rules: KernelArrays, layout: Ints, table: Spaces, cells: Ints, groups: Groups) -> int:
    """Return the total of a layout, or `ILLEGAL`; leaves ``table`` empty.

    ``cells`` and ``groups`` are scratch; ``cells`` has six numbers per card.
    """
    count = 0
    for index in range(len(layout)):
        _, quarter, row, column = layout[index]
        if min(row, column) < MARGIN or max(row, column) >= SIDE - MARGIN - 3:
            break
        if index > 0 and not _touches(table, row * SIDE + column, quarter & 1):
            break
        place_card(table, cells, index, layout[index], rules.turned)
        count += 6
    total = ILLEGAL
    if count == 6 * len(layout):
        mice = number_groups(table, cells, count, groups)
        total = best_total(groups.found, mice, rules.opponents_mask, rules.own_goods)
    for cell in cells[:count]:
        table[cell] = 0
    return total


@precompiled("annealing", makes_arrays=True, unrolls=True)
def anneal(
    rules: KernelArrays,
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
    """Anneal through a schedule, with ``steps`` proposals per temperature.

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
        In points; an infinite one randomizes the layout.
    target
        Stop when the best total reaches it.

    Returns
    -------
    The number of evaluated layouts.
    """
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    cells = np.empty(6 * len(layout), dtype=np.int64)
    groups = no_groups()
    before = layout.copy()
    evaluated = 1
    if scores[0] == ILLEGAL:
        scores[:] = evaluate(rules, layout, table, cells, groups)
        best[:] = layout
    for temperature in temperatures:
        for _ in range(steps):
            if scores[1] >= target:
                return evaluated
            before[:] = layout
            propose(layout, first, free_order, state)
            evaluated += 1
            total = evaluate(rules, layout, table, cells, groups)
            loss = scores[0] - total
            if total == ILLEGAL or (
                loss > 0 and draw(state, 1 << 30) >= np.exp(-loss / temperature) * (1 << 30)
            ):
                layout[:] = before
                continue
            scores[0] = total
            if total > scores[1]:
                scores[1] = total
                best[:] = layout
    return evaluated
