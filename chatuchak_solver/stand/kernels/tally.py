"""Announcements and totals from the groups of a stand.

``found``, of shape (12,), has the largest group of good g at g and the number of its groups at
`GROUPS` + g.
"""

from typing import Final

from chatuchak_solver.kernels.jit import inlined_kernel, kernel
from chatuchak_solver.stand.kernels.tables import Ints

GROUPS: Final = 6


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
