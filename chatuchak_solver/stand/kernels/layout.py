"""Kernels over layouts: evaluation, next placements, annealing and exhaustive search.

They live in one file because numba's cache does not notice a change across files. A *layout* is
an integer array of shape (cards, 4): card, quarter turns clockwise, row and column on the flat
table of `chatuchak_solver.stand.kernels.tables`, in the order of laying. ``turned`` holds each
card's spaces of shape (cards, 4, 6); ``cover`` and ``contact`` are that module's offsets.
``opponents_mask`` has bit g set where good g scores anyway; ``announced`` is 1 or 2.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from chatuchak_solver.jit import kernel
from chatuchak_solver.stand.kernels.tables import CENTER, SIDE

__all__ = ["ILLEGAL", "MOST_PLACES", "anneal", "evaluate", "exhaust", "rank_placements"]

ILLEGAL: Final = -1_000_000
"""The score of a layout that breaks the rule of laying."""

MOST_PLACES: Final = 441
"""Places, flat or turned, on and beside seven cards: 63 a card at most."""

MARGIN: Final = 4
"""Rows and columns at the table's border that annealing keeps free."""

Ints = npt.NDArray[np.int64]
Spaces = npt.NDArray[np.int8]


@kernel
def tally(
    table: Spaces, cells: Ints, count: int, mark: Ints, stamp: int, stack: Ints, found: Ints
) -> int:
    """Count the groups of the visible spaces and return the visible mice.

    Parameters
    ----------
    table
        The flat table.
    cells, count
        ``cells[:count]`` are the covered spaces, repeats allowed.
    mark, stamp
        Scratch of the table's length; no entry equals ``stamp``.
    stack
        Scratch of length 48 at least.
    found
        Of shape (12,), filled with the biggest group of good g at g and the number of its groups
        at 6 + g.
    """
    found[:] = 0
    mice = 0
    for index in range(count):
        start = cells[index]
        if mark[start] == stamp:
            continue
        mark[start] = stamp
        space = table[start]
        mice += space >> 4
        good = space & 15
        if good > 5:
            continue
        size = 0
        depth = 1
        stack[0] = start
        while depth > 0:
            depth -= 1
            here = stack[depth]
            size += 1
            for near in (here + 1, here - 1, here + SIDE, here - SIDE):
                if mark[near] != stamp and table[near] & 15 == good:
                    mark[near] = stamp
                    mice += table[near] >> 4
                    stack[depth] = near
                    depth += 1
        found[6 + good] += 1
        if size > found[good]:
            found[good] = size
    return mice


@kernel
def best_total(found: Ints, mice: int, opponents_mask: int, announced: int) -> int:
    """Return the owner's total after `tally`, with the best choice where announcements tie."""
    base = -2 * mice
    for good in range(1, 6):
        if opponents_mask >> good & 1:
            base += found[good] * found[6 + good]
    best = 0
    for one in range(1, 6):
        first = 0 if opponents_mask >> one & 1 else found[one] * found[6 + one]
        if announced == 1:
            allowed = True
            for other in range(1, 6):
                if found[other] > found[one]:
                    allowed = False
            if allowed and first > best:
                best = first
            continue
        for two in range(one + 1, 6):
            least = min(found[one], found[two])
            allowed = True
            for other in range(1, 6):
                if other not in (one, two) and found[other] > least:
                    allowed = False
            if allowed:
                second = 0 if opponents_mask >> two & 1 else found[two] * found[6 + two]
                if first + second > best:
                    best = first + second
    return base + best


@kernel
def touches(table: Spaces, at: int, shape: int, cover: Ints, contact: Ints) -> bool:
    """Whether a card of ``shape`` (0 flat, 1 turned) at ``at`` covers or adjoins a card."""
    for offset in cover[shape]:
        if table[at + offset] != 0:
            return True
    # A loop, because numba cannot compile a generator expression here.
    for offset in contact[shape]:  # noqa: SIM110
        if table[at + offset] != 0:
            return True
    return False


@kernel
def legal_places(table: Spaces, bounds: Ints, cover: Ints, contact: Ints, places: Ints) -> int:
    """List the legal (row, column, shape) beside or over the covered spaces; return how many.

    ``bounds`` are the least row and column and the greatest row and column that are covered.
    """
    count = 0
    for shape in range(2):
        rows = 2 + shape
        columns = 3 - shape
        for row in range(bounds[0] - rows, bounds[2] + 2):
            for column in range(bounds[1] - columns, bounds[3] + 2):
                if touches(table, row * SIDE + column, shape, cover, contact):
                    places[count, 0] = row
                    places[count, 1] = column
                    places[count, 2] = shape
                    count += 1
    return count


