"""One tree of the cover search, in parallel lanes.

A lane is a stack of nodes with its own workspace. In each round all lanes take the same number of
steps; then each empty lane receives every other node of the fullest one. Results count at the end
of a round, so the tree is independent of the number of threads.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller
from typing import Final, Self

import numpy as np

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.execution.limits import count_workers
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.search import search
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace, copy_workspace
from chatuchak_solver.stand.kernels.tables import CENTER, SHAPES, TURNED_FROM
from chatuchak_solver.stand.laying_order import legal_order
from chatuchak_solver.stand.problem import Layout, StandProblem
from chatuchak_solver.stand.stand import Stand

CAPACITY: Final = 20_000
"""Maximum open nodes of a lane; depth-first search needs a few thousand."""

ROUND_STEPS: Final = 50_000
"""Steps of a lane per round: equal steps take equal time, so no lane waits."""

SLICE_STEPS: Final = 5_000
"""Steps between clock checks."""

PACE_S: Final = 0.025
"""Seconds between stop checks."""


class Lane:
    """A stack of nodes; see `CoverTree`.

    Attributes
    ----------
    due
        Remaining steps of its round.
    stand
        The found stand, until it is collected.
    stuck
        Whether its node stack is full.
    """

    def __init__(self, problem: StandProblem, work: Workspace, states: States) -> None:
        self.problem = problem
        self.work = work
        self.due: int = 0
        self.stand: Stand | None = None
        self.stuck: bool = False
        # The last row is scratch.
        self._nodes = np.zeros((CAPACITY + 1, fields.NODE_LENGTH), dtype=np.int64)
        # Packed once, because the workspace has many fields.
        self._args = (pack_args(work), pack_args(states), pack_args(self._nodes))

    @property
    def held(self) -> int:
        """The number of open nodes."""
        return int(self.work.held)

    def begin(self) -> None:
        """Reset to no nodes."""
        self.work.held = 0
        self.due = 0

    def take_root(self) -> None:
        """Reset to the root."""
        self._nodes[0] = 0
        self._nodes[0, fields.LEFT] = (1 << len(self.problem.cards)) - 1
        self.work.held = 1
        self.due = ROUND_STEPS

    def fix_cards(self, layout: Layout, rows: int, due: int) -> None:
        """Reset to a node with the layout's cards in the set ``rows`` fixed.

        No other card may cover their visible spaces. ``due`` is the limit of steps.
        """
        node = self._nodes[0]
        node[:] = 0
        top: dict[tuple[int, int], int] = {}
        # Overlapping cards are one cluster, identified by its last slot.
        cluster: list[int] = []
        # From the top card down.
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
        held = other.held
        mine = other._nodes[0:held:2]
        self._nodes[: len(mine)] = mine
        self.work.held = len(mine)
        theirs = other._nodes[1:held:2].copy()
        other._nodes[: len(theirs)] = theirs
        other.work.held = len(theirs)

    def expand(self, threshold: int, most: int | None, end: float) -> None:
        """Expand at most ``most`` nodes of the round, until the clock reaches ``end``."""
        left = self.due if most is None else most
        while self.due > 0 and left > 0:
            expanded, steps = int(self.work.expanded), int(self.work.steps)
            status = search(*self._args, threshold, left, min(self.due, SLICE_STEPS))
            left -= int(self.work.expanded) - expanded
            self.due = max(0, self.due - int(self.work.steps) + steps)
            self.stuck = status == fields.STUCK
            if status == fields.FOUND:
                self.stand = self._found(threshold)
            if self.stuck or self.stand is not None or self.held == 0:
                self.due = 0
            if time.perf_counter() >= end:
                break

    def _found(self, threshold: int) -> Stand | None:
        """Return the found stand, or None if its total is below ``threshold``."""
        stand = self._stand(self._nodes[self.held])
        # Another good may have the largest group.
        return stand if stand and self.problem.score(stand)[1] >= threshold else None

    def _stand(self, node: Layout) -> Stand | None:
        """Return the stand of a decided node, or None if no legal order exists."""
        count = len(self.problem.cards)
        cards = node[fields.CARDS_AT : fields.CARDS_AT + fields.CARD_FIELDS * count].reshape(
            count, fields.CARD_FIELDS
        )
        layout: Layout = cards[::-1][:, [fields.CARD, fields.QUARTER, fields.ROW, fields.COLUMN]]
        layout[:, 2:] += CENTER
        placements = self.problem.placements(layout)
        if self.problem.fixed_order:
            try:
                return Stand.of(placements)
            except IllegalMoveError:
                return None
        return legal_order(placements)


class CoverTree:
    """A resumable tree of nodes with a growing threshold.

    Parameters
    ----------
    problem
        The cards and rules.
    work, states
        The kernels' input; each lane copies the workspace.
    lanes
        The maximum number of lanes.
    """

    def __init__(
        self, problem: StandProblem, work: Workspace, states: States, *, lanes: int
    ) -> None:
        self.problem = problem
        self._most_lanes = lanes
        self._work = work
        self._states = states
        self._lanes = [self._lane()]
        self._pool = ThreadPoolExecutor(lanes, thread_name_prefix="cover")
        self.begin()

    def _lane(self) -> Lane:
        return Lane(self.problem, copy_workspace(self._work), self._states)

    @property
    def expanded(self) -> int:
        """Expanded nodes so far."""
        return sum(int(lane.work.expanded) for lane in self._lanes)

    @property
    def steps(self) -> int:
        """Steps so far."""
        return sum(int(lane.work.steps) for lane in self._lanes)

    @property
    def is_stuck(self) -> bool:
        """Whether there are too many open nodes."""
        return any(lane.stuck for lane in self._lanes)

    @property
    def is_refuted(self) -> bool:
        """Whether no open nodes are left."""
        return not any(lane.held for lane in self._lanes)

    @property
    def is_in_round(self) -> bool:
        """Whether a lane has remaining steps in the round."""
        return any(lane.due for lane in self._lanes)

    def begin(self) -> None:
        """Start over."""
        for lane in self._lanes:
            lane.begin()
        self._lanes[0].take_root()

    def take_found(self) -> Stand | None:
        """Return the best stand found and not yet collected, or None."""
        found = [lane.stand for lane in self._lanes if lane.stand is not None]
        for lane in self._lanes:
            lane.stand = None
        return max(found, key=lambda stand: self.problem.score(stand)[1], default=None)

    def deal(self) -> None:
        """Start a round: each empty lane takes every other node of the fullest one."""
        if len(self._lanes) < self._most_lanes:
            lane = self._lane()
            lane.begin()
            self._lanes.append(lane)
        for lane in self._lanes:
            fullest = max(self._lanes, key=lambda one: one.held)
            if lane.held == 0 and fullest.held > 1:
                lane.take_half(fullest)
        for lane in self._lanes:
            lane.due = ROUND_STEPS if lane.held else 0

    def expand(self, threshold: int, most: int | None) -> None:
        """Expand at most ``most`` nodes of the round, for about 25 ms."""
        end = time.perf_counter() + PACE_S
        due = [lane for lane in self._lanes if lane.due]
        if most is not None:
            due = due[:most]
            most //= len(due)
        expand = methodcaller("expand", threshold, most, end)
        alone = len(due) == 1 or count_workers() == 1
        list(map(expand, due) if alone else self._pool.map(expand, due))
