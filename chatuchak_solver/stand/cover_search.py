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
  free space, two or three new spaces those around connected free spaces;
- some remaining card is the next one, and the clusters can hide a part of it with which the bound
  reaches the threshold: every stand below the node has such a card, possibly entirely visible;
- pieces of a good in two clusters side by side that do not touch stay separate, unless spaces of a
  third cluster join them; a position is tried only if the set of goods that touch there suffices.

Placements under several clusters are pruned by all clusters except the last, once per hidden mask.
There is no duplicate detection: few plans have duplicate nodes.

The tree is searched in parallel *lanes*, stacks of nodes with their own workspaces. In each round
all lanes take the same number of steps; before it each empty lane receives every other node of the
fullest one, and each lane that is not a quarter full moves the nodes with the highest bounds to the
top, as better stands are likely below them. The tree is therefore independent of the number of
threads.

In free order only a card that covers a visible part of another one has to precede it. Of equivalent
orders only the lexicographically first is searched.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from operator import methodcaller
from typing import Self

import numpy as np

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.packing import pack_args
from chatuchak_solver.stand.bound import (
    MAX_LATER_CARDS,
    Goods,
    coarsen,
    combine_options,
    no_options,
    piece_options,
    scoring_goods,
    visible_options,
)
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.search import search
from chatuchak_solver.stand.kernels.cover_search.workspace import States, Workspace, make_workspace
from chatuchak_solver.stand.kernels.tables import CENTER, SIDE
from chatuchak_solver.stand.problem import Layout, StandProblem, layout_of
from chatuchak_solver.stand.space import GOODS, KIND_MASK, has_mouse
from chatuchak_solver.stand.stand import Stand

LANES = 2
"""The default on any number of cores; equal numbers of lanes give equal plans."""

CAPACITY = 20_000
"""Maximum open nodes of a lane; depth-first search needs a few thousand."""

ROUND_STEPS = 50_000
"""A few hundredths of a second. Equal steps take equal time, so no lane waits."""


class Lane:
    """A stack of nodes; see `CoverSearch`.

    Attributes
    ----------
    stand
        The found stand, until it is collected.
    is_stuck
        Whether its node stack is full.
    """

    def __init__(self, problem: StandProblem, work: Workspace, states: States) -> None:
        self.problem = problem
        self.work = work
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

    def fix_cards(self, stand: Stand, fixed: Sequence[int]) -> None:
        """Reset to a node with the cards ``fixed`` of a stand, by ascending index; none: the root.

        They keep their relative positions. No other card may cover their visible spaces.
        """
        node, problem, top = self.nodes[0], self.problem, stand.top_cards()
        node[:] = 0
        # A stuck search leaves cells on the board.
        self.work.board[:] = 0
        self.work.held = 1
        placements = [stand.placements[index] for index in reversed(fixed)]
        rows = layout_of(placements, [problem.cards.index(each.card) for each in placements])
        rows[:, 2:] -= rows[:, 2:].min(axis=0, initial=SIDE)
        node[fields.DECIDED] = self.work.fixed_cards = len(rows)
        node[fields.CLUSTERS] = min(1, len(rows))
        node[fields.LEFT] = (1 << len(problem.cards)) - 1 - (1 << rows[:, 0]).sum()
        shown = (space for at, space in stand.visible().items() if top[at] in fixed)
        node[fields.MICE] = sum(map(has_mouse, shown))
        cards = node[fields.CARDS_AT :].reshape(-1, fields.CARD_FIELDS)[: len(rows)]
        cards[:, [fields.CARD, fields.QUARTER, fields.ROW, fields.COLUMN]] = rows

    def take_half(self, other: Self) -> None:
        """Take every other node of another lane."""
        nodes = other.nodes[: other.held].copy()
        for lane, share in ((self, nodes[::2]), (other, nodes[1::2])):
            lane.nodes[: len(share)] = share
            lane.work.held = len(share)

    def expand(self, threshold: int, steps: int, nodes: int = fields.ANY_NUMBER) -> None:
        """Expand at most ``nodes`` nodes in about ``steps`` steps, until a stand is found."""
        last_node, last_step = self.work.expanded + nodes, self.work.steps + steps
        status = fields.FOUND
        while status == fields.FOUND and self.stand is None:
            left = last_node - self.work.expanded, last_step - self.work.steps
            status = search(*self._args, threshold, *map(int, left))
            if status == fields.FOUND:
                stand = self._stand(self.nodes[self.held])
                # Another good may have the largest group.
                if stand is not None and self.problem.score(stand)[1] >= threshold:
                    self.stand = stand
        self.is_stuck = status == fields.STUCK

    def _stand(self, node: Layout) -> Stand | None:
        cards = node[fields.CARDS_AT :].reshape(-1, fields.CARD_FIELDS)[: len(self.problem.cards)]
        layout = cards[::-1, [fields.CARD, fields.QUARTER, fields.ROW, fields.COLUMN]]
        layout[:, 2:] += CENTER
        return self.problem.legal_stand(self.problem.placements(layout))


