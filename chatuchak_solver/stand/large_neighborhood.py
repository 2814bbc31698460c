"""Large neighborhood search: what lies under the upper cards of a stand, laid anew by a tree.

Annealing changes a card or two at a time. Of a good stand the cover search can say in a few nodes
what its three or four upper cards allow at best, with all others anywhere under them; which finds
stands that annealing seldom does. Shaw, Using constraint programming and local search methods to
solve vehicle routing problems, 1998, has the idea.
"""

import time
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from chatuchak_solver.stand.cover_tree import PACE_S, Lane
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import Layout, StandProblem, layout_of
from chatuchak_solver.stand.stand import Stand

LAID_ANEW: Final = (4, 5)
"""How many cards are laid anew, the fewer first."""

NODES: Final = 8_000
SET_NODES: Final = 2_000
"""Nodes of a lane for a stand at most, and for each set of its cards that stays."""


class LargeNeighborhood:
    """Lays lower cards of stands anew, for one announcement: one of several lanes.

    Parameters
    ----------
    problem
        The cards and rules.
    lane
        A lane of the cover search that nothing else uses.
    number, of
        Which of how many it is: of the sets of cards that stay each takes its part.
    """

    def __init__(self, problem: StandProblem, lane: Lane, number: int, of: int) -> None:
        self.problem = problem
        self._lane = lane
        self._number, self._of = number, of
        self._waiting: Iterator[int] = iter(())
        lane.begin(lie_alike=problem.fixed_order, salt=1)

    def begin(self, stand: Stand) -> None:
        """Begin with another stand of the cards."""
        places = stand.placements
        numbers = [self.problem.cards.index(one.card) for one in places]
        self._layout: Layout = layout_of(places, numbers)
        counts = [len(places) - count for count in LAID_ANEW if count < len(places)]
        every = uppermost(places, counts, fixed_order=self.problem.fixed_order)
        self._waiting = islice(every, self._number, None, self._of)
        self._lane.begin(lie_alike=self.problem.fixed_order, salt=1)
        self._left = NODES

    def advance(self, total: int) -> bool:
        """Go on for some 25 ms; return whether there is more to do, until a stand is found.

        The stand, which scores more than ``total``, is then taken by `take_found`.
        """
        lane = self._lane
        end = time.perf_counter() + PACE_S
        while lane.stand is None and time.perf_counter() < end:
            if lane.due == 0:
                rows = next(self._waiting, None)
                if rows is None or self._left == 0:
                    return False
                lane.keep(self._layout, rows, min(SET_NODES, self._left))
            before = int(lane.work.expanded)
            lane.expand(total + 1, None)
            self._left -= int(lane.work.expanded) - before
        return lane.stand is None

    def take_found(self) -> Stand | None:
        """Return the stand that was found, if there is one."""
        stand, self._lane.stand = self._lane.stand, None
        return stand


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
