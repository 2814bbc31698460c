"""Incremental state of a stand: placed cards, legal places, and tallies with one more card.

The tally of another card examines only its spaces, the adjacent ones, and the rest of partly
covered groups.
"""

from typing import Final, NamedTuple

import numpy as np

from chatuchak_solver.kernels.jit import inlined_kernel, kernel
from chatuchak_solver.stand.kernels.tables import CONTACT, COVER, INNER, SIDE, Ints, Spaces
from chatuchak_solver.stand.kernels.tally import GROUPS

MAX_GROUPS: Final = 80
"""Twelve cards have up to 72 groups."""


class Groups(NamedTuple):
    """The numbered groups of a stand, and scratch arrays.

    Attributes
    ----------
    found
        See `chatuchak_solver.stand.kernels.tally`.
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
def legal_places(covered: Ints, bounds: Ints, most: int, places: Ints) -> int:
    """List the legal (row, column, shape) next to or over the covered spaces; return their number.

    A card may hide at most ``most`` covered spaces, 6 for all legal places. See `place_card` for
    ``covered`` and ``bounds``.
    """
    count = 0
    for shape in range(2):
        rows = 2 + shape
        columns = 3 - shape
        for row in range(bounds[0] - rows, bounds[2] + 2):
            near = covered[row - 1] | covered[row + rows]
            for down in range(rows):
                bits = covered[row + down]
                near |= bits | bits << 1 | bits >> 1
            near |= near >> 1 | near >> (columns - 1)
            if not near:
                continue
            for column in range(bounds[1] - columns, bounds[3] + 2):
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
def place_card(
    table: Spaces, covered: Ints, bounds: Ints, cells: Ints, slot: int, row: Ints, turned: Spaces
) -> None:
    """Place card ``slot``, a ``row`` of a layout.

    Parameters
    ----------
    covered
        By row of the table, as bits by column.
    bounds
        The minimum row and column and the maximum row and column of covered spaces.
    cells
        Filled with the six covered spaces from 6 * ``slot`` on.
    """
    card, quarter, top, left = row
    shape = quarter & 1
    for space in range(6):
        cell = top * SIDE + left + COVER[shape, space]
        table[cell] = turned[card, quarter, space]
        cells[6 * slot + space] = cell
    for down in range(2 + shape):
        covered[top + down] |= ((8 >> shape) - 1) << left
    bounds[0] = min(bounds[0], top)
    bounds[1] = min(bounds[1], left)
    bounds[2] = max(bounds[2], top + 1 + shape)
    bounds[3] = max(bounds[3], left + 2 - shape)


@kernel
def no_groups() -> Groups:
    """Return the groups of an empty table."""
    return Groups(
        np.zeros(12, dtype=np.int64),
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
        found[good] = max(found[good], spaces)
        largest[good, place + 1] = 0
        while place > 0 and size[largest[good, place - 1]] < spaces:
            largest[good, place] = largest[good, place - 1]
            place -= 1
        largest[good, place] = number
    return mice


@kernel
def part_card(spaces: Spaces, shape: int, parts: Ints) -> None:
    """Fill in, for each space of a card, the first space of its group within the card."""
    columns = 3 - shape
    for space in range(6):
        parts[space] = space
        good = spaces[space] & 15
        left = space % columns > 0 and spaces[space - 1] & 15 == good
        above = space >= columns and spaces[space - columns] & 15 == good
        for near, adjoins in ((space - 1, left), (space - columns, above)):
            if adjoins:
                old, new = max(parts[near], parts[space]), min(parts[near], parts[space])
                for other in range(space + 1):
                    if parts[other] == old:
                        parts[other] = new


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
    for entry in range(12):
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
