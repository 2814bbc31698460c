"""Exhaustive search for a stand above a total, for the certificate checker.

Cards are decided from the top down. A cluster is a set of decided cards with known relative
positions. The next card lies below some clusters, each of which hides a part of it, or apart from
all. At the end, clusters are placed side by side. In free order only a card that hides a part of
another one has to precede it; of equivalent orders only the lexicographically first is searched.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import Final, NamedTuple

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.execution.processes import in_processes
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.checker.bound import Worth, look
from chatuchak_solver.stand.checker.cluster import (
    LOWER_RIGHT,
    UPPER_LEFT,
    Cluster,
    Cover,
    Mark,
    masks_in,
    unions,
)
from chatuchak_solver.stand.checker.pieces import NO_GOOD, WIDTH, Sums, beside, count_pieces
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

UNMOVED: Final = Cover(0, 0, 0)
QUARTERS: Final = ((1, 2), (2, -1), (-1, -2), (-2, 1))
"""Offset from the upper left to the lower right corner before rotation, by quarter turns."""
PACE: Final = 50
SMALL_TREE: Final = 1_500
"""The nodes of a tree that needs no processes."""
UPPER_CARDS: Final = 3
SHARES: Final = 50
Task = tuple[StandProblem, Sequence[Announcement], int]


class Node(NamedTuple):
    """A search node.

    Attributes
    ----------
    clusters
        Largest first.
    left
        The undecided cards, as bits.
    least
        The required points, without visible mice.
    order
        The decided cards, in order.
    apart
        The `Sums` of the clusters outside each set.
    base
        The upward shift of planes to nonnegative rows.
    """

    clusters: list[Cluster]
    left: int
    least: int
    order: tuple[int, ...]
    apart: list[Sums]
    base: int


class ClusterPlacement(NamedTuple):
    """A placement of clusters: over a card, or side by side.

    Attributes
    ----------
    planes, covered
        The spaces of each good, and all covered spaces.
    chosen
        The clusters, as bits.
    """

    planes: list[int]
    covered: int
    sums: Sums
    marks: list[Mark]
    chosen: int


class CheckedTree:
    """Search tree of the stands that may exceed a total.

    Parameters
    ----------
    problem
        At most eight cards, and the rules.
    choices
        Announcements with the same scoring goods; the owner may choose among them.

    Attributes
    ----------
    nodes
        The number of expanded nodes.
    least
        The required total.
    root
        The node without decided cards.
    """

    def __init__(
        self, problem: StandProblem, choices: Sequence[Announcement], total: int, run: Run
    ) -> None:
        self.nodes: int = 0
        self._problem = problem
        self.least: int = total + 1
        self._choices = choices
        self._run = run
        self.worth: Worth = Worth(problem, choices, run)
        every = (1 << len(problem.cards)) - 1
        self.root: Node = Node([], every, self.least, (), [self.worth.none], WIDTH)
        self._begun = cache(self._beginning)
        self._masks = cache(self._enough)

    def search(self, nodes: Sequence[Node] = (), *, workers: int = 1) -> Stand | None:
        """Return a stand above the total, or None if none exists or the run was stopped.

        ``nodes`` replace the root. Several workers are processes, for a large tree only.
        """
        stack = [*nodes] or [self.root]
        while stack and not self._run.should_stop(self.nodes):
            # Nodes of fewer cards may be complete stands.
            is_deep = len(self._problem.cards) > UPPER_CARDS
            if self.nodes == SMALL_TREE and workers > 1 and is_deep:
                return self._search_in_processes(workers)
            node = stack.pop()
            self.nodes += 1
            if self.nodes % PACE == 0:
                self._run.report(self.nodes)
            if node.left:
                stack.extend(self.children(node))
            elif len(node.clusters) > 1:
                stack.extend(self.merges(node))
            else:
                stand = self._stand(node)
                if stand is not None and self._total(stand) >= self.least:
                    return stand
        return None

    def _search_in_processes(self, workers: int) -> Stand | None:
        self.nodes = 0
        search = partial(_search_share, (self._problem, tuple(self._choices), self.least - 1))
        for stand, nodes in in_processes(
            search, range(SHARES), workers=workers, should_stop=self._run.should_stop
        ):
            self.nodes += nodes
            self._run.report(self.nodes)
            if stand is not None or self._run.should_stop(self.nodes):
                return stand
        return None

    def _total(self, stand: Stand) -> float:
        found = tally(stand.picture())
        return max(
            (
                found.total({*choice, *self._problem.announced})
                for choice in found.announcements(self._problem.own_goods)
                if any(set(own).issuperset(choice) for own in self._choices)
            ),
            default=-math.inf,
        )

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with one more decided card."""
        hideable = [1]
        for cluster in reversed(node.clusters):
            hideable.insert(0, unions(cluster.hideable, hideable[0]))
        cards = [card for card in range(len(self._problem.cards)) if node.left >> card & 1]
        for card in cards[-1:] if self._problem.fixed_order else cards:
            after = node._replace(left=node.left ^ 1 << card, order=(*node.order, card))
            enough = self._masks(node.apart[0], card, after.left, node.least)
            for mask in masks_in(hideable[0] & enough):
                points, below = self._begun(card, mask, len(node.order))
                asked = after._replace(least=node.least - points)
                if mask or self._is_first(asked, below.marks(UNMOVED)):
                    begun = _begin(below, node.base, 0)
                    for placed in self._over(asked, hideable, begun, 0, mask):
                        yield self._node(asked, placed)

    def _enough(self, sums: Sums, card: int, left: int, least: int) -> int:
        looks = [look(self._problem.cards[card], mask, self.worth.goods) for mask in range(64)]
        most = self.worth.most
        enough = [
            MOUSE_POINTS * mice + most(sums, left, loose) >= least for _, mice, _, loose in looks
        ]
        return sum(1 << mask for mask, is_enough in enumerate(enough) if is_enough)

    def _beginning(self, card: int, mask: int, slot: int) -> tuple[int, Cluster]:
        spaces, mice, pieces, _ = look(self._problem.cards[card], mask, self.worth.goods)
        marks = [(*mark, slot) for mark in (*spaces, (0, 0, UPPER_LEFT), (1, 2, LOWER_RIGHT))]
        return MOUSE_POINTS * mice, Cluster(marks, tuple(map(self.worth.number, pieces)))

    def _node(self, node: Node, placed: ClusterPlacement) -> Node:
        others = [
            cluster for at, cluster in enumerate(node.clusters) if not placed.chosen >> at & 1
        ]
        clusters = [Cluster(placed.marks, placed.sums), *others]
        clusters.sort(key=lambda cluster: cluster.size, reverse=True)
        apart = [self.worth.none]
        for cluster in clusters:
            # Sets without the new cluster first: they include it among the outside clusters.
            apart = [self.worth.join(sums, cluster.sums) for sums in apart] + apart
        base = (max(max(cluster.extent) for cluster in clusters) + 1) * WIDTH
        return node._replace(clusters=clusters, apart=apart, base=base)

    def _over(
        self, node: Node, hideable: list[int], placed: ClusterPlacement, first: int, missing: int
    ) -> Iterator[ClusterPlacement]:
        if not missing:
            yield placed
            return
        for at in range(first, len(node.clusters)):
            for mask, covers in node.clusters[at].covers().items():
                rest = missing ^ mask
                if mask & rest or not hideable[at + 1] >> rest & 1:
                    continue
                for cover in covers:
                    if rest or self._is_first(node, placed.marks + node.clusters[at].marks(cover)):
                        more = self._put(node, placed, at, cover)
                        if more is not None:
                            yield from self._over(node, hideable, more, at + 1, rest)

    def _is_first(self, node: Node, marks: Sequence[Mark]) -> bool:
        if self._problem.fixed_order:
            return True
        after = [
            slot
            for row, column, what, slot in marks
            if what >= NO_GOOD and 0 <= row < 2 and 0 <= column < 3 and slot < len(node.order) - 1
        ]
        return max(node.order[max(after, default=-1) + 1 :]) == node.order[-1]

    def _put(
        self, node: Node, placed: ClusterPlacement, at: int, cover: Cover
    ) -> ClusterPlacement | None:
        cluster = node.clusters[at]
        goods, spaces = cluster.planes(cover.quarter)
        shift = node.base + cover.down * WIDTH + cover.right
        if spaces << shift & placed.covered:
            return None
        chosen = placed.chosen | 1 << at
        planes = [plane | more << shift for plane, more in zip(placed.planes, goods, strict=True)]
        covered = placed.covered | spaces << shift
        sums = tuple([self.worth.number(count_pieces(plane, covered)) for plane in planes])
        outside = self.worth.join(sums, node.apart[chosen])
        if self.worth.most(outside, node.left) < node.least:
            return None
        return ClusterPlacement(planes, covered, sums, placed.marks + cluster.marks(cover), chosen)

    def merges(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with a cluster adjacent to the first one."""
        first = node.clusters[0]
        start = _begin(first, node.base, 1)
        near = beside(start.covered)
        for at, quarter in product(range(1, len(node.clusters)), range(4)):
            cluster = node.clusters[at]
            rows, columns = cluster.extent[:: 1 - 2 * (quarter % 2)]
            downs = range(-rows, first.extent[0] + 1)
            _, spaces = cluster.planes(quarter)
            for down, right in product(downs, range(-columns, first.extent[1] + 1)):
                if spaces << node.base + down * WIDTH + right & near:
                    placed = self._put(node, start, at, Cover(quarter, down, right))
                    if placed is not None:
                        yield self._node(node, placed)

    def _stand(self, node: Node) -> Stand | None:
        marks = node.clusters[0].marks(UNMOVED)
        corners = {(what, slot): (row, column) for row, column, what, slot in marks}
        placements = []
        for slot, card in reversed(list(enumerate(node.order))):
            begin, end = corners[UPPER_LEFT, slot], corners[LOWER_RIGHT, slot]
            row, column = map(min, begin, end)
            rotation = ROTATIONS[QUARTERS.index((end[0] - begin[0], end[1] - begin[1]))]
            placements.append(Placement(self._problem.cards[card], column, row, rotation))
        return self._problem.legal_stand(placements)


@lru_cache(maxsize=1)
def _upper_nodes(task: Task) -> tuple[CheckedTree, list[Node]]:
    tree = CheckedTree(*task, Run.begin())
    nodes = [tree.root]
    for _ in range(UPPER_CARDS):
        tree.nodes += len(nodes)
        nodes = [child for node in nodes for child in tree.children(node)]
    return tree, nodes


def _search_share(task: Task, share: int) -> tuple[Stand | None, int]:
    """Search below every `SHARES`-th node with `UPPER_CARDS` cards, equal in all processes."""
    tree, nodes = _upper_nodes(task)
    tree.nodes *= share == 0  # one share counts the upper nodes
    return tree.search(nodes[share::SHARES]) if share < len(nodes) else None, tree.nodes


def _begin(cluster: Cluster, base: int, chosen: int) -> ClusterPlacement:
    goods, spaces = cluster.planes(0)
    planes = [plane << base for plane in goods]
    return ClusterPlacement(planes, spaces << base, cluster.sums, cluster.marks(UNMOVED), chosen)
