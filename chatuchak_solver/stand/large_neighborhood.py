"""Large neighborhood search: repair of a stand's lower cards by tree search.

The cover search needs few nodes to find the best total below the upper cards of a good stand;
annealing changes only one or two cards at a time. After Shaw, Using constraint programming and
local search methods to solve vehicle routing problems, 1998.
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from chatuchak_solver.stand.cover_search import Lane
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import layout_of
from chatuchak_solver.stand.stand import Stand

REPAIR_SIZES: Final = (4, 5)

STEPS: Final = 50_000
SET_STEPS: Final = 25_000
"""Per lane and stand, and per set of fixed cards."""


def repair(lane: Lane, stand: Stand, total: int, part: int, of: int) -> Stand | None:
    """Return a stand above ``total`` with the same upper cards, or None; takes about 50 ms.

    ``lane`` is for exclusive use; ``part`` of ``of`` is its share of the sets of fixed cards.
    """
    problem, left = lane.problem, STEPS
    places = stand.placements
    numbers = [problem.cards.index(placement.card) for placement in places]
    layout = layout_of(places, numbers)
    counts = [len(places) - count for count in REPAIR_SIZES if count < len(places)]
    for rows in uppermost(places, counts, fixed_order=problem.fixed_order):
        # The lane has cached bounds for equal sets.
        if sum(1 + card for at, card in enumerate(numbers) if rows >> at & 1) % of != part:
            continue
        lane.fix_cards(layout, rows, min(SET_STEPS, left))
        steps = int(lane.work.steps)
        lane.expand(total + 1, None, math.inf)
        left -= int(lane.work.steps) - steps
        found, lane.stand = lane.stand, None
        if found is not None or left <= 0:
            return found
    return None


def uppermost(
    placements: tuple[Placement, ...], counts: list[int], *, fixed_order: bool
) -> Iterator[int]:
    """Yield the sets of cards, of given sizes, whose visible spaces no other card covers.

    As bits, in the order of placement. In fixed order only the last cards are such a set.
    """
    places = [placement.positions() for placement in placements]
    top = {at: index for index, place in enumerate(places) for at in place}
    above = [sum(1 << over for over in {top[at] for at in place}) for place in places]
    for count in counts:
        for chosen in combinations(range(len(placements)), count):
            rows = sum(1 << index for index in chosen)
            last = chosen[0] == len(placements) - count
            if last if fixed_order else all(not above[index] & ~rows for index in chosen):
                yield rows
