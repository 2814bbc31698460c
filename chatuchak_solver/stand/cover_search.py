"""Branch and bound over the hidden spaces of each card, for any layout.

The search decides the cards from the top of the stand down. Later decisions do not change the
visible spaces of upper cards, so a partial decision fixes pieces of groups and visible mice. A node
holds the upper cards as rigid *clusters*: overlapping cards have known relative positions, the
clusters have none. The next card lies below some of the clusters, which it joins, or apart from
all. Once all cards are decided, clusters are placed side by side. The search uses no coordinates
and no box: every stand of the cards is a leaf.

A node's bound refines `chatuchak_solver.stand.bound`:

- a piece without an adjacent free space is a complete group;
- the largest group has at least the size of the largest piece;
- pieces of one cluster join only through spaces of another cluster or of remaining cards; without
  such spaces they are final groups. If all pieces of a good are in one cluster, a group of n pieces
  is one of them, or contains a new piece and at most the n - 1 largest old ones. The old pieces
  must also be within reach: one new space connects those around a common free space, two new spaces
  those around two connected free spaces;
- with one or two remaining cards, each card's hidden mask must be possible for the clusters and the
  card in between; with three, only the next card's.

Before pieces are counted, most places of a card are excluded by the goods in which the card touches
the clusters over it, and these touch each other: only pieces of these goods may join. Placements
under several clusters are then pruned by all clusters except the last one, once per hidden mask.
The same tests prune the final placement side by side, one row of places at a time, and, if one
cluster is left with the last card, before the node is created. Results are cached for equal pieces.
More pieces and fewer mice are never worse, so one result about a hidden mask often implies others.

There is no duplicate detection: few plans have duplicate nodes, and none in fixed order.

In free order only a card that covers a visible part of another one has to precede it. Of equivalent
orders only the lexicographically first is searched.
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
"""Lanes of a tree, independent of the machine: equal seeds give equal plans."""


class CoverSearch:
    """Lower the proven bound for announcements, or find better stands.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner announces.
    upper
        A proven upper bound for these announcements.
    also
        Alternative announcements with the same scoring goods; the owner may choose among them.
    lanes
        The number of parallel lanes of a tree.
    stop
        Limits of the setup, which has coarser bounds after them.

    Attributes
    ----------
    choices
        The announcements.
    upper
        The proven bound so far, for any layout.
    stuck
        Whether the search was abandoned because of too many open nodes.
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
        """Expanded nodes so far."""
        return sum(tree.expanded for tree in (self._descending, self._climbing) if tree)

    @property
    def steps(self) -> int:
        """Steps so far: proportional to run time, unlike nodes."""
        return sum(tree.steps for tree in (self._descending, self._climbing) if tree)

    @property
    def climbed(self) -> int:
        """The steps of `climb`."""
        return 0 if self._climbing is None else self._climbing.steps

    def is_open(self, total: int) -> bool:
        """Whether a total above ``total`` is still possible and the search can continue."""
        return self.upper > total and not self.stuck

    def climb(
        self, total: int, *, stop: Stop | None = None, one_round: bool = False
    ) -> Stand | None:
        """Continue the search for a stand above ``total``, which may grow between calls.

        All calls share one tree; once it is refuted, `upper` is ``total``. The stop's work is nodes
        expanded in this call. ``one_round`` ends the call after one round.
        """
        if self._climbing is None:
            self._climbing = self._tree()
        run = Run.begin(stop)
        return self._search(self._climbing, total + 1, total, run, one_round=one_round)

    def advance(
        self, total: int, *, stop: Stop | None = None, one_round: bool = False
    ) -> Stand | None:
        """Continue to lower `upper` toward ``total``, one tree per step.

        Parameters
        ----------
        stop
            Limits of the call; a later call resumes the search. The work is nodes expanded in this
            call.
        one_round
            Whether to end after the first round of nodes, or the first tree.

        Returns
        -------
        An optimal stand for these announcements, with total `upper`, or None.
        """
        run = Run.begin(stop)
        if self._descending is None:
            self._descending = self._tree()
        tree = self._descending
        begun = tree.expanded
        stand = None
        while stand is None and self.is_open(total) and not run.should_stop(tree.expanded - begun):
            stand = self._search(tree, self.upper, total, run, begun, one_round=one_round)
            if one_round:
                break
        return stand

    def more_lanes(self) -> list[Lane]:
        """Return `LANES` further lanes, independent of its trees."""
        return [Lane(self.problem, copy_workspace(self._work), self._states) for _ in range(LANES)]

    def take_found(self) -> Stand | None:
        """Return a stand found in unfinished rounds and not yet returned, or None."""
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
        """Search for a stand with total ``threshold`` until refuted or stopped.

        A refutation lowers `upper`. ``begun`` nodes were expanded before the run.
        """
        begun = tree.expanded if begun is None else begun
        while not run.should_stop(tree.expanded - begun):
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
