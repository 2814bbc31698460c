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

Of nodes that look alike, in goods and cards left, the one with the fewest mice is expanded; in
fixed order, where it settles what is legal, the cards must lie alike as well. Should that end in
free order in a stand that cannot be laid in any legal order, and would score more than the best
one, the search begins anew with such nodes alone taken for alike whose cards lie alike.

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
    BOUND,
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
from chatuchak_solver.stand.kernels.cover_search.workspace import (
    NOTHING,
    WORKSPACE_TYPE,
    States,
    Workspace,
    copy_workspace,
)
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
    """Lowers the proven bound for one announcement, or finds better stands.

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
        self._merging = merging
        self._trees = 0
        self._descending: _Tree | None = None
        self._climbing: _Tree | None = None
        self._work, self._states = make_task(problem, own, stop=stop)

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return sum(tree.expanded for tree in (self._descending, self._climbing) if tree)

    @property
    def climbed(self) -> int:
        """Those of them that were expanded by `climb`."""
        return 0 if self._climbing is None else self._climbing.expanded

    def is_open(self, total: int) -> bool:
        """Whether a total above ``total`` is still possible and the search can go on."""
        return self.upper > total and not self.stuck

    def climb(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Go on looking for a stand that scores more than ``total``, which may grow between calls.

        One tree, however often a stand is found; once it is refuted, `upper` is ``total``. The
        stop's work is nodes expanded in this call.
        """
        if self._climbing is None:
            self._climbing = self._tree()
        return self._search(self._climbing, total + 1, total, Run.begin(stop))

    def advance(self, total: int, *, stop: Stop | None = None) -> Stand | None:
        """Go on lowering `upper` until it is ``total``, each step a tree of its own.

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
        if self._descending is None:
            self._descending = self._tree()
        tree = self._descending
        begun = tree.expanded
        stand = None
        while stand is None and self.is_open(total) and not run.must_end(tree.expanded - begun):
            stand = self._search(tree, self.upper, total, run, begun)
        return stand

    def _tree(self) -> _Tree:
        work = self._work if self._trees == 0 else copy_workspace(self._work)
        self._trees += 1
        return _Tree(self.problem, work, self._states, self.upper, merging=self._merging)

    def _search(
        self, tree: _Tree, threshold: int, total: int, run: Run, begun: int | None = None
    ) -> Stand | None:
        """Look for a stand that scores ``threshold`` until refuted or the run must end.

        Where there is none, lower `upper`. ``begun`` nodes were expanded when the run began.
        """
        begun = tree.expanded if begun is None else begun
        while not run.must_end(tree.expanded - begun):
            status = tree.expand(threshold, run.work_left(tree.expanded - begun))
            if status == STUCK:
                self.stuck = True
                return None
            if status == FOUND:
                stand = tree.found(threshold)
                if stand is not None:
                    return stand
            if status == REFUTED:
                if tree.unlaid >= threshold:
                    # What looks like a stand that cannot be laid may yet be laid otherwise.
                    tree.begin(lie_alike=True)
                    continue
                # Nothing was left out whose bound is above the greatest one left out.
                self.upper = max(total, min(self.upper, tree.pruned))
                tree.begin(lie_alike=self.problem.fixed_order)
                return None
        return None


class _Tree:
    """One tree of nodes, which can be searched on whenever its threshold grows.

    Parameters
    ----------
    problem
        The cards and rules.
    work, states
        What the kernels are given; the workspace is the tree's own.
    threshold
        The first one.
    merging
        Whether of nodes that look alike one is expanded.

    Attributes
    ----------
    unlaid
        The greatest bound of an end that cannot be laid in any order, while what looks the same
        may be laid otherwise.
    """

    def __init__(
        self,
        problem: StandProblem,
        work: Workspace,
        states: States,
        threshold: int,
        *,
        merging: bool,
    ) -> None:
        self.problem = problem
        self.unlaid: int = NOTHING
        self._merging = merging
        self._runs = 0
        self._pace = 16
        self._work = work
        # The last row is the kernels' scratch.
        self._nodes = np.zeros((CAPACITY + 1, NODE_LENGTH), dtype=np.int64)
        self._call = SEARCH.bind(cast("np.void", work), states, self._nodes, threshold)
        self.begin(lie_alike=problem.fixed_order)

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return int(self._work.expanded)

    @property
    def pruned(self) -> int:
        """The greatest bound of anything left out."""
        return int(self._work.pruned)

    def begin(self, *, lie_alike: bool) -> None:
        """Begin anew; of nodes that look alike only those that lie alike may be merged."""
        self._nodes[0] = 0
        self._nodes[0, LEFT] = (1 << len(self.problem.cards)) - 1
        self._work.held = 1
        self._work.pruned = NOTHING
        self._work.lie_alike = int(lie_alike)
        self._runs += 1
        self._work.salt = self._runs if self._merging else 0
        self.unlaid = NOTHING

    def expand(self, threshold: int, most: int | None) -> int:
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

    def found(self, threshold: int) -> Stand | None:
        """Return the stand that was found, or None if it does not score ``threshold``."""
        node = self._nodes[self._work.held]
        bound = int(node[BOUND])
        stand = self._stand(node)
        if stand is not None:
            score = self.problem.score(stand)[1]
            if score >= threshold:
                return stand
            # Another good has the biggest group, wherever it looks like this.
            self._work.pruned = max(score, self.pruned)
        elif not self._work.lie_alike and self._work.salt:
            self.unlaid = max(bound, self.unlaid)
        return None

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
