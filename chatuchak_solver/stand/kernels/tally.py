"""Groups, mice and totals of the visible spaces on the flat table."""

from typing import Final

from chatuchak_solver.kernels.jit import inlined_kernel, kernel
from chatuchak_solver.stand.kernels.tables import SIDE, Ints, Spaces

GROUPS: Final = 6


@kernel
def take_tally(table: Spaces, cells: Ints, count: int, stack: Ints, found: Ints) -> int:
    """Count the groups of the visible spaces and return the visible mice; empties the table.

    Parameters
    ----------
    cells, count
        ``cells[:count]`` are the covered spaces, repeats allowed.
    stack
        Scratch, as long as the number of spaces.
    found
        Of shape (12,), filled with the largest group of good g at g and the number of its groups at
        `GROUPS` + g.
    """
    found[:] = 0
    mice = 0
    for index in range(count):
        start = cells[index]
        space = table[start]
        if space == 0:
            continue
        table[start] = 0
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
                space = table[near]
                if space & 15 == good:
                    table[near] = 0
                    mice += space >> 4
                    stack[depth] = near
                    depth += 1
        found[GROUPS + good] += 1
        if size > found[good]:
            found[good] = size
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
def best_total(found: Ints, mice: int, opponents_mask: int, announced: int) -> int:
    """Return the owner's total after `take_tally`, with the best announcement."""
    scoring = opponents_mask | own_goods(found, opponents_mask, announced)
    total = -2 * mice
    for good in range(1, 6):
        if scoring >> good & 1:
            total += found[good] * found[GROUPS + good]
    return total
