"""Large neighborhood search: repair of a stand's lower cards by tree search.

The cover search needs few nodes to find the best total below the upper cards of a good stand;
annealing changes only one or two cards at a time. After Shaw, Using constraint programming and
local search methods to solve vehicle routing problems, 1998.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from chatuchak_solver.stand.cover_search import Lane
from chatuchak_solver.stand.stand import Stand

REPAIR_SIZES = (4, 5)

STEPS = 50_000
SET_STEPS = 25_000
"""Per lane and stand, and per set of fixed cards."""


def repair(lane: Lane, stand: Stand, total: int, part: int, of: int) -> Stand | None:
    """Return a stand above ``total`` with the same upper cards, or None; takes about 50 ms.

    ``lane`` is for exclusive use; ``part`` of ``of`` is its share of the sets of fixed cards.
    """
    problem, begun = lane.problem, int(lane.work.steps)
    numbers = [1 + problem.cards.index(card) for card in stand.cards]
    counts = [len(numbers) - count for count in REPAIR_SIZES if count < len(numbers)]
    for fixed in uppermost(stand, counts, fixed_order=problem.fixed_order):
        left = STEPS - int(lane.work.steps) + begun
        # The lane has cached bounds for equal sets.
        if left > 0 and sum(numbers[index] for index in fixed) % of == part:
            lane.fix_cards(stand, fixed)
            lane.expand(total + 1, min(SET_STEPS, left))
            if lane.stand is not None:
                found, lane.stand = lane.stand, None
                return found
    return None


def uppermost(
    stand: Stand, counts: Sequence[int], *, fixed_order: bool
) -> Iterator[tuple[int, ...]]:
    """Yield the sets of cards, of given sizes, whose visible spaces no other card covers.

    By their indices in the order of placement. In fixed order only the last cards are such a set.
    """
    top, indices = stand.top_cards(), range(len(stand))
    above = [{top[at] for at in placement.positions()} for placement in stand.placements]
    for count in counts:
        for chosen in combinations(indices, count):
            is_last = chosen == (*indices[-count:],)
            if is_last if fixed_order else all(above[index] <= {*chosen} for index in chosen):
                yield chosen
