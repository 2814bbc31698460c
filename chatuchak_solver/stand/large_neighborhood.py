"""Large neighborhood search: what lies under the upper cards of a stand, laid again by a tree.

Annealing changes a card or two at a time. Of a good stand the cover search can say in a few nodes
what its three or four upper cards allow at best, with all others anywhere under them; which finds
stands that annealing seldom does. Shaw, Using constraint programming and local search methods to
solve vehicle routing problems, 1998, has the idea.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from chatuchak_solver.stand.cover_tree import Lane
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import layout_of
from chatuchak_solver.stand.stand import Stand

LAID_ANEW: Final = (4, 5)
"""How many cards are laid again, the fewer first."""

STEPS: Final = 50_000
SET_STEPS: Final = 25_000
"""Steps of a lane for a stand at most, and for each set of its cards that stays."""


def lay_again(lane: Lane, stand: Stand, total: int, part: int, of: int) -> Iterator[Stand | None]:
    """Look for a stand that scores more than ``total`` and shares a stand's upper cards.

    Yields None every few milliseconds, and in the end what it found, if anything.

    Parameters
    ----------
    lane
        One that nothing else uses, of the announcement's cover search.
    part, of
        Of the sets of cards that stay it takes one of so many parts.
    """
    problem, left = lane.problem, STEPS
    lane.begin()
    places = stand.placements
    numbers = [problem.cards.index(one.card) for one in places]
    layout = layout_of(places, numbers)
    counts = [len(places) - count for count in LAID_ANEW if count < len(places)]
    for rows in uppermost(places, counts, fixed_order=problem.fixed_order):
        # Equal sets go to the same lane, which knows what was under them before.
        if sum(1 + card for at, card in enumerate(numbers) if rows >> at & 1) % of != part:
            continue
        lane.keep(layout, rows, min(SET_STEPS, left))
        while lane.due:
            steps = int(lane.work.steps)
            lane.expand(total + 1, None, 0.0)
            left -= int(lane.work.steps) - steps
            found, lane.stand = lane.stand, None
            yield found
            if found is not None:
                return
        if left <= 0:
            return


def uppermost(
    placements: tuple[Placement, ...], counts: list[int], *, fixed_order: bool
) -> Iterator[int]:
    """Yield the sets of so many cards of a stand of which no other card covers what they show.

    As bits, in the order of laying. In fixed order only the last cards are such a set.
    """
    top = {at: index for index, one in enumerate(placements) for at in one.positions()}
    above = [sum(1 << over for over in {top[at] for at in one.positions()}) for one in placements]
    for count in counts:
        for chosen in combinations(range(len(placements)), count):
            rows = sum(1 << index for index in chosen)
            last = chosen[0] == len(placements) - count
            if last if fixed_order else all(not above[index] & ~rows for index in chosen):
                yield rows