@kernel
def lay(
    table: Spaces,
    cells: Ints,
    count: int,
    spaces: Spaces,
    at: int,
    offsets: Ints,
    under: Spaces,
) -> None:
    """Lay a card's six ``spaces``; ``under`` keeps what they hide, ``cells`` grows from count."""
    for space in range(6):
        cell = at + offsets[space]
        under[space] = table[cell]
        table[cell] = spaces[space]
        cells[count + space] = cell


@kernel
def lift(table: Spaces, at: int, offsets: Ints, under: Spaces) -> None:
    """Undo `lay`."""
    for space in range(6):
        table[at + offsets[space]] = under[space]


@kernel
def grow_bounds(bounds: Ints, row: int, column: int, shape: int, grown: Ints) -> None:
    """Write into ``grown`` the bounds that also hold a card."""
    grown[0] = min(bounds[0], row)
    grown[1] = min(bounds[1], column)
    grown[2] = max(bounds[2], row + 1 + shape)
    grown[3] = max(bounds[3], column + 2 - shape)


@kernel
def rank_placements(
    turned: Spaces,
    distinct: npt.NDArray[np.bool_],
    cover: Ints,
    contact: Ints,
    layout: Ints,
    offered: Ints,
    opponents_mask: int,
    announced: int,
    ranked: Ints,
) -> int:
    """Score every legal placement of every offered card; return how many there are.

    Parameters
    ----------
    distinct
        Of shape (cards, 4): rotations to try.
    layout
        The cards laid so far; must be legal. May be empty: the card then goes to `CENTER`.
    offered
        Indices of the cards that may be laid.
    ranked
        Of shape (2 * `MOST_PLACES` * offered, 6), filled with card, quarter turns, row, column,
        total and visible mice, in the order of enumeration.
    """
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    mark = np.zeros(SIDE * SIDE, dtype=np.int64)
    cells = np.zeros(6 * len(layout) + 6, dtype=np.int64)
    stack = np.zeros(64, dtype=np.int64)
    found = np.zeros(12, dtype=np.int64)
    under = np.zeros(6, dtype=np.int8)
    places = np.zeros((MOST_PLACES, 3), dtype=np.int64)
    bounds = np.array([SIDE, SIDE, 0, 0])
    count = 0
    for index in range(len(layout)):
        card, quarter, row, column = layout[index]
        offsets = cover[quarter & 1]
        lay(table, cells, count, turned[card, quarter], row * SIDE + column, offsets, under)
        grow_bounds(bounds, row, column, quarter & 1, bounds)
        count += 6
    if count:
        found_places = legal_places(table, bounds, cover, contact, places)
    else:
        found_places = 2
        for shape in range(2):
            places[shape, 0] = CENTER
            places[shape, 1] = CENTER
            places[shape, 2] = shape
    entry = 0
    stamp = 0
    for card in offered:
        for index in range(found_places):
            row, column, shape = places[index]
            at = row * SIDE + column
            for quarter in (shape, shape + 2):
                if not distinct[card, quarter]:
                    continue
                lay(table, cells, count, turned[card, quarter], at, cover[shape], under)
                stamp += 1
                mice = tally(table, cells, count + 6, mark, stamp, stack, found)
                total = best_total(found, mice, opponents_mask, announced)
                lift(table, at, cover[shape], under)
                ranked[entry, 0] = card
                ranked[entry, 1] = quarter
                ranked[entry, 2] = row
                ranked[entry, 3] = column
                ranked[entry, 4] = total
                ranked[entry, 5] = mice
                entry += 1
    return entry


@kernel
def evaluate(
    turned: Spaces,
    cover: Ints,
    contact: Ints,
    layout: Ints,
    opponents_mask: int,
    announced: int,
    table: Spaces,
    mark: Ints,
    stamp: int,
    scratch: Ints,
) -> int:
    """Return the total of a whole layout, or `ILLEGAL`; leaves ``table`` empty as it was.

    ``scratch`` has length 160 at least: cells, stack and tallies.
    """
    cells = scratch[:64]
    stack = scratch[64:128]
    found = scratch[128:140]
    count = 0
    total = 0
    for index in range(len(layout)):
        card, quarter, row, column = layout[index]
        shape = quarter & 1
        at = row * SIDE + column
        if (
            row < MARGIN
            or column < MARGIN
            or row >= SIDE - MARGIN - 3
            or column >= SIDE - MARGIN - 3
            or (index > 0 and not touches(table, at, shape, cover, contact))
        ):
            total = ILLEGAL
            break
        for space in range(6):
            cell = at + cover[shape, space]
            table[cell] = turned[card, quarter, space]
            cells[count] = cell
            count += 1
    if total != ILLEGAL:
        mice = tally(table, cells, count, mark, stamp, stack, found)
        total = best_total(found, mice, opponents_mask, announced)
    for index in range(count):
        table[cells[index]] = 0
    return total


