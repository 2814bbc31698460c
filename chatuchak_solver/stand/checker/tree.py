"""Whether a stand can score more than a total, by going through all that may, in plain Python.

The cards are decided from the uppermost downward. What is decided are clusters: cards of which one
hides a part of another lie in a known way to each other, clusters do not yet. The next card lies
under some clusters, each of which hides a part of it, or apart; in the end clusters are laid edge
to edge. What `Worth` shows to be too little is left out: for what is hidden of the next card, for
the goods in which a cluster touches what is laid already, and for the pieces there are then. In
free order many orders of deciding show the same, as only a card that hides a part of another has to
be decided before it: of these the lexicographically first is followed alone.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.execution.limits import Run
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.checker.bound import Worth
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
from chatuchak_solver.stand.checker.showing import look
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, tally
from chatuchak_solver.stand.laying_order import legal_order
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

UNMOVED: Final = Cover(0, 0, 0)
QUARTERS: Final = ((1, 2), (2, -1), (-1, -2), (-2, 1))
"""By quarter turns, how far its lower right is from its upper left as it lay before."""
PACE: Final = 50
"""Nodes between two words on progress."""


class Node(NamedTuple):
    """What is decided.

    Attributes
    ----------
    clusters
        The largest first.
    left
        The cards that are not decided, as bits.
    least
        The points that are needed, but for visible mice.
    order
        The cards that are decided, in their order.
    apart
        By set of clusters, what the others show.
    base
        How far up planes are shifted, so that no cluster over a card or beside one is lower.
    """

    clusters: list[Cluster]
    left: int
    least: int
    order: tuple[int, ...]
    apart: list[Sums]
    base: int


class Laid(NamedTuple):
    """A card and some clusters of a node over it, or some beside each other.

    Attributes
    ----------
    planes, covered
        The spaces of each good, and all that are not free.
    chosen
        The clusters, as bits.
    """

    planes: list[int]
    covered: int
    sums: Sums
    marks: list[Mark]
    chosen: int


class CheckedTree:
    """All that may score more than a total.

    Parameters
    ----------
    problem
        The cards, eight at most, and rules.
    own
        The goods that the owner announces.
    total
        The total in question.
    run
        Told of nodes, and asked when to end.
    also
        Others with which the same goods score and which may be announced instead.

    Attributes
    ----------
    nodes
        How many nodes are done.
    """

    def __init__(
        self,
        problem: StandProblem,
        own: Announcement,
        total: int,
        run: Run,
        also: Sequence[Announcement] = (),
    ) -> None:
        self.nodes: int = 0
        self._problem = problem
        self._least = total + 1
        self._choices = (own, *also)
        self._run = run
        self._worth = Worth(problem, own, run, also)
        self._all = (1 << len(self._worth.goods)) - 1
        self._begun = cache(self._beginning)
        self._masks = cache(self._enough)

    def search(self) -> Stand | None:
        """Return a stand that scores more than the total; None if there is none.

        None too where the run had to end, which says so.
        """
        every = (1 << len(self._problem.cards)) - 1
        stack = [Node([], every, self._least, (), [self._worth.none], WIDTH)]
        while stack and not self._run.must_end(self.nodes):
            node = stack.pop()
            self.nodes += 1
            if self.nodes % PACE == 0:
                self._run.tell(self.nodes)
            if node.left:
                stack.extend(self._children(node))
            elif len(node.clusters) > 1:
                stack.extend(self._joins(node))
            else:
                stand = self._stand(node)
                if stand is not None and self._total(stand) >= self._least:
                    return stand
        return None

    def _total(self, stand: Stand) -> float:
        """Return the total of a stand for one of the announcements in question."""
        found = tally(stand.picture())
        return max(
            (
                found.total({*choice, *self._problem.announced})
                for choice in found.announcements(self._problem.own_goods)
                if any(set(own).issuperset(choice) for own in self._choices)
            ),
            default=-math.inf,
        )

    def _children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with one more card."""
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
                for laid in self._over(asked, hideable, _begin(below, node.base, 0), 0, mask):
                    if self._problem.fixed_order or _is_first(laid.marks, asked.order):
                        yield self._node(asked, laid)

    def _enough(self, sums: Sums, card: int, left: int, least: int) -> int:
        """Return the masks of a card with which it and clusters may bring so many points."""
        looks = [look(self._problem.cards[card], mask, self._worth.goods) for mask in range(64)]
        most = self._worth.most
        enough = [MOUSE_POINTS * mice + most(sums, left, one) >= least for _, mice, _, one in looks]
        return sum(1 << mask for mask, is_enough in enumerate(enough) if is_enough)

    def _beginning(self, card: int, mask: int, slot: int) -> tuple[int, Cluster]:
        """Return the points of a card's mice, and it, of which a mask is hidden."""
        spaces, mice, pieces, _ = look(self._problem.cards[card], mask, self._worth.goods)
        marks = [(*mark, slot) for mark in (*spaces, (0, 0, UPPER_LEFT), (1, 2, LOWER_RIGHT))]
        return MOUSE_POINTS * mice, Cluster(marks, tuple(map(self._worth.number, pieces)))

    def _node(self, node: Node, laid: Laid) -> Node:
        """Return the node where the clusters laid are one."""
        others = [one for at, one in enumerate(node.clusters) if not laid.chosen >> at & 1]
        clusters = [Cluster(laid.marks, laid.sums), *others]
        clusters.sort(key=lambda one: one.size, reverse=True)
        apart = [self._worth.none]
        for cluster in clusters:
            # The sets without the cluster come first: then it is one of the others.
            apart = [self._worth.join(one, cluster.sums, self._all) for one in apart] + apart
        base = (max(max(one.extent) for one in clusters) + 1) * WIDTH
        return node._replace(clusters=clusters, apart=apart, base=base)

    def _reaches(self, node: Node, sums: Sums, chosen: int) -> bool:
        """Whether clusters chosen, by what they show, and the others may bring the points."""
        sums = self._worth.join(sums, node.apart[chosen], self._all)
        return self._worth.most(sums, node.left) >= node.least

    def _over(
        self, node: Node, hideable: list[int], laid: Laid, first: int, missing: int
    ) -> Iterator[Laid]:
        """Yield the ways in which clusters from one on hide what is missing of the card."""
        if not missing:
            yield laid
            return
        for at in range(first, len(node.clusters)):
            for mask, covers in node.clusters[at].covers().items():
                rest = missing ^ mask
                if mask & rest or not hideable[at + 1] >> rest & 1:
                    continue
                for cover in covers:
                    more = self._put(node, laid, at, cover)
                    if more is not None:
                        yield from self._over(node, hideable, more, at + 1, rest)

    def _put(self, node: Node, laid: Laid, at: int, cover: Cover) -> Laid | None:
        """Return what is laid with one more cluster; None if it does not fit or is too little."""
        cluster = node.clusters[at]
        goods, near, spaces = cluster.planes(cover.quarter)
        shift = node.base + cover.down * WIDTH + cover.right
        if spaces << shift & laid.covered:
            return None
        touch = 0
        for good, plane in enumerate(laid.planes):
            if near[good] << shift & plane:
                touch |= 1 << good
        chosen = laid.chosen | 1 << at
        met = self._worth.join(laid.sums, cluster.sums, touch)
        if not self._reaches(node, met, chosen):
            return None
        planes = [one | more << shift for one, more in zip(laid.planes, goods, strict=True)]
        covered = laid.covered | spaces << shift
        sums = tuple([self._worth.number(count_pieces(one, covered)) for one in planes])
        if not self._reaches(node, sums, chosen):
            return None
        return Laid(planes, covered, sums, laid.marks + cluster.marks(cover), chosen)

    def _joins(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with a cluster beside the first one: a stand hangs together."""
        first = node.clusters[0]
        start = _begin(first, node.base, 1)
        near = beside(start.covered)
        for at, quarter in product(range(1, len(node.clusters)), range(4)):
            cluster = node.clusters[at]
            rows, columns = cluster.extent[:: 1 - 2 * (quarter % 2)]
            downs = range(-rows, first.extent[0] + 1)
            _, _, spaces = cluster.planes(quarter)
            for down, right in product(downs, range(-columns, first.extent[1] + 1)):
                if spaces << node.base + down * WIDTH + right & near:
                    laid = self._put(node, start, at, Cover(quarter, down, right))
                    if laid is not None:
                        yield self._node(node, laid)

    def _stand(self, node: Node) -> Stand | None:
        """Return the stand of a node whose cards are one cluster, if it can be laid."""
        marks = node.clusters[0].marks(UNMOVED)
        corners = {(what, slot): (row, column) for row, column, what, slot in marks}
        placements = []
        for slot, card in reversed(list(enumerate(node.order))):
            begin, end = corners[UPPER_LEFT, slot], corners[LOWER_RIGHT, slot]
            row, column = map(min, begin, end)
            rotation = ROTATIONS[QUARTERS.index((end[0] - begin[0], end[1] - begin[1]))]
            placements.append(Placement(self._problem.cards[card], column, row, rotation))
        if not self._problem.fixed_order:
            return legal_order(placements)
        try:
            return Stand.of(placements)
        except IllegalMoveError:
            return None


def _begin(cluster: Cluster, base: int, chosen: int) -> Laid:
    """Return a cluster as it lies."""
    goods, _, spaces = cluster.planes(0)
    planes = [one << base for one in goods]
    return Laid(planes, spaces << base, cluster.sums, cluster.marks(UNMOVED), chosen)


def _is_first(marks: Sequence[Mark], order: Sequence[int]) -> bool:
    """Whether no card before the last one could as well come after it."""
    after = [
        slot
        for row, column, what, slot in marks
        if what >= NO_GOOD and 0 <= row < 2 and 0 <= column < 3 and slot < len(order) - 1
    ]
    return max(order[max(after, default=-1) + 1 :]) == order[-1]
