"""Branch and bound over the hidden spaces of each card, for any layout; see `docs/stand.md`.

The search decides the cards from the top of the stand down. Later decisions do not change the
visible spaces of upper cards, so a partial decision fixes pieces of groups and visible mice. A node
holds the upper cards as rigid *clusters* of overlapping cards, without relative positions of the
clusters. The next card lies below some clusters, which it joins, or apart from all. Once all cards
are decided, clusters are placed side by side. There are no coordinates: every stand is a leaf.

A node's bound refines `chatuchak_solver.stand.bound`:

- a piece without an adjacent free space is a complete group;
- the largest group has at least the size of the largest piece;
- pieces of one cluster join only through spaces of another cluster or of remaining cards. If all
  pieces of a good are in one cluster, a group of n pieces is one of them, or contains a new piece
  and at most the n - 1 largest old ones within reach: one new space connects those around a common
  free space, two new spaces those around two connected free spaces.

Placements under several clusters are pruned by all clusters except the last, once per hidden mask.
There is no duplicate detection: few plans have duplicate nodes.

The tree is searched in parallel *lanes*, stacks of nodes with their own workspaces. In each round
all lanes take the same number of steps; then each empty lane receives every other node of the
fullest one. The tree is therefore independent of the number of threads.

In free order only a card that covers a visible part of another one has to precede it. Of equivalent
orders only the lexicographically first is searched.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller
from typing import Final, Self

import numpy as np

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.execution.limits import Run, Stop, count_workers
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.stand.cover_task import make_task
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.search import search
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace, copy_workspace
from chatuchak_solver.stand.kernels.tables import CENTER, SHAPES, TURNED_FROM
from chatuchak_solver.stand.problem import Layout, StandProblem
from chatuchak_solver.stand.stand import Stand, legal_order

LANES: Final = 2
"""Independent of the machine: equal seeds give equal plans."""

CAPACITY: Final = 20_000
"""Maximum open nodes of a lane; depth-first search needs a few thousand."""

ROUND_STEPS: Final = 50_000
"""Equal steps take equal time, so no lane waits."""

SLICE_STEPS: Final = 5_000

PACE_S: Final = 0.025


class Lane:
    """A stack of nodes; see `CoverSearch`.

    Attributes
    ----------
    due
        Remaining steps of its round.
    stand
        The found stand, until it is collected.
    is_stuck
        Whether its node stack is full.
    """

    def __init__(self, problem: StandProblem, work: Workspace, states: States) -> None:
        self.problem = problem
        self.work = work
        self.due: int = 0
        self.stand: Stand | None = None
        self.is_stuck: bool = False
        # The last row is scratch.
        self.nodes: Int64s = np.zeros((CAPACITY + 1, fields.NODE_LENGTH), dtype=np.int64)
        # Packed once: the workspace has many fields.
        self._args = (pack_args(work), pack_args(states), pack_args(self.nodes))

    @property
    def held(self) -> int:
        """The number of open nodes."""
        return int(self.work.held)

    def take_root(self) -> None:
        """Reset to the root."""
        self.nodes[0] = 0
        self.nodes[0, fields.LEFT] = (1 << len(self.problem.cards)) - 1
        self.work.held = 1
        self.due = ROUND_STEPS

    def fix_cards(self, layout: Layout, rows: int, due: int) -> None:
        """Reset to a node with the layout's cards in the set ``rows`` fixed, for ``due`` steps.

        No other card may cover their visible spaces.
        """
        node = self.nodes[0]
        node[:] = 0
        # A stuck search leaves cells on the board.
        self.work.board[:] = 0
        top: dict[tuple[int, int], int] = {}
        # Overlapping cards are one cluster, identified by its last slot.
        cluster: list[int] = []
        fixed = [row for index, row in enumerate(layout.tolist()) if rows >> index & 1][::-1]
        for slot, (card, quarter, row, column) in enumerate(fixed):
            cluster.append(slot)
            hidden = 0
            for place, space in enumerate(TURNED_FROM[quarter].tolist()):
                down, right = divmod(place, SHAPES[quarter & 1][1])
                over = top.setdefault((row + down, column + right), slot)
                if over != slot:
                    hidden |= 1 << space
                    cluster = [slot if last == cluster[over] else last for last in cluster]
            node[fields.MICE] += self.work.card_mice[card, hidden]
            node[fields.LEFT] |= 1 << card
        node[fields.LEFT] ^= (1 << len(self.problem.cards)) - 1
        node[fields.DECIDED] = self.work.fixed_cards = len(fixed)
        numbers = sorted(set(cluster))
        node[fields.CLUSTERS] = len(numbers)
        for slot, (card, quarter, row, column) in enumerate(fixed):
            together = [
                at for at, last in zip(fixed, cluster, strict=True) if last == cluster[slot]
            ]
            first_row, first_column = (min(at[axis] for at in together) for axis in (2, 3))
            at = fields.CARDS_AT + fields.CARD_FIELDS * slot
            node[at : at + fields.CARD_FIELDS] = (
                *(card, numbers.index(cluster[slot])),
                *(row - first_row, column - first_column, quarter),
            )
        self.work.held = 1
        self.due = due

    def take_half(self, other: Self) -> None:
        """Take every other node of another lane."""
        nodes = other.nodes[: other.held].copy()
        for lane, share in ((self, nodes[::2]), (other, nodes[1::2])):
            lane.nodes[: len(share)] = share
            lane.work.held = len(share)

    def expand(self, threshold: int, budget: int | None, end: float) -> None:
        """Expand at most ``budget`` nodes of the round, until the clock reaches ``end``."""
        left = self.due if budget is None else budget
        while self.due > 0 and left > 0:
            expanded, steps = int(self.work.expanded), int(self.work.steps)
            status = search(*self._args, threshold, left, min(self.due, SLICE_STEPS))
            left -= int(self.work.expanded) - expanded
            self.due = max(0, self.due - int(self.work.steps) + steps)
            self.is_stuck = status == fields.STUCK
            if status == fields.FOUND:
                stand = self._stand(self.nodes[self.held])
                # Another good may have the largest group.
                if stand is not None and self.problem.score(stand)[1] >= threshold:
                    self.stand = stand
            if self.is_stuck or self.stand is not None or self.held == 0:
                self.due = 0
            if time.perf_counter() >= end:
                break

    def _stand(self, node: Layout) -> Stand | None:
        cards = node[fields.CARDS_AT :].reshape(-1, fields.CARD_FIELDS)[: len(self.problem.cards)]
        layout = cards[::-1, [fields.CARD, fields.QUARTER, fields.ROW, fields.COLUMN]]
        layout[:, 2:] += CENTER
        placements = self.problem.placements(layout)
        if not self.problem.fixed_order:
            return legal_order(placements)
        try:
            return Stand.of(placements)
        except IllegalMoveError:
            return None


class CoverSearch:
    """Find better stands for announcements, or prove that there are none, in one tree.

    Parameters
    ----------
    upper
        A proven upper bound for these announcements.
    also
        Alternative announcements with the same scoring goods; the owner may choose among them.
    lanes
        The maximum number of parallel lanes.
    stop
        Limits of the setup, which has coarser bounds after them.

    Attributes
    ----------
    choices
        The announcements.
    upper
        The proven bound so far, for any layout.
    is_stuck
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
        self.is_stuck: bool = False
        self._max_lanes = lanes
        self._work, self._states = make_task(problem, own, also, stop=stop)
        self._lanes = [self._lane()]
        self._lanes[0].take_root()
        self._lanes[0].nodes[0, fields.BOUND] = upper
        self._pool = ThreadPoolExecutor(lanes, thread_name_prefix="cover")

    @property
    def expanded(self) -> int:
        """Expanded nodes so far."""
        return sum(int(lane.work.expanded) for lane in self._lanes)

    @property
    def steps(self) -> int:
        """Proportional to run time, unlike nodes."""
        return sum(int(lane.work.steps) for lane in self._lanes)

    def is_open(self, total: int) -> bool:
        """Return whether a total above ``total`` is possible and the search can continue."""
        return self.upper > total and not self.is_stuck

    def advance(
        self, total: int, *, stop: Stop | None = None, one_round: bool = False
    ) -> Stand | None:
        """Continue the search for a stand above ``total``, which may grow between calls.

        After each round, `upper` is the maximum of ``total`` and the bounds of the open nodes. The
        work of ``stop`` is nodes expanded in this call. ``one_round`` ends after one round.
        """
        run = Run.begin(stop)
        begun = self.expanded
        while self.is_open(total) and not run.should_stop(self.expanded - begun):
            if any(lane.due for lane in self._lanes):
                self._expand(total + 1, run.work_left(self.expanded - begun))
            elif (stand := self.take_found()) is not None:
                return stand
            elif any(lane.is_stuck for lane in self._lanes):
                self.is_stuck = True
            else:
                nodes = (lane.nodes[: lane.held, fields.BOUND] for lane in self._lanes)
                self.upper = min(self.upper, max(int(each.max(initial=total)) for each in nodes))
                self._deal()
                if one_round:
                    break
        return None

    def more_lanes(self) -> list[Lane]:
        """Return `LANES` further lanes, independent of its tree."""
        return [self._lane() for _ in range(LANES)]

    def take_found(self) -> Stand | None:
        """Return the best stand found and not yet returned, or None."""
        found = [lane.stand for lane in self._lanes if lane.stand is not None]
        for lane in self._lanes:
            lane.stand = None
        return max(found, key=lambda stand: self.problem.score(stand)[1], default=None)

    def _lane(self) -> Lane:
        return Lane(self.problem, copy_workspace(self._work), self._states)

    def _deal(self) -> None:
        if len(self._lanes) < self._max_lanes:
            self._lanes.append(self._lane())
        for lane in self._lanes:
            fullest = max(self._lanes, key=lambda lane: lane.held)
            if lane.held == 0 and fullest.held > 1:
                lane.take_half(fullest)
        for lane in self._lanes:
            lane.due = ROUND_STEPS if lane.held else 0

    def _expand(self, threshold: int, budget: int | None) -> None:
        end = time.perf_counter() + PACE_S
        due = [lane for lane in self._lanes if lane.due]
        if budget is not None:
            due = due[:budget]
            budget //= len(due)
        expand = methodcaller("expand", threshold, budget, end)
        is_alone = len(due) == 1 or count_workers() == 1
        list(map(expand, due) if is_alone else self._pool.map(expand, due))
