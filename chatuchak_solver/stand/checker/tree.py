"""Exhaustive search for a stand above a total, for the certificate checker.

Cards are decided from the top down. A cluster is a set of decided cards with known relative
positions. The next card lies below some clusters, each of which hides a part of it, or apart from
all. At the end, clusters are placed side by side.

In free order a card may move up, before cards that hide no part of it, or only spaces where the
card has the same scoring good, or none as well, and no mouse: goods and covered spaces remain the
same, with no more mice. No order is searched that such a move makes lexicographically smaller. Of
equal siblings, by one card, only the first one with the fewest mice is searched. Both keep a stand
above the total with the lexicographically first order of all: the first rule omits none, the second
one leaves another stand with the same order and no fewer points.
"""

import gc
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial, reduce
from operator import itemgetter
from typing import NamedTuple

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.execution.processes import in_processes
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.checker.bound import Worth, look
from chatuchak_solver.stand.checker.cluster import (
    CARD,
    Cluster,
    DecidedCard,
    Position,
    meeting,
    members,
    shape_of,
    unions,
)
from chatuchak_solver.stand.checker.pieces import WIDTH, Sums, Views, adjacent
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import MOUSE
from chatuchak_solver.stand.stand import Stand

SUBSETS = [sum(1 << part for part in range(64) if not part & ~mask) for mask in range(64)]
"""The masks within each mask."""
PACE = 50
SMALL_TREE = 500
"""The nodes of a tree that needs no processes."""
UPPER_NODES = 2_000
SHARES = 500
Seen = dict[tuple[int, Sums], list[Cluster]]
"""Clusters of siblings by the joined ones and their pieces."""
Task = tuple[StandProblem, Sequence[Announcement], int, bool]


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
    following
        The possible next cards, each with the masks that it may hide.
    """

    clusters: list[Cluster]
    left: int
    least: int
    order: tuple[int, ...]
    apart: list[Sums]
    base: int
    following: dict[int, int]


class Arrangement(NamedTuple):
    """Relative positions of clusters and at most one card.

    Attributes
    ----------
    planes, covered
        The spaces of each good, and all covered spaces.
    outside
        The `Sums` of all clusters, with these as one.
    parts
        The clusters and their positions.
    chosen
        The clusters, as bits.
    """

    planes: list[int]
    covered: int
    sums: Sums
    outside: Sums
    parts: tuple[tuple[Cluster, Position], ...]
    chosen: int


class CheckedTree:
    """Search tree of the stands that may exceed a total.

    Parameters
    ----------
    problem
        At most eight cards, and the rules.
    choices
        Announcements with the same scoring goods; the owner may choose among them.
    drops_equal
        Whether one of several stands equal in scoring goods represents all, in free order only.
    nodes
        The nodes of earlier trees, which count toward the limit of ``run``.

    Attributes
    ----------
    nodes
        The number of expanded nodes, with those of earlier trees.
    least
        The required total.
    has_rejected
        Whether a whole stand was illegal, or announces other goods.
    root
        The node without decided cards.
    """

    def __init__(
        self,
        problem: StandProblem,
        choices: Sequence[Announcement],
        total: int,
        run: Run,
        *,
        drops_equal: bool = True,
        nodes: int = 0,
    ) -> None:
        self.nodes: int = nodes
        self.has_rejected: bool = False
        self._drops_equal = drops_equal and not problem.fixed_order
        self._problem = problem
        self.least: int = total + 1
        self._choices = choices
        self._run = run
        self.worth: Worth = Worth(problem, choices, run)
        every = (1 << len(problem.cards)) - 1
        self._begun = cache(self._beginning)
        self._faces = cache(self._face)
        self._goods = list(range(len(self.worth.goods)))
        following = self.worth.next_masks(self.worth.none, every, self.least)
        self.root: Node = Node([], every, self.least, (), [self.worth.none], 0, following)

    def search(self, *, workers: int = 1) -> Stand | None:
        """Return a stand above the total, or None if none exists or the run was stopped.

        Several workers are processes, for a large tree only.
        """
        stand = self.search_below([self.root], workers=workers)
        is_open = stand is None and self._run.stopped_by is None
        if is_open and self.has_rejected and self._drops_equal:
            # A dropped stand may be legal.
            self._drops_equal = False
            stand = self.search_below([self.root], workers=workers)
        return stand

    def search_below(self, nodes: Sequence[Node], *, workers: int = 1) -> Stand | None:
        """Search below nodes, possibly without stands equal to rejected ones."""
        stack = [*nodes]
        small = self.nodes + SMALL_TREE
        while stack and not self._run.should_stop(self.nodes):
            if self.nodes == small and workers > 1:
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
                if stand is not None and self._is_sufficient(stand):
                    return stand
                self.has_rejected = True
        return None

    def _search_in_processes(self, workers: int) -> Stand | None:
        self.nodes -= SMALL_TREE  # the processes expand these nodes, too
        task = self._problem, tuple(self._choices), self.least - 1, self._drops_equal
        search = partial(_search_share, task)
        for stand, nodes, has_rejected in in_processes(
            search, range(SHARES), workers=workers, should_stop=self._run.should_stop
        ):
            self.nodes += nodes
            self.has_rejected |= has_rejected
            self._run.report(self.nodes)
            if stand is not None or self._run.should_stop(self.nodes):
                return stand
        return None

    def _is_sufficient(self, stand: Stand) -> bool:
        found = tally(stand.picture())
        return any(
            found.total({*choice, *self._problem.announced}) >= self.least
            for choice in found.announcements(self._problem.own_goods)
            if any(set(own).issuperset(choice) for own in self._choices)
        )

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with one more decided card."""
        hideable = [1]
        for cluster in reversed(node.clusters):
            hideable.insert(0, unions(cluster.shape.hideable, hideable[0]))
        for card, masks in node.following.items():
            # It cannot move up before the last larger index if later cards hide a part of it.
            larger = [slot for slot, other in enumerate(node.order) if other > card]
            since = larger[-1] if larger and not self._problem.fixed_order else None
            left, order = node.left ^ 1 << card, (*node.order, card)
            seen: Seen = defaultdict(list)
            # Fewer mice first: of equal clusters only the first one is searched.
            slot = len(node.order)
            options = [self._begun(card, mask, slot) for mask in members(masks & hideable[0])]
            for points, below, mask in sorted(options, key=itemgetter(0), reverse=True):
                least = node.least - points
                outside = self._join(below.sums, node.apart[0])
                # The bound also holds with the clusters still apart.
                if self.worth.most(outside, left) >= least:
                    begun = self._begin(node, below, 0, outside)
                    asked = node._replace(left=left, least=least, order=order)
                    for placed in self._over(asked, hideable, since, begun, mask):
                        yield from self._node(asked, placed, seen)

    def _beginning(self, card: int, mask: int, slot: int) -> tuple[int, Cluster, int]:
        views, pieces, shown = look(self._problem.cards[card], mask, self.worth.goods)
        sums = tuple(map(self.worth.number, pieces))
        cards = [DecidedCard(slot, views)]
        return -MOUSE_POINTS * shown[-1], Cluster(cards, CARD, sums, [*views[0]]), mask

    def _face(self, card: int, drops_equal: bool) -> Views:
        """Return the spaces that may show instead of equal ones: those without mice, or none."""
        spaces = self._problem.cards[card].spaces
        hidden = [at for at, space in enumerate(spaces) if space & MOUSE or not drops_equal]
        return look(self._problem.cards[card], sum(1 << at for at in hidden), self.worth.goods)[0]

    def _begin(self, node: Node, cluster: Cluster, chosen: int, outside: Sums) -> Arrangement:
        *planes, covered = [plane << node.base for plane in cluster.planes(0)]
        parts = ((cluster, Position(0, 0, 0)),)
        return Arrangement(planes, covered, cluster.sums, outside, parts, chosen)

    def _join(self, first: Sums, second: Sums) -> Sums:
        return tuple(map(self.worth.join, first, second))

    def _over(
        self, node: Node, hideable: list[int], since: int | None, placed: Arrangement, missing: int
    ) -> Iterator[Arrangement]:
        """Yield the placements of clusters over a card that hide the ``missing`` spaces.

        Clusters from each one on can hide the ``hideable`` masks together. Unless it is None,
        cards from the slot ``since`` on have to hide a part of it.
        """
        if not missing:
            if since is None:
                yield placed
            return
        face = self._faces(node.order[-1], self._drops_equal)
        for at in range(placed.chosen.bit_length(), len(node.clusters)):
            cluster = node.clusters[at]
            chosen = placed.chosen | 1 << at
            fixed, moved = placed, cluster
            if not placed.chosen:
                # The first cluster is not rotated, but the card below it.
                fixed = self._begin(node, cluster, chosen, placed.outside)
                moved = placed.parts[0][0]
            needed = self._needed(node, fixed, moved, chosen)
            for mask in members(cluster.shape.hideable & SUBSETS[missing]):
                rest = missing ^ mask
                if not hideable[at + 1] >> rest & 1:
                    continue
                for below in cluster.shape.below(mask):
                    over = cluster.shape.over(placed.parts[1][1], below) if placed.chosen else below
                    planes = moved.planes(over.quarter)
                    shift = node.base + over.row * WIDTH + over.column
                    if not all(planes[good] << shift & near for good, near in needed):
                        continue
                    later = None if since is None or cluster.hides(below, since, face) else since
                    if rest or later is None:
                        more = self._put(node, fixed, moved, over, chosen)
                        if more is not None:
                            yield from self._over(node, hideable, later, more, rest)

    def _needed(
        self, node: Node, placed: Arrangement, cluster: Cluster, chosen: int
    ) -> list[tuple[int, int]]:
        """Return goods and the spaces of which a cluster's pieces need one, else too few points."""
        needed = []
        for good, number in enumerate(cluster.sums):
            joined, outside = placed.outside[good], [*placed.outside]
            spaces = 4
            while spaces:
                separate = self.worth.separate(placed.sums[good], number, spaces - 1)
                outside[good] = self.worth.join(separate, node.apart[chosen][good])
                if outside[good] == joined or self.worth.most((*outside,), node.left) >= node.least:
                    break
                spaces -= 1
            if spaces < 4:
                near = adjacent(placed.planes[good])
                for _ in range(spaces):
                    near |= adjacent(near & ~placed.covered)
                needed.append((good, near))
        return needed

    def _put(
        self, node: Node, placed: Arrangement, cluster: Cluster, at: Position, chosen: int
    ) -> Arrangement | None:
        shift = node.base + at.row * WIDTH + at.column
        *goods, spaces = cluster.planes(at.quarter)
        if spaces << shift & placed.covered:
            return None
        covered = spaces << shift | placed.covered
        planes, sums, outside = [*placed.planes], [*placed.sums], [*placed.outside]
        # The bound also holds with some goods' pieces still apart. Often one good decides.
        for rank, good in enumerate(self._goods):
            planes[good] |= goods[good] << shift
            sums[good] = self.worth.count(planes[good], covered)
            joined = self.worth.join(sums[good], node.apart[chosen][good])
            if joined != outside[good]:
                outside[good] = joined
                if self.worth.most((*outside,), node.left) < node.least:
                    self._goods.insert(0, self._goods.pop(rank))
                    return None
        parts = (*placed.parts, (cluster, at))
        return Arrangement(planes, covered, (*sums,), (*outside,), parts, chosen)

    def _node(self, node: Node, placed: Arrangement, seen: Seen) -> Iterator[Node]:
        """Yield the node of a placement, unless no card may come next or its equal was ``seen``."""
        top = min(at.row for _, at in placed.parts)
        left = min(at.column for _, at in placed.parts)
        shift = node.base + top * WIDTH + left
        shape = shape_of(placed.covered >> shift + 2 * WIDTH)
        others = [c for at, c in enumerate(node.clusters) if not placed.chosen >> at & 1]
        hideable = reduce(unions, [other.shape.hideable for other in others], shape.hideable)
        wanted = self.worth.next_masks(placed.outside, node.left, node.least)
        following = {card: masks & hideable for card, masks in wanted.items() if masks & hideable}
        if not following and (node.left or self.worth.most(placed.outside, 0) < node.least):
            return
        cards = [
            DecidedCard(slot, views, turns, row + at.row - top, column + at.column - left)
            for cluster, at in placed.parts
            for slot, views, turns, row, column in cluster.turned(at.quarter)
        ]
        planes = [plane >> shift for plane in (*placed.planes, placed.covered)]
        cluster = Cluster(cards, shape, placed.sums, planes)
        if self._drops_equal:
            alike = seen[placed.chosen, placed.sums]
            if alike and cluster.spaces in [other.spaces for other in alike]:
                return
            alike.append(cluster)
        clusters = [cluster, *others]
        clusters.sort(key=lambda cluster: cluster.planes(0)[-1].bit_count(), reverse=True)
        apart = [self.worth.none]
        for cluster in clusters:
            # Sets without the new cluster first: they include it among the outside clusters.
            apart = [self._join(sums, cluster.sums) for sums in apart] + apart
        base = (max(max(cluster.shape.extent) for cluster in clusters) + 3) * WIDTH
        yield node._replace(clusters=clusters, apart=apart, base=base, following=following)

    def merges(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with a cluster adjacent to the first one."""
        first = node.clusters[0]
        start = self._begin(node, first, 1, node.apart[0])
        seen: Seen = defaultdict(list)
        for at in range(1, len(node.clusters)):
            cluster = node.clusters[at]
            chosen = 1 | 1 << at
            needed = [*self._needed(node, start, cluster, chosen), (-1, adjacent(start.covered))]
            for quarter in range(4):
                planes = cluster.planes(quarter)
                shifts = ~meeting(planes[-1], start.covered)
                for good, near in needed:
                    shifts &= meeting(planes[good], near)
                columns = cluster.shape.extent[1 - quarter % 2]
                for shift in members(shifts):
                    down, right = divmod(shift - node.base + columns, WIDTH)
                    position = Position(quarter, down, right - columns)
                    placed = self._put(node, start, cluster, position, chosen)
                    if placed is not None:
                        yield from self._node(node, placed, seen)

    def _stand(self, node: Node) -> Stand | None:
        placements = [
            Placement(self._problem.cards[node.order[slot]], column, row, ROTATIONS[turns])
            for slot, _, turns, row, column in sorted(node.clusters[0].turned(0), reverse=True)
        ]
        return self._problem.legal_stand(placements)


@lru_cache(maxsize=1)
def _upper_nodes(task: Task) -> tuple[CheckedTree, list[Node]]:
    gc.set_threshold(50_000)  # nodes have no cycles
    tree = CheckedTree(*task[:3], Run.begin(), drops_equal=task[3])
    nodes = deque([tree.root])
    # Nodes of fewer cards may be complete stands.
    while nodes and len(nodes) < UPPER_NODES and nodes[0].left.bit_count() > 1:
        tree.nodes += 1
        nodes.extend(tree.children(nodes.popleft()))
    return tree, [*nodes]


def _search_share(task: Task, share: int) -> tuple[Stand | None, int, bool]:
    """Search below every `SHARES`-th upper node from ``share`` on, equal in all processes."""
    tree, nodes = _upper_nodes(task)
    tree.nodes *= share == 0  # one share counts the upper nodes
    return tree.search_below(nodes[share::SHARES]), tree.nodes, tree.has_rejected
