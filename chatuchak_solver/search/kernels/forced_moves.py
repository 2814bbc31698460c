"""Forced moves of colors, and cycles of them; see `docs/proof.md`.

A color with no more moves than its cost makes the moves of some maximum matching of its booths
outside to the free spots of its region. A move of all maximum matchings is *forced*. Forced moves
in a cycle, each to the next one's source, are impossible together: the first finds its target
occupied. So one of the cycle's colors needs more moves than its cost.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.bits import popcount, trailing_zeros
from chatuchak_solver.kernels.jit import inner_kernel
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_layout import FORCED_MASK, FORCED_SHIFT, MEMO_BITS
from chatuchak_solver.search.kernels.set_cost import (
    SUBSETS,
    count_unmatched,
    list_targets,
    set_cost,
)


@inner_kernel
def find_forced(sources: int, targets: int, lines: Int64s, scratch: Int64s) -> int:
    """Return the target of each source's forced move, or its own spot without one.

    Without a pair, a maximum matching is smaller if a set of sources then has a larger deficiency:
    the set had the largest, and only this source of it reaches the target.

    Parameters
    ----------
    sources, targets
        Disjoint masks of equally many spots, at most `MAX_BOOTHS`.
    lines
        int64 (spots,): the other spots of each spot's row and column.
    scratch
        int64 (`SCRATCH`,).

    Returns
    -------
    `FORCED_SHIFT` bits for each source, from the lowest spot on.
    """
    count = list_targets(sources, targets, lines, scratch)
    unmatched = count_unmatched(count, scratch)
    word = 0
    for source in range(count):
        word |= trailing_zeros(sources) << (FORCED_SHIFT * source)
        sources &= sources - 1
    for subset in range(1 << count):
        if popcount(subset) - popcount(scratch[subset]) == unmatched:
            rest = subset
            while rest:
                source = trailing_zeros(rest)
                rest &= rest - 1
                own = scratch[SUBSETS + source] & ~scratch[subset ^ 1 << source]
                if own:
                    shift = FORCED_SHIFT * source
                    word &= ~(FORCED_MASK << shift)
                    word |= trailing_zeros(own) << shift
    return word


@inner_kernel
def look_up(booths: int, region: int, lines: Int64s, memo: Int64s, scratch: Int64s) -> int:
    """Return the memo's place for ``booths`` and ``region``; compute a new cost."""
    mixed = np.uint64(booths) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64(region) * np.uint64(0xD6E8FEB86659FD93)
    place = np.int64(mixed >> np.uint64(64 - MEMO_BITS))
    if memo[place, at.BOOTHS] != booths or memo[place, at.REGION] != region:
        memo[place, at.BOOTHS] = booths
        memo[place, at.REGION] = region
        memo[place, at.COST] = set_cost(booths & ~region, region & ~booths, lines, scratch)
        memo[place, at.FORCED] = -1
    return int(place)


@inner_kernel
def forced_at(place: int, lines: Int64s, memo: Int64s, scratch: Int64s) -> int:
    """Return the forced moves at the memo's place; compute new ones."""
    if memo[place, at.FORCED] < 0:
        booths, region = memo[place, at.BOOTHS], memo[place, at.REGION]
        memo[place, at.FORCED] = find_forced(booths & ~region, region & ~booths, lines, scratch)
    return int(memo[place, at.FORCED])


@inner_kernel
def count_extra(
    began: int, enough: int, color_masks: Int64s, color_at: Int64s, goal: Int64s
) -> int:
    """Return the moves beyond the colors' costs that cycles of forced moves prove, up to 2.

    Counting ends at ``enough``. Each cycle needs one extra move; two if no color is in all cycles.
    Only cycles through a color in the mask ``began`` count.
    """
    common = -1
    while began:
        color = trailing_zeros(began)
        began &= began - 1
        rest = color_masks[color] & ~goal[0, color]
        word = goal[2, color]
        while rest:
            first = trailing_zeros(rest)
            rest &= rest - 1
            spot = word & FORCED_MASK
            word >>= FORCED_SHIFT
            involved = 1 << color
            while spot != first:
                # No two forced moves share a target: the path returns to its start, or ends.
                other = color_at[spot]
                if other < 0:
                    break
                outside = color_masks[other] & ~goal[0, other]
                place = popcount(outside & ((1 << spot) - 1))
                target = (goal[2, other] >> (FORCED_SHIFT * place)) & FORCED_MASK
                if target == spot:
                    break
                involved |= 1 << other
                spot = target
            if spot == first and involved & (involved - 1):
                if enough == 1:
                    return 1
                common &= involved
    if common == -1:
        return 0
    return 1 if common else 2