@kernel
def draw(state: npt.NDArray[np.uint64], below: int) -> int:
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
def propose(layout: Ints, free_order: bool, state: npt.NDArray[np.uint64]) -> None:
    """Change a layout at random.

    Shift a card by one space, turn it, lay it anew beside another card, swap two cards' places,
    or, in free order, swap two cards or move one to another point of the order.
    """
    cards = len(layout)
    slot = draw(state, cards)
    kind = draw(state, 100 if free_order else 88)
    if kind < 35:
        axis = 2 + draw(state, 2)
        layout[slot, axis] += 2 * draw(state, 2) - 1
        if draw(state, 10) < 3:
            layout[slot, 1] = draw(state, 4)
    elif kind < 48:
        layout[slot, 1] = draw(state, 4)
    elif kind < 78:
        other = draw(state, cards)
        if other != slot:
            layout[slot, 1] = draw(state, 4)
            layout[slot, 2] = layout[other, 2] + draw(state, 7) - 3
            layout[slot, 3] = layout[other, 3] + draw(state, 7) - 3
    elif kind < 88:
        exchange(layout, slot, draw(state, cards), 1, 3)
    elif kind < 94:
        exchange(layout, slot, draw(state, cards), 0, 0)
    else:
        goal = draw(state, cards)
        step = 1 if goal > slot else -1
        while slot != goal:
            exchange(layout, slot, slot + step, 0, 3)
            slot += step


@kernel
def scatter(
    layout: Ints,
    free_order: bool,
    cover: Ints,
    contact: Ints,
    table: Spaces,
    state: npt.NDArray[np.uint64],
) -> None:
    """Replace a layout by a random legal one; clears ``table``."""
    cards = len(layout)
    if free_order:
        for slot in range(cards - 1, 0, -1):
            exchange(layout, slot, draw(state, slot + 1), 0, 0)
    for slot in range(cards):
        while True:
            layout[slot, 1] = draw(state, 4)
            layout[slot, 2] = CENTER
            layout[slot, 3] = CENTER
            if slot > 0:
                other = draw(state, slot)
                layout[slot, 2] = layout[other, 2] + draw(state, 7) - 3
                layout[slot, 3] = layout[other, 3] + draw(state, 7) - 3
            shape = layout[slot, 1] & 1
            at = layout[slot, 2] * SIDE + layout[slot, 3]
            if slot == 0 or touches(table, at, shape, cover, contact):
                break
        for offset in cover[shape]:
            table[at + offset] = 1
    for slot in range(cards):
        for offset in cover[layout[slot, 1] & 1]:
            table[layout[slot, 2] * SIDE + layout[slot, 3] + offset] = 0


