"""State of a stand: placed cards, legal places, tallies with one more card, and totals.

A *tally*, of length `TALLY`, has the largest group of good g at g, the number of its groups at
`GROUPS` + g, and its spaces at `SPACES` + g. The tally of another card examines only its spaces,
the adjacent ones, and the rest of partly covered groups.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.jit import inlined_kernel, kernel
from chatuchak_solver.stand.kernels.tables import CONTACT, COVER, INNER, SIDE, Ints, Spaces

GROUPS = 6
SPACES = 12
TALLY = SPACES + 9
"""Spaces without a good count, too."""

MAX_GROUPS = 80
"""Twelve cards have up to 72 groups."""


class Groups(NamedTuple):
    """The numbered groups of a stand, and scratch arrays.

    Attributes
    ----------
    found
        The tally.
    label
        Over the flat table: the group of a covered space, 0 for a space without a good.
    size
        The spaces of each group.
    largest
        Of shape (6, `MAX_GROUPS`): the groups of each good, largest first, then 0.
    """

    found: Ints
    label: Ints
    size: Ints
    largest: Ints
    mark: Ints
    todo: Ints
    part: Ints
    met: Ints
    nodes: Ints
    stamp: Ints


@kernel
def legal_places(cells: Ints, count: int, most: int, covered: Ints, places: Ints) -> int:
    """List the legal (row, column, shape) next to or over covered spaces; return their number.

    Parameters
    ----------
    cells
        ``cells[:count]`` are the covered spaces, repeats allowed.
    most
        The maximum number of covered spaces that a card may hide, 6 for all legal places.
    covered
        Scratch: the rows of the table, as bits by column.
    """
    covered[:] = 0
    top = left = SIDE
    bottom = right = 0
    for cell in cells[:count]:
        row, column = cell // SIDE, cell % SIDE
        covered[row] |= 1 << column
        top, left = min(top, row), min(left, column)
        bottom, right = max(bottom, row), max(right, column)
    count = 0
    for shape in range(2):
        rows = 2 + shape
        columns = 3 - shape
        for row in range(top - rows, bottom + 2):
            near = covered[row - 1] | covered[row + rows]
            for down in range(rows):
                bits = covered[row + down]
                near |= bits | bits << 1 | bits >> 1
            near |= near >> 1 | near >> (columns - 1)
            for column in range(left - columns, right + 2):
                if not near >> column & 1:
                    continue
                hidden = 0
                if most < 6:
                    for down in range(rows):
                        bits = covered[row + down] >> column
                        hidden += (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1 & (1 - shape))
                if hidden <= most:
                    places[count, 0] = row
                    places[count, 1] = column
                    places[count, 2] = shape
                    count += 1
    return count


@kernel
def place_card(table: Spaces, cells: Ints, slot: int, row: Ints, turned: Spaces) -> None:
    """Place card ``slot``, a ``row`` of a layout; its spaces are ``cells`` from 6 * ``slot`` on."""
    card, quarter, top, left = row
    for space in range(6):
        cell = top * SIDE + left + COVER[quarter & 1, space]
        table[cell] = turned[card, quarter, space]
        cells[6 * slot + space] = cell


@kernel
def no_groups() -> Groups:
    """Return the groups of an empty table."""
    return Groups(
        np.zeros(TALLY, dtype=np.int64),
        np.zeros(SIDE * SIDE, dtype=np.int64),
        np.zeros(MAX_GROUPS, dtype=np.int64),
        np.zeros((6, MAX_GROUPS), dtype=np.int64),
        np.zeros(SIDE * SIDE, dtype=np.int64),
        np.zeros(MAX_GROUPS, dtype=np.int64),
        np.zeros(SIDE * SIDE, dtype=np.int64),
        np.zeros(MAX_GROUPS, dtype=np.int64),
        np.zeros(48, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@kernel
def number_groups(table: Spaces, cells: Ints, count: int, groups: Groups) -> int:
    """Label the visible groups; return the visible mice.

    ``cells[:count]`` are the covered spaces, repeats allowed.
    """
    groups.stamp[0] += 1
    stamp = groups.stamp[0]
    found, label, size, largest = groups.found, groups.label, groups.size, groups.largest
    mark, todo = groups.mark, groups.todo
    found[:] = 0
    largest[:, 0] = 0
    number = mice = 0
    for index in range(count):
        start = cells[index]
        if mark[start] == stamp:
            continue
        mark[start] = stamp
        good = table[start] & 15
        mice += table[start] >> 4
        label[start] = 0
        if good > 5:
            continue
        number += 1
        label[start] = number
        todo[0] = start
        depth = 1
        spaces = 0
        while depth > 0:
            depth -= 1
            here = todo[depth]
            spaces += 1
            for near in (here + 1, here - 1, here + SIDE, here - SIDE):
                if mark[near] != stamp and table[near] & 15 == good:
                    mark[near] = stamp
                    label[near] = number
                    mice += table[near] >> 4
                    todo[depth] = near
                    depth += 1
        size[number] = spaces
        place = found[GROUPS + good]
        found[GROUPS + good] += 1
        found[SPACES + good] += spaces
        found[good] = max(found[good], spaces)
        largest[good, place + 1] = 0
        while place > 0 and size[largest[good, place - 1]] < spaces:
            largest[good, place] = largest[good, place - 1]
            place -= 1
        largest[good, place] = number
    return mice


@inlined_kernel
def recount(
    table: Spaces, spaces: Spaces, parts: Ints, at: int, shape: int, groups: Groups, found: Ints
) -> int:
    """Fill ``found`` for the stand with another card; return the change of visible mice.

    Parameters
    ----------
    table
        The flat table with numbered groups.
    parts
        For each of the card's spaces, the first space of its group within the card.
    at, shape
        The position of its first space, and whether it is turned by a quarter.
    """
    groups.stamp[0] += 1
    stamp = groups.stamp[0]
    # State of each group: partly covered, or its node in a union-find forest.
    cut = stamp << 8 | 255
    label, size, largest, mark = groups.label, groups.size, groups.largest, groups.mark
    todo, part, met, nodes = groups.todo, groups.part, groups.met, groups.nodes
    for entry in range(TALLY):
        found[entry] = groups.found[entry]
    mice = 0
    changed = 0  # bit set of goods with changed groups
    # Three words each: parent, spaces, good.
    for space in range(6):
        nodes[3 * space + 1] = 0
    for space in range(6):
        cell = at + COVER[shape, space]
        old = table[cell]
        new = spaces[space]
        mark[cell] = stamp
        mice += (new >> 4) - (old >> 4)
        found[SPACES + (new & 15)] += 1
        found[SPACES + (old & 15)] -= 1
        nodes[3 * space] = parts[space]
        nodes[3 * space + 2] = new & 15
        nodes[3 * parts[space] + 1] += 1
        if old and label[cell]:
            group = label[cell]
            good = old & 15
            found[GROUPS + good] -= met[group] != cut
            met[group] = cut
            changed |= 1 << good
    # Adjacent spaces of the same good join the card; parts of cut groups count separately.
    some = 6
    for beside in range(10):
        cell = at + CONTACT[shape, beside]
        good = table[cell] & 15
        space = INNER[shape, beside]
        same = spaces[space] & 15 == good
        if not (same or changed >> good & 1) or good == 0 or good > 5:
            continue
        group = label[cell]
        if met[group] == cut:
            if mark[cell] != stamp:
                mark[cell] = stamp
                todo[0] = cell
                depth = 1
                left = 0
                while depth > 0:
                    depth -= 1
                    here = todo[depth]
                    part[here] = some
                    left += 1
                    for near in (here + 1, here - 1, here + SIDE, here - SIDE):
                        if mark[near] != stamp and label[near] == group and table[near]:
                            mark[near] = stamp
                            todo[depth] = near
                            depth += 1
                nodes[3 * some] = some
                nodes[3 * some + 1] = left
                nodes[3 * some + 2] = good
                some += 1
            node = part[cell]
        elif not same:
            continue
        elif met[group] >> 8 != stamp:
            met[group] = stamp << 8 | some
            found[GROUPS + good] -= 1
            changed |= 1 << good
            nodes[3 * some] = some
            nodes[3 * some + 1] = size[group]
            nodes[3 * some + 2] = good
            node = some
            some += 1
        else:
            node = met[group] & 255
        if same:
            while nodes[3 * node] != node:
                node = nodes[3 * node]
            other = space
            while nodes[3 * other] != other:
                other = nodes[3 * other]
            if node != other:
                nodes[3 * node] = other
                nodes[3 * other + 1] += nodes[3 * node + 1]
    for good in range(1, 6):
        if changed >> good & 1:
            place = 0
            group = largest[good, 0]
            while group and met[group] >> 8 == stamp:
                place += 1
                group = largest[good, place]
            found[good] = size[group]
    for node in range(some):
        good = nodes[3 * node + 2]
        if nodes[3 * node] == node and good <= 5:
            found[GROUPS + good] += 1
            found[good] = max(found[good], nodes[3 * node + 1])
    return mice


@inlined_kernel
def own_goods(found: Ints, others: int, announced: int) -> int:
    """Return the owner's best announcement as bits; of equal ones the first."""
    first = second = 0
    for good in range(1, 6):
        if found[good] > 0:
            more = 0 if others >> good & 1 else found[good] * found[GROUPS + good]
            key = (found[good] << 20) + (more << 4) + 6 - good
            second = max(second, min(first, key))
            first = max(first, key)
    goods = 1 << 6 - (first & 15) if first else 0
    return goods | 1 << 6 - (second & 15) if second and announced > 1 else goods


@kernel
def total_of(found: Ints, mice: int, scoring: int) -> int:
    """Return the points of the goods ``scoring``, as bits, and of the mice."""
    total = -2 * mice
    for good in range(1, 6):
        if scoring >> good & 1:
            total += found[good] * found[GROUPS + good]
    return int(total)


@kernel
def best_total(found: Ints, mice: int, opponents_mask: int, announced: int) -> int:
    """Return the owner's total with the best announcement."""
    scoring = opponents_mask | own_goods(found, opponents_mask, announced)
    return total_of(found, mice, scoring)
