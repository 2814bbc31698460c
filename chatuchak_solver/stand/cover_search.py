"""Proof for any layout: a branch and bound over which spaces of each card are covered.

The search decides the cards from the top of the stand downward. What the upper cards show never
changes, so that a partial decision fixes pieces of groups and visible mice for good. A node knows
the upper cards as rigid *clusters*: cards of which one covers a part of the other lie in a known
way to each other, while clusters have no place relative to each other yet. The next card down
lies under some of the clusters, which thereby join, or apart from all. Once all cards are
decided the clusters are joined edge to edge. No coordinates and no box are involved: every stand
of the cards is the end of some branch.

A node's bound is the one of `chatuchak_solver.stand.bound`, with these refinements:

- a piece without a free space beside it is a group already;
- the biggest group is no smaller than the largest piece;
- pieces of one cluster join only by way of spaces of another cluster or of cards yet to come;
  without such spaces they are the final groups. Where all of a good's pieces are in one cluster,
  a group of n pieces is one of them, or at least one that is yet to come and no more than n - 1
  of them, the largest; and these are no more than new spaces can join where they lie: one joins
  what has a common free space beside it, two what can hang together by two free spaces;
- with two cards left or one, each shows only what the clusters and the card between can hide of
  it, wherever they lie; with three left, the next one does.

Most places of a card are left out before its pieces are counted, for the goods in which the card
joins the cluster over it, or it and two clusters join each other there: of these any pieces may
touch, of all others none do. Then under several clusters for what the card can be with all but the
last of them, which is asked once for each set of hidden spaces. Ways to join clusters edge to edge
are left out likewise, a row of places at a time; where the last card leaves two clusters, before
the node is made. Answers are kept for equal pieces; and as more pieces and fewer mice are never
worse, one answer about what is hidden of a card often tells others.

Nodes that look alike are not looked for: of most plans few do, in fixed order none.

In free order many orders show the same, because only a card that covers a visible part of another
has to be decided before it. Of these the lexicographically first is followed alone.
"""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.stand.cover_task import make_task
from chatuchak_solver.stand.cover_tree import CoverTree, Lane
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover_search.workspace import copy_workspace
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

LANES: Final = 2
"""Lanes of a tree: the same on every machine, so that equal seeds give equal plans."""


class CoverSearch:
    """Lowers the proven bound for an announcement or several, or finds better stands.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner is to announce.
    upper
        A proven upper bound for these announcements.
    also
        Others with which the same goods score: of goods that others announce the owner announces
        whichever are the biggest.
    lanes
        Into how many lanes a tree is divided, each of which can have a core of its own.
    stop
        When to be ready for searching at the price of coarser bounds.

    Attributes
    ----------
    choices
        The announcements.
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
        also: Sequence[Announcement] = (),
        *,
        lanes: int = LANES,
        stop: Stop | None = None,
    ) -> None:
        self.problem = problem
        self.choices: tuple[Announcement, ...] = (own, *also)
        self.upper: int = upper
        self.stuck: bool = False
        self._lanes = lanes
        self._descending: CoverTree | None = None
        self._climbing: CoverTree | None = None
        self._work, self._states = make_task(problem, own, also, stop=stop)

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return sum(tree.expanded for tree in (self._descending, self._climbing) if tree)

    @property
    def steps(self) -> int:
        """Steps taken so far: what they tell is time, more than nodes do."""
        return sum(tree.steps for tree in (self._descending, self._climbing) if tree)

    @property
    def climbed(self) -> int:
        """Those of them that `climb` took."""
        return 0 if self._climbing is None else self._climbing.steps

    def is_open(self, total: int) -> bool:
        """Whether a total above ``total`` is still possible and the search can go on."""
        return self.upper > total and not self.stuck

    def climb(
        self, total: int, *, stop: Stop | None = None, one_round: bool = False
    ) -> Stand | None:
        """Go on looking for a stand that scores more than ``total``, which may grow between calls.

        One tree, however often a stand is found; once it is refuted, `upper` is ``total``. The
        stop's work is nodes expanded in this call, which ends with the round if it is to be one.
        """
        if self._climbing is None:
            self._climbing = self._tree()
        run = Run.begin(stop)
        return self._search(self._climbing, total + 1, total, run, one_round=one_round)

    def advance(
        self, total: int, *, stop: Stop | None = None, one_round: bool = False
    ) -> Stand | None:
        """Go on lowering `upper` until it is ``total``, each step a tree of its own.

        Parameters
        ----------
        stop
            When to end the call, not the search, which a further call resumes; its work is nodes
            expanded in this call.
        one_round
            Whether to end with the first round of nodes, or the first tree.

        Returns
        -------
        A stand that scores `upper`, if one was found: there is none better for these
        announcements.
        """
        run = Run.begin(stop)
        if self._descending is None:
            self._descending = self._tree()
        tree = self._descending
        begun = tree.expanded
        stand = None
        while stand is None and self.is_open(total) and not run.must_end(tree.expanded - begun):
            stand = self._search(tree, self.upper, total, run, begun, one_round=one_round)
            if one_round:
                break
        return stand

    def more_lanes(self) -> list[Lane]:
        """Return `LANES` lanes that are no part of its trees."""
        return [Lane(self.problem, copy_workspace(self._work), self._states) for _ in range(LANES)]

    def take_found(self) -> Stand | None:
        """Return what was found in rounds that were not ended, and not yet returned."""
        for tree in (self._climbing, self._descending):
            stand = None if tree is None else tree.take_found()
            if stand is not None:
                return stand
        return None

    def _tree(self) -> CoverTree:
        return CoverTree(self.problem, self._work, self._states, lanes=self._lanes)

    def _search(
        self,
        tree: CoverTree,
        threshold: int,
        total: int,
        run: Run,
        begun: int | None = None,
        *,
        one_round: bool,
    ) -> Stand | None:
        """Look for a stand that scores ``threshold`` until refuted or the run must end.

        Where there is none, lower `upper`. ``begun`` nodes were expanded when the run began.
        """
        begun = tree.expanded if begun is None else begun
        while not run.must_end(tree.expanded - begun):
            if tree.is_in_round:
                tree.expand(threshold, run.work_left(tree.expanded - begun))
                continue
            stand = tree.take_found()
            if stand is not None:
                return stand
            if tree.is_stuck:
                self.stuck = True
                return None
            if tree.is_refuted:
                self.upper = max(total, threshold - 1)
                tree.begin()
                return None
            tree.deal()
            if one_round:
                return None
        return None