@kernel
def anneal(
    turned: Spaces,
    cover: Ints,
    contact: Ints,
    opponents_mask: int,
    announced: int,
    free_order: bool,
    layout: Ints,
    best: Ints,
    scores: Ints,
    state: npt.NDArray[np.uint64],
    temperatures: npt.NDArray[np.float64],
    steps: int,
    target: int,
) -> int:
    """Anneal through a slice of the schedule, ``steps`` proposals a temperature; resumable.

    Parameters
    ----------
    layout, best
        The current and the best layout, changed in place. A layout whose score is `ILLEGAL` in
        ``scores[0]`` is first replaced by a random one.
    scores
        The current and the best total, changed in place.
    state
        The random generator's, one nonzero number.
    temperatures
        This slice's temperatures, in points.
    target
        Stop as soon as the best total reaches it.

    Returns
    -------
    Layouts evaluated.
    """
    table = np.zeros(SIDE * SIDE, dtype=np.int8)
    mark = np.zeros(SIDE * SIDE, dtype=np.int64)
    scratch = np.zeros(160, dtype=np.int64)
    kept = layout.copy()
    stamp = 1
    if scores[0] == ILLEGAL:
        scatter(layout, free_order, cover, contact, table, state)
        scores[0] = evaluate(
            turned, cover, contact, layout, opponents_mask, announced, table, mark, stamp, scratch
        )
        if scores[0] > scores[1]:
            scores[1] = scores[0]
            best[:] = layout
    for temperature in temperatures:
        for _ in range(steps):
            if scores[1] >= target:
                return stamp
            kept[:] = layout
            propose(layout, free_order, state)
            stamp += 1
            total = evaluate(
                turned,
                cover,
                contact,
                layout,
                opponents_mask,
                announced,
                table,
                mark,
                stamp,
                scratch,
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
    return stamp


@kernel
def exhaust(
    turned: Spaces,
    distinct: npt.NDArray[np.bool_],
    cover: Ints,
    contact: Ints,
    opponents_mask: int,
    announced: int,
    layout: Ints,
    table: Spaces,
    places: Ints,
    under: Spaces,
    bounds: Ints,
    numbers: Ints,
    best: Ints,
    budget: int,
) -> bool:
    """Try every layout of the cards in the order of ``layout``; resumable.

    The first card is laid at `CENTER` unturned, which loses nothing: the whole stand may be
    turned and moved. Call with zeros at first and again with the same arrays until finished.

    Parameters
    ----------
    layout
        The cards in their order; the other columns are scratch.
    table
        The empty flat table.
    places
        Scratch of shape (cards, `MOST_PLACES` + 1, 3): candidates of every depth; the last
        row counts them and holds the next one to try and the next rotation.
    under
        Scratch of shape (cards, 6).
    bounds
        Scratch of shape (cards + 1, 4).
    numbers
        Depth + 1, best total, layouts scored, stamp; all 0 at first.
    best
        The best layout, of shape (cards, 4).
    budget
        Layouts to score before returning.

    Returns
    -------
    Whether every layout has been tried.
    """
    cards = len(layout)
    mark = np.zeros(SIDE * SIDE, dtype=np.int64)
    cells = np.zeros(6 * cards, dtype=np.int64)
    stack = np.zeros(64, dtype=np.int64)
    found = np.zeros(12, dtype=np.int64)
    if numbers[0] == 0:
        numbers[1] = ILLEGAL
        bounds[0] = np.array([SIDE, SIDE, 0, 0])
        numbers[0] = 1
        start_depth(table, bounds[0], cover, contact, places[0], True)
    for slot in range(numbers[0] - 1):
        at = layout[slot, 2] * SIDE + layout[slot, 3]
        for space in range(6):
            cells[6 * slot + space] = at + cover[layout[slot, 1] & 1, space]
    depth = numbers[0] - 1
    scored = 0
    stamp = 0
    while scored < budget:
        end = places[depth, MOST_PLACES]
        if end[1] == end[0]:
            if depth == 0:
                numbers[2] += scored
                return True
            depth -= 1
            shape = layout[depth, 1] & 1
            at = layout[depth, 2] * SIDE + layout[depth, 3]
            lift(table, at, cover[shape], under[depth])
            continue
        row, column, shape = places[depth, end[1]]
        quarter = shape + end[2]
        end[2] += 2
        if end[2] == 4 or depth == 0:
            end[2] = 0
            end[1] += 1
        card = layout[depth, 0]
        if not distinct[card, quarter]:
            continue
        layout[depth, 1] = quarter
        layout[depth, 2] = row
        layout[depth, 3] = column
        at = row * SIDE + column
        lay(table, cells, 6 * depth, turned[card, quarter], at, cover[shape], under[depth])
        if depth < cards - 1:
            grow_bounds(bounds[depth], row, column, shape, bounds[depth + 1])
            depth += 1
            start_depth(table, bounds[depth], cover, contact, places[depth], False)
            continue
        stamp += 1
        scored += 1
        mice = tally(table, cells, 6 * cards, mark, stamp, stack, found)
        total = best_total(found, mice, opponents_mask, announced)
        lift(table, at, cover[shape], under[depth])
        if total > numbers[1]:
            numbers[1] = total
            best[:] = layout
    numbers[0] = depth + 1
    numbers[2] += scored
    return False


@kernel
def start_depth(
    table: Spaces, bounds: Ints, cover: Ints, contact: Ints, places: Ints, first: bool
) -> None:
    """List one depth's candidates for `exhaust`; the first card has one place, unturned."""
    end = places[MOST_PLACES]
    end[1] = 0
    end[2] = 0
    if first:
        places[0, 0] = CENTER
        places[0, 1] = CENTER
        places[0, 2] = 0
        end[0] = 1
    else:
        end[0] = legal_places(table, bounds, cover, contact, places)