class CoverSearch:
    """Find better stands for announcements, or prove that there are none, in one tree.

    Parameters
    ----------
    choices
        Announcements with the same scoring goods; the owner may choose among them.
    upper
        A proven upper bound for these announcements.
    lanes
        The maximum number of parallel lanes.
    stop
        Limits of the setup, which has coarser bounds after them.

    Attributes
    ----------
    upper
        The proven bound so far, for any layout.
    is_stuck
        Whether the search was abandoned because of too many open nodes.
    """

    def __init__(
        self,
        problem: StandProblem,
        choices: Sequence[Announcement],
        upper: int,
        *,
        lanes: int = LANES,
        stop: Stop | None = None,
    ) -> None:
        self.problem = problem
        self.choices = choices
        self.upper: int = upper
        self.is_stuck: bool = False
        self._max_lanes = lanes
        self._work, self._states = make_task(problem, choices, stop=stop)
        self._lanes = [self.new_lane()]
        self._lanes[0].fix_cards(Stand(), ())
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

    def advance(self, total: int, *, nodes: int | None = None) -> Stand | None:
        """Search one round for a stand above ``total``, which may grow between calls.

        Then, unless a stand is returned, `upper` is at most the maximum of ``total`` and the bounds
        of the open nodes. ``nodes`` is the maximum number of nodes to expand.
        """
        self._deal()
        lanes = [lane for lane in self._lanes if lane.held]
        budget = fields.ANY_NUMBER
        if nodes is not None:
            lanes = lanes[:nodes]
            budget = nodes // max(1, len(lanes))
        expand = methodcaller("expand", total + 1, ROUND_STEPS, budget)
        list(self._pool.map(expand, lanes))
        # A stuck lane has lost its node: no later round may lower the bound.
        self.is_stuck = self.is_stuck or any(lane.is_stuck for lane in self._lanes)
        found = [lane.stand for lane in self._lanes if lane.stand is not None]
        if found:
            for lane in self._lanes:
                lane.stand = None
            return max(found, key=lambda stand: self.problem.score(stand)[1])
        if not self.is_stuck:
            bounds = (lane.nodes[: lane.held, fields.BOUND] for lane in self._lanes)
            self.upper = min(self.upper, max(int(each.max(initial=total)) for each in bounds))
        return None

    def new_lane(self) -> Lane:
        """Return a lane without nodes, independent of its tree."""
        return Lane(self.problem, deepcopy(self._work), self._states)

    def _deal(self) -> None:
        if self.steps and len(self._lanes) < self._max_lanes:
            self._lanes.append(self.new_lane())
        for lane in self._lanes:
            fullest = max(self._lanes, key=lambda lane: lane.held)
            if lane.held == 0 and fullest.held > 1:
                lane.take_half(fullest)
            # Best-first search needs more room than depth-first search.
            if lane.held < CAPACITY // 4:
                nodes = lane.nodes[: lane.held]
                nodes[:] = nodes[np.argsort(nodes[:, fields.BOUND], kind="stable")]


def make_task(
    problem: StandProblem, choices: Sequence[Announcement], *, stop: Stop | None = None
) -> tuple[Workspace, States]:
    """Return the workspace and the visible options of remaining cards for a search.

    ``choices`` are announcements with the same scoring goods. After the stop, the options and the
    bounds become coarser.
    """
    run = Run.begin(stop)
    goods = scoring_goods(problem, choices[0])
    codes = {good: 1 + index for index, good in enumerate(goods)}
    work = make_workspace()
    work.free_order = int(not problem.fixed_order)
    work.cards = len(problem.cards)
    work.goods = len(goods)
    for at, good in enumerate(goods):
        shares = {GOODS[good - 1] in choice for choice in choices}
        work.owned_mask |= (shares == {True}) << at
        work.open_mask |= (len(shares) > 1) << at
    spaces = [card.spaces for card in problem.cards]
    own_codes = [[codes.get(at & KIND_MASK, 0) for at in own] for own in spaces]
    work.card_codes[: len(spaces)] = own_codes
    options = np.concatenate([visible_options(own, goods) for own in spaces])
    views, numbers = np.unique(_sums(options, goods), axis=0, return_inverse=True)
    work.views[: len(views), : len(goods)] = views
    work.card_pieces[: len(spaces)] = numbers.reshape(len(spaces), -1)
    work.card_mice[: len(spaces)] = -options[:, -1].reshape(len(spaces), -1)
    return work, _fill_states(problem, goods, work.spans, run)


def _sums(options: Int64s, goods: Goods) -> Int64s:
    """Return the pieces of each good of rows of options, packed."""
    sums = 1 << np.array([0, fields.SUM_TWOS, fields.SUM_LARGE, fields.SUM_SPACES])
    return options[:, :-1].reshape(len(options), len(goods), len(sums)) @ sums


def _fill_states(problem: StandProblem, goods: Goods, spans: Int64s, run: Run) -> States:
    sets = _states_by_cards(problem, goods, run)
    rows = np.zeros((sum(map(len, sets.values())), fields.STATE_LENGTH), dtype=np.int32)
    end = 0
    for left, states in sets.items():
        begin, end = end, end + len(states)
        spans[left] = begin, end
        rows[begin:end, : len(goods)] = _sums(states, goods)
        rows[begin:end, fields.STATE_MICE] = -states[:, -1]
    return rows


def _states_by_cards(problem: StandProblem, goods: Goods, run: Run) -> Mapping[int, Int64s]:
    """Return the options of every possible set of cards below at least one decided card.

    Below d decided cards, one remaining card has d later cards, one d + 1, and so on.
    """
    count = len(problem.cards)
    sets = {0: no_options(goods)}
    for left in range(1, (1 << count) - 1):
        if problem.fixed_order and left & (left + 1):
            continue
        decided = min(count - left.bit_count(), MAX_LATER_CARDS)
        uppermost = [card for card in range(count) if left >> card & 1]
        # Three and more later cards are equivalent, so any card may be the first.
        if problem.fixed_order or decided == MAX_LATER_CARDS:
            uppermost = uppermost[-1:]
        states = [
            combine_options(
                sets[left ^ 1 << card], piece_options(problem.cards[card].spaces, decided, goods)
            )
            for card in uppermost
        ]
        sets[left] = coarsen(np.concatenate(states), run)
    return sets
