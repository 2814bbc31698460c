"""Nodes of the cover search's kernels next to nodes of the certificate checker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from chatuchak_solver import Run, StandProblem
from chatuchak_solver.stand.bound import scoring_goods, upper_bound
from chatuchak_solver.stand.checker.cluster import Cluster
from chatuchak_solver.stand.checker.pieces import (
    WIDTH,
    Pieces,
    Space,
    count_pieces,
    planes_of,
    with_free_spaces,
)
from chatuchak_solver.stand.checker.tree import CheckedTree, Node
from chatuchak_solver.stand.cover_search import make_task
from chatuchak_solver.stand.groups import MOUSE_POINTS
from chatuchak_solver.stand.kernels.cover_search.expand import expand, merge_clusters
from chatuchak_solver.stand.kernels.cover_search.node_layout import BOARD, LEFT, MICE, NODE_LENGTH
from chatuchak_solver.stand.kernels.cover_search.nodes import unpack_node
from chatuchak_solver.stand.kernels.cover_search.search import prepare_children
from chatuchak_solver.stand.placement import neighbors

MIN_TOTAL = -500
"""Less than any total."""

Row = npt.NDArray[np.int64]
Key = tuple[Any, ...]
"""Clusters up to rotation, mice and remaining cards: equal for equal nodes."""


class CoverTask:
    """A problem for the kernels and for the checker.

    Attributes
    ----------
    nodes
        The kernels' nodes; row 0 is the root.
    tree
        The checker's tree, with a total below any stand.
    """

    def __init__(self, problem: StandProblem, room: int = 30_000) -> None:
        self.problem = problem
        uppers = upper_bound(problem)
        goods = scoring_goods(problem, max(uppers, key=lambda own: uppers[own]))
        choices = [own for own in uppers if scoring_goods(problem, own) == goods]
        self.work, self.states = make_task(problem, choices)
        self.nodes = np.zeros((room + 1, NODE_LENGTH), dtype=np.int64)
        self.nodes[0, LEFT] = (1 << len(problem.cards)) - 1
        self.tree = tree = CheckedTree(problem, choices, MIN_TOTAL, Run.begin())
        # The kernels keep some of the orders that the checker omits.
        tree._faces = cache(lambda card, _: tree._face(card, False))

    def next_cards(self) -> list[int]:
        """Return the possible next cards below row 0."""
        left = int(self.nodes[0, LEFT])
        cards = [card for card in range(len(self.problem.cards)) if left >> card & 1]
        return cards[-1:] if self.problem.fixed_order else cards

    def rows(self, threshold: int) -> dict[Key, Row]:
        """Return the children of row 0 by the kernels, with bounds of at least a threshold."""
        self.work.threshold = threshold
        found = []
        if not self.nodes[0, LEFT]:
            end = merge_clusters(self.work, self.states, self.nodes, 0, 1)
            found += list(self.nodes[1:end].copy())
        for card in self.next_cards():
            prepare_children(self.work, self.nodes, 0)
            end = expand(self.work, self.states, self.nodes, 0, card, 1)
            assert not self.work.board.any()
            found += list(self.nodes[1:end].copy())
        return {self.key_of_row(row): row for row in found}

    def key_of_row(self, row: Row) -> Key:
        unpack_node(self.work, row[None], 0)
        shapes = [
            min(sorted(cells(self, cluster, quarter).items()) for quarter in range(4))
            for cluster in range(self.work.clusters)
        ]
        return tuple(sorted(map(tuple, shapes))), int(row[MICE]), int(row[LEFT])

    def key_of_node(self, node: Node) -> Key:
        shapes = [
            min(sorted(rotated_spaces(cluster, quarter).items()) for quarter in range(4))
            for cluster in node.clusters
        ]
        mice = (self.tree.root.least - node.least) // MOUSE_POINTS
        return tuple(sorted(map(tuple, shapes))), mice, node.left

    def children(self, node: Node) -> dict[Key, Node]:
        """Return the children of a node by the checker."""
        nodes = self.tree.children(node) if node.left else self.tree.merges(node)
        return {self.key_of_node(child): child for child in nodes}

    def walk(self, rng: np.random.Generator) -> Iterator[tuple[Node, dict[Key, Node]]]:
        """Decide random cards; yield the checker's node, equal to row 0, and its children."""
        node = self.tree.root
        while node.left or len(node.clusters) > 1:
            nodes = self.children(node)
            yield node, nodes
            rows = self.rows(MIN_TOTAL + 1)
            keys = sorted(rows.keys() & nodes.keys())
            if not keys:
                return
            # Often one with the most clusters.
            most = max(len(key[0]) for key in keys)
            if rng.random() < 0.5:
                keys = [key for key in keys if len(key[0]) == most]
            key = keys[rng.integers(len(keys))]
            node = nodes[key]
            self.nodes[0] = rows[key]

    def cluster_pieces(self, cluster: int) -> list[Pieces]:
        """Return the pieces of an unpacked cluster of each scoring good, by the checker."""
        goods = self.work.goods
        planes = planes_of(spaces_of(self, cluster), goods)
        found = [count_pieces(*with_free_spaces(plane, sum(planes))) for plane in planes[:goods]]
        return tighter(found, self.row_pieces(cluster))

    def row_pieces(self, row: int) -> list[Pieces]:
        """Return a row of the kernels' pieces."""
        return [*map(Pieces._make, self.work.pieces[row, : self.work.goods].tolist())]

    def sums(self, pieces: list[Pieces]) -> tuple[int, ...]:
        """Return pieces by the checker's numbers."""
        return tuple(map(self.tree.worth.number, pieces))


