"""Proof for any layout: a branch and bound over which spaces of each card are covered.

The search decides the cards from the top of the stand downwards. What the upper cards show never
changes, so that a partial decision fixes pieces of groups and visible mice for good. A node knows
the upper cards as rigid *clusters*: cards of which one covers a part of the other lie in a known
way to each other, while clusters have no place relative to each other yet. The next card down
lies under some of the clusters, which thereby join, or apart from all. Once all cards are
decided the clusters are joined edge to edge. No coordinates and no box are involved: every stand
of the cards is the end of some branch.

A node's bound is the one of `chatuchak_solver.stand.bound`, with these refinements:

- a piece without a free space beside it is a group already;
- the biggest group is no smaller than the largest piece;
- pieces of one cluster join only by way of spaces of another cluster or of cards yet to come,
  each of which touches only pieces that have a common free space beside them; without such
  spaces they are the final groups.

Of nodes that look alike, in scoring goods and cards left, the one with the fewest mice is expanded;
in fixed order, where it settles what is legal, the cards must lie alike as well. Should that end in
a stand that has a bigger group of another good, or in free order in one that cannot be laid in any
legal order, the search begins anew and expands all.

In free order many orders show the same, because only a card that covers a visible part of another
has to be decided before it. Of these the lexicographically first is followed alone.
"""

from __future__ import annotations

import time
from typing import Final, cast

import numpy as np

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.run import Run, Stop
from chatuchak_solver.stand.cover_task import make_task
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover_search.fields import (
    CARD,
    CARD_FIELDS,
    CARDS_AT,
    COLUMN,
    LEFT,
    NODE_LENGTH,
    QUARTER,
    ROW,
)
from chatuchak_solver.stand.kernels.cover_search.search import FOUND, REFUTED, STUCK
from chatuchak_solver.stand.kernels.cover_search.workspace import NOTHING, WORKSPACE_TYPE
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.laying_order import legal_order
from chatuchak_solver.stand.problem import Layout, StandProblem
from chatuchak_solver.stand.stand import Stand

__all__ = ["SEARCH", "CoverSearch"]

SEARCH: Final = ShippedKernel(
    *("cover_search", "chatuchak_solver.stand.kernels.cover_search.search", "search"),
    *(WORKSPACE_TYPE, "int16[2] int64[2] int64 int64"),
)
THRESHOLD: Final = 3
"""The place of its argument."""
CAPACITY: Final = 20_000
"""Nodes that wait to be expanded, at most; depth first a few thousand are enough."""

PACE_S: Final = 0.025
"""Seconds between two looks at whether to stop."""


class CoverSearch:
    """Lowers the proven bound for one announcement, or finds a stand that reaches it.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner is to announce.
    upper
        A proven upper bound for that announcement.
    merging
        Whether of nodes that look alike one is expanded: less work, the same answers.
    stop
        When to be ready for searching at the price of coarser bounds.

    Attributes
    ----------
    upper
        The bound proven so far, for any layout.
    expanded
        Nodes expanded so far.
    stuck
        Whether the search had to be given up because too many nodes were waiting.
    """

    def __init__(
        self,
        problem: StandProblem,
        own: Announcement,
        upper: int,
        *,
        merging: bool = True,
        stop: Stop | None = None,
    ) -> None:
        self.problem = problem
        self.own = own
        self.upper: int = upper
        self.stuck: bool = False
        self._runs = 0
        self._pace = 16
        self._exactly = not merging
        self._work, self._states = make_task(problem, own, stop=stop)
        # The last row is the kernels' scratch.
        self._nodes = np.zeros((CAPACITY + 1, NODE_LENGTH), dtype=np.int64)
        self._call = SEARCH.bind(cast("np.void", self._work), self._states, self._nodes, upper)
        self._restart()

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return int(self._work.expanded)

    def is_open(self, total: int) -> bool:
        """Whether a total above ``total`` is still possible and the search can go on."""
        return self.upper > total and not self.stuck

    def dive(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Look once, before anything else, for a stand that scores more than ``total``.

        Either finds one, or proves that there is none, or gives up at ``stop``, whose work is
        nodes expanded.
        """
        stand = self._search(total + 1, total, Run.begin(stop), self.expanded)
        self._restart()
        return stand

    def advance(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Go on proving that nothing surpasses ``total``.

        Parameters
        ----------
        stop
            When to end the call, not the search, which a further call resumes; its work is nodes
            expanded in this call.

        Returns
        -------
        A stand that scores `upper`, if one was found: there is none better for this
        announcement.
        """
        run = Run.begin(stop)
        before = self.expanded
        stand = None
        while stand is None and self.is_open(total) and not run.must_end(self.expanded - before):
            stand = self._search(self.upper, total, run, before)
        return stand

    def _search(self, threshold: int, total: int, run: Run, before: int) -> Stand | None:
        """Look for a stand that scores ``threshold`` until refuted or the run must end.

        Where there is none, lower `upper`, and begin anew. ``before`` nodes were expanded when
        the run began.
        """
        while not run.must_end(self.expanded - before):
            status = self._expand(threshold, run.work_left(self.expanded - before))
            if status == REFUTED:
                # Nothing was left out whose bound is above the greatest one left out.
                self.upper = max(total, int(self._work.pruned))
                self._restart()
                return None
            if status == STUCK:
                self.stuck = True
                return None
            if status == FOUND:
                stand = self._stand(self._nodes[self._work.held])
                score = None if stand is None else self.problem.score(stand)[1]
                if score is not None and score >= threshold:
                    return stand
                if score is None and self.problem.fixed_order:
                    continue  # so is every other node that was taken for alike
                if not self._exactly:
                    # What looks alike in the scoring goods may yet be legal or score more.
                    self._exactly = True
                    self._restart()
                elif score is not None:
                    self._work.pruned = max(score, self._work.pruned)
        return None

    def _expand(self, threshold: int, most: int | None) -> int:
        """Expand as many nodes as take some 25 ms, at most ``most``; return the kernel's status.

        How many that are varies a hundredfold with the cards.
        """
        start = time.perf_counter()
        budget = self._pace if most is None else min(most, self._pace)
        self._call.replace(THRESHOLD, threshold)
        status = self._call(budget)
        seconds = max(time.perf_counter() - start, 1e-6)
        self._pace = max(1, min(2 * self._pace, int(budget * PACE_S / seconds)))
        return status

    def _restart(self) -> None:
        self._nodes[0] = 0
        self._nodes[0, LEFT] = (1 << len(self.problem.cards)) - 1
        self._work.held = 1
        self._work.pruned = NOTHING
        self._runs += 1
        self._work.salt = 0 if self._exactly else self._runs

    def _stand(self, node: Layout) -> Stand | None:
        """Return a decided node as a stand, or None if it cannot be laid so."""
        count = len(self.problem.cards)
        cards = node[CARDS_AT : CARDS_AT + CARD_FIELDS * count].reshape(count, CARD_FIELDS)
        layout: Layout = cards[::-1][:, [CARD, QUARTER, ROW, COLUMN]]
        layout[:, 2:] += CENTER
        placements = self.problem.placements(layout)
        if self.problem.fixed_order:
            try:
                return Stand.of(placements)
            except IllegalMoveError:
                return None
        return legal_order(placements)