def tighter(pieces: list[Pieces], kernels: list[Pieces]) -> list[Pieces]:
    """Return the checker's pieces with the kernels' tighter bound on three free spaces."""
    pairs = zip(pieces, kernels, strict=True)
    return [each._replace(tripled=min(each.tripled, other.tripled)) for each, other in pairs]


def cells(task: CoverTask, cluster: int, quarter: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the code and slot of each space of an unpacked cluster, rotated."""
    work, size = task.work, int(task.work.sizes[cluster])
    offsets = work.offsets[cluster, quarter, :size].tolist()
    codes, slots = work.codes[cluster, :size].tolist(), work.slots[cluster, :size].tolist()
    contents = zip(codes, slots, strict=True)
    return dict(zip((divmod(offset, BOARD) for offset in offsets), contents, strict=True))


def rotated_spaces(cluster: Cluster, quarter: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the code and slot of each space of a checker's cluster, rotated."""
    found = {}
    for slot, views, turns, row, column in cluster.turned(quarter):
        *goods, spaces = views[turns]
        for at in (at for at in range(spaces.bit_length()) if spaces >> at & 1):
            code = sum(index for index, plane in enumerate(goods, start=1) if plane >> at & 1)
            # Planes begin two rows above a card.
            found[row + at // WIDTH - 2, column + at % WIDTH] = code, slot
    return found


def spaces_of(task: CoverTask, cluster: int) -> list[Space]:
    """Return the spaces of an unpacked cluster in the checker's form."""
    found = cells(task, cluster, 0).items()
    return [(row, column, code - 1) for (row, column), (code, _) in found]


def naive_pieces(spaces: dict[tuple[int, int], bool]) -> Pieces:
    """Count the pieces of a good in a cluster with marked spaces."""
    sizes, closed, pieces = [], [0], []
    for piece in groups(place for place, shows in spaces.items() if shows):
        free = {near for place in piece for near in neighbors(place)} - spaces.keys()
        if free:
            pieces.append((piece, free))
            sizes.append(len(piece))
        else:
            closed.append(len(piece))
    around = set().union(*(free for _, free in pieces))
    reaches = [0, 0, 0]
    # One of three spaces may touch no piece.
    beyond = {near for place in around for near in neighbors(place)} - spaces.keys()
    for pair, third in product(combinations_with_replacement(around, 2), around | beyond):
        places = {*pair, third}
        joined = [piece for piece, free in pieces if not free.isdisjoint(places)]
        reach = sum(map(len, joined))
        for count in range(len(places), 4):
            if reach > reaches[count - 1] and len(groups(places.union(*joined))) == 1:
                reaches[count - 1] = reach
    return Pieces(
        *(sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)),
        *(max(sizes, default=0), len(closed) - 1, max(closed), int(bool(sizes)), *reaches),
    )


def groups(places: Iterable[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    graph = nx.Graph()
    graph.add_nodes_from(places)
    pairs = ((place, near) for place in graph for near in neighbors(place) if near in graph)
    graph.add_edges_from(list(pairs))
    return list(nx.connected_components(graph))
